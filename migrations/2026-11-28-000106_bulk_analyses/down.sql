DROP INDEX analyses_by_turn;
CREATE INDEX analyses_by_state ON analyses (state, asked_at, game_id);
ALTER TABLE analyses DROP COLUMN bulk;
