-- The key by which a name is found: its words in lower case without accents, each after a space.
-- Empty until the program has computed it, which it does at start.
ALTER TABLE players ADD COLUMN search_key TEXT NOT NULL DEFAULT '';
ALTER TABLE events ADD COLUMN search_key TEXT NOT NULL DEFAULT '';
ALTER TABLE organisations ADD COLUMN search_key TEXT NOT NULL DEFAULT '';
CREATE INDEX players_by_search_key ON players (search_key);
CREATE INDEX events_by_search_key ON events (search_key);
CREATE INDEX organisations_by_search_key ON organisations (search_key);
