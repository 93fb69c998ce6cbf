DROP TABLE contest_dues;
