-- Earlier versions know no suspended guests, and must not let them in again.
UPDATE accounts SET state = 2 WHERE state = 4;
DROP INDEX accounts_of_guests;
CREATE INDEX accounts_of_guests ON accounts (created_at) WHERE state = 3;
