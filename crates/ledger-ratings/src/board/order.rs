//! Ranked players, best first, in chunks that snapshots share: a change copies only the affected
//! chunks and the list of chunks.

use std::cmp::Ordering;
use std::sync::Arc;

use super::super::Day;
use super::Row;

/// The sort key: rating, highest first; deviation, lowest first; name; number. Equal rating and
/// deviation share a place; the rest makes the order total.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    pub rating: i32,
    pub deviation: i32,
    pub handle_key: Arc<str>,
    pub player: i64,
    pub(super) last_day: Day,
}

impl Slot {
    pub(super) fn of(row: &Row) -> Slot {
        Slot {
            rating: row.glicko.rating,
            deviation: row.glicko.deviation,
            handle_key: row.handle_key.clone(),
            player: row.player,
            last_day: row.last_day,
        }
    }

    /// `Less` is better.
    fn strength(&self, rating: i32, deviation: i32) -> Ordering {
        rating.cmp(&self.rating).then(self.deviation.cmp(&deviation))
    }

    /// `Less` comes first.
    pub(super) fn order(&self, other: &Slot) -> Ordering {
        self.strength(other.rating, other.deviation)
            .then_with(|| self.handle_key.cmp(&other.handle_key))
            .then(self.player.cmp(&other.player))
    }
}

#[derive(Debug, Clone, Default)]
pub(super) struct Order {
    chunks: Vec<Arc<Vec<Slot>>>,
    /// The index of each chunk's first player.
    starts: Vec<usize>,
    len: usize,
}

/// The maximum size of a chunk; larger ones are split in half.
const CHUNK: usize = 1024;

impl Order {
    /// From players in any order.
    pub(super) fn build(mut slots: Vec<Slot>) -> Order {
        slots.sort_unstable_by(Slot::order);
        let mut chunks = Vec::with_capacity(slots.len() / (CHUNK / 2) + 1);
        let mut rest = slots.into_iter();
        loop {
            let chunk: Vec<Slot> = rest.by_ref().take(CHUNK / 2).collect();
            if chunk.is_empty() {
                break;
            }
            chunks.push(Arc::new(chunk));
        }
        Order::of(chunks)
    }

    fn of(chunks: Vec<Arc<Vec<Slot>>>) -> Order {
        let mut order = Order { starts: Vec::with_capacity(chunks.len()), chunks, len: 0 };
        order.count();
        order
    }

    fn count(&mut self) {
        self.starts.clear();
        self.len = 0;
        for chunk in &self.chunks {
            self.starts.push(self.len);
            self.len += chunk.len();
        }
    }

    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// The index of the first player for whom `comes_before` is false.
    fn partition(&self, comes_before: impl Fn(&Slot) -> bool) -> usize {
        let chunk = self.chunks.partition_point(|chunk| chunk.last().is_some_and(&comes_before));
        match self.chunks.get(chunk) {
            Some(slots) => self.starts[chunk] + slots.partition_point(&comes_before),
            None => self.len,
        }
    }

    /// The number of players who are strictly better.
    pub(super) fn better_than(&self, rating: i32, deviation: i32) -> usize {
        self.partition(|slot| slot.strength(rating, deviation) == Ordering::Less)
    }

    /// The number of players who are better or equal.
    pub(super) fn not_worse_than(&self, rating: i32, deviation: i32) -> usize {
        self.partition(|slot| slot.strength(rating, deviation) != Ordering::Greater)
    }

    /// The index of the first player after (or, with `inclusive`, at or after) `slot`.
    pub(super) fn index_of(&self, slot: &Slot, inclusive: bool) -> usize {
        self.partition(|other| match other.order(slot) {
            Ordering::Less => true,
            Ordering::Equal => !inclusive,
            Ordering::Greater => false,
        })
    }

    /// The players from index `from` on.
    pub(super) fn from(&self, from: usize) -> impl Iterator<Item = &Slot> {
        let chunk = self.starts.partition_point(|start| *start <= from).saturating_sub(1);
        let skip = from - self.starts.get(chunk).copied().unwrap_or(from);
        self.chunks[chunk.min(self.chunks.len())..].iter().flat_map(|slots| slots.iter()).skip(skip)
    }

    /// Removes the players in `gone` and inserts those in `come`.
    pub(super) fn replace(&mut self, gone: &[Slot], come: Vec<Slot>) {
        for slot in gone {
            self.remove(slot);
        }
        for slot in come {
            self.insert(slot);
        }
        self.chunks.retain(|chunk| !chunk.is_empty());
        self.count();
    }

    /// Removes and returns everybody who last played before `day`.
    pub(super) fn expire(&mut self, day: Day) -> Vec<Slot> {
        let mut gone = Vec::new();
        for chunk in &mut self.chunks {
            if chunk.iter().any(|slot| slot.last_day < day) {
                gone.extend(Arc::make_mut(chunk).extract_if(.., |slot| slot.last_day < day));
            }
        }
        self.chunks.retain(|chunk| !chunk.is_empty());
        self.count();
        gone
    }

    fn chunk_for(&self, slot: &Slot) -> usize {
        self.chunks.partition_point(|chunk| {
            chunk.last().is_some_and(|last| last.order(slot) == Ordering::Less)
        })
    }

    fn remove(&mut self, slot: &Slot) {
        // An empty chunk would break the search.
        let chunk = self.chunk_for(slot);
        let Some(slots) = self.chunks.get_mut(chunk) else { return };
        if let Ok(at) = slots.binary_search_by(|other| other.order(slot)) {
            Arc::make_mut(slots).remove(at);
            if slots.is_empty() {
                self.chunks.remove(chunk);
            }
        }
    }

    fn insert(&mut self, slot: Slot) {
        if self.chunks.is_empty() {
            self.chunks.push(Arc::new(Vec::new()));
        }
        let chunk = self.chunk_for(&slot).min(self.chunks.len() - 1);
        let slots = Arc::make_mut(&mut self.chunks[chunk]);
        let at = slots.partition_point(|other| other.order(&slot) == Ordering::Less);
        slots.insert(at, slot);
        if slots.len() > CHUNK {
            let upper = slots.split_off(CHUNK / 2);
            self.chunks.insert(chunk + 1, Arc::new(upper));
        }
    }
}
