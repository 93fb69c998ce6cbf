DROP TABLE contest_plays;
DROP TABLE contest_games;
