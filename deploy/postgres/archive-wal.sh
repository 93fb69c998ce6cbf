#!/bin/sh
# PostgreSQL's archive_command: archive-wal.sh PATH NAME DIRECTORY
#
# A segment has its name once it is complete and on the disk; one that is there already is not overwritten, unless it
# is the same.
set -eu

path=$1
name=$2
directory=$3
if [ -e "$directory/$name" ]; then
    cmp -s "$path" "$directory/$name"
    exit
fi
cp "$path" "$directory/.$name.part"
sync "$directory/.$name.part"
mv "$directory/.$name.part" "$directory/$name"
sync "$directory"
