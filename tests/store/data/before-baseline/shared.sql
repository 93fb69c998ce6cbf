-- The migrations of both engines that preceded the baseline.

-- 2026-11-21-000001_records

CREATE TABLE counters (
    name TEXT NOT NULL PRIMARY KEY,
    value BIGINT NOT NULL
);
INSERT INTO counters (name, value) VALUES ('games', 0), ('sealed', 0), ('players', 0), ('events', 0), ('sites', 0), ('rule_sets', 0);

CREATE TABLE players (
    id INTEGER NOT NULL PRIMARY KEY,
    handle TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE
);

CREATE TABLE events (
    id INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    slug TEXT NOT NULL UNIQUE
);

CREATE TABLE sites (
    id INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);

CREATE TABLE rule_sets (
    id INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);

CREATE TABLE games (
    id INTEGER NOT NULL PRIMARY KEY,
    content_id BYTEA NOT NULL UNIQUE,
    white_id INTEGER NOT NULL REFERENCES players (id),
    black_id INTEGER NOT NULL REFERENCES players (id),
    event_id INTEGER NOT NULL REFERENCES events (id),
    site_id INTEGER NOT NULL REFERENCES sites (id),
    rule_set_id INTEGER NOT NULL REFERENCES rule_sets (id),
    round TEXT NOT NULL,
    white_as TEXT NOT NULL,
    black_as TEXT NOT NULL,
    event_as TEXT NOT NULL,
    day INTEGER NOT NULL,
    date_text TEXT NOT NULL,
    base_seconds INTEGER NOT NULL,
    increment_seconds INTEGER NOT NULL,
    first_color SMALLINT NOT NULL,
    outcome SMALLINT NOT NULL,
    termination SMALLINT NOT NULL,
    plies INTEGER NOT NULL,
    revealed SMALLINT NOT NULL,
    provenance SMALLINT NOT NULL,
    imported_at BIGINT NOT NULL
);
CREATE INDEX games_by_day ON games (day, id);
CREATE INDEX games_by_white ON games (white_id, day, black_id);
CREATE INDEX games_by_black ON games (black_id, day, white_id);
CREATE INDEX games_by_event ON games (event_id, day);

CREATE TABLE timelines (
    game_id INTEGER NOT NULL PRIMARY KEY REFERENCES games (id),
    body BYTEA NOT NULL,
    annotations BYTEA NOT NULL,
    checksum INTEGER NOT NULL
);

CREATE TABLE deployments (
    game_id INTEGER NOT NULL PRIMARY KEY REFERENCES games (id),
    sealed SMALLINT NOT NULL,
    body BYTEA NOT NULL
);
CREATE INDEX deployments_sealed ON deployments (game_id) WHERE sealed <> 0;

-- 2026-11-21-000002_ratings

CREATE TABLE player_ratings (
    player_id INTEGER NOT NULL,
    pool SMALLINT NOT NULL,
    rating INTEGER NOT NULL,
    deviation INTEGER NOT NULL,
    volatility INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    opponents INTEGER NOT NULL,
    last_day INTEGER NOT NULL,
    peak INTEGER,
    trend BYTEA NOT NULL,
    history BYTEA NOT NULL,
    PRIMARY KEY (player_id, pool)
);

CREATE TABLE rating_pools (
    pool SMALLINT NOT NULL PRIMARY KEY,
    games BIGINT NOT NULL,
    players BIGINT NOT NULL,
    checksum BIGINT NOT NULL
);

INSERT INTO counters (name, value) VALUES ('rated_through', 0), ('ratings_version', 0);

-- 2026-11-21-000003_sealed_annotations
ALTER TABLE deployments ADD COLUMN annotations BYTEA NOT NULL DEFAULT '';

-- 2026-11-21-000004_event_days
ALTER TABLE events ADD COLUMN last_day INTEGER NOT NULL DEFAULT -2147483648;
UPDATE events SET last_day = COALESCE((SELECT MAX(day) FROM games WHERE games.event_id = events.id), last_day);
CREATE INDEX events_by_day ON events (last_day, id);

-- 2026-11-21-000005_owners

