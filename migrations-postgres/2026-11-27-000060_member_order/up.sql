-- Clubs and provinces are sorted by their bytes, as in SQLite.
ALTER TABLE members ALTER COLUMN club TYPE TEXT COLLATE "C";
ALTER TABLE members ALTER COLUMN province TYPE TEXT COLLATE "C";
