-- What both players revealed, risked and bluffed in a revealed game. Derived: `adjutant tally --write` makes every row
-- anew from the records. A row counts only while the game has this content id.
CREATE TABLE game_tallies (
    game_id INTEGER PRIMARY KEY NOT NULL REFERENCES games (id),
    content_id BYTEA NOT NULL,
    -- The version of the calculation.
    form SMALLINT NOT NULL,
    body BYTEA NOT NULL
);