ALTER TABLE games ADD COLUMN organisation_id INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN rated_in SMALLINT NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN imported_by INTEGER NOT NULL DEFAULT 0;
CREATE INDEX games_by_organisation ON games (organisation_id, day) WHERE organisation_id <> 0;
CREATE INDEX games_by_importer ON games (imported_by, id) WHERE imported_by <> 0;
ALTER TABLE events ADD COLUMN organisation_id INTEGER NOT NULL DEFAULT 0;

-- 2026-11-21-000006_people

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
    email_key TEXT UNIQUE,
    email_confirmed SMALLINT NOT NULL,
    password TEXT NOT NULL,
    state SMALLINT NOT NULL,
    site_role SMALLINT NOT NULL,
    player_id INTEGER UNIQUE REFERENCES players (id),
    totp BYTEA NOT NULL,
    totp_on SMALLINT NOT NULL,
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
    proved_at BIGINT NOT NULL,
    second_factor SMALLINT NOT NULL,
    agent TEXT NOT NULL
);
CREATE INDEX sessions_by_account ON sessions (account_id);

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

CREATE TABLE links (
    id INTEGER NOT NULL PRIMARY KEY,
    token_hash BYTEA NOT NULL UNIQUE,
    kind SMALLINT NOT NULL,
    account_id INTEGER NOT NULL,
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
    state SMALLINT NOT NULL,
    about TEXT NOT NULL,
    place TEXT NOT NULL,
    website TEXT NOT NULL,
    color INTEGER NOT NULL,
    accent INTEGER NOT NULL,
    logo BYTEA NOT NULL,
    logo_digest TEXT NOT NULL,
    second_factor SMALLINT NOT NULL,
    created_at BIGINT NOT NULL,
    created_by INTEGER NOT NULL
);
CREATE INDEX organisations_by_state ON organisations (state, name_key);

CREATE TABLE roles (
    id INTEGER NOT NULL PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    organisation_id INTEGER NOT NULL REFERENCES organisations (id),
    role SMALLINT NOT NULL,
    event_id INTEGER NOT NULL,
    duties SMALLINT NOT NULL,
    granted_by INTEGER NOT NULL,
    granted_at BIGINT NOT NULL,
    UNIQUE (account_id, organisation_id, role, event_id)
);
CREATE INDEX roles_by_organisation ON roles (organisation_id);

