DROP TABLE former_record_ids;
DELETE FROM counters WHERE name = 'former_record_ids';
