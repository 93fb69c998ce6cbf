-- Guests, who play without having signed up, are accounts in state 3.
CREATE INDEX accounts_of_guests ON accounts (created_at) WHERE state = 3;

-- 1 if only who has its link may see and accept it.
ALTER TABLE seeks ADD COLUMN by_link SMALLINT NOT NULL DEFAULT 0;
