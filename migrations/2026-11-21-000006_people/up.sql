-- People and organisations. Moments are microseconds since 1970, 0 for never; days are days since then.
-- Tokens of every kind are kept as SHA-256 of what their holder has.

-- What tells look-alike handles apart, filled in by the program; 0 ordinary, 1 merged, 2 anonymous;
-- the player that a merged one is; whether he keeps off lists and leaderboards.
ALTER TABLE players ADD COLUMN look_key TEXT NOT NULL DEFAULT '';
ALTER TABLE players ADD COLUMN state SMALLINT NOT NULL DEFAULT 0;
ALTER TABLE players ADD COLUMN merged_into INTEGER NOT NULL DEFAULT 0;
ALTER TABLE players ADD COLUMN private SMALLINT NOT NULL DEFAULT 0;
CREATE INDEX players_by_look ON players (look_key);

CREATE TABLE accounts (
    id INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    look_key TEXT NOT NULL UNIQUE,
    email TEXT NOT NULL,
    -- Folded; NULL where there is none, because several may have none.
    email_key TEXT UNIQUE,
    email_confirmed SMALLINT NOT NULL,
    -- A PHC string; empty where nobody can sign in by password.
    password TEXT NOT NULL,
    -- 0 active, 1 suspended, 2 deleted.
    state SMALLINT NOT NULL,
    -- 0 none, 1 moderator, 2 operator.
    site_role SMALLINT NOT NULL,
    player_id INTEGER UNIQUE REFERENCES players (id),
    -- Sealed; empty where there is none. It counts once totp_on is 1.
    totp BYTEA NOT NULL,
    totp_on SMALLINT NOT NULL,
    -- The last time step that was used.
    totp_step BIGINT NOT NULL,
    language TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    signed_in_at BIGINT NOT NULL,
    password_at BIGINT NOT NULL
);

CREATE TABLE sessions (
    id INTEGER NOT NULL PRIMARY KEY,
    token_hash BYTEA NOT NULL UNIQUE,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    created_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    -- When the password was last given in it.
    proved_at BIGINT NOT NULL,
    -- 1 once the second factor was given, too.
    second_factor SMALLINT NOT NULL,
    -- The browser in two words, for its owner's list.
    agent TEXT NOT NULL
);
CREATE INDEX sessions_by_account ON sessions (account_id);

-- Browsers that have signed in before: a flood of guesses from elsewhere does not lock them out.
CREATE TABLE devices (
    id INTEGER NOT NULL PRIMARY KEY,
    token_hash BYTEA NOT NULL UNIQUE,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    created_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL
);
CREATE INDEX devices_by_account ON devices (account_id);

CREATE TABLE recovery_codes (
    id INTEGER NOT NULL PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    code_hash BYTEA NOT NULL,
    used_at BIGINT NOT NULL
);
CREATE INDEX recovery_codes_by_account ON recovery_codes (account_id);

-- What works once: links, of which 1 resets a password, 2 confirms an e-mail address, 3 invites; 4 is a sign-in
-- that waits for its second step.
CREATE TABLE links (
    id INTEGER NOT NULL PRIMARY KEY,
    token_hash BYTEA NOT NULL UNIQUE,
    kind SMALLINT NOT NULL,
    -- Whose it is, or who invites; 0 for the operator's command.
    account_id INTEGER NOT NULL,
    -- What an invitation brings; 0 for none.
    organisation_id INTEGER NOT NULL,
    role SMALLINT NOT NULL,
    event_id INTEGER NOT NULL,
    duties SMALLINT NOT NULL,
    email TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL
);
CREATE INDEX links_by_account ON links (account_id);

CREATE TABLE tokens (
    id INTEGER NOT NULL PRIMARY KEY,
    token_hash BYTEA NOT NULL UNIQUE,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    name TEXT NOT NULL,
    -- Bits.
    scopes INTEGER NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL,
    revoked_at BIGINT NOT NULL
);
CREATE INDEX tokens_by_account ON tokens (account_id);

CREATE TABLE organisations (
    id INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    look_key TEXT NOT NULL UNIQUE,
    slug TEXT NOT NULL UNIQUE,
    -- 0 waits for approval, 1 open, 2 refused, 3 closed.
    state SMALLINT NOT NULL,
    about TEXT NOT NULL,
    place TEXT NOT NULL,
    website TEXT NOT NULL,
    -- 0xRRGGBB.
    color INTEGER NOT NULL,
    accent INTEGER NOT NULL,
    -- A PNG that this program wrote; empty for none.
    logo BYTEA NOT NULL,
    logo_digest TEXT NOT NULL,
    -- 1 where officials need a second factor.
    second_factor SMALLINT NOT NULL,
    created_at BIGINT NOT NULL,
    created_by INTEGER NOT NULL
);
CREATE INDEX organisations_by_state ON organisations (state, name_key);

-- 1 owner, 2 organizer, 3 event official with duties: 1 pairings, 2 results, 4 check-in, as bits.
CREATE TABLE roles (
    id INTEGER NOT NULL PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    organisation_id INTEGER NOT NULL REFERENCES organisations (id),
    role SMALLINT NOT NULL,
    -- 0 for all events.
    event_id INTEGER NOT NULL,
    duties SMALLINT NOT NULL,
    granted_by INTEGER NOT NULL,
    granted_at BIGINT NOT NULL,
    UNIQUE (account_id, organisation_id, role, event_id)
);
CREATE INDEX roles_by_organisation ON roles (organisation_id);

