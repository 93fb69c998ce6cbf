DROP INDEX merges_by_into;
