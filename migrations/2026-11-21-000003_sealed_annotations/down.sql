ALTER TABLE deployments DROP COLUMN annotations;
