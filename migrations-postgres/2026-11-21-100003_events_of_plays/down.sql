ALTER TABLE play_events ADD CONSTRAINT play_events_play_id_fkey FOREIGN KEY (play_id) REFERENCES plays (id);
