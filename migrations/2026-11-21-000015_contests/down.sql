DROP TABLE contest_facts;
DROP TABLE contests;
