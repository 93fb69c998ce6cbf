-- The personality with which the computer plays a casual game, 1 to 4; a game without a row has none.
CREATE TABLE computer_games (
    play_id INTEGER NOT NULL PRIMARY KEY REFERENCES plays (id),
    personality SMALLINT NOT NULL
);
