//! Finds the most popular of millions of set-ups without a counter for each.
//!
//! Each side of a game is counted in a slot chosen by a hash of its set-up. A set-up has at most as
//! many games as its slot, so set-ups in slots with low counts can be ignored.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};

use super::facts::Segment;
use super::filter::Filter;
use super::index::Index;
use super::listed::{Listed, by_use};
use super::set_up::SetUp;
use super::totals::Tally;

/// The most popular set-ups.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Popular {
    /// Folded, the most used first.
    pub set_ups: Vec<Listed>,
}

/// Up to this many sides are grouped directly.
const FEW: u64 = 50_000;
/// The number of slots is 2 to this power.
const SLOT_BITS: u32 = 21;
/// How many slots are examined again at most.
const AGAIN: usize = 4_096;

fn slot(set_up: SetUp) -> usize {
    let bits = set_up.bits();
    let mixed =
        (bits as u64 ^ ((bits >> 64) as u64).rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    (mixed >> (64 - SLOT_BITS)) as usize
}

impl Popular {
    /// Up to `most` of the set-ups that match `filter` and have at least two games (one, if there
    /// are few games in total). With many games it may find fewer; each of them has more games than
    /// any that is missing.
    pub fn find(index: &Index, filter: &Filter, most: usize) -> Popular {
        let sides: u64 = index.each(|segment| count(segment, filter)).iter().sum();
        let groups = if sides <= FEW {
            group(index, filter, |_| true)
        } else {
            let slots: Vec<AtomicU32> = (0..1 << SLOT_BITS).map(|_| AtomicU32::new(0)).collect();
            index.each(|segment| {
                filter.sides(segment, |side| {
                    slots[slot(side.folded)].fetch_add(1, Ordering::Relaxed);
                });
            });
            let slots: Vec<u32> = slots.into_iter().map(AtomicU32::into_inner).collect();
            let least = least(&slots);
            let mut groups = group(index, filter, |set_up| slots[slot(set_up)] >= least);
            groups.retain(|_, tally| tally.games() >= u64::from(least));
            groups
        };
        let mut set_ups: Vec<Listed> =
            groups.into_iter().map(|(set_up, tally)| Listed { set_up, tally }).collect();
        set_ups.sort_unstable_by(by_use);
        set_ups.truncate(most);
        Popular { set_ups }
    }
}

/// The least count, at least 2, that no more than [`AGAIN`] slots reach.
fn least(slots: &[u32]) -> u32 {
    let mut counts: Vec<u32> = slots.iter().copied().filter(|count| *count >= 2).collect();
    if counts.len() <= AGAIN {
        return 2;
    }
    let (_, at, _) = counts.select_nth_unstable_by(AGAIN, |left, right| right.cmp(left));
    *at + 1
}

fn count(segment: &Segment, filter: &Filter) -> u64 {
    if filter.takes_all() {
        return 2 * segment.len() as u64;
    }
    let mut sides = 0;
    filter.sides(segment, |_| sides += 1);
    sides
}

fn group(
    index: &Index,
    filter: &Filter,
    takes: impl Fn(SetUp) -> bool + Sync,
) -> HashMap<SetUp, Tally> {
    let mut groups: HashMap<SetUp, Tally> = HashMap::new();
    let some = index.each(|segment| {
        let mut groups: HashMap<SetUp, Tally> = HashMap::new();
        filter.sides(segment, |side| {
            if takes(side.folded) {
                groups.entry(side.folded).or_default().join(&Tally::of(side.score, side.rating));
            }
        });
        groups
    });
    for (set_up, tally) in some.into_iter().flatten() {
        groups.entry(set_up).or_default().join(&tally);
    }
    groups
}
