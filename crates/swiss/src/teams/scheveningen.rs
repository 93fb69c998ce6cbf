//! The Scheveningen system: each player of a team meets each of the other.

use crate::Color;

/// A game; players are counted from 0 within their teams.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Encounter {
    pub first: usize,
    pub second: usize,
    /// The color of the first team's player.
    pub color: Color,
}

/// A round, counted from 0, of two teams with `boards` players; `None` after the last one, which is round `boards`.
///
/// In each round the second team moves one place further. Everybody has White and Black equally often, or one color
/// once more if the number of boards is odd; so does each team in total. Within a round a team has both colors on
/// equally many boards (or one more of one color if odd), except for 2, 6, 10, ... boards, where it has two more of one
/// color, and of the other in the next round.
pub fn scheveningen(boards: usize, round: usize) -> Option<Vec<Encounter>> {
    let encounter = |first: usize| {
        let second = (first + round) % boards;
        Encounter { first, second, color: color(boards, first, round) }
    };
    (round < boards).then(|| (0..boards).map(encounter).collect())
}

fn color(boards: usize, first: usize, round: usize) -> Color {
    let white = if boards.is_multiple_of(2) {
        // Colors alternate by round. Equally many players with even and with odd numbers begin with White, so that the
        // second team's colors are balanced as well.
        let begins = 2 * (first / 2) < boards / 2;
        begins == round.is_multiple_of(2)
    } else {
        // Colors alternate along a cyclic number, for each player of either team and each round. One game per row is
        // left over; in one more than half of these the first team gets White.
        let around = 2 * first + round;
        if around.is_multiple_of(boards) {
            around != boards
        } else {
            (around % boards).is_multiple_of(2)
        }
    };
    if white { Color::White } else { Color::Black }
}
