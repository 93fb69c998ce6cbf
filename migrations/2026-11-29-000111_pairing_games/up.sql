-- Which game somebody waits for, by its name in records: who waits for one is paired with nobody who waits for another.
ALTER TABLE pairing_places ADD COLUMN game TEXT NOT NULL DEFAULT 'salpakan';
