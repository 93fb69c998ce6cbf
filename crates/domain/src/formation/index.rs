//! All revealed games, as a snapshot that shares its segments with the next one.

use std::sync::{Arc, OnceLock};

use crate::parallel;

use super::facts::{GAMES, Segment};
use super::filter::Filter;
use super::listed::{Example, Newest};
use super::set_up::SetUp;
use super::sketch::Popular;
use super::strategy::Strategy;
use super::totals::{Tally, Totals};

/// The results of the set-ups that follow each strategy, in the order of [`Strategy::ALL`].
pub type StrategyTallies = [Tally; Strategy::ALL.len()];

/// The figures of all games together, computed once.
#[derive(Clone, Default)]
pub struct First {
    /// Upright and folded.
    pub totals: [Totals; 2],
    pub strategies: StrategyTallies,
    pub popular: Popular,
    pub examples: Vec<Example>,
}

/// Set-ups and results of revealed games.
#[derive(Default)]
pub struct Index {
    /// The segment at index `k` has the games after number `k` * [`GAMES`].
    segments: Vec<Arc<Segment>>,
    first: OnceLock<First>,
}

/// The number of popular set-ups and examples in [`First`].
const KEPT: usize = 50;

impl Index {
    /// An index of these segments, in order.
    pub fn new(segments: Vec<Arc<Segment>>) -> Index {
        Index { segments, first: OnceLock::new() }
    }

    /// The segments, as the basis of the next snapshot.
    pub fn segments(&self) -> &[Arc<Segment>] {
        &self.segments
    }

    pub fn games(&self) -> usize {
        self.segments.iter().map(|segment| segment.len()).sum()
    }

    /// The size in bytes, without [`First`].
    pub fn bytes(&self) -> usize {
        self.segments.iter().map(|segment| segment.bytes() + size_of::<Segment>() + 32).sum()
    }

    /// The segment of a game, and its index in there.
    pub fn find(&self, number: i32) -> Option<(&Segment, usize)> {
        let place = usize::try_from(number.checked_sub(1)?.div_euclid(GAMES)).ok()?;
        let segment = self.segments.get(place)?;
        Some((segment, segment.find(number)?))
    }

    /// The figures of all games together; computed by the first call.
    pub fn first(&self) -> &First {
        self.first.get_or_init(|| {
            let filter = |folded| Filter { folded, ..Filter::default() };
            First {
                totals: [self.count(&filter(false)), self.count(&filter(true))],
                strategies: self.count_strategies(&filter(true)),
                popular: Popular::find(self, &filter(true), KEPT),
                examples: self.newest(&filter(true), KEPT),
            }
        })
    }

    /// Counts the content of each cell in the set-ups that match the filter.
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

    /// The results of the set-ups that match the filter, by the strategies they follow.
    pub fn strategies(&self, filter: &Filter) -> StrategyTallies {
        if filter.takes_all() { self.first().strategies } else { self.count_strategies(filter) }
    }

    fn count_strategies(&self, filter: &Filter) -> StrategyTallies {
        let mut tallies = StrategyTallies::default();
        let some = self.each(|segment| {
            let mut tallies = StrategyTallies::default();
            filter.sides(segment, |side| {
                let one = Tally::of(side.score, side.rating);
                Strategy::of(side.folded).for_each(|own| tallies[own as usize].join(&one));
            });
            tallies
        });
        for own in &some {
            tallies.iter_mut().zip(own).for_each(|(all, one)| all.join(one));
        }
        tallies
    }

    /// The most popular set-ups, up to `most`.
    pub fn popular(&self, filter: &Filter, most: usize) -> Popular {
        if filter.takes_all() && most <= KEPT {
            let mut popular = self.first().popular.clone();
            popular.set_ups.truncate(most);
            return popular;
        }
        Popular::find(self, filter, most)
    }

    /// The newest games that match the filter, up to `most`.
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

    /// The results of each of these set-ups, as it is and mirrored, in the games that match the
    /// filter.
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

    /// Applies `work` to each segment on all cores; results are in order.
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
