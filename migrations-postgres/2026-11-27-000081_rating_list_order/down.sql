ALTER TABLE listed_players ALTER COLUMN name_key TYPE TEXT;
