DROP TABLE case_entries;
