-- Requests of the API that were sent with a key, and their answers, for a day. Nothing in a row can be read without the key of its
-- client: the answer is encrypted with it, and the others are hashes that depend on it.
CREATE TABLE idempotency_keys (
    key_hash BYTEA NOT NULL PRIMARY KEY,
    account_id INTEGER NOT NULL,
    fingerprint BYTEA NOT NULL,
    answer BYTEA NOT NULL,
    claimed_at BIGINT NOT NULL
);
CREATE INDEX idempotency_keys_by_account ON idempotency_keys (account_id, claimed_at);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (claimed_at);
