-- Collections of games whose ranks are open, with chapters in an order. Moments are microseconds since 1970.
CREATE TABLE collections (
    id INTEGER NOT NULL PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    title TEXT NOT NULL,
    words TEXT NOT NULL,
    -- 0 for its maker alone, 1 for everybody.
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
    -- The review that is shown with it, which may be gone by now; 0 for none.
    review_id INTEGER NOT NULL,
    title TEXT NOT NULL,
    words TEXT NOT NULL
);
CREATE INDEX chapters_by_collection ON chapters (collection_id, place);
INSERT INTO counters (name, value) VALUES ('collections', 0);
INSERT INTO counters (name, value) VALUES ('chapters', 0);
