-- What was rated by these results is rated anew without them. Numbers of games that they had are counted no more,
-- and given to no other.
UPDATE counters SET value = -1 WHERE name = 'rated_through';
DELETE FROM counters WHERE name IN ('unrecorded_games', 'unrecorded_numbers', 'results_taken');
DROP TABLE unrecorded_games;
