-- Whose record a game is, where it is rated, and who brought it. Everything that was there is the site's.

-- 0 the site's own, an organisation's number, or -1 a member's.
ALTER TABLE games ADD COLUMN organisation_id INTEGER NOT NULL DEFAULT 0;
-- 0 in the site's pools by its speed, -1 nowhere, else the number of an organisation's pool.
ALTER TABLE games ADD COLUMN rated_in SMALLINT NOT NULL DEFAULT 0;
-- The account that brought it; 0 for a command on the server.
ALTER TABLE games ADD COLUMN imported_by INTEGER NOT NULL DEFAULT 0;
CREATE INDEX games_by_organisation ON games (organisation_id, day) WHERE organisation_id <> 0;
CREATE INDEX games_by_importer ON games (imported_by, id) WHERE imported_by <> 0;
-- Whose event it is, numbered as above: an event of one owner is never another's, whatever it is called.
ALTER TABLE events ADD COLUMN organisation_id INTEGER NOT NULL DEFAULT 0;
