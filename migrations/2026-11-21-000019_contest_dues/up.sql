-- When something is to be done of an event without anybody asking: a reminder, or a default of an arranged match.
-- An event has a row while anything is; it follows from its facts.
CREATE TABLE contest_dues (
    contest_id INTEGER PRIMARY KEY NOT NULL REFERENCES contests (id),
    -- Microseconds since 1970.
    due_at BIGINT NOT NULL
);
CREATE INDEX contest_dues_by_moment ON contest_dues (due_at, contest_id);
