DROP TABLE game_tallies;
