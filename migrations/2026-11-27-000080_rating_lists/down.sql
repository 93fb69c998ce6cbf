DROP TABLE listed_players;
DROP TABLE rating_lists;
DELETE FROM counters WHERE name = 'rating_lists';
