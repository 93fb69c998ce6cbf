-- Events of one organisation with the same league are its divisions, the first one at level 1 (0: none). The border below a
-- division says how many come up and go down across it, and how many of each side play for it.
ALTER TABLE contests ADD COLUMN league TEXT;
ALTER TABLE contests ADD COLUMN level SMALLINT NOT NULL DEFAULT 0;
ALTER TABLE contests ADD COLUMN ups SMALLINT NOT NULL DEFAULT 0;
ALTER TABLE contests ADD COLUMN downs SMALLINT NOT NULL DEFAULT 0;
ALTER TABLE contests ADD COLUMN play_offs SMALLINT NOT NULL DEFAULT 0;
CREATE INDEX contests_by_league ON contests (league);
