//! Listed set-ups and example games.

use salpakan::rules::Color;

use super::facts::{Segment, Side};
use super::set_up::SetUp;
use super::totals::Tally;

/// One side of a game, as an example.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Example {
    /// Days since 1970-01-01; `i32::MIN` if unknown.
    pub day: i32,
    /// The game's number in the store.
    pub number: i32,
    pub color: Color,
    /// 0 for a loss, 1 for a draw, 2 for a win.
    pub score: u8,
}

/// A set-up and its results, counted together with its mirror image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Listed {
    pub set_up: SetUp,
    pub tally: Tally,
}

/// Collects the newest examples, up to a maximum.
pub(super) struct Newest {
    most: usize,
    found: Vec<Example>,
}

impl Newest {
    pub fn new(most: usize) -> Newest {
        Newest { most, found: Vec::new() }
    }

    pub fn take(&mut self, segment: &Segment, side: &Side) {
        self.push(Example {
            day: segment.days[side.at],
            number: segment.numbers[side.at],
            color: Color::ALL[side.color],
            score: side.score as u8,
        });
    }

    fn push(&mut self, example: Example) {
        self.found.push(example);
        if self.found.len() >= (self.most * 4).max(256) {
            self.shorten();
        }
    }

    fn shorten(&mut self) {
        self.found.sort_unstable_by(|left, right| right.cmp(left));
        self.found.truncate(self.most);
    }

    pub fn join(&mut self, other: Newest) {
        other.found.into_iter().for_each(|example| self.push(example));
    }

    /// The newest first.
    pub fn finish(mut self) -> Vec<Example> {
        self.shorten();
        self.found
    }
}

/// The order of listed set-ups: the most used first.
pub(super) fn by_use(left: &Listed, right: &Listed) -> std::cmp::Ordering {
    let games = |listed: &Listed| std::cmp::Reverse(listed.tally.games());
    games(left).cmp(&games(right)).then(left.set_up.cmp(&right.set_up))
}
