//! A position: who stands where, what is in the hands, and who is to move.

use std::fmt;

use crate::illegal::IllegalPly;
use crate::lines::between_generals;
use crate::piece::{General, Hand, Kind, Piece, Troop};
use crate::ply::{Ply, Turn};
use game_record::Color;

use crate::square::{Square, Squares};
use crate::zobrist;

/// A position. Nothing in it is hidden.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    pub(crate) kinds: [Squares; Kind::NUMBER],
    pub(crate) colors: [Squares; 2],
    /// The pieces that are not what they were at the start.
    turned: Squares,
    hands: [Hand; 2],
    side: Color,
    key: u64,
}

/// Why pieces and hands make no position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PositionFault {
    /// Two pieces on one square.
    Twice(Square),
    /// A General outside his palace.
    OutsidePalace(Square, Color, General),
    /// A side has two Generals of one kind.
    TwoGenerals(Color, General),
    /// A piece that only moves forward, on its last row.
    NeverMovesAgain(Square, Troop),
    /// More on the board and in the hands than the game has, counted by what they were at the start.
    TooMany(Troop, u32),
}

impl fmt::Display for PositionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            PositionFault::Twice(square) => {
                write!(f, "two pieces stand on {square}; leave one of them out")
            }
            PositionFault::OutsidePalace(square, color, general) => {
                let palace = general.palace(color);
                write!(
                    f,
                    "{color}'s {} stands on {square}, outside his palace {}; put him there",
                    general.name(),
                    Span(palace)
                )
            }
            PositionFault::TwoGenerals(color, general) => {
                write!(f, "{color} has two {}s; leave one of them out", general.name())
            }
            PositionFault::NeverMovesAgain(square, troop) => write!(
                f,
                "the {} on {square} could never move again; put it on another row or turn it",
                troop.name()
            ),
            PositionFault::TooMany(troop, found) => write!(
                f,
                "{found} pieces that started as {} are too many; the game has {}",
                troop.name(),
                troop.number()
            ),
        }
    }
}

impl std::error::Error for PositionFault {}

/// A palace by its corners, such as `a1-c3`.
pub(crate) struct Span(pub(crate) Squares);

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0.first(), self.0.last()) {
            (Some(first), Some(last)) => write!(f, "{first}-{last}"),
            _ => Ok(()),
        }
    }
}

impl Position {
    /// The position in which every game starts. Source: *Board and set-up*.
    pub fn start() -> Position {
        crate::text::START.parse().expect("the text of the start is a position")
    }

    /// The position of these pieces and hands (White's first), if it can arise from the rules of single pieces: Generals
    /// in their palaces, nobody where he could never move again, no more pieces than the game has. Fewer may be there.
    pub fn new(
        pieces: impl IntoIterator<Item = (Square, Piece)>,
        hands: [Hand; 2],
        side: Color,
    ) -> Result<Position, PositionFault> {
        let mut position = Position {
            kinds: [Squares::EMPTY; Kind::NUMBER],
            colors: [Squares::EMPTY; 2],
            turned: Squares::EMPTY,
            hands: [Hand::default(); 2],
            side,
            key: if side == Color::Black { zobrist::BLACK_TO_MOVE } else { 0 },
        };
        for (square, piece) in pieces {
            position.may_stand(square, piece)?;
            position.put(square, piece);
        }
        for (color, hand) in Color::ALL.into_iter().zip(hands) {
            for (troop, held) in hand.iter() {
                (0..held).for_each(|_| position.add_to_hand(color, troop));
            }
        }
        let found = |troop| (troop, position.number_of_origin(troop));
        match Troop::ALL.into_iter().map(found).find(|(troop, found)| *found > troop.number()) {
            Some((troop, found)) => Err(PositionFault::TooMany(troop, found)),
            None => Ok(position),
        }
    }

    fn may_stand(&self, square: Square, piece: Piece) -> Result<(), PositionFault> {
        let color = piece.color();
        if self.occupied().contains(square) {
            return Err(PositionFault::Twice(square));
        }
        match piece.kind() {
            Kind::General(general) if !general.palace(color).contains(square) => {
                Err(PositionFault::OutsidePalace(square, color, general))
            }
            Kind::General(general) if self.general(color, general).is_some() => {
                Err(PositionFault::TwoGenerals(color, general))
            }
            Kind::Troop(troop)
                if troop.only_moves_forward() && Squares::last_row(color).contains(square) =>
            {
                Err(PositionFault::NeverMovesAgain(square, troop))
            }
            _ => Ok(()),
        }
    }

    /// How many of those that started as this are on the board and in both hands.
    fn number_of_origin(&self, troop: Troop) -> u32 {
        let standing = self.kinds[troop as usize].without(self.turned).len();
        let turned =
            troop.turned().map_or(0, |other| (self.kinds[other as usize] & self.turned).len());
        let held: u32 = self.hands.iter().map(|hand| hand.count(troop)).sum();
        standing + turned + held
    }

    /// The piece on a square.
    #[inline]
    pub fn at(&self, square: Square) -> Option<Piece> {
        let color = self.color_at(square)?;
        let index = self.kinds.iter().position(|kind| kind.contains(square))?;
        Some(Piece::known(color, Kind::from_index(index), self.turned.contains(square)))
    }

    #[inline]
    fn color_at(&self, square: Square) -> Option<Color> {
        Color::ALL.into_iter().find(|color| self.colors[*color as usize].contains(square))
    }

