//! The public board: where pieces are, without ranks.

use super::{
    ByColor, Color, Direction, IllegalMove, Move, SQUARES, Square, Squares, Steps, Verdict,
};

/// A piece as it is public: its side, and its origin, which is the square it was deployed on and
/// identifies it for the whole game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece {
    pub color: Color,
    pub origin: Square,
}

/// The public position.
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    standing: ByColor<Squares>,
    /// The origin of the piece on each square; meaningless for empty squares.
    origin: [u8; SQUARES],
    to_move: Color,
}

impl Board {
    /// The position before the first ply. `taken` are the squares of both deployments, which are in
    /// disjoint zones.
    pub fn new(taken: ByColor<Squares>, first: Color) -> Board {
        let mut origin = [0; SQUARES];
        for (index, own) in origin.iter_mut().enumerate() {
            *own = index as u8;
        }
        Board { standing: taken, origin, to_move: first }
    }

    #[inline]
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// The squares with pieces of `color`.
    #[inline]
    pub fn standing(&self, color: Color) -> Squares {
        self.standing[color]
    }

    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = Color::ALL.into_iter().find(|c| self.standing[*c].contains(square))?;
        Some(Piece { color, origin: Square::from_index(self.origin[square.index()] as usize)? })
    }

    /// All pieces on the board, by square.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        let all = self.standing.white.union(self.standing.black);
        all.iter().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    #[inline]
    pub fn is_challenge(&self, m: Move) -> bool {
        self.standing[self.to_move.opponent()].contains(m.to)
    }

    /// Checks that the side to move may play `m`.
    ///
    /// # Errors
    /// Returns an [`IllegalMove`], whose cause is always visible on this board.
    pub fn check(&self, m: Move) -> Result<(), IllegalMove> {
        let mover = self.to_move;
        if !self.standing[mover].contains(m.from) {
            return Err(if self.standing[mover.opponent()].contains(m.from) {
                IllegalMove::NotYours(m.from)
            } else {
                IllegalMove::NoPiece(m.from)
            });
        }
        if !m.from.is_next_to(m.to) {
            return Err(IllegalMove::NotOneStep(m));
        }
        if self.standing[mover].contains(m.to) {
            return Err(IllegalMove::OwnPiece(m.to));
        }
        Ok(())
    }

    /// Plays a legal move with its announced verdict, which is ignored unless the move is a
    /// challenge.
    #[inline]
    pub fn apply(&mut self, m: Move, verdict: Option<Verdict>) {
        let mover = self.to_move;
        self.to_move = mover.opponent();
        self.standing[mover].remove(m.from);
        let challenge = self.standing[mover.opponent()].contains(m.to);
        match verdict.filter(|_| challenge) {
            None | Some(Verdict::ChallengerWins) => {
                self.standing[mover.opponent()].remove(m.to);
                self.standing[mover].insert(m.to);
                self.origin[m.to.index()] = self.origin[m.from.index()];
            }
            Some(Verdict::DefenderWins) => {}
            Some(Verdict::Split) => self.standing[mover.opponent()].remove(m.to),
        }
    }

    /// The moves of the side to move, counted and numbered.
    #[inline]
    pub fn steps(&self) -> Steps {
        Steps::of(self.standing[self.to_move])
    }

    /// The number of moves of the side to move.
    #[inline]
    pub fn move_count(&self) -> u32 {
        self.steps().count()
    }

    /// The legal moves in their fixed order: by [`Direction::ALL`], then by the square they start
    /// from. Stored plies depend on this order, so it never changes.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        let own = self.standing[self.to_move];
        Direction::ALL.into_iter().flat_map(move |direction| {
            own.that_can_step(direction, own)
                .iter()
                .filter_map(move |from| Some(Move { from, to: from.step(direction)? }))
        })
    }

    /// The move at this index of [`Board::moves`].
    #[inline]
    pub fn move_at(&self, index: u32) -> Option<Move> {
        self.steps().at(index)
    }

    /// The index of `m` in [`Board::moves`].
    #[inline]
    pub fn index_of(&self, m: Move) -> Option<u32> {
        self.steps().index_of(m)
    }
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Board")
            .field("white", &self.standing.white)
            .field("black", &self.standing.black)
            .field("to_move", &self.to_move)
            .finish()
    }
}
