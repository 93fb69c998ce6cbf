UPDATE games SET rated_in = (SELECT rated_in_before FROM record_annulments WHERE game_id = games.id)
WHERE id IN (SELECT game_id FROM record_annulments);
DROP TABLE record_annulments;
