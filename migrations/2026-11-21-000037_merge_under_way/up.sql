-- The merge of players whose seats are being moved, below 0 where it is being undone; 0 for none.
INSERT INTO counters (name, value) VALUES ('merge_under_way', 0);
