-- Whom and what an account follows: one reference of three. A merged player is followed as whom they
-- were merged into, which is looked up, so that a merge can be undone.
CREATE TABLE follows (
    id INTEGER NOT NULL PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    player_id INTEGER REFERENCES players (id),
    event_id INTEGER REFERENCES events (id),
    organisation_id INTEGER REFERENCES organisations (id),
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX follows_by_player ON follows (player_id, account_id) WHERE player_id IS NOT NULL;
CREATE UNIQUE INDEX follows_by_event ON follows (event_id, account_id) WHERE event_id IS NOT NULL;
CREATE UNIQUE INDEX follows_by_organisation ON follows (organisation_id, account_id)
    WHERE organisation_id IS NOT NULL;
CREATE INDEX follows_by_account ON follows (account_id, id);
INSERT INTO counters (name, value) VALUES ('follows', 0);
