-- Computer analyses of revealed games: those that wait, and what came of them. Derived: whoever wants one again asks again.
-- A row counts only while the game has this content id.
CREATE TABLE analyses (
    game_id INTEGER PRIMARY KEY NOT NULL REFERENCES games (id),
    content_id BYTEA NOT NULL,
    -- Of the weights, the method and the encoding.
    version BIGINT NOT NULL,
    -- 0 waiting, 1 done, 2 failed.
    state SMALLINT NOT NULL,
    -- Who asked for it; none once it is done.
    account_id INTEGER REFERENCES accounts (id),
    -- Rises with each change of any row.
    number INTEGER NOT NULL,
    asked_at BIGINT NOT NULL,
    tries SMALLINT NOT NULL,
    -- Until when a server has taken it.
    leased_until BIGINT NOT NULL,
    done_at BIGINT NOT NULL,
    -- While it waits, the first look; then the whole, or nothing if it failed.
    body BYTEA NOT NULL
);
CREATE INDEX analyses_by_state ON analyses (state, asked_at, game_id);
CREATE INDEX analyses_by_account ON analyses (account_id, state);
CREATE INDEX analyses_by_number ON analyses (number);
INSERT INTO counters (name, value) VALUES ('analyses', 0);
