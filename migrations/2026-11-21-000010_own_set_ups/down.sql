DELETE FROM counters WHERE name = 'own_set_ups';
DROP TABLE own_set_ups;
