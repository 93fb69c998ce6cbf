-- References that may be absent are NULL, no longer 0 or -1, and are enforced as all others. In the SQL
-- that both engines share; a table of which a constraint changes is made anew.

-- The target of a merge. Its constraint may be deferred, since a backup may list the target after
-- the merged player; likewise below, where a backup has the rows referred to further back.
ALTER TABLE players RENAME COLUMN merged_into TO merged_into_before;
ALTER TABLE players ADD COLUMN merged_into INTEGER REFERENCES players (id) DEFERRABLE;
UPDATE players SET merged_into = merged_into_before WHERE state = 1;
ALTER TABLE players DROP COLUMN merged_into_before;

-- NULL where nobody has verified club and province.
ALTER TABLE members RENAME COLUMN verified_by TO verified_by_before;
ALTER TABLE members ADD COLUMN verified_by INTEGER REFERENCES accounts (id);
UPDATE members SET verified_by = verified_by_before WHERE verified_by_before <> 0;
ALTER TABLE members DROP COLUMN verified_by_before;

-- NULL for a command on the server, and until a merge is undone.
ALTER TABLE merges RENAME COLUMN made_by TO made_by_before;
ALTER TABLE merges ADD COLUMN made_by INTEGER REFERENCES accounts (id);
UPDATE merges SET made_by = made_by_before WHERE made_by_before <> 0;
ALTER TABLE merges DROP COLUMN made_by_before;
ALTER TABLE merges RENAME COLUMN undone_by TO undone_by_before;
ALTER TABLE merges ADD COLUMN undone_by INTEGER REFERENCES accounts (id);
UPDATE merges SET undone_by = undone_by_before WHERE undone_by_before <> 0;
ALTER TABLE merges DROP COLUMN undone_by_before;

-- The owner of events and games: an organisation, the members (by_member), or else the site.
DROP INDEX events_by_organisation;
ALTER TABLE events ADD COLUMN by_member SMALLINT NOT NULL DEFAULT 0;
UPDATE events SET by_member = 1 WHERE organisation_id = -1;
ALTER TABLE events RENAME COLUMN organisation_id TO organisation_id_before;
ALTER TABLE events ADD COLUMN organisation_id INTEGER REFERENCES organisations (id) DEFERRABLE;
UPDATE events SET organisation_id = organisation_id_before WHERE organisation_id_before > 0;
ALTER TABLE events DROP COLUMN organisation_id_before;
CREATE INDEX events_by_organisation ON events (organisation_id, last_day, id);

DROP INDEX games_by_organisation;
DROP INDEX games_by_importer;
ALTER TABLE games ADD COLUMN by_member SMALLINT NOT NULL DEFAULT 0;
UPDATE games SET by_member = 1 WHERE organisation_id = -1;
ALTER TABLE games RENAME COLUMN organisation_id TO organisation_id_before;
ALTER TABLE games ADD COLUMN organisation_id INTEGER REFERENCES organisations (id) DEFERRABLE;
UPDATE games SET organisation_id = organisation_id_before WHERE organisation_id_before > 0;
ALTER TABLE games DROP COLUMN organisation_id_before;
-- NULL for a command on the server.
ALTER TABLE games RENAME COLUMN imported_by TO imported_by_before;
ALTER TABLE games ADD COLUMN imported_by INTEGER REFERENCES accounts (id) DEFERRABLE;
UPDATE games SET imported_by = imported_by_before WHERE imported_by_before <> 0;
ALTER TABLE games DROP COLUMN imported_by_before;
CREATE INDEX games_by_organisation ON games (organisation_id, day) WHERE organisation_id IS NOT NULL;
CREATE INDEX games_by_importer ON games (imported_by, id) WHERE imported_by IS NOT NULL;

