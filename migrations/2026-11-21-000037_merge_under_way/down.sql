DELETE FROM counters WHERE name = 'merge_under_way';
