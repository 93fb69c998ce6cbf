-- The schema, in the SQL that SQLite and PostgreSQL share. The program chooses all ids.
--
-- Times are microseconds since 1970, 0 for never; days are days since 1970. Flags are 0 and 1, and
-- colors 0 White and 1 Black. Secrets of every kind are stored as SHA-256 hashes. References that may be
-- absent are NULL; those are deferrable where a backup has the rows referred to further back.

-- Sequences of ids (the last one used), and versions of data.
CREATE TABLE counters (
    name TEXT NOT NULL PRIMARY KEY,
    value BIGINT NOT NULL
);

-- Players

CREATE TABLE players (
    id INTEGER NOT NULL PRIMARY KEY,
    handle TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    -- Equal for handles that look alike.
    look_key TEXT NOT NULL DEFAULT '',
    -- 0 ordinary, 1 merged, 2 anonymous.
    state SMALLINT NOT NULL DEFAULT 0,
    -- The target of a merge.
    merged_into INTEGER REFERENCES players (id) DEFERRABLE,
    -- 0 public, 1 private, 2 on leaderboards only.
    private SMALLINT NOT NULL DEFAULT 0,
    bot SMALLINT NOT NULL DEFAULT 0
);
CREATE INDEX players_by_look ON players (look_key);
CREATE INDEX players_bot ON players (bot);

-- Accounts

CREATE TABLE accounts (
    id INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    look_key TEXT NOT NULL UNIQUE,
    email TEXT NOT NULL,
    -- The folded address; several accounts may have none.
    email_key TEXT UNIQUE,
    email_confirmed SMALLINT NOT NULL,
    -- A PHC string; empty without a password.
    password TEXT NOT NULL,
    -- 0 active, 1 suspended, 2 deleted.
    state SMALLINT NOT NULL,
    -- 0 none, 1 moderator, 2 operator.
    site_role SMALLINT NOT NULL,
    player_id INTEGER UNIQUE REFERENCES players (id),
    -- Sealed; empty for none. It counts once totp_on is 1.
    totp BYTEA NOT NULL,
    totp_on SMALLINT NOT NULL,
    -- The last time step that was used.
    totp_step BIGINT NOT NULL,
    language TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    signed_in_at BIGINT NOT NULL,
    password_at BIGINT NOT NULL
);
CREATE INDEX accounts_by_site_role ON accounts (site_role, state);
-- Finds one at the start, to test the key.
CREATE INDEX accounts_with_second_factor ON accounts (id) WHERE totp_on <> 0;

CREATE TABLE sessions (
    id INTEGER NOT NULL PRIMARY KEY,
    token_hash BYTEA NOT NULL UNIQUE,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    created_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    -- When the password was last given.
    proved_at BIGINT NOT NULL,
    second_factor SMALLINT NOT NULL,
    -- The browser in two words, for the list of its owner.
    agent TEXT NOT NULL
);
CREATE INDEX sessions_by_account ON sessions (account_id);
CREATE INDEX sessions_by_last_use ON sessions (seen_at);

-- Browsers that have signed in before: guesses from elsewhere do not lock them out.
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

-- API tokens.
CREATE TABLE tokens (
    id INTEGER NOT NULL PRIMARY KEY,
    token_hash BYTEA NOT NULL UNIQUE,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    name TEXT NOT NULL,
    -- A bit set.
    scopes INTEGER NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL,
    revoked_at BIGINT NOT NULL
);
CREATE INDEX tokens_by_account ON tokens (account_id);
CREATE INDEX tokens_by_end ON tokens (expires_at);
CREATE INDEX tokens_by_revocation ON tokens (revoked_at);

-- Saved set-ups. One may be in use in a live game, so they are as secret as armies, and no game
-- refers to one.
CREATE TABLE own_set_ups (
    id INTEGER NOT NULL PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    -- The key of a rule-set, without options that do not restrict set-ups.
    rule_set TEXT NOT NULL,
    -- Army and name, sealed in a constant length.
    body BYTEA NOT NULL,
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
);
CREATE INDEX own_set_ups_by_account ON own_set_ups (account_id, id);

