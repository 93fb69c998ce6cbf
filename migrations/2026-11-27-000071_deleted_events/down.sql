DROP INDEX links_by_event;
DROP INDEX roles_by_event;
DELETE FROM counters WHERE name = 'deleted_events';
