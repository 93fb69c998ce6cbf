-- What the server has to do later, or to send: at least once, until it is done or given up.
CREATE TABLE outbox (
    id INTEGER NOT NULL PRIMARY KEY,
    -- What it is for, see crates/store/src/outbox.rs.
    channel SMALLINT NOT NULL,
    -- The same work is never queued twice.
    work_key TEXT NOT NULL UNIQUE,
    account_id INTEGER REFERENCES accounts (id),
    -- The notice, subscription or webhook that it is about; 0 for none.
    target INTEGER NOT NULL,
    body TEXT NOT NULL,
    -- 0 waiting, 1 done, 2 given up.
    state SMALLINT NOT NULL,
    tries SMALLINT NOT NULL,
    due_at BIGINT NOT NULL,
    -- Until when a worker has taken it.
    leased_until BIGINT NOT NULL,
    -- How the last try ended.
    answer TEXT NOT NULL,
    made_at BIGINT NOT NULL,
    done_at BIGINT NOT NULL
);
CREATE INDEX outbox_by_due ON outbox (channel, state, due_at);
CREATE INDEX outbox_by_account ON outbox (account_id);
CREATE INDEX outbox_by_target ON outbox (channel, target, id);
CREATE INDEX outbox_by_state ON outbox (state, id);
CREATE INDEX outbox_by_end ON outbox (done_at);

INSERT INTO counters (name, value) VALUES ('outbox', 0);