-- Organisations

CREATE TABLE organisations (
    id INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    look_key TEXT NOT NULL UNIQUE,
    slug TEXT NOT NULL UNIQUE,
    -- 0 awaits approval, 1 open, 2 refused, 3 closed.
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
    -- 1 if officials need a second factor.
    second_factor SMALLINT NOT NULL,
    created_at BIGINT NOT NULL,
    created_by INTEGER NOT NULL
);
CREATE INDEX organisations_by_state ON organisations (state, name_key);
CREATE INDEX organisations_by_founder ON organisations (created_by);

-- A player on the roster of an organisation; what is not public is for its officials.
CREATE TABLE members (
    id INTEGER NOT NULL PRIMARY KEY,
    organisation_id INTEGER NOT NULL REFERENCES organisations (id),
    player_id INTEGER NOT NULL REFERENCES players (id),
    -- The organisation's own number for them.
    reference TEXT NOT NULL,
    real_name TEXT NOT NULL,
    club TEXT NOT NULL,
    province TEXT NOT NULL,
    -- 0 unknown, 1 below 13, 2 from 13 to 17, 3 from 18 to 59, 4 from 60.
    age_band SMALLINT NOT NULL,
    -- When club and province were verified, and by which account; NULL if nobody has.
    verified_at BIGINT NOT NULL,
    verified_by INTEGER REFERENCES accounts (id),
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

-- What places in an organisation's events are worth for the season, a line for each kind of event.
CREATE TABLE season_points (
    organisation_id INTEGER PRIMARY KEY NOT NULL REFERENCES organisations (id),
    body TEXT NOT NULL
);

-- An organisation's own titles, lowest first; without rows those of the site apply.
CREATE TABLE titles (
    id INTEGER NOT NULL PRIMARY KEY,
    organisation_id INTEGER NOT NULL REFERENCES organisations (id),
    place SMALLINT NOT NULL,
    name TEXT NOT NULL,
    -- The minimum rating in hundredths of a point.
    from_rating INTEGER NOT NULL,
    UNIQUE (organisation_id, place)
);

-- Games

CREATE TABLE events (
    id INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    slug TEXT NOT NULL UNIQUE,
    -- The newest day of its games; derived.
    last_day INTEGER NOT NULL DEFAULT -2147483648,
    -- The owner, as in games: an event of one owner is never another's, whatever it is called.
    organisation_id INTEGER REFERENCES organisations (id) DEFERRABLE,
    by_member SMALLINT NOT NULL DEFAULT 0
);
CREATE INDEX events_by_day ON events (last_day, id);
CREATE INDEX events_by_organisation ON events (organisation_id, last_day, id);

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
    -- The spelling in the record where it differs from the row referred to; else empty.
    white_as TEXT NOT NULL,
    black_as TEXT NOT NULL,
    event_as TEXT NOT NULL,
    -- Unknown parts of the date count as their first; date_text only where the day does not tell it.
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
    imported_at BIGINT NOT NULL,
    -- The owner: an organisation, the members, or else the site.
    organisation_id INTEGER REFERENCES organisations (id) DEFERRABLE,
    by_member SMALLINT NOT NULL DEFAULT 0,
    -- 0 in the site's pools by its speed, -1 nowhere, else the number of an organisation's pool.
    rated_in SMALLINT NOT NULL DEFAULT 0,
    -- The importing account; NULL for a command on the server.
    imported_by INTEGER REFERENCES accounts (id) DEFERRABLE,
    -- In notation, where the two columns of seconds do not tell it: a delay, a time per ply, or
    -- clocks that differ. Else empty.
    time_control TEXT NOT NULL DEFAULT ''
);
CREATE INDEX games_by_day ON games (day, id);
-- With the opponent, so that the games of two players are found without reading all games of one.
CREATE INDEX games_by_white ON games (white_id, day, black_id);
CREATE INDEX games_by_black ON games (black_id, day, white_id);
CREATE INDEX games_by_event ON games (event_id, day);
CREATE INDEX games_by_organisation ON games (organisation_id, day) WHERE organisation_id IS NOT NULL;
CREATE INDEX games_by_importer ON games (imported_by, id) WHERE imported_by IS NOT NULL;

