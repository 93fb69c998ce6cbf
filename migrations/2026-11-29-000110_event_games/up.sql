-- Which game an event is of, by its name in records: the settings among its facts say so, and lists look for it here.
ALTER TABLE contests ADD COLUMN game TEXT NOT NULL DEFAULT 'salpakan';
