-- Ledgers on their way into player_ratings: where many change while games are played, they are written in short
-- transactions, shown all at once by the counter ratings_shown, and then moved in short transactions.

CREATE TABLE staged_ratings (
    player_id INTEGER NOT NULL,
    pool SMALLINT NOT NULL,
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
    history BYTEA NOT NULL,
    -- Which rating run staged it; it is shown while ratings_shown names this run.
    run BIGINT NOT NULL,
    -- 1 where the player has no rated game in the pool any more.
    gone SMALLINT NOT NULL,
    PRIMARY KEY (player_id, pool)
);

-- The number of the last run that staged ledgers, and the run whose ledgers are shown; 0 for none.
INSERT INTO counters (name, value) VALUES ('ratings_run', 0), ('ratings_shown', 0);

-- The ledgers as everybody reads them.
CREATE VIEW shown_ratings AS
SELECT player_ratings.player_id, player_ratings.pool, player_ratings.rating, player_ratings.deviation,
    player_ratings.volatility, player_ratings.wins, player_ratings.draws, player_ratings.losses,
    player_ratings.opponents, player_ratings.last_day, player_ratings.peak, player_ratings.trend,
    player_ratings.history
FROM player_ratings
WHERE NOT EXISTS (
    SELECT 1 FROM staged_ratings
    WHERE staged_ratings.player_id = player_ratings.player_id AND staged_ratings.pool = player_ratings.pool
        AND staged_ratings.run = (SELECT value FROM counters WHERE name = 'ratings_shown')
)
UNION ALL
SELECT staged_ratings.player_id, staged_ratings.pool, staged_ratings.rating, staged_ratings.deviation,
    staged_ratings.volatility, staged_ratings.wins, staged_ratings.draws, staged_ratings.losses,
    staged_ratings.opponents, staged_ratings.last_day, staged_ratings.peak, staged_ratings.trend,
    staged_ratings.history
FROM staged_ratings
WHERE staged_ratings.gone = 0
    AND staged_ratings.run = (SELECT value FROM counters WHERE name = 'ratings_shown');

-- Whether any game is under way, which large writers ask before each transaction.
CREATE INDEX plays_running ON plays (id) WHERE ended_at = 0;
