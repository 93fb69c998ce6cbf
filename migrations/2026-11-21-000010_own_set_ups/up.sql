-- Set-ups that an account keeps for itself. One may stand in a game that is being played, so it is as secret as an
-- army, and nothing points from a game to it or back.
CREATE TABLE own_set_ups (
    id INTEGER NOT NULL PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    -- The key of a rule-set, without options that say nothing about where pieces may stand.
    rule_set TEXT NOT NULL,
    -- Its number and its name, sealed: always of the same length.
    body BYTEA NOT NULL,
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
);
CREATE INDEX own_set_ups_by_account ON own_set_ups (account_id, id);
INSERT INTO counters (name, value) VALUES ('own_set_ups', 0);
