DELETE FROM counters WHERE name = 'analyses';
DROP TABLE analyses;
