DELETE FROM counters WHERE name = 'formations_file';
