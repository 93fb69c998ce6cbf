-- Events of one organisation with the same festival are its sections, each with its own name.
ALTER TABLE contests ADD COLUMN festival TEXT;
ALTER TABLE contests ADD COLUMN section TEXT;
CREATE INDEX contests_by_festival ON contests (festival);
