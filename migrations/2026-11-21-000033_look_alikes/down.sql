-- Keys with their spaces and marks are made anew from the handles where they are empty; accounts and organisations
-- keep theirs, which an older program only compares.
UPDATE players SET look_key = '';