-- The public half of each game; annotations of revealed games only.
CREATE TABLE timelines (
    game_id INTEGER NOT NULL PRIMARY KEY REFERENCES games (id),
    body BYTEA NOT NULL,
    annotations BYTEA NOT NULL,
    -- Of both, since the content id covers neither clocks nor comments.
    checksum INTEGER NOT NULL
);

-- THE SECRET TABLE: both armies, sealed unless the game is revealed.
CREATE TABLE deployments (
    game_id INTEGER NOT NULL PRIMARY KEY REFERENCES games (id),
    sealed SMALLINT NOT NULL,
    body BYTEA NOT NULL,
    -- Comments and unknown tags of unrevealed games, sealed apart from the armies, whose length they
    -- would change. Empty for revealed games, and where the first format sealed both in `body`.
    annotations BYTEA NOT NULL DEFAULT ''
);
-- Finds a sealed game at the start, to test the key.
CREATE INDEX deployments_sealed ON deployments (game_id) WHERE sealed <> 0;

-- Reviews and collections

CREATE TABLE reviews (
    id INTEGER NOT NULL PRIMARY KEY,
    game_id INTEGER NOT NULL REFERENCES games (id),
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    title TEXT NOT NULL,
    -- 0 private, 1 public.
    published SMALLINT NOT NULL,
    -- A line for each comment, see crates/domain/src/review/remarks.rs.
    body TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    -- When and why a moderator took it down; it cannot be published until that is ended.
    taken_down_at BIGINT NOT NULL DEFAULT 0,
    taken_down_for TEXT NOT NULL DEFAULT ''
);
CREATE INDEX reviews_by_game ON reviews (game_id, id);
CREATE INDEX reviews_by_account ON reviews (account_id, id);
CREATE INDEX reviews_taken_down ON reviews (taken_down_at, id);

CREATE TABLE collections (
    id INTEGER NOT NULL PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    title TEXT NOT NULL,
    words TEXT NOT NULL,
    -- 0 private, 1 public.
    published SMALLINT NOT NULL,
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
);
CREATE INDEX collections_by_account ON collections (account_id, id);
CREATE INDEX collections_published ON collections (published, id);

CREATE TABLE chapters (
    id INTEGER NOT NULL PRIMARY KEY,
    collection_id INTEGER NOT NULL REFERENCES collections (id),
    -- From 1 on, without gaps.
    place INTEGER NOT NULL,
    game_id INTEGER NOT NULL REFERENCES games (id),
    ply INTEGER NOT NULL,
    -- The review shown with it, which may have been deleted; 0 for none.
    review_id INTEGER NOT NULL,
    title TEXT NOT NULL,
    words TEXT NOT NULL
);
CREATE INDEX chapters_by_collection ON chapters (collection_id, place);

-- Roles and invitations

-- 1 owner, 2 organizer, 3 event official with duties: 1 pairings, 2 results, 4 check-in, as bits.
CREATE TABLE roles (
    id INTEGER NOT NULL PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    organisation_id INTEGER NOT NULL REFERENCES organisations (id),
    role SMALLINT NOT NULL,
    -- NULL for all events.
    event_id INTEGER REFERENCES events (id),
    duties SMALLINT NOT NULL,
    -- NULL for a command on the server.
    granted_by INTEGER REFERENCES accounts (id),
    granted_at BIGINT NOT NULL
);
CREATE INDEX roles_by_organisation ON roles (organisation_id);
CREATE UNIQUE INDEX roles_for_an_event ON roles (account_id, organisation_id, role, event_id);
-- The index above does not compare NULLs.
CREATE UNIQUE INDEX roles_for_all_events ON roles (account_id, organisation_id, role) WHERE event_id IS NULL;

