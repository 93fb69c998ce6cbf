-- Three-character indexes of the names that may be found. Triggers keep them: no writer can forget
-- one, and a name leaves the index in the transaction that hides it. `secure-delete` overwrites what
-- leaves.
CREATE VIRTUAL TABLE player_search USING fts5 (
    search_key, content = 'players', content_rowid = 'id', tokenize = 'trigram case_sensitive 1', detail = none,
    columnsize = 0
);
CREATE VIRTUAL TABLE event_search USING fts5 (
    search_key, content = 'events', content_rowid = 'id', tokenize = 'trigram case_sensitive 1', detail = none,
    columnsize = 0
);
CREATE VIRTUAL TABLE organisation_search USING fts5 (
    search_key, content = 'organisations', content_rowid = 'id', tokenize = 'trigram case_sensitive 1', detail = none,
    columnsize = 0
);
INSERT INTO player_search (player_search, rank) VALUES ('secure-delete', 1);
INSERT INTO event_search (event_search, rank) VALUES ('secure-delete', 1);
INSERT INTO organisation_search (organisation_search, rank) VALUES ('secure-delete', 1);

CREATE TRIGGER player_search_insert AFTER INSERT ON players
WHEN NEW.state = 0 AND NEW.private = 0 AND NEW.search_key <> ''
BEGIN
    INSERT INTO player_search (rowid, search_key) VALUES (NEW.id, NEW.search_key);
END;
CREATE TRIGGER player_search_update AFTER UPDATE OF state, private, search_key ON players
WHEN NEW.state <> OLD.state OR NEW.private <> OLD.private OR NEW.search_key <> OLD.search_key
BEGIN
    INSERT INTO player_search (player_search, rowid, search_key) SELECT 'delete', OLD.id, OLD.search_key
        WHERE OLD.state = 0 AND OLD.private = 0 AND OLD.search_key <> '';
    INSERT INTO player_search (rowid, search_key) SELECT NEW.id, NEW.search_key
        WHERE NEW.state = 0 AND NEW.private = 0 AND NEW.search_key <> '';
END;
CREATE TRIGGER player_search_delete AFTER DELETE ON players
WHEN OLD.state = 0 AND OLD.private = 0 AND OLD.search_key <> ''
BEGIN
    INSERT INTO player_search (player_search, rowid, search_key) VALUES ('delete', OLD.id, OLD.search_key);
END;

CREATE TRIGGER event_search_insert AFTER INSERT ON events WHEN NEW.search_key <> ''
BEGIN
    INSERT INTO event_search (rowid, search_key) VALUES (NEW.id, NEW.search_key);
END;
CREATE TRIGGER event_search_update AFTER UPDATE OF search_key ON events WHEN NEW.search_key <> OLD.search_key
BEGIN
    INSERT INTO event_search (event_search, rowid, search_key) SELECT 'delete', OLD.id, OLD.search_key
        WHERE OLD.search_key <> '';
    INSERT INTO event_search (rowid, search_key) SELECT NEW.id, NEW.search_key WHERE NEW.search_key <> '';
END;
CREATE TRIGGER event_search_delete AFTER DELETE ON events WHEN OLD.search_key <> ''
BEGIN
    INSERT INTO event_search (event_search, rowid, search_key) VALUES ('delete', OLD.id, OLD.search_key);
END;

CREATE TRIGGER organisation_search_insert AFTER INSERT ON organisations WHEN NEW.state = 1 AND NEW.search_key <> ''
BEGIN
    INSERT INTO organisation_search (rowid, search_key) VALUES (NEW.id, NEW.search_key);
END;
CREATE TRIGGER organisation_search_update AFTER UPDATE OF state, search_key ON organisations
WHEN NEW.state <> OLD.state OR NEW.search_key <> OLD.search_key
BEGIN
    INSERT INTO organisation_search (organisation_search, rowid, search_key) SELECT 'delete', OLD.id, OLD.search_key
        WHERE OLD.state = 1 AND OLD.search_key <> '';
    INSERT INTO organisation_search (rowid, search_key) SELECT NEW.id, NEW.search_key
        WHERE NEW.state = 1 AND NEW.search_key <> '';
END;
CREATE TRIGGER organisation_search_delete AFTER DELETE ON organisations WHEN OLD.state = 1 AND OLD.search_key <> ''
BEGIN
    INSERT INTO organisation_search (organisation_search, rowid, search_key)
        VALUES ('delete', OLD.id, OLD.search_key);
END;
