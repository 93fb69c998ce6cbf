-- 1 for what an event's officials asked for by the lot, which is made while nothing else waits.
ALTER TABLE analyses ADD COLUMN casual SMALLINT NOT NULL DEFAULT 0;
DROP INDEX analyses_by_state;
CREATE INDEX analyses_by_turn ON analyses (state, casual, asked_at, game_id);
