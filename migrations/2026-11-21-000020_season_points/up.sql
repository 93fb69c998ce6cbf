-- What places in an organisation's events are worth for the season, a line for each kind of event.
CREATE TABLE season_points (
    organisation_id INTEGER PRIMARY KEY NOT NULL REFERENCES organisations (id),
    body TEXT NOT NULL
);
