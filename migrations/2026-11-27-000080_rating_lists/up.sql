-- Rating lists of federations, which organisations import to fill details of entrants. No backup has them: they are
-- imported again.
CREATE TABLE rating_lists (
    id INTEGER NOT NULL PRIMARY KEY,
    organisation_id INTEGER NOT NULL REFERENCES organisations (id),
    name TEXT NOT NULL,
    -- The day it is of.
    day INTEGER NOT NULL,
    players INTEGER NOT NULL,
    -- 0 while it is imported, 1 when it is complete, 2 while it is removed.
    state SMALLINT NOT NULL,
    imported_at BIGINT NOT NULL
);
CREATE INDEX rating_lists_by_state ON rating_lists (state, organisation_id);

CREATE TABLE listed_players (
    list_id INTEGER NOT NULL REFERENCES rating_lists (id),
    number INTEGER NOT NULL,
    federation_number TEXT NOT NULL,
    name TEXT NOT NULL,
    -- Folded as for the search.
    name_key TEXT NOT NULL,
    federation TEXT NOT NULL,
    -- 0 for none.
    rating INTEGER NOT NULL,
    -- 0 if unknown.
    birth_year INTEGER NOT NULL,
    -- 0 if unknown, 1 female, 2 male.
    gender SMALLINT NOT NULL,
    PRIMARY KEY (list_id, number)
);
CREATE INDEX listed_players_by_number ON listed_players (list_id, federation_number);
CREATE INDEX listed_players_by_name ON listed_players (list_id, name_key);

INSERT INTO counters (name, value) VALUES ('rating_lists', 0);
