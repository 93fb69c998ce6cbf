//! What teams have on their boards, round by round.

use super::super::points::Points;

/// Board points of all teams of a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BoardBook {
    /// Whether they are the score of a team; else what its matches are worth is.
    pub is_score: bool,
    /// By entrant, round and board; nothing of a round that gave nothing.
    pub points: Vec<Vec<Vec<Points>>>,
}

impl BoardBook {
    /// What a team has on each board of a round.
    #[must_use]
    pub fn boards(&self, entrant: usize, round: usize) -> &[Points] {
        let own = self.points.get(entrant).and_then(|rounds| rounds.get(round));
        own.map_or(&[], Vec::as_slice)
    }

    /// The same together.
    #[must_use]
    pub fn of(&self, entrant: usize, round: usize) -> Points {
        self.boards(entrant, round).iter().copied().sum()
    }

    /// The board count of a round: each point times the number of its board, so that the one on a higher board
    /// weighs less.
    #[must_use]
    pub fn count(&self, entrant: usize, round: usize) -> Points {
        let boards = (1..).zip(self.boards(entrant, round));
        boards.map(|(number, points)| Points(points.0.saturating_mul(number))).sum()
    }
}
