DELETE FROM counters WHERE name = 'ratings_redone';
