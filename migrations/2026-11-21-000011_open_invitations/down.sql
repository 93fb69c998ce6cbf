DROP INDEX links_by_organisation;
