-- What an account is told of, on the site and beyond.
CREATE TABLE notices (
    id INTEGER NOT NULL PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    -- What caused it: nobody is told twice of the same.
    cause TEXT NOT NULL,
    -- One bit of crates/domain/src/notice.
    kind INTEGER NOT NULL,
    -- Public facts without names, as JSON.
    body TEXT NOT NULL,
    -- 0 where the account does not want this kind on the site.
    on_site SMALLINT NOT NULL,
    made_at BIGINT NOT NULL,
    -- 0 for never.
    read_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX notices_by_cause ON notices (account_id, cause);
CREATE INDEX notices_by_account ON notices (account_id, id);
CREATE INDEX notices_unread ON notices (account_id, on_site, read_at);
CREATE INDEX notices_by_time ON notices (made_at);
CREATE INDEX notices_by_reading ON notices (read_at);

-- An account without a row has the defaults.
CREATE TABLE notice_settings (
    account_id INTEGER NOT NULL PRIMARY KEY REFERENCES accounts (id),
    -- Kinds by channel.
    site_kinds INTEGER NOT NULL,
    mail_kinds INTEGER NOT NULL,
    push_kinds INTEGER NOT NULL,
    -- Minutes after midnight in the zone; the same for none.
    quiet_from SMALLINT NOT NULL,
    quiet_until SMALLINT NOT NULL,
    zone TEXT NOT NULL,
    -- Whether mail comes once a day.
    digest SMALLINT NOT NULL
);

INSERT INTO counters (name, value) VALUES ('notices', 0);
