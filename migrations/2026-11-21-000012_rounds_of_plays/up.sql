-- The round of an event that a play belongs to, as its record writes it; empty for none.
ALTER TABLE plays ADD COLUMN round TEXT NOT NULL DEFAULT '';
