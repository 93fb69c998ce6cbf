DROP INDEX games_by_reveal;
DROP INDEX games_by_import;
ALTER TABLE games DROP COLUMN revealed_at;
