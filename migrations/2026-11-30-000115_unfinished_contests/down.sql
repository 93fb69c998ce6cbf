DROP INDEX unfinished_contests;
