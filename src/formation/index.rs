//! All revealed games, as one snapshot that shares its segments with the next.

use std::sync::{Arc, OnceLock};

use crate::parallel;

use super::facts::{GAMES, Segment};
use super::filter::Filter;
use super::listed::{Example, Newest};
use super::set_up::SetUp;
use super::sketch::Popular;
use super::totals::{Tally, Totals};

/// What is shown of all games together, computed once.
#[derive(Clone, Default)]
pub struct First {
    /// Upright and folded.
    pub totals: [Totals; 2],
    pub popular: Popular,
    pub examples: Vec<Example>,
}

/// Set-ups and results of revealed games.
#[derive(Default)]
pub struct Index {
    /// The segment in place `k` has the games above `k` * [`GAMES`].
    segments: Vec<Arc<Segment>>,
    first: OnceLock<First>,
}

/// So many popular set-ups and examples are kept for the first view.
const KEPT: usize = 50;

impl Index {
    /// The index of these segments, in order.
    #[must_use]
    pub fn new(segments: Vec<Arc<Segment>>) -> Index {
        Index { segments, first: OnceLock::new() }
    }

    /// Its segments, to go on from.
    #[must_use]
    pub fn segments(&self) -> &[Arc<Segment>] {
        &self.segments
    }

    /// How many games it has.
    #[must_use]
    pub fn games(&self) -> usize {
        self.segments.iter().map(|segment| segment.len()).sum()
    }

    /// Bytes that it takes, without what is computed once.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.segments.iter().map(|segment| segment.bytes() + size_of::<Segment>() + 32).sum()
    }

    /// The place of the segment of a game, and of the game in it.
    #[must_use]
    pub fn find(&self, number: i32) -> Option<(&Segment, usize)> {
        let place = usize::try_from(number.checked_sub(1)?.div_euclid(GAMES)).ok()?;
        let segment = self.segments.get(place)?;
        Some((segment, segment.find(number)?))
    }

    /// What is shown of all games together; worked out by the first who asks.
    #[must_use]
    pub fn first(&self) -> &First {
        self.first.get_or_init(|| {
            let filter = |folded| Filter { folded, ..Filter::default() };
            First {
                totals: [self.count(&filter(false)), self.count(&filter(true))],
                popular: Popular::find(self, &filter(true), KEPT),
                examples: self.newest(&filter(true), KEPT),
            }
        })
    }

    /// What stands where in the set-ups that meet the filter.
    #[must_use]
    pub fn totals(&self, filter: &Filter) -> Totals {
        if filter.takes_all() {
            return self.first().totals[usize::from(filter.folded)].clone();
        }
        self.count(filter)
    }

    fn count(&self, filter: &Filter) -> Totals {
        let mut totals = Totals::default();
        self.each(|segment| Totals::of(segment, filter)).iter().for_each(|own| totals.join(own));
        totals
    }

    /// The set-ups that are used most, up to `most`.
    #[must_use]
    pub fn popular(&self, filter: &Filter, most: usize) -> Popular {
        if filter.takes_all() && most <= KEPT {
            let mut popular = self.first().popular.clone();
            popular.set_ups.truncate(most);
            return popular;
        }
        Popular::find(self, filter, most)
    }

    /// The newest games that meet the filter, up to `most`.
    #[must_use]
    pub fn examples(&self, filter: &Filter, most: usize) -> Vec<Example> {
        if filter.takes_all() && most <= KEPT {
            return self.first().examples.iter().take(most).copied().collect();
        }
        self.newest(filter, most)
    }

    fn newest(&self, filter: &Filter, most: usize) -> Vec<Example> {
        let mut newest = Newest::new(most);
        let some = self.each(|segment| {
            let mut own = Newest::new(most);
            filter.sides(segment, |side| own.take(segment, &side));
            own
        });
        some.into_iter().for_each(|own| newest.join(own));
        newest.finish()
    }

    /// How each of these set-ups did as it stands, and mirrored, in the games that meet the filter.
    #[must_use]
    pub fn uses(&self, set_ups: &[SetUp], filter: &Filter) -> Vec<[Tally; 2]> {
        let asked: Vec<(SetUp, bool)> = set_ups.iter().map(|own| own.folded()).collect();
        let some = self.each(|segment| {
            let mut uses = vec![[Tally::default(); 2]; asked.len()];
            filter.sides(segment, |side| {
                for ((folded, turned), uses) in asked.iter().zip(&mut uses) {
                    if *folded == side.folded {
                        let one = Tally::of(side.score, side.rating);
                        uses[usize::from(side.mirrored != *turned)].join(&one);
                    }
                }
            });
            uses
        });
        let mut all = vec![[Tally::default(); 2]; asked.len()];
        for uses in &some {
            for (all, one) in all.iter_mut().flatten().zip(uses.iter().flatten()) {
                all.join(one);
            }
        }
        all
    }

    /// What `work` makes of each segment, on all cores, in their order.
    pub(super) fn each<T: Send>(&self, work: impl Fn(&Segment) -> T + Sync) -> Vec<T> {
        if let [] | [_] = self.segments.as_slice() {
            return self.segments.iter().map(|segment| work(segment)).collect();
        }
        let mut made = Vec::with_capacity(self.segments.len());
        let sink = |one| {
            made.push(one);
            true
        };
        let segments = self.segments.iter();
        parallel::map_in_order(
            segments,
            parallel::available_workers(),
            |own: &Arc<Segment>| work(own),
            sink,
        );
        made
    }
}
