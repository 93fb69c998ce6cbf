//! The board points of teams by round.

use super::super::points::Points;

/// The board points of all teams of a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BoardBook {
    /// Whether a team's score is its board points; otherwise it is its match points.
    pub is_score: bool,
    /// By entrant, round and board; empty for a round without points.
    pub points: Vec<Vec<Vec<Points>>>,
}

impl BoardBook {
    /// A team's points on each board of a round.
    pub fn boards(&self, entrant: usize, round: usize) -> &[Points] {
        let own = self.points.get(entrant).and_then(|rounds| rounds.get(round));
        own.map_or(&[], Vec::as_slice)
    }

    /// A team's board points in a round.
    pub fn of(&self, entrant: usize, round: usize) -> Points {
        self.boards(entrant, round).iter().copied().sum()
    }

    /// The board count of a round: each point times the number of its board, so that higher boards count less.
    pub fn count(&self, entrant: usize, round: usize) -> Points {
        let boards = (1..).zip(self.boards(entrant, round));
        boards.map(|(number, points)| Points(points.0.saturating_mul(number))).sum()
    }
}
