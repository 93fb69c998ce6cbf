#!/usr/bin/env python3
"""Tosses computed apart from the Rust code, from the words of crates/domain/src/play/toss.rs alone.

Usage: python3 tests/play/data/toss.py > tests/play/data/tosses.txt
"""
import hashlib

print("# Printed by tests/play/data/toss.py.")
print("# play seed white-nonce black-nonce commitment first")


def part(*names):
    """Thirty-two bytes that differ from toss to toss."""
    return hashlib.md5(repr(names).encode()).digest() + hashlib.md5(repr(names[::-1]).encode()).digest()


def toss(play, seed, white, black):
    commitment = hashlib.sha256(b"adjutant-toss-v1" + play + seed).hexdigest()
    number = int.from_bytes(hashlib.sha256(b"adjutant-first-v1" + play + seed + white + black).digest(), "big")
    first = ("White", "Black")[number % 2]
    print(play.hex(), seed.hex(), white.hex(), black.hex(), commitment, first)


toss(bytes(10), bytes(32), bytes(32), bytes(32))
toss(bytes([255] * 10), bytes([255] * 32), bytes([255] * 32), bytes([255] * 32))
toss(bytes(range(10)), bytes(range(32)), bytes(range(32, 64)), bytes(range(64, 96)))
toss(bytes(range(10)), bytes(range(32)), bytes(range(64, 96)), bytes(range(32, 64)))
for number in range(20):
    toss(part(number, "play")[:10], part(number, "seed"), part(number, "white"), part(number, "black"))
