//! Tie-breaks based on ratings (C.07, article 10), in games over the board only.

use super::ForUnrated;
use super::cut::Cut;
use super::ledger::Ledger;
use super::value::Value;
use super::working::{Came, Contribution, Desk, Total};
use crate::Tournament;
use crate::entrant::Entry;
use crate::performance::{self, Scored};

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
    pub fn own(&self, entrant: usize) -> Came {
        Came::valued(self.rating(entrant), Total::Own)
    }

    /// Rounds with an opponent; `amount` takes the opponent's rating.
    fn rounds(
        &self,
        entrant: usize,
        amount: impl Fn(i32) -> Value,
    ) -> impl Iterator<Item = Contribution> {
        let lines = self.ledger.lines(entrant).iter().enumerate();
        lines.filter_map(move |(round, line)| {
            let rating = self.rating(line.entry.opponent()?);
            Some(Contribution {
                base: Value::whole(i64::from(rating)),
                verdict: line.played(),
                ..line.contribution(round, amount(rating))
            })
        })
    }

    /// Puts the games over the board on the desk.
    fn games(&self, desk: &mut Desk, entrant: usize) {
        let games = self.ledger.lines(entrant).iter().filter_map(|line| match line.entry {
            Entry::Played { opponent, score, .. } => Some((self.rating(opponent), score)),
            _ => None,
        });
        desk.games.clear();
        desk.games.extend(games);
    }

    /// The average rating of opponents (10.1).
    pub fn average(&self, desk: &mut Desk, entrant: usize, cut: Cut) -> Came {
        let contributions = self.rounds(entrant, |rating| Value::whole(i64::from(rating)));
        desk.sum_with_cut(contributions, cut, Total::RoundedAverage)
    }

    /// The tournament performance rating (10.2); zero without games.
    pub fn performance(&self, desk: &mut Desk, entrant: usize) -> Came {
        let contributions = self.rounds(entrant, |rating| Value::whole(i64::from(rating)));
        self.games(desk, entrant);
        let Some(scored) = Scored::of(&desk.games) else {
            return desk.sum(contributions, Total::Sum);
        };
        desk.show(contributions);
        let Scored { average, percent, .. } = scored;
        let difference = performance::difference(percent);
        Came::valued(scored.tournament(), Total::Performance { average, percent, difference })
    }

    /// The perfect tournament performance (10.3); zero without games.
    pub fn perfect(&self, desk: &mut Desk, entrant: usize) -> Came {
        self.games(desk, entrant);
        let Some(scored) = Scored::of(&desk.games) else {
            return desk.sum(self.rounds(entrant, |_| Value::ZERO), Total::Sum);
        };
        let perfect = scored.perfect(&desk.games);
        desk.show(self.rounds(entrant, |rating| {
            Value::hundredths(i64::from(performance::chance(perfect - rating)))
        }));
        let expected = performance::expected(perfect, &desk.games);
        Came::valued(perfect, Total::Perfect { score: 50 * scored.half_points, expected })
    }
}
