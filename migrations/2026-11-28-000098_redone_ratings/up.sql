-- Counts the changes of ratings that are not just those of new games: what new games concern is in their rows.
INSERT INTO counters (name, value) VALUES ('ratings_redone', 0);
