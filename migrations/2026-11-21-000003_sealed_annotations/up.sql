-- Comments and unknown tags of games that are not revealed, sealed apart from the armies, whose length
-- they would change. Empty for revealed games, and where the first form sealed both in `body`.
ALTER TABLE deployments ADD COLUMN annotations BYTEA NOT NULL DEFAULT '';
