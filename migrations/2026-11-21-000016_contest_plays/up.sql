-- Events whose games are played here; a row belongs to the row of contests with its id.
CREATE TABLE contest_games (
    contest_id INTEGER PRIMARY KEY NOT NULL REFERENCES contests (id),
    -- 1 while the server follows it: games are made, results taken, ranks opened. 0 once nothing is left.
    followed SMALLINT NOT NULL
);
CREATE INDEX contest_games_followed ON contest_games (followed);
-- The plays that were made for games of tables, and who was to sit there.
CREATE TABLE contest_plays (
    play_id INTEGER PRIMARY KEY NOT NULL REFERENCES plays (id),
    contest_id INTEGER NOT NULL REFERENCES contests (id),
    stage SMALLINT NOT NULL,
    round SMALLINT NOT NULL,
    place INTEGER NOT NULL,
    game SMALLINT NOT NULL,
    first_entrant INTEGER NOT NULL,
    second_entrant INTEGER NOT NULL,
    -- The color of the first: 0 White, 1 Black.
    first_color SMALLINT NOT NULL,
    -- What of it was taken into the event: 0 nothing, else its result.
    taken SMALLINT NOT NULL,
    -- How many events the play had then.
    seen INTEGER NOT NULL
);
CREATE UNIQUE INDEX contest_plays_spot
    ON contest_plays (contest_id, stage, round, place, game, first_entrant, second_entrant);
