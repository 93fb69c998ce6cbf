-- Addresses that get news of an organisation's events. Their keys are derived from the delivery key.
CREATE TABLE webhooks (
    id INTEGER NOT NULL PRIMARY KEY,
    organisation_id INTEGER NOT NULL REFERENCES organisations (id),
    url TEXT NOT NULL,
    -- Bits of crates/domain/src/notice/webhook.rs.
    kinds INTEGER NOT NULL,
    made_at BIGINT NOT NULL
);
CREATE INDEX webhooks_by_organisation ON webhooks (organisation_id, id);

INSERT INTO counters (name, value) VALUES ('webhooks', 0);
