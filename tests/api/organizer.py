"""Prints a token of the demo league's organizer. Nobody can sign in to the demo, so it is put beside the running service.

    organizer.py DATABASE
"""

import base64
import hashlib
import secrets
import sqlite3
import sys
import time

# Bits of crates/domain/src/account/scopes.rs.
PLAY, OFFICIATE, REVIEWS = 32, 64, 128

secret = secrets.token_bytes(32)
now = time.time_ns() // 1000
database = sqlite3.connect(sys.argv[1], timeout=30)
with database:
    ((account, league),) = database.execute("SELECT account_id, organisation_id FROM roles WHERE role = 1").fetchall()
    # A member, so that they can take part themselves.
    database.execute("UPDATE accounts SET player_id = (SELECT max(player_id) FROM members) WHERE id = ?", (account,))
    database.execute("INSERT INTO roles VALUES (1000, ?, ?, 2, NULL, 0, NULL, ?)", (account, league, now))
    database.execute(
        "INSERT INTO tokens VALUES (1000, ?, ?, 'a program', ?, ?, ?, 0, 0)",
        (hashlib.sha256(secret).digest(), account, PLAY | OFFICIATE | REVIEWS, now, now + 3600 * 10**6),
    )
print("adj_" + base64.b32encode(secret).decode().lower().rstrip("="))
