DELETE FROM counters WHERE name = 'servers';
DROP TABLE servers;
