DROP TABLE computer_games;
