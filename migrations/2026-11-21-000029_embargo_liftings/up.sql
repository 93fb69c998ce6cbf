-- Ranks that officials of an event open before its plan is over: one official asks, another one confirms. Moments are
-- microseconds since 1970, 0 for none.
CREATE TABLE embargo_liftings (
    event_id INTEGER NOT NULL REFERENCES events (id),
    -- From 1 on, in its event.
    number INTEGER NOT NULL,
    -- Empty for the whole event.
    round TEXT NOT NULL,
    -- Which everybody reads once it is confirmed.
    reason TEXT NOT NULL,
    -- The account of the official who asks.
    asked_by INTEGER NOT NULL,
    asked_at BIGINT NOT NULL,
    -- The account of the official who confirms.
    confirmed_by INTEGER NOT NULL,
    confirmed_at BIGINT NOT NULL,
    PRIMARY KEY (event_id, number)
);
