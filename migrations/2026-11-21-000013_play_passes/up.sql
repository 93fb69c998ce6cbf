-- What lets somebody without an account do one thing at a table: deploy for a side, or referee by the device between
-- the players. It begins as a link, which is opened once; the browser that opens it gets another token in its place.
CREATE TABLE play_passes (
    play_id INTEGER NOT NULL REFERENCES plays (id),
    -- 0 White's set-up, 1 Black's, 2 the device.
    place SMALLINT NOT NULL,
    -- SHA-256 of the link, and once that is opened of the browser's token.
    token_hash BYTEA NOT NULL UNIQUE,
    -- The account of the official who made it.
    made_by INTEGER NOT NULL,
    made_at BIGINT NOT NULL,
    -- 0 while nobody has.
    opened_at BIGINT NOT NULL,
    PRIMARY KEY (play_id, place)
);
CREATE INDEX play_passes_by_made ON play_passes (made_at);
