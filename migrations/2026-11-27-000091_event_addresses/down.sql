DROP TABLE former_slugs;
DELETE FROM counters WHERE name = 'former_slugs';
