DROP TABLE play_passes;
