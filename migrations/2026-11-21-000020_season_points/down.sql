DROP TABLE season_points;
