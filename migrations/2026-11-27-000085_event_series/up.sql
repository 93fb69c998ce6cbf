-- The name of the series that an event belongs to: events of an organisation with the same one recur.
ALTER TABLE contests ADD COLUMN series TEXT;
CREATE INDEX contests_by_series ON contests (series);
