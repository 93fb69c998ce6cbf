-- What is looked up often enough that no table is read whole for it: an organisation's events, newest first, what
-- an account founded, links of an address, who runs the site, claims that are open, and what is over and may go.
CREATE INDEX events_by_organisation ON events (organisation_id, last_day, id);
CREATE INDEX organisations_by_founder ON organisations (created_by);
CREATE INDEX links_by_email ON links (email);
CREATE INDEX links_by_end ON links (expires_at);
CREATE INDEX sessions_by_last_use ON sessions (seen_at);
CREATE INDEX tokens_by_end ON tokens (expires_at);
CREATE INDEX tokens_by_revocation ON tokens (revoked_at);
CREATE INDEX accounts_by_site_role ON accounts (site_role, state);
CREATE INDEX claims_by_state ON claims (state, id);
-- Finds one without reading all: the key is tried on it at the start.
CREATE INDEX accounts_with_second_factor ON accounts (id) WHERE totp_on <> 0;
