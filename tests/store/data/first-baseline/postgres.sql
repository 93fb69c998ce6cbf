-- Keys are ordered by their bytes, as in SQLite, and not by a language.
ALTER TABLE players ALTER COLUMN name_key TYPE TEXT COLLATE "C";
ALTER TABLE events ALTER COLUMN name_key TYPE TEXT COLLATE "C";

-- References of games are not enforced here: the only writer inserts the rows that a game refers to
-- in the game's own transaction, and nothing deletes them. A look-up per row and reference was two
-- thirds of the server's work in an import; `adjutant check` checks all references at once instead.
ALTER TABLE games DROP CONSTRAINT games_white_id_fkey;
ALTER TABLE games DROP CONSTRAINT games_black_id_fkey;
ALTER TABLE games DROP CONSTRAINT games_event_id_fkey;
ALTER TABLE games DROP CONSTRAINT games_site_id_fkey;
ALTER TABLE games DROP CONSTRAINT games_rule_set_id_fkey;
ALTER TABLE timelines DROP CONSTRAINT timelines_game_id_fkey;
ALTER TABLE deployments DROP CONSTRAINT deployments_game_id_fkey;
-- Likewise: an append updates the play's row in the same transaction.
ALTER TABLE play_events DROP CONSTRAINT play_events_play_id_fkey;

-- The audit log is append-only, whoever writes.
CREATE FUNCTION audit_refuses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit trail is append-only';
END
$$;
CREATE TRIGGER audit_is_not_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
    FOR EACH STATEMENT EXECUTE FUNCTION audit_refuses();
