//! The Scheveningen system: each of a team meets each of the other.

use crate::Color;

/// A game; players are counted from 0 within their teams.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Encounter {
    pub first: usize,
    pub second: usize,
    /// The color of the first team's player.
    pub color: Color,
}

/// A round, counted from 0, of two teams of `boards` players; `None` behind the last one, which is the round of that
/// number.
///
/// In each round the second team stands one place further. Everybody has White and Black equally often, or once
/// more one of them where the number of boards is odd; so has each team in all. Within a round, too, a team has both
/// colors on equally many boards (one more of one where their number is odd), but for 2, 6, 10, ... boards, where it
/// has two boards more of one color and in the next round of the other.
#[must_use]
pub fn scheveningen(boards: usize, round: usize) -> Option<Vec<Encounter>> {
    let encounter = |first: usize| {
        let second = (first + round) % boards;
        Encounter { first, second, color: color(boards, first, round) }
    };
    (round < boards).then(|| (0..boards).map(encounter).collect())
}

fn color(boards: usize, first: usize, round: usize) -> Color {
    let white = if boards.is_multiple_of(2) {
        // Colors change from round to round. As many with an even number as with an odd one begin with White:
        // then the second team's colors come out even, too.
        let begins = 2 * (first / 2) < boards / 2;
        begins == round.is_multiple_of(2)
    } else {
        // Colors alternate along a number that goes once around in every line: that of a player of either team,
        // and that of a round. One game in each line is left over; White goes to the first team in one more than
        // half of those.
        let around = 2 * first + round;
        if around.is_multiple_of(boards) {
            around != boards
        } else {
            (around % boards).is_multiple_of(2)
        }
    };
    if white { Color::White } else { Color::Black }
}
