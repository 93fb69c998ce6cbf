ALTER TABLE events DROP COLUMN organisation_id;
DROP INDEX games_by_importer;
DROP INDEX games_by_organisation;
ALTER TABLE games DROP COLUMN imported_by;
ALTER TABLE games DROP COLUMN rated_in;
ALTER TABLE games DROP COLUMN organisation_id;
