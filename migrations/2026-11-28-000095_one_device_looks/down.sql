ALTER TABLE play_passes DROP COLUMN look_version;
ALTER TABLE play_passes DROP COLUMN look_hash;
