-- What lets somebody without an account enter results of an event, or check people in: a link of an official's, which
-- several may open. It is over at its time, or when an official ends it. Moments are microseconds since 1970, 0 for none.
CREATE TABLE steward_links (
    contest_id INTEGER NOT NULL REFERENCES contests (id),
    -- From 1 on.
    number INTEGER NOT NULL,
    -- SHA-256 of its secret.
    token_hash BYTEA NOT NULL UNIQUE,
    name TEXT NOT NULL,
    -- 1 results, 2 check-in, 3 both.
    duties SMALLINT NOT NULL,
    -- Of which tables, counted from 1; 0 for all.
    stage INTEGER NOT NULL,
    round INTEGER NOT NULL,
    first_table INTEGER NOT NULL,
    last_table INTEGER NOT NULL,
    -- The account of the official who made it.
    made_by INTEGER NOT NULL,
    made_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    revoked_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL,
    PRIMARY KEY (contest_id, number)
);
CREATE INDEX steward_links_by_expiry ON steward_links (expires_at);
