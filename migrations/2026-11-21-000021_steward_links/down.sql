DROP TABLE steward_links;
