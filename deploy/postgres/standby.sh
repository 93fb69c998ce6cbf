#!/bin/sh
# Starts a standby; the first time it copies the primary.
#
# The copy is made beside the data directory's place, so that one which was interrupted is made again.
set -eu
umask 077

chmod 700 "$PGDATA"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    copy=$PGDATA/copy
    until rm -rf "$copy" && pg_basebackup --dbname="host=$PRIMARY_HOST user=replicator application_name=standby" \
        --pgdata="$copy" --wal-method=stream --slot=standby --write-recovery-conf --checkpoint=fast --no-password; do
        echo "standby: $PRIMARY_HOST could not be copied; trying again in 2 s" >&2
        sleep 2
    done
    version=$copy/PG_VERSION
    # The version last: without it the next start copies again.
    find "$copy" -mindepth 1 -maxdepth 1 ! -path "$version" -exec mv -t "$PGDATA" {} +
    mv "$version" "$PGDATA"
    rmdir "$copy"
fi
exec postgres "$@"
