DROP TABLE event_logos;
ALTER TABLE contests DROP COLUMN logo_digest;
