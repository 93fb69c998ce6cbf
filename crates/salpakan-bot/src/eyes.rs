//! What a player knows during the game.

use salpakan::rules::{Board, Color, Deployment, Move, Rank, SQUARES, Square, Squares, Verdict};

/// A player's knowledge: their own ranks, and what the enemy's pieces have done.
#[derive(Debug, Clone)]
pub struct Eyes {
    me: Color,
    /// The own rank by square: index + 1, or 0.
    own: [u8; SQUARES],
    /// The strongest own rank that the enemy piece on a square has captured: index + 1, or 0.
    beaten: [u8; SQUARES],
    /// Enemy pieces that are still where they were deployed.
    unmoved: Squares,
}

impl Eyes {
    /// The knowledge before the first ply: the own army, and the squares of the enemy's pieces.
    pub fn new(own: &Deployment, enemy: Squares) -> Eyes {
        let mut ranks = [0; SQUARES];
        for (square, rank) in own.pieces() {
            ranks[square.index()] = rank.index() as u8 + 1;
        }
        Eyes { me: own.color(), own: ranks, beaten: [0; SQUARES], unmoved: enemy }
    }

    pub const fn color(&self) -> Color {
        self.me
    }

    /// The own rank on `square`.
    #[inline]
    pub fn own(&self, square: Square) -> Option<Rank> {
        (self.own[square.index()] as usize).checked_sub(1).and_then(Rank::from_index)
    }

    /// The strongest own rank that the enemy piece on `square` has captured, as index + 1; 0 for
    /// none.
    #[inline]
    pub fn beaten(&self, square: Square) -> usize {
        self.beaten[square.index()] as usize
    }

    /// Whether the enemy piece on `square` has never moved.
    #[inline]
    pub fn is_unmoved(&self, square: Square) -> bool {
        self.unmoved.contains(square)
    }

    /// Observes a ply of either side: the move, and its public verdict.
    pub fn see(&mut self, mover: Color, m: Move, verdict: Option<Verdict>) {
        let (from, to) = (m.from.index(), m.to.index());
        self.unmoved.remove(m.from);
        let moving = (std::mem::take(&mut self.own[from]), std::mem::take(&mut self.beaten[from]));
        match (verdict, mover == self.me) {
            (None, _) => (self.own[to], self.beaten[to]) = moving,
            (Some(Verdict::Split), _) => self.clear(m.to),
            (Some(Verdict::ChallengerWins), true) => {
                self.clear(m.to);
                self.own[to] = moving.0;
            }
            (Some(Verdict::ChallengerWins), false) => {
                let lost = self.own[to];
                self.clear(m.to);
                self.beaten[to] = stronger(moving.1, lost);
            }
            (Some(Verdict::DefenderWins), true) => {
                self.beaten[to] = stronger(self.beaten[to], moving.0);
            }
            (Some(Verdict::DefenderWins), false) => {}
        }
    }

    fn clear(&mut self, square: Square) {
        self.own[square.index()] = 0;
        self.beaten[square.index()] = 0;
        self.unmoved.remove(square);
    }

    /// Whether the known squares of the own army agree with the public board.
    pub fn agrees_with(&self, board: &Board) -> bool {
        Square::all().all(|square| {
            board.standing(self.me).contains(square) == (self.own[square.index()] != 0)
        })
    }
}

/// The more informative of two captured ranks, as index + 1: the lower, which is the higher officer; 0 is none.
pub const fn stronger(one: u8, other: u8) -> u8 {
    match (one, other) {
        (0, other) => other,
        (one, 0) => one,
        (one, other) => {
            if one < other {
                one
            } else {
                other
            }
        }
    }
}
