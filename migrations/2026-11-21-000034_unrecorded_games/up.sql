-- Games of events whose result was entered and whose record nobody has: they are rated by their result alone.
CREATE TABLE unrecorded_games (
    id INTEGER PRIMARY KEY NOT NULL,
    -- Among the numbers of games, as ledgers have it; 0 until it is given one, before it is rated.
    number INTEGER NOT NULL,
    event_id INTEGER NOT NULL REFERENCES events (id),
    -- The number of the organisation's pool.
    rated_in SMALLINT NOT NULL,
    -- The table of the event, each counted from 0.
    stage SMALLINT NOT NULL,
    round SMALLINT NOT NULL,
    place INTEGER NOT NULL,
    game SMALLINT NOT NULL,
    -- As the event has them: who was merged since plays as the player that they are.
    white_id INTEGER NOT NULL REFERENCES players (id),
    black_id INTEGER NOT NULL REFERENCES players (id),
    -- As in games.
    outcome SMALLINT NOT NULL,
    -- Days since 1970.
    day INTEGER NOT NULL,
    -- As a record of it would write it.
    round_name TEXT NOT NULL,
    -- What tells it from the others of its round in the order of rating.
    order_key BYTEA NOT NULL,
    -- 1 where another result stands there by now, or none: its number stays taken.
    gone SMALLINT NOT NULL
);
CREATE INDEX unrecorded_games_event ON unrecorded_games (event_id, gone);
CREATE INDEX unrecorded_games_number ON unrecorded_games (number);
CREATE INDEX unrecorded_games_white ON unrecorded_games (white_id);
CREATE INDEX unrecorded_games_black ON unrecorded_games (black_id);
-- How many have a number; and 0 until the results that were entered before there was this table are in it.
INSERT INTO counters (name, value)
VALUES ('unrecorded_games', 0), ('unrecorded_numbers', 0), ('results_taken', 0);
