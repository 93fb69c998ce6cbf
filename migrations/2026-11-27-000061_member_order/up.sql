-- The list of players by club and by province.
CREATE INDEX members_by_club ON members (club, id) WHERE club <> '';
CREATE INDEX members_by_province ON members (province, id) WHERE province <> '';
