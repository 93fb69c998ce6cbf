ALTER TABLE games ADD CONSTRAINT games_white_id_fkey FOREIGN KEY (white_id) REFERENCES players (id);
ALTER TABLE games ADD CONSTRAINT games_black_id_fkey FOREIGN KEY (black_id) REFERENCES players (id);
ALTER TABLE games ADD CONSTRAINT games_event_id_fkey FOREIGN KEY (event_id) REFERENCES events (id);
ALTER TABLE games ADD CONSTRAINT games_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites (id);
ALTER TABLE games ADD CONSTRAINT games_rule_set_id_fkey FOREIGN KEY (rule_set_id) REFERENCES rule_sets (id);
ALTER TABLE timelines ADD CONSTRAINT timelines_game_id_fkey FOREIGN KEY (game_id) REFERENCES games (id);
ALTER TABLE deployments ADD CONSTRAINT deployments_game_id_fkey FOREIGN KEY (game_id) REFERENCES games (id);
