//! Selects sides of games.

use salpakan::rules::{Color, Rank};

use super::facts::{Segment, Side};
use super::set_up::{CELLS, mirrored_cell, number_of};
use super::strategy::Strategy;

/// Requires a rank in a cell, or, for `None`, an empty cell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Condition {
    pub cell: usize,
    pub occupant: Option<Rank>,
}

/// Criteria for a side of a game. All of those that are set have to be met.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// The player's rating before the game, in points; excludes unrated games.
    pub least_rating: Option<u16>,
    pub most_rating: Option<u16>,
    pub pool: Option<i16>,
    pub event: Option<i32>,
    pub owner: Option<i32>,
    /// The first and the last day, inclusive. Games of unknown date are in no period.
    pub from: Option<i32>,
    pub to: Option<i32>,
    pub player: Option<i32>,
    pub opponent: Option<i32>,
    pub color: Option<Color>,
    /// Whether to treat a set-up and its mirror image as one, with the Flag on the left.
    pub folded: bool,
    pub when: Vec<Condition>,
    pub strategy: Option<Strategy>,
}

/// The conditions as bits of a set-up: a mask of cells, and the expected content.
#[derive(Clone, Copy, Default)]
struct Bits {
    mask: u128,
    wanted: u128,
}

impl Bits {
    fn of(when: &[Condition], cell: impl Fn(usize) -> usize) -> Option<Bits> {
        let mut bits = Bits::default();
        for condition in when {
            let cell = cell(condition.cell.min(CELLS - 1));
            let (here, number) = (15 << (4 * cell), number_of(condition.occupant));
            let wanted = u128::from(number) << (4 * cell);
            if bits.mask & here != 0 && bits.wanted & here != wanted {
                return None;
            }
            bits.mask |= here;
            bits.wanted |= wanted;
        }
        Some(bits)
    }
}

impl Filter {
    /// Whether the filter excludes nothing.
    pub fn takes_all(&self) -> bool {
        *self == Filter { folded: self.folded, ..Filter::default() }
    }

    /// Passes every matching side of the segment to `tell`, in the order of the games.
    pub(super) fn sides(&self, segment: &Segment, mut tell: impl FnMut(Side)) {
        let upright = Bits::of(&self.when, |cell| cell);
        let turned = Bits::of(&self.when, mirrored_cell);
        let (Some(upright), Some(turned)) = (upright, turned) else { return };
        let (least, most) = (self.least_rating.unwrap_or(0), self.most_rating.unwrap_or(u16::MAX));
        let rated = self.least_rating.is_some() || self.most_rating.is_some();
        for at in 0..segment.len() {
            if !self.takes_game(segment, at) {
                continue;
            }
            for color in 0..2 {
                if !self.takes_seat(segment, at, color) {
                    continue;
                }
                let rating = segment.ratings[at][color];
                if rated && (rating == 0 || rating < least || rating > most) {
                    continue;
                }
                let Some(side) = segment.side(at, color) else { continue };
                let bits = if side.mirrored && !self.folded { turned } else { upright };
                let follows = |own: Strategy| own.is_followed_by(side.folded);
                if side.folded.has(bits.mask, bits.wanted) && self.strategy.is_none_or(follows) {
                    tell(side);
                }
            }
        }
    }

    fn takes_game(&self, segment: &Segment, at: usize) -> bool {
        let day = segment.days[at];
        self.pool.is_none_or(|pool| segment.pools[at] == pool)
            && self.event.is_none_or(|event| segment.events[at] == event)
            && self.owner.is_none_or(|owner| segment.owners[at] == owner)
            && self.from.is_none_or(|from| day >= from)
            && self.to.is_none_or(|to| day <= to && day != i32::MIN)
    }

    fn takes_seat(&self, segment: &Segment, at: usize, color: usize) -> bool {
        self.player.is_none_or(|player| segment.players[at][color] == player)
            && self.opponent.is_none_or(|other| segment.players[at][1 - color] == other)
            && self.color.is_none_or(|wanted| wanted as usize == color)
    }
}
