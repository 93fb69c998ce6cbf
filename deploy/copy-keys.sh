#!/bin/sh
# Copies the keys of one server's data directory to that of another: copy-keys.sh FROM TO
#
# A key that is there already stays, unless it is another: then nothing is copied, because what was sealed with it
# could not be read any more.
set -eu
umask 077

from=$1
to=$2
for key in seal.key delivery.key; do
    if [ ! -s "$from/$key" ]; then
        echo "copy-keys: $from/$key is not there; start the first server, which makes it" >&2
        exit 1
    fi
    if [ -e "$to/$key" ] && ! cmp -s "$from/$key" "$to/$key"; then
        echo "copy-keys: $to/$key is another key; see which one is right, and remove the other" >&2
        exit 1
    fi
done
for key in seal.key delivery.key; do
    if [ ! -e "$to/$key" ]; then
        cp "$from/$key" "$to/.$key.part"
        chmod 600 "$to/.$key.part"
        mv "$to/.$key.part" "$to/$key"
    fi
done
