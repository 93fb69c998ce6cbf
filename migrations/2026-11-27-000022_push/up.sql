-- Browsers that show notices of an account.
CREATE TABLE push_subscriptions (
    id INTEGER NOT NULL PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    endpoint TEXT NOT NULL UNIQUE,
    -- The public key of the browser, and its secret (RFC 8291).
    p256dh BYTEA NOT NULL,
    auth BYTEA NOT NULL,
    made_at BIGINT NOT NULL
);
CREATE INDEX push_subscriptions_by_account ON push_subscriptions (account_id, id);

INSERT INTO counters (name, value) VALUES ('push_subscriptions', 0);
