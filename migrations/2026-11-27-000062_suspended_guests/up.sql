-- Suspended guests are accounts in state 4: they expire as other guests do.
DROP INDEX accounts_of_guests;
CREATE INDEX accounts_of_guests ON accounts (created_at) WHERE state >= 3;