-- A player on an organisation's roster; what is not public is for its officials.
CREATE TABLE members (
    id INTEGER NOT NULL PRIMARY KEY,
    organisation_id INTEGER NOT NULL REFERENCES organisations (id),
    player_id INTEGER NOT NULL REFERENCES players (id),
    -- The organisation's own number for him.
    reference TEXT NOT NULL,
    real_name TEXT NOT NULL,
    club TEXT NOT NULL,
    province TEXT NOT NULL,
    -- 0 unknown, 1 below 13, 2 from 13 to 17, 3 from 18 to 59, 4 from 60.
    age_band SMALLINT NOT NULL,
    -- When club and province were verified, and by which account.
    verified_at BIGINT NOT NULL,
    verified_by INTEGER NOT NULL,
    joined_at BIGINT NOT NULL,
    UNIQUE (organisation_id, player_id)
);
CREATE INDEX members_by_player ON members (player_id);

CREATE TABLE seasons (
    id INTEGER NOT NULL PRIMARY KEY,
    organisation_id INTEGER NOT NULL REFERENCES organisations (id),
    name TEXT NOT NULL,
    first_day INTEGER NOT NULL,
    last_day INTEGER NOT NULL
);
CREATE INDEX seasons_by_organisation ON seasons (organisation_id, first_day);

-- An organisation's own titles, lowest first; without rows the site's hold.
CREATE TABLE titles (
    id INTEGER NOT NULL PRIMARY KEY,
    organisation_id INTEGER NOT NULL REFERENCES organisations (id),
    place SMALLINT NOT NULL,
    name TEXT NOT NULL,
    -- From so many hundredths of a point.
    from_rating INTEGER NOT NULL,
    UNIQUE (organisation_id, place)
);

-- What a person says of himself.
CREATE TABLE profiles (
    id INTEGER NOT NULL PRIMARY KEY,
    player_id INTEGER NOT NULL UNIQUE REFERENCES players (id),
    display_name TEXT NOT NULL,
    real_name TEXT NOT NULL,
    real_name_public SMALLINT NOT NULL,
    age_band SMALLINT NOT NULL,
    -- Where the person is a minor: a guardian agrees to a place on leaderboards.
    guardian_agrees SMALLINT NOT NULL
);

-- 0 open, 1 confirmed, 2 refused, 3 withdrawn.
CREATE TABLE claims (
    id INTEGER NOT NULL PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    player_id INTEGER NOT NULL REFERENCES players (id),
    state SMALLINT NOT NULL,
    words TEXT NOT NULL,
    made_at BIGINT NOT NULL,
    decided_at BIGINT NOT NULL,
    decided_by INTEGER NOT NULL,
    organisation_id INTEGER NOT NULL
);
CREATE INDEX claims_by_player ON claims (player_id, state);
CREATE INDEX claims_by_account ON claims (account_id);

CREATE TABLE merges (
    id INTEGER NOT NULL PRIMARY KEY,
    from_player INTEGER NOT NULL REFERENCES players (id),
    into_player INTEGER NOT NULL REFERENCES players (id),
    made_at BIGINT NOT NULL,
    made_by INTEGER NOT NULL,
    undone_at BIGINT NOT NULL,
    undone_by INTEGER NOT NULL,
    reason TEXT NOT NULL
);
CREATE INDEX merges_by_players ON merges (from_player, into_player);

-- What a merge gave to another player: the seats of games, color 0 White and 1 Black, as_before what
-- the game's row said; and by color 2 a row of members, 3 of profiles, 4 of accounts, its id in game_id.
CREATE TABLE merge_moves (
    id INTEGER NOT NULL PRIMARY KEY,
    merge_id INTEGER NOT NULL REFERENCES merges (id),
    game_id INTEGER NOT NULL,
    color SMALLINT NOT NULL,
    as_before TEXT NOT NULL,
    UNIQUE (merge_id, game_id, color)
);

-- Names of people who are deleted, hashed under the sealing key: nobody else may take them.
CREATE TABLE retired_names (
    id INTEGER NOT NULL PRIMARY KEY,
    name_hash BYTEA NOT NULL UNIQUE
);

-- Who did what: rows are added, never changed. It holds no secret, no rank, and no personal value.
CREATE TABLE audit (
    id INTEGER NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL,
    -- Who: an account, or 0 for a command on the server; and the role in which he acted.
    account_id INTEGER NOT NULL,
    acting_as TEXT NOT NULL,
    action TEXT NOT NULL,
    -- Whom it concerns; 0 for none.
    organisation_id INTEGER NOT NULL,
    event_id INTEGER NOT NULL,
    player_id INTEGER NOT NULL,
    subject_id INTEGER NOT NULL,
    -- Field by field: a JSON list of [field, before, after].
    changes TEXT NOT NULL,
    reason TEXT NOT NULL,
    -- BLAKE3 of the chain before and of this row.
    chain BYTEA NOT NULL
);
CREATE INDEX audit_by_account ON audit (account_id, id);
CREATE INDEX audit_by_subject ON audit (subject_id, id);
CREATE INDEX audit_by_player ON audit (player_id, id);
CREATE INDEX audit_by_organisation ON audit (organisation_id, id);
CREATE INDEX audit_by_event ON audit (event_id, id);

INSERT INTO counters (name, value) VALUES ('accounts', 0), ('sessions', 0), ('devices', 0), ('recovery_codes', 0),
    ('links', 0), ('tokens', 0), ('organisations', 0), ('roles', 0), ('members', 0), ('seasons', 0), ('titles', 0),
    ('profiles', 0), ('claims', 0), ('merges', 0), ('merge_moves', 0), ('retired_names', 0), ('audit', 0);
