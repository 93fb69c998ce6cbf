-- Who was merged into a player is asked whenever his privacy is worked out.
CREATE INDEX merges_by_into ON merges (into_player);
