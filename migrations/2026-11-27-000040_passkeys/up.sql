-- Passkeys, with which their owners sign in. They hold nothing secret.
CREATE TABLE passkeys (
    id INTEGER NOT NULL PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    -- The hash of the credential's id.
    credential_hash BYTEA NOT NULL UNIQUE,
    -- How authenticators know the account: the same for all its passkeys.
    user_handle BYTEA NOT NULL,
    name TEXT NOT NULL,
    -- The public key and the counter, as the library of crates/service/src/accounts/passkeys writes them.
    credential BYTEA NOT NULL,
    made_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL
);
CREATE INDEX passkeys_by_account ON passkeys (account_id, id);

-- Challenges that await their answer. The cookie of the browser has the token.
CREATE TABLE passkey_challenges (
    id INTEGER NOT NULL PRIMARY KEY,
    token_hash BYTEA NOT NULL UNIQUE,
    -- Who adds a passkey; NULL for a sign-in.
    account_id INTEGER REFERENCES accounts (id),
    state BYTEA NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX passkey_challenges_by_expires_at ON passkey_challenges (expires_at);
CREATE INDEX passkey_challenges_by_account ON passkey_challenges (account_id) WHERE account_id IS NOT NULL;

-- How many passkeys an account has.
ALTER TABLE accounts ADD COLUMN passkeys SMALLINT NOT NULL DEFAULT 0;

INSERT INTO counters (name, value) VALUES ('passkeys', 0), ('passkey_challenges', 0);
