-- The one writer makes the rows that a game points to in the game's own transaction, and nothing
-- deletes them. A look-up a row a reference was two thirds of the server's work in an import;
-- `adjutant check` looks at all references at once instead.
ALTER TABLE games DROP CONSTRAINT games_white_id_fkey;
ALTER TABLE games DROP CONSTRAINT games_black_id_fkey;
ALTER TABLE games DROP CONSTRAINT games_event_id_fkey;
ALTER TABLE games DROP CONSTRAINT games_site_id_fkey;
ALTER TABLE games DROP CONSTRAINT games_rule_set_id_fkey;
ALTER TABLE timelines DROP CONSTRAINT timelines_game_id_fkey;
ALTER TABLE deployments DROP CONSTRAINT deployments_game_id_fkey;
