-- Who leaves is withdrawn from the events that are not over.
CREATE INDEX unfinished_contests ON contests (id) WHERE phase < 2;
