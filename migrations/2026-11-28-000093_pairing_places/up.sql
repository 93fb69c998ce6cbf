-- Who waits for a game by quick pairing, and for a while the game that was made for them. Times are in game time.
CREATE TABLE pairing_places (
    account_id INTEGER NOT NULL PRIMARY KEY,
    player_id INTEGER NOT NULL,
    pace TEXT NOT NULL,
    rating INTEGER NOT NULL,
    -- Accounts that they are not paired with, separated by spaces.
    avoids TEXT NOT NULL,
    may_be_rated SMALLINT NOT NULL,
    since BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    away SMALLINT NOT NULL,
    play BYTEA
);
