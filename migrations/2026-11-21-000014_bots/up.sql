-- Whether a program plays for the player: said by himself, once and for good.
ALTER TABLE players ADD COLUMN bot SMALLINT NOT NULL DEFAULT 0;
CREATE INDEX players_bot ON players (bot);
