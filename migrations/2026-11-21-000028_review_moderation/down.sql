DROP INDEX reviews_taken_down;
ALTER TABLE reviews DROP COLUMN taken_down_for;
ALTER TABLE reviews DROP COLUMN taken_down_at;
