-- Names that differ by spaces and marks alone look alike: their keys lose them. Of two accounts or
-- organisations that would have one key the first gets it, unless somebody has it already; the others keep theirs.
UPDATE players SET look_key = replace(replace(replace(replace(replace(look_key, ' ', ''), '.', ''), '_', ''), '-', ''), '''', '')
    WHERE look_key <> replace(replace(replace(replace(replace(look_key, ' ', ''), '.', ''), '_', ''), '-', ''), '''', '') AND replace(replace(replace(replace(replace(look_key, ' ', ''), '.', ''), '_', ''), '-', ''), '''', '') <> '';
UPDATE accounts SET look_key = replace(replace(replace(replace(replace(look_key, ' ', ''), '.', ''), '_', ''), '-', ''), '''', '')
    WHERE look_key <> replace(replace(replace(replace(replace(look_key, ' ', ''), '.', ''), '_', ''), '-', ''), '''', '') AND replace(replace(replace(replace(replace(look_key, ' ', ''), '.', ''), '_', ''), '-', ''), '''', '') <> ''
      AND id IN (SELECT min(id) FROM accounts GROUP BY replace(replace(replace(replace(replace(look_key, ' ', ''), '.', ''), '_', ''), '-', ''), '''', ''))
      AND replace(replace(replace(replace(replace(look_key, ' ', ''), '.', ''), '_', ''), '-', ''), '''', '') NOT IN (SELECT look_key FROM accounts);
UPDATE organisations SET look_key = replace(replace(replace(replace(replace(look_key, ' ', ''), '.', ''), '_', ''), '-', ''), '''', '')
    WHERE look_key <> replace(replace(replace(replace(replace(look_key, ' ', ''), '.', ''), '_', ''), '-', ''), '''', '') AND replace(replace(replace(replace(replace(look_key, ' ', ''), '.', ''), '_', ''), '-', ''), '''', '') <> ''
      AND id IN (SELECT min(id) FROM organisations GROUP BY replace(replace(replace(replace(replace(look_key, ' ', ''), '.', ''), '_', ''), '-', ''), '''', ''))
      AND replace(replace(replace(replace(replace(look_key, ' ', ''), '.', ''), '_', ''), '-', ''), '''', '') NOT IN (SELECT look_key FROM organisations);
