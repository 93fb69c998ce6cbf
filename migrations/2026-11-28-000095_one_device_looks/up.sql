-- The hash of what uncovers the army on a shared device next, for one page, and the number of events that it is valid for.
ALTER TABLE play_passes ADD COLUMN look_hash BYTEA;
ALTER TABLE play_passes ADD COLUMN look_version INTEGER NOT NULL DEFAULT 0;
