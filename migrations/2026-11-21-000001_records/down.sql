DROP TABLE deployments;
DROP TABLE timelines;
DROP TABLE games;
DROP TABLE rule_sets;
DROP TABLE sites;
DROP TABLE events;
DROP TABLE players;
DROP TABLE counters;
