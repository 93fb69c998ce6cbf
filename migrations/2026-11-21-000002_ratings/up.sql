-- Ratings are derived: `adjutant rate --recompute` makes every row anew from the games.

CREATE TABLE player_ratings (
    player_id INTEGER NOT NULL,
    pool SMALLINT NOT NULL,
    -- Hundredths of a point; volatility in ten-millionths.
    rating INTEGER NOT NULL,
    deviation INTEGER NOT NULL,
    volatility INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    opponents INTEGER NOT NULL,
    last_day INTEGER NOT NULL,
    peak INTEGER,
    trend BYTEA NOT NULL,
    -- The packed ledger, an entry a rated game; last, so that scans of the rest do not touch it.
    history BYTEA NOT NULL,
    PRIMARY KEY (player_id, pool)
);

-- What the rows of a pool amount to; the checksum is the same wherever the games are the same.
CREATE TABLE rating_pools (
    pool SMALLINT NOT NULL PRIMARY KEY,
    games BIGINT NOT NULL,
    players BIGINT NOT NULL,
    checksum BIGINT NOT NULL
);

-- The last game whose rating is in the rows, and a number that each change of them raises.
INSERT INTO counters (name, value) VALUES ('rated_through', 0), ('ratings_version', 0);
