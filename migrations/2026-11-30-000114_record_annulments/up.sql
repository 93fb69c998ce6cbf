-- Records that count for nothing, with the reason that everybody reads; their games.rated_in is -2 meanwhile.
CREATE TABLE record_annulments (
    game_id INTEGER NOT NULL PRIMARY KEY REFERENCES games (id),
    annulled_at BIGINT NOT NULL,
    reason TEXT NOT NULL,
    -- The games.rated_in to give back.
    rated_in_before SMALLINT NOT NULL
);
