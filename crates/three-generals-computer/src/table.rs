//! What the search has found of positions, in a table of bounded size.

use three_generals::Ply;

/// How a score bounds the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    Exact,
    /// It is at least this.
    Least,
    /// It is at most this.
    Most,
}

/// What is known of a position.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    key: u64,
    pub best: Option<Ply>,
    pub score: i32,
    pub depth: i32,
    pub bound: Bound,
}

/// A table that keeps the newest of the positions that fall on one place.
pub struct Table {
    entries: Vec<Option<Entry>>,
}

/// Places at least and at most: some 40 MB.
const PLACES: (usize, usize) = (1 << 10, 1 << 20);

impl Table {
    /// A table for a search of so many nodes.
    pub fn for_nodes(nodes: u32) -> Table {
        let places = (nodes as usize).next_power_of_two().clamp(PLACES.0, PLACES.1);
        Table { entries: vec![None; places] }
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }

    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        self.entries[self.place(key)].filter(|entry| entry.key == key)
    }

    /// Notes what was found; a best ply that was known stays where none was found.
    pub fn put(&mut self, key: u64, depth: i32, score: i32, bound: Bound, best: Option<Ply>) {
        let place = self.place(key);
        let known = self.entries[place].filter(|entry| entry.key == key);
        let best = best.or_else(|| known.and_then(|entry| entry.best));
        self.entries[place] = Some(Entry { key, best, score, depth, bound });
    }
}
