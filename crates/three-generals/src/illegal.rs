//! Whether a ply is legal, and if not, why.

use std::fmt;

use crate::lines::between_generals;
use crate::piece::{General, Kind, Piece, Troop};
use crate::ply::{Ply, Turn};
use crate::position::{Position, Span};
use game_record::Color;

use crate::square::{Square, Squares};

/// Why a ply is illegal. It displays as the reason and the remedy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IllegalPly {
    /// The game has ended.
    GameOver,
    /// Nobody stands on the square it starts from.
    NoPiece(Square),
    /// The piece belongs to the other side.
    NotYours(Square, Color),
    /// The piece's General is gone. Source: *Generals*.
    Stone(Square, Kind, General),
    /// The piece does not go there from here, or something stands in between.
    CannotReach(Kind, Square, Square),
    /// A General never leaves his palace. Source: *Generals*.
    LeavesPalace(General, Square, Squares),
    /// A piece of the same side stands on the target.
    OwnPiece(Square),
    /// Written as a capture, though the target is empty, or the other way round.
    WrongSign {
        to: Square,
        captures: bool,
    },
    /// A piece may not be left where it could never move again. Source: *Turning*.
    MustTurn(Kind, Square),
    /// Likewise: it would turn into what could never move again there.
    MustNotTurn(Kind, Square),
    /// Only moves into, within or out of the three farthest rows turn a piece.
    NotInFarRows(Color),
    /// A General never turns.
    GeneralsNeverTurn(General),
    /// Only a Pawn's promotion brings a General back. Source: *Pawns*.
    OnlyPawnsBringBack(Kind),
    /// He is not lost.
    NotLost(General),
    /// He comes back to his palace only.
    NotHisPalace(General, Square, Squares),
    /// He comes back to an empty square only.
    Taken(Square),
    Drop(IllegalDrop),
    Shot(IllegalShot),
}

/// Why a drop is illegal. Source: *Hands and drops*.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IllegalDrop {
    /// The hand does not have it.
    NotInHand(Troop, Color),
    /// A piece is dropped on an empty square.
    OnPiece(Square),
    /// A piece is not dropped where it could never move.
    NeverMoves(Troop, Square),
    /// A Pawn is not dropped on a file on which its side has another.
    SecondPawn(Square),
}

/// Why a shot is illegal. Source: *Generals*, shooting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IllegalShot {
    /// Only a General shoots.
    NoShooter(Square),
    /// He shoots the enemy's General of his own kind only.
    NoTarget(General, Square),
    /// The two Generals are not on one line.
    NotOnOneLine(Square, Square),
    /// Something stands between them.
    Between(Square),
}

