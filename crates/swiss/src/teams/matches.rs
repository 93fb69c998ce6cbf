//! Team matches: games on boards, board points and match points.

use super::super::pairing::Pairing;
use super::super::points::{PointSystem, Points};
use super::super::series::{GameResult, Side};
use super::LineUp;
use crate::Color;

/// The games of a match. `first` is the color of the first team on the first board; colors alternate from board to
/// board.
pub fn board_pairings(line_ups: [&LineUp; 2], first: Color) -> Vec<Pairing> {
    let [one, other] = line_ups.map(LineUp::players);
    let boards = one.iter().zip(other).enumerate();
    let pair = boards.map(|(board, (one, other))| {
        let white = (first == Color::White) == board.is_multiple_of(2);
        let (white, black) = if white { (*one, *other) } else { (*other, *one) };
        Pairing { white, black }
    });
    pair.collect()
}

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
