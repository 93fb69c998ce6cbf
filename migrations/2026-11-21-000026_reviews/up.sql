-- Reviews: what an account remarks on the plies of a game whose ranks are open. Moments are microseconds since 1970.
CREATE TABLE reviews (
    id INTEGER NOT NULL PRIMARY KEY,
    game_id INTEGER NOT NULL REFERENCES games (id),
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    title TEXT NOT NULL,
    -- 0 for its author alone, 1 for everybody.
    published SMALLINT NOT NULL,
    -- A line for each remark, as src/review/remarks.rs writes them.
    body TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
);
CREATE INDEX reviews_by_game ON reviews (game_id, id);
CREATE INDEX reviews_by_account ON reviews (account_id, id);
INSERT INTO counters (name, value) VALUES ('reviews', 0);
