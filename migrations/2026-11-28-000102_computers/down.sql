DROP TABLE computers;
