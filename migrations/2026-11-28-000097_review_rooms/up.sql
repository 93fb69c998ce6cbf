-- Review rooms: what the leader shows, and who is there. The link to a room is derived from its id with the delivery key.
CREATE TABLE review_rooms (
    key_hash BYTEA NOT NULL PRIMARY KEY,
    id BYTEA NOT NULL,
    game BYTEA NOT NULL,
    plies INTEGER NOT NULL,
    opener INTEGER NOT NULL,
    state TEXT NOT NULL
);
CREATE INDEX review_rooms_by_opener ON review_rooms (opener);
