DROP INDEX contests_by_festival;
ALTER TABLE contests DROP COLUMN section;
ALTER TABLE contests DROP COLUMN festival;
