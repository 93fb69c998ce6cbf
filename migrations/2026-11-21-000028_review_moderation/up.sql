-- A published review that a moderator took down: when (0 for not), and why, for its author to read. It cannot be published until
-- that is ended.
ALTER TABLE reviews ADD COLUMN taken_down_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE reviews ADD COLUMN taken_down_for TEXT NOT NULL DEFAULT '';
CREATE INDEX reviews_taken_down ON reviews (taken_down_at, id);
