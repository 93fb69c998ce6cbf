DELETE FROM counters WHERE name = 'reviews';
DROP TABLE reviews;
