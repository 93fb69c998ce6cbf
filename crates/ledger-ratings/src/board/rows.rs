//! All players of a pool by number, in shards that snapshots share.

use std::sync::Arc;

use super::Row;

/// The rows; each shard is sorted by player.
#[derive(Debug, Clone)]
pub(super) struct Rows {
    shards: Vec<Arc<Vec<Row>>>,
    len: usize,
}

/// The number of rows per shard after a build, and the mean above which shards are rebuilt.
const AIM: usize = 256;
const CROWDED: usize = 2048;

impl Rows {
    pub(super) fn build(rows: Vec<Row>) -> Rows {
        let count = (rows.len() / AIM).next_power_of_two().max(16);
        let mut shards: Vec<Vec<Row>> = vec![Vec::new(); count];
        let len = rows.len();
        for row in rows {
            let shard = shard_of(row.player, count);
            shards[shard].push(row);
        }
        for shard in &mut shards {
            shard.sort_unstable_by_key(|row| row.player);
        }
        Rows { shards: shards.into_iter().map(Arc::new).collect(), len }
    }

    pub(super) const fn len(&self) -> usize {
        self.len
    }

    pub(super) fn get(&self, player: i64) -> Option<&Row> {
        let shard = &self.shards[shard_of(player, self.shards.len())];
        let at = shard.binary_search_by_key(&player, |row| row.player).ok()?;
        shard.get(at)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Row> {
        self.shards.iter().flat_map(|shard| shard.iter())
    }

    /// Inserts or replaces the row of a player, and returns the old one.
    pub(super) fn put(&mut self, row: Row) -> Option<Row> {
        if self.len > self.shards.len() * CROWDED {
            *self = Rows::build(self.iter().cloned().collect());
        }
        let count = self.shards.len();
        let shard = Arc::make_mut(&mut self.shards[shard_of(row.player, count)]);
        match shard.binary_search_by_key(&row.player, |row| row.player) {
            Ok(at) => Some(std::mem::replace(&mut shard[at], row)),
            Err(at) => {
                shard.insert(at, row);
                self.len += 1;
                None
            }
        }
    }
}

/// Distributes both sequential and random numbers evenly (Fibonacci hashing).
fn shard_of(player: i64, count: usize) -> usize {
    let spread = player.cast_unsigned().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    usize::try_from(spread).unwrap_or_default() & (count - 1)
}
