-- 1 for what an event's officials asked for in bulk, which is made when no other request is waiting.
ALTER TABLE analyses ADD COLUMN bulk SMALLINT NOT NULL DEFAULT 0;
DROP INDEX analyses_by_state;
CREATE INDEX analyses_by_turn ON analyses (state, bulk, asked_at, game_id);
