//! Tie-breaks based on ratings (C.07, article 10), in games over the board only.

use super::ForUnrated;
use super::cut::Cut;
use super::ledger::{Ledger, Line};
use super::value::Value;
use super::working::{Contribution, Total, Verdict, Working};
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
    pub fn of(&self, entrant: usize) -> Value {
        Value::whole(i64::from(self.rating(entrant)))
    }

    /// Rounds with an opponent; `amount` takes the opponent's rating.
    fn rounds(&self, entrant: usize, amount: impl Fn(i32, &Line) -> Value) -> Vec<Contribution> {
        let lines = self.ledger.lines(entrant).iter().enumerate();
        let contributions = lines.filter_map(|(round, line)| {
            let opponent = line.entry.opponent()?;
            let is_played = line.entry.is_played();
            let rating = self.rating(opponent);
            Some(Contribution {
                opponent: Some(opponent),
                base: Value::whole(i64::from(rating)),
                verdict: if is_played { Verdict::Counts } else { Verdict::NotPlayed },
                ..Contribution::plain(round, line.points, amount(rating, line))
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
        let mut contributions = self.rounds(entrant, |rating, _| Value::whole(i64::from(rating)));
        cut.apply(&mut contributions);
        Working::of(contributions, Total::RoundedAverage)
    }

    /// The tournament performance rating (10.2); zero without games.
    pub fn performance(&self, entrant: usize) -> Working {
        let contributions = self.rounds(entrant, |rating, _| Value::whole(i64::from(rating)));
        let Some((_, performed)) = self.performed(entrant) else {
            return Working::of(contributions, Total::Sum);
        };
        let Performance { average, percent, tournament, .. } = performed;
        let difference = performance::difference(percent);
        let total = Total::Performance { average, percent, difference };
        let value = Some(Value::whole(i64::from(tournament)));
        Working { value, contributions, total, among: Vec::new() }
    }

    /// The perfect tournament performance (10.3); zero without games.
    pub fn perfect(&self, entrant: usize) -> Working {
        let Some((games, performed)) = self.performed(entrant) else {
            return Working::of(self.rounds(entrant, |_, _| Value::ZERO), Total::Sum);
        };
        let perfect = performed.perfect;
        let contributions = self.rounds(entrant, |rating, _| {
            Value::hundredths(i64::from(performance::chance(perfect - rating)))
        });
        let expected = performance::expected(perfect, &games);
        let total = Total::Perfect { score: 50 * performed.half_points, expected };
        let value = Some(Value::whole(i64::from(perfect)));
        Working { value, contributions, total, among: Vec::new() }
    }
}
