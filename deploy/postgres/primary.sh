#!/bin/bash
# Prepares a new primary: the program's database and user, and what the standby connects with. Run once, by the image.
set -euo pipefail

psql --set=ON_ERROR_STOP=1 --username "$POSTGRES_USER" \
    --set=adjutant="$DATABASE_PASSWORD" --set=replication="$REPLICATION_PASSWORD" <<'SQL'
CREATE ROLE adjutant LOGIN PASSWORD :'adjutant';
-- Lets the program tell how far standbys are behind.
GRANT pg_monitor TO adjutant;
CREATE DATABASE adjutant OWNER adjutant;
CREATE ROLE replicator LOGIN REPLICATION PASSWORD :'replication';
SELECT pg_create_physical_replication_slot('standby');
\connect adjutant
CREATE EXTENSION pg_trgm;
SQL

echo 'host replication replicator all scram-sha-256' >> "$PGDATA/pg_hba.conf"
