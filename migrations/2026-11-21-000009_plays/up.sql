-- Games that are played here, from their making to their records. Moments are microseconds since 1970, 0 for none.

-- What the events of a play amount to, as far as it is looked up by it. The first statement of an append is an
-- UPDATE of this row that names the version it follows.
CREATE TABLE plays (
    id INTEGER NOT NULL PRIMARY KEY,
    public_id BYTEA NOT NULL UNIQUE,
    -- 0 created, 1 deploying, 2 in play, 3 paused, 4 ended, 5 final, 6 revealed, 7 aborted.
    state SMALLINT NOT NULL,
    -- How many events it has.
    version INTEGER NOT NULL,
    rule_set_id INTEGER NOT NULL REFERENCES rule_sets (id),
    white_id INTEGER NOT NULL REFERENCES players (id),
    black_id INTEGER NOT NULL REFERENCES players (id),
    -- Who moves for them; 0 where nobody signs in for it.
    white_account INTEGER NOT NULL,
    black_account INTEGER NOT NULL,
    -- Whose it is; 0 for nobody's.
    organisation_id INTEGER NOT NULL,
    event_id INTEGER NOT NULL,
    rated SMALLINT NOT NULL,
    -- 1 where lists for everybody may name it.
    listed SMALLINT NOT NULL,
    -- 0 blitz, 1 rapid, 2 classical, 3 untimed.
    speed SMALLINT NOT NULL,
    created_at BIGINT NOT NULL,
    -- The earliest moment at which the server must act by itself.
    due_at BIGINT NOT NULL,
    -- When it ended or was aborted: 0 while it is running.
    ended_at BIGINT NOT NULL,
    -- Its record, 0 until there is one.
    game_id INTEGER NOT NULL
);
CREATE INDEX plays_by_due ON plays (due_at, id) WHERE due_at <> 0;
CREATE INDEX plays_by_white ON plays (white_id, ended_at, id);
CREATE INDEX plays_by_black ON plays (black_id, ended_at, id);
CREATE INDEX plays_by_white_account ON plays (white_account, ended_at, id);
CREATE INDEX plays_by_black_account ON plays (black_account, ended_at, id);
CREATE INDEX plays_by_organisation ON plays (organisation_id, ended_at, id) WHERE organisation_id <> 0;
CREATE INDEX plays_by_event ON plays (event_id, ended_at, id) WHERE event_id <> 0;
CREATE INDEX plays_by_game ON plays (game_id) WHERE game_id <> 0;
-- What everybody may find while it is running.
CREATE INDEX plays_listed ON plays (id) WHERE ended_at = 0 AND listed <> 0;

-- What happened in a play, numbered from 1: rows are added, never changed. No rank is in it.
CREATE TABLE play_events (
    play_id INTEGER NOT NULL REFERENCES plays (id),
    number INTEGER NOT NULL,
    at BIGINT NOT NULL,
    body BYTEA NOT NULL,
    PRIMARY KEY (play_id, number)
);

-- THE SECRET TABLE of plays: each side's army, sealed in one length; color 0 White, 1 Black.
CREATE TABLE set_ups (
    play_id INTEGER NOT NULL REFERENCES plays (id),
    color SMALLINT NOT NULL,
    body BYTEA NOT NULL,
    PRIMARY KEY (play_id, color)
);

-- What the toss for the first ply was committed to, sealed.
CREATE TABLE toss_seeds (
    play_id INTEGER NOT NULL PRIMARY KEY REFERENCES plays (id),
    body BYTEA NOT NULL
);

-- What a player notes on enemy pieces, for himself: sealed in one length.
CREATE TABLE play_notes (
    play_id INTEGER NOT NULL REFERENCES plays (id),
    color SMALLINT NOT NULL,
    body BYTEA NOT NULL,
    PRIMARY KEY (play_id, color)
);

-- Offers to play: open to everybody, or an invitation of one player.
CREATE TABLE seeks (
    id INTEGER NOT NULL PRIMARY KEY,
    public_id BYTEA NOT NULL UNIQUE,
    player_id INTEGER NOT NULL REFERENCES players (id),
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    -- 0 for everybody.
    to_player_id INTEGER NOT NULL,
    terms BYTEA NOT NULL,
    -- What the seeker plays: 0 as the toss falls, 1 White, 2 Black.
    color SMALLINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX seeks_by_receiver ON seeks (to_player_id, id);
CREATE INDEX seeks_by_account ON seeks (account_id, id);
CREATE INDEX seeks_by_player ON seeks (player_id, id);
CREATE INDEX seeks_by_end ON seeks (expires_at);

-- When no server ran: nobody's clock counts it.
CREATE TABLE outages (
    id INTEGER NOT NULL PRIMARY KEY,
    stopped_at BIGINT NOT NULL,
    resumed_at BIGINT NOT NULL
);
CREATE INDEX outages_by_end ON outages (resumed_at);

-- What somebody told the officials of a play.
CREATE TABLE play_reports (
    id INTEGER NOT NULL PRIMARY KEY,
    play_id INTEGER NOT NULL REFERENCES plays (id),
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    text TEXT NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX play_reports_by_play ON play_reports (play_id, id);
CREATE INDEX play_reports_by_account ON play_reports (account_id, id);

INSERT INTO counters (name, value) VALUES ('plays', 0), ('seeks', 0), ('outages', 0), ('play_reports', 0);
