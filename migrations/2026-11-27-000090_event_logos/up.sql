-- Logos of events: PNGs that this program encoded. The digest is beside the event, whose pages name it in the logo's address.
ALTER TABLE contests ADD COLUMN logo_digest TEXT;

CREATE TABLE event_logos (
    contest_id INTEGER NOT NULL PRIMARY KEY REFERENCES contests (id),
    picture BYTEA NOT NULL
);