-- One-time links: 1 resets a password, 2 confirms an e-mail address, 3 invites; 4 is a sign-in that
-- awaits its second step.
CREATE TABLE links (
    id INTEGER NOT NULL PRIMARY KEY,
    token_hash BYTEA NOT NULL UNIQUE,
    kind SMALLINT NOT NULL,
    -- Whose it is, or who invites; 0 for a command on the server.
    account_id INTEGER NOT NULL,
    -- What an invitation grants; 0 for none.
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
CREATE INDEX links_by_email ON links (email);
CREATE INDEX links_by_end ON links (expires_at);
-- Open invitations of an organisation.
CREATE INDEX links_by_organisation ON links (organisation_id, kind, used_at, id);

-- Profiles, claims and merges

CREATE TABLE profiles (
    id INTEGER NOT NULL PRIMARY KEY,
    player_id INTEGER NOT NULL UNIQUE REFERENCES players (id),
    display_name TEXT NOT NULL,
    real_name TEXT NOT NULL,
    real_name_public SMALLINT NOT NULL,
    age_band SMALLINT NOT NULL,
    -- A minor's guardian consents to a place on leaderboards.
    guardian_agrees SMALLINT NOT NULL
);

CREATE TABLE claims (
    id INTEGER NOT NULL PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    player_id INTEGER NOT NULL REFERENCES players (id),
    -- 0 open, 1 confirmed, 2 refused, 3 withdrawn.
    state SMALLINT NOT NULL,
    words TEXT NOT NULL,
    made_at BIGINT NOT NULL,
    decided_at BIGINT NOT NULL,
    decided_by INTEGER NOT NULL,
    organisation_id INTEGER NOT NULL
);
CREATE INDEX claims_by_player ON claims (player_id, state);
CREATE INDEX claims_by_account ON claims (account_id);
CREATE INDEX claims_by_state ON claims (state, id);

CREATE TABLE merges (
    id INTEGER NOT NULL PRIMARY KEY,
    from_player INTEGER NOT NULL REFERENCES players (id),
    into_player INTEGER NOT NULL REFERENCES players (id),
    made_at BIGINT NOT NULL,
    -- NULL for a command on the server.
    made_by INTEGER REFERENCES accounts (id),
    undone_at BIGINT NOT NULL,
    undone_by INTEGER REFERENCES accounts (id),
    reason TEXT NOT NULL
);
CREATE INDEX merges_by_players ON merges (from_player, into_player);
CREATE INDEX merges_by_into ON merges (into_player);

-- What a merge moved to another player: by color 0 and 1 seats of games, with the name in the row
-- before; 2 a row of members, 3 of profiles, 4 of accounts; 5 and 6 seats of live games.
CREATE TABLE merge_moves (
    id INTEGER NOT NULL PRIMARY KEY,
    merge_id INTEGER NOT NULL REFERENCES merges (id),
    game_id INTEGER NOT NULL,
    color SMALLINT NOT NULL,
    as_before TEXT NOT NULL,
    UNIQUE (merge_id, game_id, color)
);

-- Names of deleted people, hashed under the sealing key: nobody else may take them.
CREATE TABLE retired_names (
    id INTEGER NOT NULL PRIMARY KEY,
    name_hash BYTEA NOT NULL UNIQUE
);

-- Audit log

-- Rows are added, never changed. They hold no secret, no rank and no personal value, and 0 for
-- nobody and nothing, since their chain covers these numbers.
CREATE TABLE audit (
    id INTEGER NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL,
    -- Who acted (0 for a command on the server), and in which role.
    account_id INTEGER NOT NULL,
    acting_as TEXT NOT NULL,
    action TEXT NOT NULL,
    -- What it concerns; the subject is an account.
    organisation_id INTEGER NOT NULL,
    event_id INTEGER NOT NULL,
    player_id INTEGER NOT NULL,
    subject_id INTEGER NOT NULL,
    -- A JSON list of [field, before, after].
    changes TEXT NOT NULL,
    reason TEXT NOT NULL,
    -- BLAKE3 of the previous chain value and this row.
    chain BYTEA NOT NULL
);
CREATE INDEX audit_by_account ON audit (account_id, id);
CREATE INDEX audit_by_subject ON audit (subject_id, id);
CREATE INDEX audit_by_player ON audit (player_id, id);
CREATE INDEX audit_by_organisation ON audit (organisation_id, id);
CREATE INDEX audit_by_event ON audit (event_id, id);

-- Live games

-- Derived from the events of the game, for queries. The first statement of an append is an UPDATE
-- of this row that names the version it follows.
CREATE TABLE plays (
    id INTEGER NOT NULL PRIMARY KEY,
    public_id BYTEA NOT NULL UNIQUE,
    -- 0 created, 1 deploying, 2 in play, 3 paused, 4 ended, 5 final, 6 revealed, 7 aborted.
    state SMALLINT NOT NULL,
    -- The number of events.
    version INTEGER NOT NULL,
    rule_set_id INTEGER NOT NULL REFERENCES rule_sets (id),
    white_id INTEGER NOT NULL REFERENCES players (id),
    black_id INTEGER NOT NULL REFERENCES players (id),
    -- The accounts that play; NULL if nobody signs in for a seat.
    white_account INTEGER REFERENCES accounts (id),
    black_account INTEGER REFERENCES accounts (id),
    organisation_id INTEGER REFERENCES organisations (id),
    event_id INTEGER REFERENCES events (id),
    rated SMALLINT NOT NULL,
    -- 1 if public lists may show it.
    listed SMALLINT NOT NULL,
    -- 0 blitz, 1 rapid, 2 classical, 3 untimed.
    speed SMALLINT NOT NULL,
    created_at BIGINT NOT NULL,
    -- The earliest time of an action by the server.
    due_at BIGINT NOT NULL,
    -- When it ended or was aborted; 0 while it is running.
    ended_at BIGINT NOT NULL,
    -- Its record; NULL until there is one.
    game_id INTEGER REFERENCES games (id),
    -- The round of its event, as in the record; empty for none.
    round TEXT NOT NULL DEFAULT ''
);
CREATE INDEX plays_by_due ON plays (due_at, id) WHERE due_at <> 0;
CREATE INDEX plays_by_white ON plays (white_id, ended_at, id);
CREATE INDEX plays_by_black ON plays (black_id, ended_at, id);
CREATE INDEX plays_by_white_account ON plays (white_account, ended_at, id);
CREATE INDEX plays_by_black_account ON plays (black_account, ended_at, id);
CREATE INDEX plays_by_organisation ON plays (organisation_id, ended_at, id) WHERE organisation_id IS NOT NULL;
CREATE INDEX plays_by_event ON plays (event_id, ended_at, id) WHERE event_id IS NOT NULL;
CREATE INDEX plays_by_game ON plays (game_id) WHERE game_id IS NOT NULL;
-- Public lists of running games.
CREATE INDEX plays_listed ON plays (id) WHERE ended_at = 0 AND listed <> 0;
-- Whether any game is running, which large writes ask before each transaction.
CREATE INDEX plays_running ON plays (id) WHERE ended_at = 0;

-- The events of a live game, numbered from 1: rows are added, never changed. They contain no rank.
CREATE TABLE play_events (
    play_id INTEGER NOT NULL REFERENCES plays (id),
    number INTEGER NOT NULL,
    at BIGINT NOT NULL,
    body BYTEA NOT NULL,
    PRIMARY KEY (play_id, number)
);

-- THE SECRET TABLE of live games: the army of each side, sealed in a constant length.
CREATE TABLE set_ups (
    play_id INTEGER NOT NULL REFERENCES plays (id),
    color SMALLINT NOT NULL,
    body BYTEA NOT NULL,
    PRIMARY KEY (play_id, color)
);

-- What the toss for the first move was committed to, sealed.
CREATE TABLE toss_seeds (
    play_id INTEGER NOT NULL PRIMARY KEY REFERENCES plays (id),
    body BYTEA NOT NULL
);

-- A player's notes on enemy pieces, sealed in a constant length.
CREATE TABLE play_notes (
    play_id INTEGER NOT NULL REFERENCES plays (id),
    color SMALLINT NOT NULL,
    body BYTEA NOT NULL,
    PRIMARY KEY (play_id, color)
);

-- Which record a live game has, if the content id of the record covers the live game: older records
-- have no row.
CREATE TABLE played_games (
    game_id INTEGER PRIMARY KEY NOT NULL REFERENCES games (id),
    play_id INTEGER NOT NULL UNIQUE REFERENCES plays (id),
    -- The id that the same text has when it is imported.
    content_id BYTEA NOT NULL
);
CREATE INDEX played_games_by_content ON played_games (content_id);

-- What permits somebody without an account one thing at a table: to deploy for a side, or to referee
-- with the device between the players. It begins as a link that is opened once; the browser that
-- opens it gets another token in its place.
CREATE TABLE play_passes (
    play_id INTEGER NOT NULL REFERENCES plays (id),
    -- 0 White's set-up, 1 Black's, 2 the device.
    place SMALLINT NOT NULL,
    -- Of the link, then of the browser's token.
    token_hash BYTEA NOT NULL UNIQUE,
    -- The account of its creator.
    made_by INTEGER NOT NULL,
    made_at BIGINT NOT NULL,
    opened_at BIGINT NOT NULL,
    PRIMARY KEY (play_id, place)
);
CREATE INDEX play_passes_by_made ON play_passes (made_at);

-- Passes requested anew while what they open could tell something: both sides agree on their own
-- phones, or a second official confirms. Both sides can read of it.
CREATE TABLE pass_renewals (
    play_id INTEGER NOT NULL REFERENCES plays (id),
    -- From 1 on within its game.
    number INTEGER NOT NULL,
    -- As in play_passes.
    place SMALLINT NOT NULL,
    -- The account of the requesting official.
    asked_by INTEGER NOT NULL,
    asked_at BIGINT NOT NULL,
    -- When each side agreed.
    white_at BIGINT NOT NULL,
    black_at BIGINT NOT NULL,
    -- The account of the second official.
    confirmed_by INTEGER NOT NULL,
    -- When the pass was made.
    made_at BIGINT NOT NULL,
    PRIMARY KEY (play_id, number)
);

-- Open games, and game requests to one player.
CREATE TABLE seeks (
    id INTEGER NOT NULL PRIMARY KEY,
    public_id BYTEA NOT NULL UNIQUE,
    player_id INTEGER NOT NULL REFERENCES players (id),
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    -- NULL for everybody.
    to_player_id INTEGER REFERENCES players (id),
    terms BYTEA NOT NULL,
    -- The color of the seeker: 0 random, 1 White, 2 Black.
    color SMALLINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX seeks_by_receiver ON seeks (to_player_id, id);
CREATE INDEX seeks_by_account ON seeks (account_id, id);
CREATE INDEX seeks_by_player ON seeks (player_id, id);
CREATE INDEX seeks_by_end ON seeks (expires_at);

-- Times without a server, which count on no clock.
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

-- Events run on this site

-- The id is that of the event.
CREATE TABLE contests (
    id INTEGER PRIMARY KEY NOT NULL REFERENCES events (id),
    -- The number of facts.
    version INTEGER NOT NULL,
    -- 0 upcoming, 1 under way, 2 over.
    phase SMALLINT NOT NULL,
    first_day INTEGER NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX contests_by_day ON contests (first_day, id);

-- Rows are added, never changed.
CREATE TABLE contest_facts (
    contest_id INTEGER NOT NULL REFERENCES contests (id),
    number INTEGER NOT NULL,
    told_at BIGINT NOT NULL,
    -- Its author; 0 for the server itself.
    account_id INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (contest_id, number)
);

-- Events whose games are played on this site.
CREATE TABLE contest_games (
    contest_id INTEGER PRIMARY KEY NOT NULL REFERENCES contests (id),
    -- 1 while the server creates games, enters results and opens ranks; 0 once nothing is left.
    followed SMALLINT NOT NULL
);
CREATE INDEX contest_games_followed ON contest_games (followed);

-- Live games created for tables of events, and who was to play there.
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
    -- The result that was entered in the event; 0 for none.
    taken SMALLINT NOT NULL,
    -- The number of events that the live game had then.
    seen INTEGER NOT NULL
);
CREATE UNIQUE INDEX contest_plays_spot
    ON contest_plays (contest_id, stage, round, place, game, first_entrant, second_entrant);

-- When the server has something to do for an event: a reminder, or the default of an arranged match.
-- Derived from the facts.
CREATE TABLE contest_dues (
    contest_id INTEGER PRIMARY KEY NOT NULL REFERENCES contests (id),
    due_at BIGINT NOT NULL
);
CREATE INDEX contest_dues_by_moment ON contest_dues (due_at, contest_id);

-- Links of officials, for entering results or checking people in without an account; several people
-- may open one.
CREATE TABLE steward_links (
    contest_id INTEGER NOT NULL REFERENCES contests (id),
    -- From 1 on.
    number INTEGER NOT NULL,
    token_hash BYTEA NOT NULL UNIQUE,
    name TEXT NOT NULL,
    -- 1 results, 2 check-in, 3 both.
    duties SMALLINT NOT NULL,
    -- Which tables, counted from 1; 0 for all.
    stage INTEGER NOT NULL,
    round INTEGER NOT NULL,
    first_table INTEGER NOT NULL,
    last_table INTEGER NOT NULL,
    -- The account of its creator.
    made_by INTEGER NOT NULL,
    made_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    revoked_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL,
    PRIMARY KEY (contest_id, number)
);
CREATE INDEX steward_links_by_expiry ON steward_links (expires_at);

-- Ranks that two officials of an event open before its plan is over: one asks, another confirms.
CREATE TABLE embargo_liftings (
    event_id INTEGER NOT NULL REFERENCES events (id),
    -- From 1 on within its event.
    number INTEGER NOT NULL,
    -- Empty for the whole event.
    round TEXT NOT NULL,
    -- Public once it is confirmed.
    reason TEXT NOT NULL,
    -- The account of the requesting official.
    asked_by INTEGER NOT NULL,
    asked_at BIGINT NOT NULL,
    -- The account of the confirming official; 0 while pending.
    confirmed_by INTEGER NOT NULL,
    confirmed_at BIGINT NOT NULL,
    PRIMARY KEY (event_id, number)
);

-- Games of events whose result was entered and whose record nobody has: rated by their result alone.
CREATE TABLE unrecorded_games (
    id INTEGER PRIMARY KEY NOT NULL,
    -- Among the ids of games; 0 until it is assigned, before it is rated.
    number INTEGER NOT NULL,
    event_id INTEGER NOT NULL REFERENCES contests (id),
    -- The number of the organisation's pool.
    rated_in SMALLINT NOT NULL,
    -- The table of the event, each counted from 0.
    stage SMALLINT NOT NULL,
    round SMALLINT NOT NULL,
    place INTEGER NOT NULL,
    game SMALLINT NOT NULL,
    -- As in the event: players merged since count as the targets of the merges.
    white_id INTEGER NOT NULL REFERENCES players (id),
    black_id INTEGER NOT NULL REFERENCES players (id),
    -- As in games.
    outcome SMALLINT NOT NULL,
    day INTEGER NOT NULL,
    -- As a record of it would write it.
    round_name TEXT NOT NULL,
    -- Its position among others of its round in the order of rating.
    order_key BYTEA NOT NULL,
    -- 1 once it is withdrawn: its number stays taken.
    gone SMALLINT NOT NULL
);
CREATE INDEX unrecorded_games_event ON unrecorded_games (event_id, gone);
CREATE INDEX unrecorded_games_number ON unrecorded_games (number);
CREATE INDEX unrecorded_games_white ON unrecorded_games (white_id);
CREATE INDEX unrecorded_games_black ON unrecorded_games (black_id);

-- Ratings: derived, `adjutant rate --recompute` makes every row anew from the games

CREATE TABLE player_ratings (
    player_id INTEGER NOT NULL,
    pool SMALLINT NOT NULL,
    -- Hundredths of a point; volatility in ten-millionths.
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
    -- The packed ledger, an entry per rated game; last, so that scans of the rest do not touch it.
    history BYTEA NOT NULL,
    PRIMARY KEY (player_id, pool)
);

-- The totals of each pool; the checksum is the same wherever the games are the same.
CREATE TABLE rating_pools (
    pool SMALLINT NOT NULL PRIMARY KEY,
    games BIGINT NOT NULL,
    players BIGINT NOT NULL,
    checksum BIGINT NOT NULL
);

-- Ledgers on their way into player_ratings: if many change while games are played, they are written
-- in short transactions, published all at once by the counter ratings_shown, and then moved in short
-- transactions.
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
    -- The rating run that staged it; it is published while ratings_shown names this run.
    run BIGINT NOT NULL,
    -- 1 if the player has no rated game in the pool any more.
    gone SMALLINT NOT NULL,
    PRIMARY KEY (player_id, pool)
);

-- The ledgers as they are read.
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

-- The last ids used.
INSERT INTO counters (name, value) VALUES ('games', 0), ('players', 0), ('events', 0), ('sites', 0), ('rule_sets', 0),
    ('accounts', 0), ('sessions', 0), ('devices', 0), ('recovery_codes', 0), ('links', 0), ('tokens', 0),
    ('own_set_ups', 0), ('organisations', 0), ('roles', 0), ('members', 0), ('seasons', 0), ('titles', 0),
    ('profiles', 0), ('claims', 0), ('merges', 0), ('merge_moves', 0), ('retired_names', 0), ('audit', 0),
    ('plays', 0), ('seeks', 0), ('outages', 0), ('play_reports', 0), ('reviews', 0), ('collections', 0),
    ('chapters', 0), ('unrecorded_games', 0);
INSERT INTO counters (name, value) VALUES
    -- Rows of deployments that are sealed.
    ('sealed', 0),
    -- The last game whose rating is in the rows, and a number that each change of them increases.
    ('rated_through', 0), ('ratings_version', 0),
    -- The last run that staged ledgers, and the run whose ledgers are published; 0 for none.
    ('ratings_run', 0), ('ratings_shown', 0),
    -- How many results without a record have a number; 1 once the results entered before there was
    -- their table are in it.
    ('unrecorded_numbers', 0), ('results_taken', 0),
    -- Names the index file of set-ups that was written last; 0 for none.
    ('formations_file', 0),
    -- The merge whose seats are being moved, negative while it is undone; 0 for none.
    ('merge_under_way', 0);

-- What the next migration changes in a database with an older baseline.
INSERT INTO __diesel_schema_migrations (version) VALUES ('20261125000003');
