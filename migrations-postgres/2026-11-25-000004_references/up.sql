-- Likewise references of games, see the first migration of this engine.
ALTER TABLE games DROP CONSTRAINT games_organisation_id_fkey;
ALTER TABLE games DROP CONSTRAINT games_imported_by_fkey;
