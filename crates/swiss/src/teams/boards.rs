//! Fixed board groups: the players on the first boards of all teams play a round robin, likewise those on the second
//! ones, and so on; a team gets its members' points.

use super::super::points::Points;
use super::super::round_robin::{self, Cycles};
use super::Team;

/// A game of a board group between two entrants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoardPairing {
    /// Counted from 0.
    pub board: usize,
    pub white: usize,
    pub black: usize,
}

/// A round of all board groups, counted from 0; `None` after the last one. Teams are paired by the Berger tables; every
/// second board has reversed colors, so that no team has one color on all boards. If a team has more boards than its
/// opponent, they stay empty.
pub fn board_round(teams: &[Team], cycles: Cycles, round: usize) -> Option<Vec<BoardPairing>> {
    let drawn = round_robin::round(teams.len(), cycles, round)?;
    let of = |pairing: &super::super::pairing::Pairing| -> Vec<BoardPairing> {
        let white = teams[pairing.white].on_boards(round);
        let black = teams[pairing.black].on_boards(round);
        let boards = white.iter().zip(&black).enumerate();
        let pair = boards.map(|(board, (one, other))| {
            let straight = board.is_multiple_of(2);
            let (white, black) = if straight { (one, other) } else { (other, one) };
            BoardPairing { board, white: white.entrant, black: black.entrant }
        });
        pair.collect()
    };
    let mut pairings: Vec<BoardPairing> = drawn.pairings.iter().flat_map(of).collect();
    pairings.sort_by_key(|pairing| pairing.board);
    Some(pairings)
}

/// The sum of all members' points, alternates included.
pub fn team_points(team: &Team, points: impl Fn(usize) -> Points) -> Points {
    team.members().iter().map(|member| points(member.entrant)).sum()
}
