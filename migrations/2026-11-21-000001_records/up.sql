-- One tree for SQLite and PostgreSQL: only the shared subset, ids chosen by the program.

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
    -- As the record writes them, where that differs from the row they belong to; else empty.
    white_as TEXT NOT NULL,
    black_as TEXT NOT NULL,
    event_as TEXT NOT NULL,
    -- Days since 1970-01-01, unknown parts as their first; date_text only where the day does not give it.
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
-- With the opponent, so that the games of two players are found without looking at all of one's.
CREATE INDEX games_by_white ON games (white_id, day, black_id);
CREATE INDEX games_by_black ON games (black_id, day, white_id);
CREATE INDEX games_by_event ON games (event_id, day);

-- The public half of each game; annotations only of revealed games.
CREATE TABLE timelines (
    game_id INTEGER NOT NULL PRIMARY KEY REFERENCES games (id),
    body BYTEA NOT NULL,
    annotations BYTEA NOT NULL,
    -- Of both, since the game's id covers neither clocks nor comments.
    checksum INTEGER NOT NULL
);

-- THE SECRET TABLE: both armies, sealed unless the game is revealed.
CREATE TABLE deployments (
    game_id INTEGER NOT NULL PRIMARY KEY REFERENCES games (id),
    sealed SMALLINT NOT NULL,
    body BYTEA NOT NULL
);
-- Finds a sealed game without reading all: the key is tried on it at the start.
CREATE INDEX deployments_sealed ON deployments (game_id) WHERE sealed <> 0;
