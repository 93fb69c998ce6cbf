DROP TABLE played_games;
