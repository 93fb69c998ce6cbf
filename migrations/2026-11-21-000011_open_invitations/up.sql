-- The invitations of an organisation (0: of the site) that nobody has taken up, for who may take them back.
CREATE INDEX links_by_organisation ON links (organisation_id, kind, used_at, id);
