//! Team matches: board points and match points.

use super::super::points::{PointSystem, Points};
use super::super::series::{GameResult, Side};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MatchScore {
    pub board_points: [Points; 2],
    /// Known once every board has its result.
    pub match_points: Option<[Points; 2]>,
    /// The result of the match in terms of games.
    pub result: Option<GameResult>,
}

/// The score of a match. `None` is a board without a result. A team absent from every board loses by forfeit.
pub fn score(
    boards: &[Option<GameResult>],
    per_game: &PointSystem,
    per_match: &PointSystem,
) -> MatchScore {
    let sides = [Side::First, Side::Second];
    let of_side = |side| boards.iter().flatten().map(|result| result.points(side, per_game)).sum();
    let board_points: [Points; 2] = sides.map(of_side);
    let is_over = boards.iter().all(Option::is_some);
    let [first, second] = board_points;
    let absent = |side: Side| !boards.is_empty() && boards.iter().all(|one| is_absent(*one, side));
    let result = match (absent(Side::First), absent(Side::Second)) {
        (true, true) => GameResult::BothAbsent,
        (true, false) => GameResult::Default { absent: Side::First },
        (false, true) => GameResult::Default { absent: Side::Second },
        (false, false) if first == second => GameResult::Drawn,
        (false, false) => GameResult::Won(if first > second { Side::First } else { Side::Second }),
    };
    let match_points = |side: Side| result.points(side, per_match);
    MatchScore {
        board_points,
        match_points: is_over.then(|| sides.map(match_points)),
        result: is_over.then_some(result),
    }
}

fn is_absent(result: Option<GameResult>, side: Side) -> bool {
    match result {
        Some(GameResult::BothAbsent) => true,
        Some(GameResult::Default { absent }) => absent == side,
        _ => false,
    }
}

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
