-- Names the file beside the database that was written last with the set-ups of revealed games; 0 for none.
INSERT INTO counters (name, value) VALUES ('formations_file', 0);
