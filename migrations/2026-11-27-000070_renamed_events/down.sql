DROP INDEX events_by_renamed_key;
ALTER TABLE events DROP COLUMN renamed_key;
