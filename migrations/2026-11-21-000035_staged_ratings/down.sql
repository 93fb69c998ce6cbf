DROP INDEX plays_running;
DROP VIEW shown_ratings;
DELETE FROM counters WHERE name IN ('ratings_run', 'ratings_shown');
-- What was shown from here is rated anew.
UPDATE counters SET value = -1 WHERE name = 'rated_through' AND EXISTS (SELECT 1 FROM staged_ratings);
DROP TABLE staged_ratings;