impl fmt::Display for IllegalPly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            IllegalPly::GameOver => f.write_str("the game is over; leave out what follows its end"),
            IllegalPly::NoPiece(square) => {
                write!(f, "no piece stands on {square}; name the square of the piece that moves")
            }
            IllegalPly::NotYours(square, side) => {
                write!(
                    f,
                    "the piece on {square} is not {side}'s, who is to move; move one of {side}'s"
                )
            }
            IllegalPly::Stone(square, kind, general) => write!(
                f,
                "the {kind} on {square} is Stone while the {} is gone; move another piece, or bring him back with a \
                 Pawn",
                general.name()
            ),
            IllegalPly::CannotReach(kind, from, to) => write!(
                f,
                "the {kind} on {from} cannot reach {to}; it moves {}, and over no piece",
                kind.way()
            ),
            IllegalPly::LeavesPalace(general, to, palace) => write!(
                f,
                "{to} is outside the palace of the {}; he stays in {}",
                general.name(),
                Span(palace)
            ),
            IllegalPly::OwnPiece(square) => {
                write!(
                    f,
                    "a piece of your own stands on {square}; move to an empty square or onto an enemy"
                )
            }
            IllegalPly::WrongSign { to, captures: true } => {
                write!(f, "nothing is captured on {to}; write - instead of x")
            }
            IllegalPly::WrongSign { to, captures: false } => {
                write!(f, "the enemy's piece on {to} is captured; write x instead of -")
            }
            IllegalPly::MustTurn(kind, to) => {
                write!(f, "a {kind} could never move again on {to}; turn it with + behind the move")
            }
            IllegalPly::MustNotTurn(kind, to) => write!(
                f,
                "a {kind} would turn into what could never move again on {to}; leave out the +"
            ),
            IllegalPly::NotInFarRows(color) => write!(
                f,
                "{color}'s pieces turn when they move into, within or out of rows {}; leave out the +",
                match color {
                    Color::White => "7 to 9",
                    Color::Black => "1 to 3",
                }
            ),
            IllegalPly::GeneralsNeverTurn(general) => {
                write!(f, "a {} never turns; leave out the +", general.name())
            }
            IllegalPly::OnlyPawnsBringBack(kind) => write!(
                f,
                "a {kind} brings no General back, only a Pawn that promotes does; leave out what follows the move"
            ),
            IllegalPly::NotLost(general) => write!(
                f,
                "the {} is on the board; bring back one who is lost, or nobody with + alone",
                general.name()
            ),
            IllegalPly::NotHisPalace(general, square, palace) => write!(
                f,
                "{square} is outside the palace of the {}; bring him back to {}",
                general.name(),
                Span(palace)
            ),
            IllegalPly::Taken(square) => {
                write!(f, "a piece stands on {square}; bring the General back to an empty square")
            }
            IllegalPly::Drop(why) => why.fmt(f),
            IllegalPly::Shot(why) => why.fmt(f),
        }
    }
}

impl fmt::Display for IllegalDrop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            IllegalDrop::NotInHand(troop, side) => {
                write!(f, "{side} has no {} in hand; drop a piece that was captured", troop.name())
            }
            IllegalDrop::OnPiece(square) => {
                write!(f, "a piece stands on {square}; drop on an empty square")
            }
            IllegalDrop::NeverMoves(troop, square) => write!(
                f,
                "a {} could never move from {square}; drop it on another row",
                troop.name()
            ),
            IllegalDrop::SecondPawn(square) => write!(
                f,
                "you already have a Pawn on the file of {square}; drop the Pawn on a file without one"
            ),
        }
    }
}

impl fmt::Display for IllegalShot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            IllegalShot::NoShooter(square) => {
                write!(f, "no General stands on {square}; only Generals shoot")
            }
            IllegalShot::NoTarget(general, square) => write!(
                f,
                "the enemy's {0} is not on {square}; a {0} shoots nobody else",
                general.name()
            ),
            IllegalShot::NotOnOneLine(from, to) => write!(
                f,
                "{from} and {to} are not on one row, file or diagonal; shoot only along a line"
            ),
            IllegalShot::Between(square) => {
                write!(
                    f,
                    "a piece on {square} stands between the Generals; shoot only when the line is empty"
                )
            }
        }
    }
}

impl std::error::Error for IllegalPly {}

impl Position {
    /// Whether a ply is legal here, and why not. The repetition of positions is for [`Game`](crate::Game) to know.
    pub fn check(&self, ply: Ply) -> Result<(), IllegalPly> {
        match ply {
            Ply::Move { from, to, captures, turn } => {
                let piece = self.mover(from)?;
                self.check_reach(piece, from, to)?;
                if self.occupied().contains(to) != captures {
                    return Err(IllegalPly::WrongSign { to, captures });
                }
                self.check_turn(piece.kind(), from, to, turn)
            }
            Ply::Drop { troop, to } => self.check_drop(troop, to).map_err(IllegalPly::Drop),
            Ply::Shot { from, to } => {
                let shooter = self.mover(from)?;
                self.check_shot(shooter, from, to).map_err(IllegalPly::Shot)
            }
        }
    }

    /// The piece on the square, if it is one of the side to move's.
    fn mover(&self, from: Square) -> Result<Piece, IllegalPly> {
        let piece = self.at(from).ok_or(IllegalPly::NoPiece(from))?;
        let side = self.side_to_move();
        if piece.color() == side { Ok(piece) } else { Err(IllegalPly::NotYours(from, side)) }
    }

