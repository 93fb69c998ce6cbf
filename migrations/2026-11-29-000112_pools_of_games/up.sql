-- Games of Three Generals that came into organisations before each game had pools of its own have the number of a pool of Salpakan,
-- where they are not rated. Their own pools have the same numbers below zero. Where there are such games, all is rated anew.
UPDATE counters SET value = value + 1 WHERE name IN ('ratings_version', 'ratings_redone') AND EXISTS (
    SELECT 1 FROM games WHERE rated_in >= 100 AND rule_set_id IN (SELECT id FROM rule_sets WHERE name = 'three-generals')
);
UPDATE counters SET value = -1 WHERE name = 'rated_through' AND EXISTS (
    SELECT 1 FROM games WHERE rated_in >= 100 AND rule_set_id IN (SELECT id FROM rule_sets WHERE name = 'three-generals')
);
UPDATE games SET rated_in = -rated_in
WHERE rated_in >= 100 AND rule_set_id IN (SELECT id FROM rule_sets WHERE name = 'three-generals');
