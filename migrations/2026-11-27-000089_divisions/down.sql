DROP INDEX contests_by_league;
ALTER TABLE contests DROP COLUMN play_offs;
ALTER TABLE contests DROP COLUMN downs;
ALTER TABLE contests DROP COLUMN ups;
ALTER TABLE contests DROP COLUMN level;
ALTER TABLE contests DROP COLUMN league;