    fn check_reach(&self, piece: Piece, from: Square, to: Square) -> Result<(), IllegalPly> {
        let (kind, side) = (piece.kind(), piece.color());
        if let Kind::Troop(troop) = kind
            && let Some(general) = troop.commander()
            && self.general(side, general).is_none()
        {
            return Err(IllegalPly::Stone(from, kind, general));
        }
        if let Kind::General(general) = kind {
            let palace = general.palace(side);
            if !palace.contains(to) {
                return Err(IllegalPly::LeavesPalace(general, to, palace));
            }
        }
        if !kind.reach(side, from, self.occupied()).contains(to) {
            return Err(IllegalPly::CannotReach(kind, from, to));
        }
        if self.pieces_of(side).contains(to) { Err(IllegalPly::OwnPiece(to)) } else { Ok(()) }
    }

    fn check_turn(
        &self,
        kind: Kind,
        from: Square,
        to: Square,
        turn: Turn,
    ) -> Result<(), IllegalPly> {
        let side = self.side_to_move();
        let at_last = Squares::last_row(side).contains(to);
        let troop = match kind {
            Kind::Troop(troop) => troop,
            Kind::General(_) if turn == Turn::No => return Ok(()),
            Kind::General(general) => return Err(IllegalPly::GeneralsNeverTurn(general)),
        };
        if turn == Turn::No {
            let is_stuck = at_last && troop.only_moves_forward();
            return if is_stuck { Err(IllegalPly::MustTurn(kind, to)) } else { Ok(()) };
        }
        if matches!(turn, Turn::Return(..)) && troop != Troop::Pawn {
            return Err(IllegalPly::OnlyPawnsBringBack(kind));
        }
        let far = Squares::far_rows(side);
        if !far.contains(from) && !far.contains(to) {
            return Err(IllegalPly::NotInFarRows(side));
        }
        if at_last && !troop.only_moves_forward() {
            return Err(IllegalPly::MustNotTurn(kind, to));
        }
        match turn {
            Turn::Return(general, square) => self.check_return(general, square),
            _ => Ok(()),
        }
    }

    fn check_return(&self, general: General, square: Square) -> Result<(), IllegalPly> {
        let side = self.side_to_move();
        let palace = general.palace(side);
        if self.general(side, general).is_some() {
            return Err(IllegalPly::NotLost(general));
        }
        if !palace.contains(square) {
            return Err(IllegalPly::NotHisPalace(general, square, palace));
        }
        // The Pawn's own squares are in no palace of its side.
        if self.occupied().contains(square) { Err(IllegalPly::Taken(square)) } else { Ok(()) }
    }

    fn check_drop(&self, troop: Troop, to: Square) -> Result<(), IllegalDrop> {
        let side = self.side_to_move();
        if self.hand(side).count(troop) == 0 {
            return Err(IllegalDrop::NotInHand(troop, side));
        }
        if self.occupied().contains(to) {
            return Err(IllegalDrop::OnPiece(to));
        }
        if troop.only_moves_forward() && Squares::last_row(side).contains(to) {
            return Err(IllegalDrop::NeverMoves(troop, to));
        }
        let pawns = self.kinds[Troop::Pawn as usize] & self.pieces_of(side);
        if troop == Troop::Pawn && pawns.into_iter().any(|pawn| pawn.file() == to.file()) {
            return Err(IllegalDrop::SecondPawn(to));
        }
        Ok(())
    }

    fn check_shot(&self, shooter: Piece, from: Square, to: Square) -> Result<(), IllegalShot> {
        let Kind::General(general) = shooter.kind() else {
            return Err(IllegalShot::NoShooter(from));
        };
        if self.general(shooter.color().opponent(), general) != Some(to) {
            return Err(IllegalShot::NoTarget(general, to));
        }
        let (white, black) = match shooter.color() {
            Color::White => (from, to),
            Color::Black => (to, from),
        };
        let between = between_generals(general, white, black);
        let between = between.ok_or(IllegalShot::NotOnOneLine(from, to))?;
        (between & self.occupied())
            .first()
            .map_or(Ok(()), |square| Err(IllegalShot::Between(square)))
    }
}
