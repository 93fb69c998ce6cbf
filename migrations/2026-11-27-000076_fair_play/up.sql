-- What officials wrote in cases about fair play, what was decided, and appeals. Rows are added; only words about
-- people who left are changed.
CREATE TABLE case_entries (
    contest_id INTEGER NOT NULL REFERENCES contests (id),
    -- Counted from 1 in each event.
    number INTEGER NOT NULL,
    -- The case, counted from 1 in each event.
    case_number INTEGER NOT NULL,
    at BIGINT NOT NULL,
    account_id INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (contest_id, number)
);
CREATE INDEX case_entries_by_account ON case_entries (account_id, contest_id, number);