DROP INDEX plays_by_white_account;
DROP INDEX plays_by_black_account;
DROP INDEX plays_by_organisation;
DROP INDEX plays_by_event;
DROP INDEX plays_by_game;
-- NULL if nobody signs in for a seat.
ALTER TABLE plays RENAME COLUMN white_account TO white_account_before;
ALTER TABLE plays ADD COLUMN white_account INTEGER REFERENCES accounts (id);
UPDATE plays SET white_account = white_account_before WHERE white_account_before <> 0;
ALTER TABLE plays DROP COLUMN white_account_before;
ALTER TABLE plays RENAME COLUMN black_account TO black_account_before;
ALTER TABLE plays ADD COLUMN black_account INTEGER REFERENCES accounts (id);
UPDATE plays SET black_account = black_account_before WHERE black_account_before <> 0;
ALTER TABLE plays DROP COLUMN black_account_before;
ALTER TABLE plays RENAME COLUMN organisation_id TO organisation_id_before;
ALTER TABLE plays ADD COLUMN organisation_id INTEGER REFERENCES organisations (id);
UPDATE plays SET organisation_id = organisation_id_before WHERE organisation_id_before > 0;
ALTER TABLE plays DROP COLUMN organisation_id_before;
ALTER TABLE plays RENAME COLUMN event_id TO event_id_before;
ALTER TABLE plays ADD COLUMN event_id INTEGER REFERENCES events (id);
UPDATE plays SET event_id = event_id_before WHERE event_id_before <> 0;
ALTER TABLE plays DROP COLUMN event_id_before;
-- NULL until there is a record.
ALTER TABLE plays RENAME COLUMN game_id TO game_id_before;
ALTER TABLE plays ADD COLUMN game_id INTEGER REFERENCES games (id);
UPDATE plays SET game_id = game_id_before WHERE game_id_before <> 0;
ALTER TABLE plays DROP COLUMN game_id_before;
CREATE INDEX plays_by_white_account ON plays (white_account, ended_at, id);
CREATE INDEX plays_by_black_account ON plays (black_account, ended_at, id);
CREATE INDEX plays_by_organisation ON plays (organisation_id, ended_at, id) WHERE organisation_id IS NOT NULL;
CREATE INDEX plays_by_event ON plays (event_id, ended_at, id) WHERE event_id IS NOT NULL;
CREATE INDEX plays_by_game ON plays (game_id) WHERE game_id IS NOT NULL;

-- NULL for everybody.
DROP INDEX seeks_by_receiver;
ALTER TABLE seeks RENAME COLUMN to_player_id TO to_player_id_before;
ALTER TABLE seeks ADD COLUMN to_player_id INTEGER REFERENCES players (id);
UPDATE seeks SET to_player_id = to_player_id_before WHERE to_player_id_before <> 0;
ALTER TABLE seeks DROP COLUMN to_player_id_before;
CREATE INDEX seeks_by_receiver ON seeks (to_player_id, id);

CREATE TABLE roles_anew (
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
INSERT INTO roles_anew (id, account_id, organisation_id, role, event_id, duties, granted_by, granted_at)
SELECT id, account_id, organisation_id, role, NULLIF(event_id, 0), duties, NULLIF(granted_by, 0), granted_at FROM roles;
DROP TABLE roles;
ALTER TABLE roles_anew RENAME TO roles;
CREATE INDEX roles_by_organisation ON roles (organisation_id);
CREATE UNIQUE INDEX roles_for_an_event ON roles (account_id, organisation_id, role, event_id);
-- The index above does not compare NULLs.
CREATE UNIQUE INDEX roles_for_all_events ON roles (account_id, organisation_id, role) WHERE event_id IS NULL;

CREATE TABLE played_games_anew (
    game_id INTEGER PRIMARY KEY NOT NULL REFERENCES games (id),
    play_id INTEGER NOT NULL UNIQUE REFERENCES plays (id),
    -- The id that the same text has when it is imported.
    content_id BYTEA NOT NULL
);
INSERT INTO played_games_anew (game_id, play_id, content_id)
SELECT game_id, play_id, content_id FROM played_games;
DROP TABLE played_games;
ALTER TABLE played_games_anew RENAME TO played_games;
CREATE INDEX played_games_by_content ON played_games (content_id);

CREATE TABLE unrecorded_games_anew (
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
INSERT INTO unrecorded_games_anew (id, number, event_id, rated_in, stage, round, place, game, white_id, black_id, outcome, day, round_name, order_key, gone)
SELECT id, number, event_id, rated_in, stage, round, place, game, white_id, black_id, outcome, day, round_name, order_key, gone FROM unrecorded_games;
DROP TABLE unrecorded_games;
ALTER TABLE unrecorded_games_anew RENAME TO unrecorded_games;
CREATE INDEX unrecorded_games_event ON unrecorded_games (event_id, gone);
CREATE INDEX unrecorded_games_number ON unrecorded_games (number);
CREATE INDEX unrecorded_games_white ON unrecorded_games (white_id);
CREATE INDEX unrecorded_games_black ON unrecorded_games (black_id);
