DROP INDEX members_by_club;
DROP INDEX members_by_province;