CREATE TABLE members (
    id INTEGER NOT NULL PRIMARY KEY,
    organisation_id INTEGER NOT NULL REFERENCES organisations (id),
    player_id INTEGER NOT NULL REFERENCES players (id),
    reference TEXT NOT NULL,
    real_name TEXT NOT NULL,
    club TEXT NOT NULL,
    province TEXT NOT NULL,
    age_band SMALLINT NOT NULL,
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

CREATE TABLE titles (
    id INTEGER NOT NULL PRIMARY KEY,
    organisation_id INTEGER NOT NULL REFERENCES organisations (id),
    place SMALLINT NOT NULL,
    name TEXT NOT NULL,
    from_rating INTEGER NOT NULL,
    UNIQUE (organisation_id, place)
);

CREATE TABLE profiles (
    id INTEGER NOT NULL PRIMARY KEY,
    player_id INTEGER NOT NULL UNIQUE REFERENCES players (id),
    display_name TEXT NOT NULL,
    real_name TEXT NOT NULL,
    real_name_public SMALLINT NOT NULL,
    age_band SMALLINT NOT NULL,
    guardian_agrees SMALLINT NOT NULL
);

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

CREATE TABLE merge_moves (
    id INTEGER NOT NULL PRIMARY KEY,
    merge_id INTEGER NOT NULL REFERENCES merges (id),
    game_id INTEGER NOT NULL,
    color SMALLINT NOT NULL,
    as_before TEXT NOT NULL,
    UNIQUE (merge_id, game_id, color)
);

CREATE TABLE retired_names (
    id INTEGER NOT NULL PRIMARY KEY,
    name_hash BYTEA NOT NULL UNIQUE
);

CREATE TABLE audit (
    id INTEGER NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL,
    account_id INTEGER NOT NULL,
    acting_as TEXT NOT NULL,
    action TEXT NOT NULL,
    organisation_id INTEGER NOT NULL,
    event_id INTEGER NOT NULL,
    player_id INTEGER NOT NULL,
    subject_id INTEGER NOT NULL,
    changes TEXT NOT NULL,
    reason TEXT NOT NULL,
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

-- 2026-11-21-000007_merges
CREATE INDEX merges_by_into ON merges (into_player);

-- 2026-11-21-000008_looked_up
CREATE INDEX events_by_organisation ON events (organisation_id, last_day, id);
CREATE INDEX organisations_by_founder ON organisations (created_by);
CREATE INDEX links_by_email ON links (email);
CREATE INDEX links_by_end ON links (expires_at);
CREATE INDEX sessions_by_last_use ON sessions (seen_at);
CREATE INDEX tokens_by_end ON tokens (expires_at);
CREATE INDEX tokens_by_revocation ON tokens (revoked_at);
CREATE INDEX accounts_by_site_role ON accounts (site_role, state);
CREATE INDEX claims_by_state ON claims (state, id);
CREATE INDEX accounts_with_second_factor ON accounts (id) WHERE totp_on <> 0;

-- 2026-11-21-000009_plays

CREATE TABLE plays (
    id INTEGER NOT NULL PRIMARY KEY,
    public_id BYTEA NOT NULL UNIQUE,
    state SMALLINT NOT NULL,
    version INTEGER NOT NULL,
    rule_set_id INTEGER NOT NULL REFERENCES rule_sets (id),
    white_id INTEGER NOT NULL REFERENCES players (id),
    black_id INTEGER NOT NULL REFERENCES players (id),
    white_account INTEGER NOT NULL,
    black_account INTEGER NOT NULL,
    organisation_id INTEGER NOT NULL,
    event_id INTEGER NOT NULL,
    rated SMALLINT NOT NULL,
    listed SMALLINT NOT NULL,
    speed SMALLINT NOT NULL,
    created_at BIGINT NOT NULL,
    due_at BIGINT NOT NULL,
    ended_at BIGINT NOT NULL,
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
CREATE INDEX plays_listed ON plays (id) WHERE ended_at = 0 AND listed <> 0;

CREATE TABLE play_events (
    play_id INTEGER NOT NULL REFERENCES plays (id),
    number INTEGER NOT NULL,
    at BIGINT NOT NULL,
    body BYTEA NOT NULL,
    PRIMARY KEY (play_id, number)
);

CREATE TABLE set_ups (
    play_id INTEGER NOT NULL REFERENCES plays (id),
    color SMALLINT NOT NULL,
    body BYTEA NOT NULL,
    PRIMARY KEY (play_id, color)
);

CREATE TABLE toss_seeds (
    play_id INTEGER NOT NULL PRIMARY KEY REFERENCES plays (id),
    body BYTEA NOT NULL
);

CREATE TABLE play_notes (
    play_id INTEGER NOT NULL REFERENCES plays (id),
    color SMALLINT NOT NULL,
    body BYTEA NOT NULL,
    PRIMARY KEY (play_id, color)
);

CREATE TABLE seeks (
    id INTEGER NOT NULL PRIMARY KEY,
    public_id BYTEA NOT NULL UNIQUE,
    player_id INTEGER NOT NULL REFERENCES players (id),
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    to_player_id INTEGER NOT NULL,
    terms BYTEA NOT NULL,
    color SMALLINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX seeks_by_receiver ON seeks (to_player_id, id);
CREATE INDEX seeks_by_account ON seeks (account_id, id);
CREATE INDEX seeks_by_player ON seeks (player_id, id);
CREATE INDEX seeks_by_end ON seeks (expires_at);

CREATE TABLE outages (
    id INTEGER NOT NULL PRIMARY KEY,
    stopped_at BIGINT NOT NULL,
    resumed_at BIGINT NOT NULL
);
CREATE INDEX outages_by_end ON outages (resumed_at);

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

-- 2026-11-21-000010_own_set_ups
CREATE TABLE own_set_ups (
    id INTEGER NOT NULL PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    rule_set TEXT NOT NULL,
    body BYTEA NOT NULL,
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
);
CREATE INDEX own_set_ups_by_account ON own_set_ups (account_id, id);
INSERT INTO counters (name, value) VALUES ('own_set_ups', 0);

-- 2026-11-21-000011_open_invitations
CREATE INDEX links_by_organisation ON links (organisation_id, kind, used_at, id);

-- 2026-11-21-000012_rounds_of_plays
ALTER TABLE plays ADD COLUMN round TEXT NOT NULL DEFAULT '';

-- 2026-11-21-000013_play_passes
CREATE TABLE play_passes (
    play_id INTEGER NOT NULL REFERENCES plays (id),
    place SMALLINT NOT NULL,
    token_hash BYTEA NOT NULL UNIQUE,
    made_by INTEGER NOT NULL,
    made_at BIGINT NOT NULL,
    opened_at BIGINT NOT NULL,
    PRIMARY KEY (play_id, place)
);
CREATE INDEX play_passes_by_made ON play_passes (made_at);

-- 2026-11-21-000014_bots
ALTER TABLE players ADD COLUMN bot SMALLINT NOT NULL DEFAULT 0;
CREATE INDEX players_bot ON players (bot);

-- 2026-11-21-000015_contests
CREATE TABLE contests (
    id INTEGER PRIMARY KEY NOT NULL REFERENCES events (id),
    version INTEGER NOT NULL,
    phase SMALLINT NOT NULL,
    first_day INTEGER NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX contests_by_day ON contests (first_day, id);
CREATE TABLE contest_facts (
    contest_id INTEGER NOT NULL REFERENCES contests (id),
    number INTEGER NOT NULL,
    told_at BIGINT NOT NULL,
    account_id INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (contest_id, number)
);

-- 2026-11-21-000016_contest_plays
CREATE TABLE contest_games (
    contest_id INTEGER PRIMARY KEY NOT NULL REFERENCES contests (id),
    followed SMALLINT NOT NULL
);
CREATE INDEX contest_games_followed ON contest_games (followed);
CREATE TABLE contest_plays (
    play_id INTEGER PRIMARY KEY NOT NULL REFERENCES plays (id),
    contest_id INTEGER NOT NULL REFERENCES contests (id),
    stage SMALLINT NOT NULL,
    round SMALLINT NOT NULL,
    place INTEGER NOT NULL,
    game SMALLINT NOT NULL,
    first_entrant INTEGER NOT NULL,
    second_entrant INTEGER NOT NULL,
    first_color SMALLINT NOT NULL,
    taken SMALLINT NOT NULL,
    seen INTEGER NOT NULL
);
CREATE UNIQUE INDEX contest_plays_spot
    ON contest_plays (contest_id, stage, round, place, game, first_entrant, second_entrant);

-- 2026-11-21-000019_contest_dues
CREATE TABLE contest_dues (
    contest_id INTEGER PRIMARY KEY NOT NULL REFERENCES contests (id),
    due_at BIGINT NOT NULL
);
CREATE INDEX contest_dues_by_moment ON contest_dues (due_at, contest_id);

-- 2026-11-21-000020_season_points
CREATE TABLE season_points (
    organisation_id INTEGER PRIMARY KEY NOT NULL REFERENCES organisations (id),
    body TEXT NOT NULL
);

-- 2026-11-21-000021_steward_links
CREATE TABLE steward_links (
    contest_id INTEGER NOT NULL REFERENCES contests (id),
    number INTEGER NOT NULL,
    token_hash BYTEA NOT NULL UNIQUE,
    name TEXT NOT NULL,
    duties SMALLINT NOT NULL,
    stage INTEGER NOT NULL,
    round INTEGER NOT NULL,
    first_table INTEGER NOT NULL,
    last_table INTEGER NOT NULL,
    made_by INTEGER NOT NULL,
    made_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    revoked_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL,
    PRIMARY KEY (contest_id, number)
);
CREATE INDEX steward_links_by_expiry ON steward_links (expires_at);

-- 2026-11-21-000026_reviews
CREATE TABLE reviews (
    id INTEGER NOT NULL PRIMARY KEY,
    game_id INTEGER NOT NULL REFERENCES games (id),
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    title TEXT NOT NULL,
    published SMALLINT NOT NULL,
    body TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
);
CREATE INDEX reviews_by_game ON reviews (game_id, id);
CREATE INDEX reviews_by_account ON reviews (account_id, id);
INSERT INTO counters (name, value) VALUES ('reviews', 0);

-- 2026-11-21-000027_collections
CREATE TABLE collections (
    id INTEGER NOT NULL PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    title TEXT NOT NULL,
    words TEXT NOT NULL,
    published SMALLINT NOT NULL,
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
);
CREATE INDEX collections_by_account ON collections (account_id, id);
CREATE INDEX collections_published ON collections (published, id);
CREATE TABLE chapters (
    id INTEGER NOT NULL PRIMARY KEY,
    collection_id INTEGER NOT NULL REFERENCES collections (id),
    place INTEGER NOT NULL,
    game_id INTEGER NOT NULL REFERENCES games (id),
    ply INTEGER NOT NULL,
    review_id INTEGER NOT NULL,
    title TEXT NOT NULL,
    words TEXT NOT NULL
);
CREATE INDEX chapters_by_collection ON chapters (collection_id, place);
INSERT INTO counters (name, value) VALUES ('collections', 0);
INSERT INTO counters (name, value) VALUES ('chapters', 0);

-- 2026-11-21-000028_review_moderation
ALTER TABLE reviews ADD COLUMN taken_down_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE reviews ADD COLUMN taken_down_for TEXT NOT NULL DEFAULT '';
CREATE INDEX reviews_taken_down ON reviews (taken_down_at, id);

-- 2026-11-21-000029_embargo_liftings
CREATE TABLE embargo_liftings (
    event_id INTEGER NOT NULL REFERENCES events (id),
    number INTEGER NOT NULL,
    round TEXT NOT NULL,
    reason TEXT NOT NULL,
    asked_by INTEGER NOT NULL,
    asked_at BIGINT NOT NULL,
    confirmed_by INTEGER NOT NULL,
    confirmed_at BIGINT NOT NULL,
    PRIMARY KEY (event_id, number)
);

-- 2026-11-21-000030_pass_renewals
CREATE TABLE pass_renewals (
    play_id INTEGER NOT NULL REFERENCES plays (id),
    number INTEGER NOT NULL,
    place SMALLINT NOT NULL,
    asked_by INTEGER NOT NULL,
    asked_at BIGINT NOT NULL,
    white_at BIGINT NOT NULL,
    black_at BIGINT NOT NULL,
    confirmed_by INTEGER NOT NULL,
    made_at BIGINT NOT NULL,
    PRIMARY KEY (play_id, number)
);

-- 2026-11-21-000031_played_games
CREATE TABLE played_games (
    game_id INTEGER PRIMARY KEY NOT NULL,
    play_id INTEGER NOT NULL UNIQUE REFERENCES plays (id),
    content_id BYTEA NOT NULL
);
CREATE INDEX played_games_by_content ON played_games (content_id);

-- 2026-11-21-000032_time_controls
ALTER TABLE games ADD COLUMN time_control TEXT NOT NULL DEFAULT '';

-- 2026-11-21-000033_look_alikes
UPDATE players SET look_key = replace(replace(replace(replace(replace(look_key, ' ', ''), '.', ''), '_', ''), '-', ''), '''', '')
    WHERE look_key <> replace(replace(replace(replace(replace(look_key, ' ', ''), '.', ''), '_', ''), '-', ''), '''', '') AND replace(replace(replace(replace(replace(look_key, ' ', ''), '.', ''), '_', ''), '-', ''), '''', '') <> '';
UPDATE accounts SET look_key = replace(replace(replace(replace(replace(look_key, ' ', ''), '.', ''), '_', ''), '-', ''), '''', '')
    WHERE look_key <> replace(replace(replace(replace(replace(look_key, ' ', ''), '.', ''), '_', ''), '-', ''), '''', '') AND replace(replace(replace(replace(replace(look_key, ' ', ''), '.', ''), '_', ''), '-', ''), '''', '') <> ''
      AND id IN (SELECT min(id) FROM accounts GROUP BY replace(replace(replace(replace(replace(look_key, ' ', ''), '.', ''), '_', ''), '-', ''), '''', ''))
      AND replace(replace(replace(replace(replace(look_key, ' ', ''), '.', ''), '_', ''), '-', ''), '''', '') NOT IN (SELECT look_key FROM accounts);
UPDATE organisations SET look_key = replace(replace(replace(replace(replace(look_key, ' ', ''), '.', ''), '_', ''), '-', ''), '''', '')
    WHERE look_key <> replace(replace(replace(replace(replace(look_key, ' ', ''), '.', ''), '_', ''), '-', ''), '''', '') AND replace(replace(replace(replace(replace(look_key, ' ', ''), '.', ''), '_', ''), '-', ''), '''', '') <> ''
      AND id IN (SELECT min(id) FROM organisations GROUP BY replace(replace(replace(replace(replace(look_key, ' ', ''), '.', ''), '_', ''), '-', ''), '''', ''))
      AND replace(replace(replace(replace(replace(look_key, ' ', ''), '.', ''), '_', ''), '-', ''), '''', '') NOT IN (SELECT look_key FROM organisations);

-- 2026-11-21-000034_unrecorded_games
CREATE TABLE unrecorded_games (
    id INTEGER PRIMARY KEY NOT NULL,
    number INTEGER NOT NULL,
    event_id INTEGER NOT NULL REFERENCES events (id),
    rated_in SMALLINT NOT NULL,
    stage SMALLINT NOT NULL,
    round SMALLINT NOT NULL,
    place INTEGER NOT NULL,
    game SMALLINT NOT NULL,
    white_id INTEGER NOT NULL REFERENCES players (id),
    black_id INTEGER NOT NULL REFERENCES players (id),
    outcome SMALLINT NOT NULL,
    day INTEGER NOT NULL,
    round_name TEXT NOT NULL,
    order_key BYTEA NOT NULL,
    gone SMALLINT NOT NULL
);
CREATE INDEX unrecorded_games_event ON unrecorded_games (event_id, gone);
CREATE INDEX unrecorded_games_number ON unrecorded_games (number);
CREATE INDEX unrecorded_games_white ON unrecorded_games (white_id);
CREATE INDEX unrecorded_games_black ON unrecorded_games (black_id);
INSERT INTO counters (name, value)
VALUES ('unrecorded_games', 0), ('unrecorded_numbers', 0), ('results_taken', 0);

-- 2026-11-21-000035_staged_ratings

CREATE TABLE staged_ratings (
    player_id INTEGER NOT NULL,
    pool SMALLINT NOT NULL,
    rating INTEGER NOT NULL,
    deviation INTEGER NOT NULL,
    volatility INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    opponents INTEGER NOT NULL,
    last_day INTEGER NOT NULL,
    peak INTEGER,
    trend BYTEA NOT NULL,
    history BYTEA NOT NULL,
    run BIGINT NOT NULL,
    gone SMALLINT NOT NULL,
    PRIMARY KEY (player_id, pool)
);

INSERT INTO counters (name, value) VALUES ('ratings_run', 0), ('ratings_shown', 0);

CREATE VIEW shown_ratings AS
SELECT player_ratings.player_id, player_ratings.pool, player_ratings.rating, player_ratings.deviation,
    player_ratings.volatility, player_ratings.wins, player_ratings.draws, player_ratings.losses,
    player_ratings.opponents, player_ratings.last_day, player_ratings.peak, player_ratings.trend,
    player_ratings.history
FROM player_ratings
WHERE NOT EXISTS (
    SELECT 1 FROM staged_ratings
    WHERE staged_ratings.player_id = player_ratings.player_id AND staged_ratings.pool = player_ratings.pool
        AND staged_ratings.run = (SELECT value FROM counters WHERE name = 'ratings_shown')
)
UNION ALL
SELECT staged_ratings.player_id, staged_ratings.pool, staged_ratings.rating, staged_ratings.deviation,
    staged_ratings.volatility, staged_ratings.wins, staged_ratings.draws, staged_ratings.losses,
    staged_ratings.opponents, staged_ratings.last_day, staged_ratings.peak, staged_ratings.trend,
    staged_ratings.history
FROM staged_ratings
WHERE staged_ratings.gone = 0
    AND staged_ratings.run = (SELECT value FROM counters WHERE name = 'ratings_shown');

CREATE INDEX plays_running ON plays (id) WHERE ended_at = 0;

-- 2026-11-21-000036_formations_file
INSERT INTO counters (name, value) VALUES ('formations_file', 0);

-- 2026-11-21-000037_merge_under_way
INSERT INTO counters (name, value) VALUES ('merge_under_way', 0);
