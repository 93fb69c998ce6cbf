-- Keys are ordered by their bytes, as in SQLite, and not by a language.
ALTER TABLE listed_players ALTER COLUMN name_key TYPE TEXT COLLATE "C";
