DROP INDEX contests_by_series;
ALTER TABLE contests DROP COLUMN series;
