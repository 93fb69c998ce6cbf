//! Tie-breaks based on ratings (C.07, article 10), in games over the board only.

use super::ForUnrated;
use super::cut::Cut;
use super::ledger::Ledger;
use super::value::Value;
use super::working::{Contribution, Total, Working};
use crate::Tournament;
use crate::entrant::{Entry, Score};
use crate::performance::{self, Performance};

/// The tournament, with the replacement for missing ratings.
pub struct Rated<'a> {
    pub tournament: &'a Tournament,
    pub ledger: &'a Ledger,
    pub unrated: ForUnrated,
}

impl Rated<'_> {
    fn rating(&self, entrant: usize) -> i32 {
        let rating = match self.tournament.entrants[entrant].rating {
            0 => self.unrated.unwrap_or(0),
            rating => rating,
        };
        i32::try_from(rating).unwrap_or(i32::MAX)
    }

    /// The entrant's own rating (10.6).
    pub fn own(&self, entrant: usize) -> Working {
        Working::valued(self.rating(entrant), Vec::new(), Total::Own)
    }

    /// Rounds with an opponent; `amount` takes the opponent's rating.
    fn rounds(&self, entrant: usize, amount: impl Fn(i32) -> Value) -> Vec<Contribution> {
        let lines = self.ledger.lines(entrant).iter().enumerate();
        let contributions = lines.filter_map(|(round, line)| {
            let rating = self.rating(line.entry.opponent()?);
            Some(Contribution {
                base: Value::whole(i64::from(rating)),
                verdict: line.played(),
                ..line.contribution(round, amount(rating))
            })
        });
        contributions.collect()
    }

    fn performed(&self, entrant: usize) -> Option<(Vec<(i32, Score)>, Performance)> {
        let games = self.ledger.lines(entrant).iter().filter_map(|line| match line.entry {
            Entry::Played { opponent, score, .. } => Some((self.rating(opponent), score)),
            _ => None,
        });
        let games: Vec<(i32, Score)> = games.collect();
        let performance = performance::of_games(&games)?;
        Some((games, performance))
    }

    /// The average rating of opponents (10.1).
    pub fn average(&self, entrant: usize, cut: Cut) -> Working {
        let contributions = self.rounds(entrant, |rating| Value::whole(i64::from(rating)));
        Working::with_cut(contributions, cut, Total::RoundedAverage)
    }

    /// The tournament performance rating (10.2); zero without games.
    pub fn performance(&self, entrant: usize) -> Working {
        let contributions = self.rounds(entrant, |rating| Value::whole(i64::from(rating)));
        let Some((_, performed)) = self.performed(entrant) else {
            return Working::of(contributions, Total::Sum);
        };
        let Performance { average, percent, tournament, .. } = performed;
        let difference = performance::difference(percent);
        let total = Total::Performance { average, percent, difference };
        Working::valued(tournament, contributions, total)
    }

    /// The perfect tournament performance (10.3); zero without games.
    pub fn perfect(&self, entrant: usize) -> Working {
        let Some((games, performed)) = self.performed(entrant) else {
            return Working::of(self.rounds(entrant, |_| Value::ZERO), Total::Sum);
        };
        let perfect = performed.perfect;
        let contributions = self.rounds(entrant, |rating| {
            Value::hundredths(i64::from(performance::chance(perfect - rating)))
        });
        let expected = performance::expected(perfect, &games);
        let total = Total::Perfect { score: 50 * performed.half_points, expected };
        Working::valued(perfect, contributions, total)
    }
}
