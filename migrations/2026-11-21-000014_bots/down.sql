DROP INDEX players_bot;
ALTER TABLE players DROP COLUMN bot;
