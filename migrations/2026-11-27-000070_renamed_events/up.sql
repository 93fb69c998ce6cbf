-- The folded name of an event that was renamed, by which records find it as well. `name_key` stays: ratings are
-- computed in its order.
ALTER TABLE events ADD COLUMN renamed_key TEXT;
CREATE UNIQUE INDEX events_by_renamed_key ON events (renamed_key);
