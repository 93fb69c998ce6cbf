-- Those of PostgreSQL alone.

-- 2026-11-21-100001_order_of_bytes
ALTER TABLE players ALTER COLUMN name_key TYPE TEXT COLLATE "C";
ALTER TABLE events ALTER COLUMN name_key TYPE TEXT COLLATE "C";

-- 2026-11-21-100002_references
ALTER TABLE games DROP CONSTRAINT games_white_id_fkey;
ALTER TABLE games DROP CONSTRAINT games_black_id_fkey;
ALTER TABLE games DROP CONSTRAINT games_event_id_fkey;
ALTER TABLE games DROP CONSTRAINT games_site_id_fkey;
ALTER TABLE games DROP CONSTRAINT games_rule_set_id_fkey;
ALTER TABLE timelines DROP CONSTRAINT timelines_game_id_fkey;
ALTER TABLE deployments DROP CONSTRAINT deployments_game_id_fkey;

-- 2026-11-21-100003_events_of_plays
ALTER TABLE play_events DROP CONSTRAINT play_events_play_id_fkey;

-- 2026-11-21-200001_append_only
CREATE FUNCTION audit_refuses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit trail is append-only';
END
$$;
CREATE TRIGGER audit_is_not_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
    FOR EACH STATEMENT EXECUTE FUNCTION audit_refuses();
