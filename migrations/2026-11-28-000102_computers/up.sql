-- The computer's own players, one for each level, 1 to 9. They are bots like others, with an account that nobody can sign in to.
CREATE TABLE computers (
    level SMALLINT NOT NULL PRIMARY KEY,
    account_id INTEGER NOT NULL UNIQUE REFERENCES accounts (id),
    player_id INTEGER NOT NULL UNIQUE REFERENCES players (id)
);
