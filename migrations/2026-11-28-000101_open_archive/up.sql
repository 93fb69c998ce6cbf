-- When everybody could first see the ranks of a game that was stored while they were closed; 0 if its record came with open ones.
ALTER TABLE games ADD COLUMN revealed_at BIGINT NOT NULL DEFAULT 0;
CREATE INDEX games_by_import ON games (imported_at, id);
CREATE INDEX games_by_reveal ON games (revealed_at, id) WHERE revealed_at > 0;
