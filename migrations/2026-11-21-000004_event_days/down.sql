DROP INDEX events_by_day;
ALTER TABLE events DROP COLUMN last_day;
