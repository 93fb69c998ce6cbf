-- Keys are ordered by their bytes, as in SQLite, and not by a language.
ALTER TABLE players ALTER COLUMN search_key TYPE TEXT COLLATE "C";
ALTER TABLE events ALTER COLUMN search_key TYPE TEXT COLLATE "C";
ALTER TABLE organisations ALTER COLUMN search_key TYPE TEXT COLLATE "C";

-- Three-character indexes of the names that may be found. The extension belongs to PostgreSQL's contrib
-- modules, and whoever may create objects in the database may add it. Without it the search is right but
-- reads whole tables: docs/operating.md says what to run once it is there.
DO $$
BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
    RAISE WARNING 'the extension pg_trgm is not available (%): the search will read whole tables', SQLERRM;
END
$$;
DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
        CREATE INDEX player_search ON players USING gin (search_key gin_trgm_ops)
            WHERE state = 0 AND private = 0;
        CREATE INDEX event_search ON events USING gin (search_key gin_trgm_ops);
        CREATE INDEX organisation_search ON organisations USING gin (search_key gin_trgm_ops);
    END IF;
END
$$;
