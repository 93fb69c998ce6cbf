-- What people show of themselves: a line, their club, and a picture (a JPEG that this program encoded).
ALTER TABLE profiles ADD COLUMN about TEXT NOT NULL DEFAULT '';
ALTER TABLE profiles ADD COLUMN club TEXT NOT NULL DEFAULT '';

CREATE TABLE player_pictures (
    player_id INTEGER NOT NULL PRIMARY KEY REFERENCES players (id),
    picture BYTEA NOT NULL,
    digest TEXT NOT NULL
);