    /// All pieces with their squares, in the order of squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.occupied().filter_map(|square| Some((square, self.at(square)?)))
    }

    #[inline]
    pub const fn side_to_move(&self) -> Color {
        self.side
    }

    #[inline]
    pub const fn hand(&self, color: Color) -> Hand {
        self.hands[color as usize]
    }

    /// The squares on which pieces stand.
    #[inline]
    pub fn occupied(&self) -> Squares {
        self.colors[0] | self.colors[1]
    }

    /// The squares of a side's pieces.
    #[inline]
    pub const fn pieces_of(&self, color: Color) -> Squares {
        self.colors[color as usize]
    }

    /// A side's pieces of a kind.
    #[inline]
    pub fn standing(&self, color: Color, kind: Kind) -> Squares {
        self.kinds[kind.index()] & self.colors[color as usize]
    }

    /// The squares between both Generals of a kind, where they stand on one row, file or diagonal: whoever is to move may
    /// shoot once nobody stands there. Source: *Generals*.
    #[inline]
    pub fn line_of_fire(&self, general: General) -> Option<Squares> {
        let white = self.general(Color::White, general)?;
        between_generals(general, white, self.general(Color::Black, general)?)
    }

    /// Where a side's General stands; `None` while he is gone.
    #[inline]
    pub fn general(&self, color: Color, general: General) -> Option<Square> {
        (self.kinds[Kind::General(general).index()] & self.colors[color as usize]).first()
    }

    /// A side's pieces that are Stone: their General is gone. Source: *Generals*.
    pub fn stone(&self, color: Color) -> Squares {
        let gone =
            General::ALL.into_iter().filter(|general| self.general(color, *general).is_none());
        let commanded = gone.flat_map(General::commands).map(|troop| self.kinds[troop as usize]);
        commanded.fold(Squares::EMPTY, |all, some| all | some) & self.colors[color as usize]
    }

    /// Equal for equal positions: the pieces with what they were at the start, the hands and the side to move. Different
    /// positions have different keys, but for one pair in 2^64.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The position after a ply; the ply must be legal.
    pub fn after(&self, ply: Ply) -> Result<Position, IllegalPly> {
        self.check(ply)?;
        let mut after = self.clone();
        after.play_known(ply);
        Ok(after)
    }

    /// This position with the other side to move, to which no ply leads: whoever searches asks it what the enemy threatens.
    #[must_use]
    pub fn passed(&self) -> Position {
        let mut passed = self.clone();
        passed.side = self.side.opponent();
        passed.key ^= zobrist::BLACK_TO_MOVE;
        passed
    }

    /// Plays a ply that is known to be legal, such as one of [`Position::plies`]: nothing is checked. Any other ply panics
    /// or leaves what is no position.
    #[inline]
    pub fn play_known(&mut self, ply: Ply) {
        let side = self.side;
        match ply {
            Ply::Move { from, to, captures, turn } => {
                if captures {
                    self.capture(to);
                }
                let piece = self.lift(from, side);
                match turn {
                    Turn::No => self.put(to, piece),
                    // A Pawn has no other side: it leaves the game.
                    Turn::Yes => {
                        if let Some(turned) = piece.turned() {
                            self.put(to, turned);
                        }
                    }
                    Turn::Return(general, square) => {
                        self.put(square, Piece::new(side, Kind::General(general)));
                    }
                }
            }
            Ply::Drop { troop, to } => {
                self.take_from_hand(side, troop);
                self.put(to, Piece::new(side, Kind::Troop(troop)));
            }
            Ply::Shot { to, .. } => self.capture(to),
        }
        self.side = side.opponent();
        self.key ^= zobrist::BLACK_TO_MOVE;
    }

    /// Takes an enemy off the board: into the hand as what it was at the start, or, a General, out of the game.
    #[inline]
    fn capture(&mut self, square: Square) {
        let captured = self.lift(square, self.side.opponent());
        if let Kind::Troop(troop) = captured.origin() {
            self.add_to_hand(self.side, troop);
        }
    }

    #[inline]
    fn put(&mut self, square: Square, piece: Piece) {
        let here = Squares::of(square);
        let kind = &mut self.kinds[piece.kind().index()];
        *kind = *kind | here;
        let color = &mut self.colors[piece.color() as usize];
        *color = *color | here;
        if piece.is_turned() {
            self.turned = self.turned | here;
        }
        self.key ^= zobrist::of_piece(piece, square);
    }

    /// Takes the piece of this color off the square.
    #[inline]
    fn lift(&mut self, square: Square, color: Color) -> Piece {
        let here = Squares::of(square);
        let index = self.kinds.iter().position(|kind| kind.contains(square));
        let index = index.expect("a legal ply lifts a piece");
        let piece = Piece::known(color, Kind::from_index(index), self.turned.contains(square));
        self.kinds[index] = self.kinds[index].without(here);
        self.colors[color as usize] = self.colors[color as usize].without(here);
        self.turned = self.turned.without(here);
        self.key ^= zobrist::of_piece(piece, square);
        piece
    }

    #[inline]
    fn add_to_hand(&mut self, color: Color, troop: Troop) {
        self.change_hand(color, troop, Hand::add);
    }

    #[inline]
    fn take_from_hand(&mut self, color: Color, troop: Troop) {
        self.change_hand(color, troop, Hand::remove);
    }

    #[inline]
    fn change_hand(&mut self, color: Color, troop: Troop, change: fn(&mut Hand, Troop)) {
        let hand = &mut self.hands[color as usize];
        let before = hand.count(troop);
        change(hand, troop);
        let now = hand.count(troop);
        self.key ^= zobrist::of_hand(color, troop, before) ^ zobrist::of_hand(color, troop, now);
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}
