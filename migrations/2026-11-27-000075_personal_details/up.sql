-- Facts with personal details of entrants, which go with the account of a player.
CREATE INDEX contest_facts_with_personal_details ON contest_facts (contest_id, number)
    WHERE body LIKE '%"personal":%';
