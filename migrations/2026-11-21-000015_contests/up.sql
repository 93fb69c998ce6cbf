-- Events that are run here. A row belongs to the row of events with its id.
CREATE TABLE contests (
    id INTEGER PRIMARY KEY NOT NULL REFERENCES events (id),
    -- How many facts there are.
    version INTEGER NOT NULL,
    -- 0 to come, 1 under way, 2 over.
    phase SMALLINT NOT NULL,
    -- Days since 1970.
    first_day INTEGER NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX contests_by_day ON contests (first_day, id);
-- What was told of each, one thing after another: never changed, never taken away.
CREATE TABLE contest_facts (
    contest_id INTEGER NOT NULL REFERENCES contests (id),
    number INTEGER NOT NULL,
    told_at BIGINT NOT NULL,
    -- The account of who told it; 0 for the server itself.
    account_id INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (contest_id, number)
);
