ALTER TABLE pairing_places DROP COLUMN game;
