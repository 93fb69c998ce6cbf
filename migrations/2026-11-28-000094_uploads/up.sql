-- Files that were previewed and may be applied next, for half an hour: one of each kind an account and organisation.
CREATE TABLE uploads (
    account_id INTEGER NOT NULL,
    organisation_id INTEGER NOT NULL,
    kind SMALLINT NOT NULL,
    digest TEXT NOT NULL,
    options TEXT NOT NULL,
    length INTEGER NOT NULL,
    bytes BYTEA NOT NULL,
    kept_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, organisation_id, kind)
);
CREATE INDEX uploads_by_age ON uploads (kept_at);
