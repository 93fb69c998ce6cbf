DELETE FROM counters WHERE name IN ('collections', 'chapters');
DROP TABLE chapters;
DROP TABLE collections;
