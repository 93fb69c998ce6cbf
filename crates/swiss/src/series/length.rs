//! The number of games in a series.

use super::{GameResult, Next, Series, Side};

/// The number of games in a series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Length {
    /// If one side wins them all.
    pub least: u32,
    /// The longest series in which no game is drawn until somebody has to win one; use this for planning.
    pub planned: u32,
    /// `None` if draws can prolong it without limit.
    pub most: Option<u32>,
}

/// No series is planned longer than this.
const LONGEST: usize = 99;

impl Series {
    /// The number of games it takes.
    pub fn length(&self) -> Length {
        let until_decided = |winner: &dyn Fn(usize) -> Side| {
            let mut results = Vec::new();
            while results.len() < LONGEST && matches!(self.next(&results), Next::Play { .. }) {
                results.push(GameResult::Won(winner(results.len())));
            }
            u32::try_from(results.len()).expect("no more than the longest")
        };
        let turn = |game: usize| if game.is_multiple_of(2) { Side::First } else { Side::Second };
        let one_sided = [Side::First, Side::Second].map(|side| until_decided(&|_| side));
        let in_turns = until_decided(&turn);
        let [first, second] = one_sided;
        let planned = first.max(second).max(in_turns);
        let mut most = self.format.most();
        for extra in &self.extras {
            most = most.zip(extra.most()).map(|(one, other)| one + other);
        }
        Length { least: first.min(second), planned, most }
    }
}
