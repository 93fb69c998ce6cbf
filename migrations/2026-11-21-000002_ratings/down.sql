DELETE FROM counters WHERE name IN ('rated_through', 'ratings_version');
DROP TABLE rating_pools;
DROP TABLE player_ratings;
