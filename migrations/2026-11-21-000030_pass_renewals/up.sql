-- Passes to a table that were asked for anew while what they open could tell something: both sides agree on their own
-- phones, or a second official confirms. Both sides read of it. Moments are microseconds since 1970, 0 for none.
CREATE TABLE pass_renewals (
    play_id INTEGER NOT NULL REFERENCES plays (id),
    -- From 1 on, in its play.
    number INTEGER NOT NULL,
    -- 0 White's set-up, 1 Black's, 2 the device.
    place SMALLINT NOT NULL,
    -- The account of the official who asks.
    asked_by INTEGER NOT NULL,
    asked_at BIGINT NOT NULL,
    -- When each side agreed.
    white_at BIGINT NOT NULL,
    black_at BIGINT NOT NULL,
    -- The account of the second official.
    confirmed_by INTEGER NOT NULL,
    -- When the pass was made by it.
    made_at BIGINT NOT NULL,
    PRIMARY KEY (play_id, number)
);
