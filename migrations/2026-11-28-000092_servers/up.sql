-- The servers on this database. Each writes until when it could certainly write (in game time), and what its game time was at
-- which moment of the clock of the database. It is gone once it has stopped, or once others have found that it does not write any
-- more. Rows that are gone tell when somebody last ran.
CREATE TABLE servers (
    id INTEGER NOT NULL PRIMARY KEY,
    version TEXT NOT NULL,
    started_at BIGINT NOT NULL,
    ran_until BIGINT NOT NULL,
    game_at BIGINT NOT NULL,
    clock_at BIGINT NOT NULL,
    gone SMALLINT NOT NULL
);
INSERT INTO counters (name, value) VALUES ('servers', 0);
