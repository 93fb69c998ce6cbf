-- An append moves the play's row before it adds events, in one transaction: that row is there. To
-- look it up and lock it again for each event is work that a ply waits for; `adjutant check` looks
-- at all of them at once instead.
ALTER TABLE play_events DROP CONSTRAINT play_events_play_id_fkey;
