-- How many of the numbers of events are of deleted ones.
INSERT INTO counters (name, value) VALUES ('deleted_events', 0);
CREATE INDEX roles_by_event ON roles (event_id);
CREATE INDEX links_by_event ON links (event_id);
