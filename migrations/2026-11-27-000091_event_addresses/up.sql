-- Addresses that events had before they got others: they lead to the event for ever, and no other event gets them.
CREATE TABLE former_slugs (
    id INTEGER NOT NULL PRIMARY KEY,
    event_id INTEGER NOT NULL REFERENCES events (id),
    slug TEXT NOT NULL UNIQUE
);
CREATE INDEX former_slugs_by_event ON former_slugs (event_id);
INSERT INTO counters (name, value) VALUES ('former_slugs', 0);
