-- Keys are ordered by their bytes, as SQLite orders them, and not by a language.
ALTER TABLE players ALTER COLUMN name_key TYPE TEXT COLLATE "C";
ALTER TABLE events ALTER COLUMN name_key TYPE TEXT COLLATE "C";
