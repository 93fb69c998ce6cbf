-- The newest day of an event's games, so that events are listed by it: derived, and kept by imports.
ALTER TABLE events ADD COLUMN last_day INTEGER NOT NULL DEFAULT -2147483648;
UPDATE events SET last_day = COALESCE((SELECT MAX(day) FROM games WHERE games.event_id = events.id), last_day);
CREATE INDEX events_by_day ON events (last_day, id);
