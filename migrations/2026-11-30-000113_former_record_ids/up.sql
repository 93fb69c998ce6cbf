-- Ids that records had before they were corrected, or opened after an embargo: they lead to the record for ever.
CREATE TABLE former_record_ids (
    id INTEGER NOT NULL PRIMARY KEY,
    game_id INTEGER NOT NULL REFERENCES games (id),
    content_id BYTEA NOT NULL
);
CREATE INDEX former_record_ids_by_content ON former_record_ids (content_id);
CREATE INDEX former_record_ids_by_game ON former_record_ids (game_id);
INSERT INTO counters (name, value) VALUES ('former_record_ids', 0);
