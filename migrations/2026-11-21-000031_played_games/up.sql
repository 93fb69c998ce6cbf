-- Of which play a record is, where its id covers the play: of records that were kept before there were such ids, no row is here.
CREATE TABLE played_games (
    game_id INTEGER PRIMARY KEY NOT NULL,
    play_id INTEGER NOT NULL UNIQUE REFERENCES plays (id),
    -- The id that the same text has when it is imported.
    content_id BYTEA NOT NULL
);
CREATE INDEX played_games_by_content ON played_games (content_id);
