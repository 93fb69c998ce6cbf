//! The small boards that teach the Game of Three Generals: each is a position in which the moves shown are those of the rules' crate.

use three_generals::{Ply, Position, Square, Turn};

use crate::board::BoardDrawing;
use crate::i18n::Texts;
use crate::three_generals::{corner, drawing};

/// Which of the legal moves a diagram shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// The position alone.
    Position,
    /// Where the piece on this square can go.
    MovesFrom(&'static str),
    /// Whom a General can shoot.
    Shot,
    /// The squares to which a General comes back when the Pawn on this square promotes.
    Returns(&'static str),
    /// Where what is in hand can be dropped.
    Drops,
}

/// A position with some of its legal moves, and the keys of its title and of what is said to it.
#[derive(Debug, Clone, Copy)]
pub struct Diagram {
    pub title: &'static str,
    pub words: &'static str,
    /// As `three_generals` reads and writes positions.
    pub position: &'static str,
    pub shown: Shown,
}

/// What can be done on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SquareMark {
    pub x: u32,
    pub y: u32,
    /// Whether an enemy is captured there.
    pub captures: bool,
    pub may_turn: bool,
    /// Whether a piece can end its move there as it is.
    pub may_stay: bool,
}

impl SquareMark {
    /// Where the sign of turning stands on the square: in its middle, or in a corner of what is captured there.
    pub const fn sign_at(&self) -> (u32, u32) {
        if self.captures { (58, 12) } else { (35, 35) }
    }
}

/// A diagram as the page draws it.
pub struct DiagramDrawing {
    pub title: &'static str,
    pub words: &'static str,
    pub board: BoardDrawing,
    pub marks: Vec<SquareMark>,
    /// From whom to whom is shot.
    pub line: Option<[(u32, u32); 2]>,
    /// The moves shown, as they are written.
    pub plies: Vec<String>,
}

impl Diagram {
    /// The position; `None` if the text is none, which a test excludes.
    pub fn position(&self) -> Option<Position> {
        self.position.parse().ok()
    }

    /// The legal moves that are shown, in the order of the rules' crate.
    pub fn plies(&self) -> Vec<Ply> {
        let all = self.position().map(|position| position.plies()).unwrap_or_default();
        all.into_iter().filter(|ply| self.shows(*ply)).collect()
    }

    fn shows(&self, ply: Ply) -> bool {
        let is = |square: Square, name: &str| name.parse() == Ok(square);
        match (self.shown, ply) {
            (Shown::MovesFrom(name), Ply::Move { from, turn, .. }) => {
                is(from, name) && !matches!(turn, Turn::Return(..))
            }
            (Shown::Returns(name), Ply::Move { from, turn, .. }) => {
                is(from, name) && matches!(turn, Turn::Return(..))
            }
            (Shown::Shot, Ply::Shot { .. }) | (Shown::Drops, Ply::Drop { .. }) => true,
            _ => false,
        }
    }

    /// The drawing, from White's side.
    pub fn draw(&self, texts: Texts) -> DiagramDrawing {
        let position = self.position().unwrap_or_else(Position::start);
        let plies = self.plies();
        let line = plies.iter().find_map(|ply| match *ply {
            Ply::Shot { from, to } => Some([from, to].map(|square| corner(square, false))),
            _ => None,
        });
        DiagramDrawing {
            title: texts.text(self.title),
            words: texts.text(self.words),
            board: drawing(texts, &position, None, false),
            marks: marks(&plies),
            line,
            plies: plies.iter().map(Ply::to_string).collect(),
        }
    }
}

/// One mark a square, for all that can be done there.
fn marks(plies: &[Ply]) -> Vec<SquareMark> {
    let mut marks: Vec<SquareMark> = Vec::new();
    for ply in plies {
        let (to, captures, turns) = match *ply {
            Ply::Move { turn: Turn::Return(_, to), .. } | Ply::Drop { to, .. } => {
                (to, false, false)
            }
            Ply::Move { to, captures, turn, .. } => (to, captures, turn == Turn::Yes),
            Ply::Shot { to, .. } => (to, true, false),
        };
        let (x, y) = corner(to, false);
        let own = SquareMark { x, y, captures, may_turn: turns, may_stay: !turns };
        match marks.iter_mut().find(|mark| (mark.x, mark.y) == (x, y)) {
            Some(mark) => {
                mark.may_turn |= own.may_turn;
                mark.may_stay |= own.may_stay;
            }
            None => marks.push(own),
        }
    }
    marks
}

const fn diagram(
    title: &'static str,
    words: &'static str,
    position: &'static str,
    shown: Shown,
) -> Diagram {
    Diagram { title, words, position, shown }
}

/// The set-up.
pub const SET_UP: [Diagram; 1] = [diagram(
    "tg-rules-start",
    "tg-rules-start-words",
    "arafqfcbc/1g2j2s1/ppppppppp/9/9/9/PPPPPPPPP/1S2J2G1/CBCFQFARA w -",
    Shown::Position,
)];

/// The pieces that can be in a hand.
pub const TROOPS: [Diagram; 7] = [
    diagram("tg-pawn", "tg-rules-pawn", "9/9/9/9/3p1P3/4P4/9/9/9 w -", Shown::MovesFrom("e4")),
    diagram("tg-angle", "tg-rules-angle", "9/9/9/9/4p4/9/2A6/7G1/9 w -", Shown::MovesFrom("c3")),
    diagram("tg-rook", "tg-rules-rook", "9/9/9/4p4/1P2R4/9/9/7G1/9 w -", Shown::MovesFrom("e5")),
    diagram(
        "tg-flier",
        "tg-rules-flier",
        "9/9/9/1P2p2p1/9/9/4F4/4J4/9 w -",
        Shown::MovesFrom("e3"),
    ),
    diagram(
        "tg-queen",
        "tg-rules-queen",
        "9/9/9/2P1p1p2/9/4Q4/9/4J4/9 w -",
        Shown::MovesFrom("e4"),
    ),
    diagram(
        "tg-chariot",
        "tg-rules-chariot",
        "9/9/9/2p6/9/9/2C6/1S7/9 w -",
        Shown::MovesFrom("c3"),
    ),
    diagram(
        "tg-bishop",
        "tg-rules-bishop",
        "9/9/9/2P3p2/9/4B4/9/1S7/9 w -",
        Shown::MovesFrom("e4"),
    ),
];

/// The Generals in their palaces.
pub const GENERALS: [Diagram; 4] = [
    diagram(
        "tg-golden-general",
        "tg-rules-golden",
        "9/9/9/9/9/9/7Pp/7G1/9 w -",
        Shown::MovesFrom("h2"),
    ),
    diagram(
        "tg-jeweled-general",
        "tg-rules-jeweled",
        "9/9/9/9/9/9/9/4J4/9 w -",
        Shown::MovesFrom("e2"),
    ),
    diagram(
        "tg-silver-general",
        "tg-rules-silver",
        "9/9/9/9/9/9/9/1S7/9 w -",
        Shown::MovesFrom("b2"),
    ),
    diagram(
        "tg-rules-palace",
        "tg-rules-palace-words",
        "9/9/9/9/9/3p5/3J5/9/9 w -",
        Shown::MovesFrom("d3"),
    ),
];

/// A side whose Golden General is gone.
pub const STONE: [Diagram; 1] = [diagram(
    "tg-rules-stone",
    "tg-rules-stone-words",
    "9/9/9/9/9/9/P7P/1S2J4/CBC1Q1ARA w -",
    Shown::MovesFrom("h1"),
)];

/// Two Generals who see each other.
pub const SHOT: [Diagram; 1] = [diagram(
    "tg-rules-shot",
    "tg-rules-shot-words",
    "3fqf3/4j4/9/9/9/9/9/4J4/3FQF3 w -",
    Shown::Shot,
)];

/// Promotion and demotion.
pub const TURNING: [Diagram; 2] = [
    diagram(
        "tg-rules-promotion",
        "tg-rules-promotion-words",
        "9/9/9/4A4/9/9/9/7G1/9 w -",
        Shown::MovesFrom("e6"),
    ),
    diagram(
        "tg-rules-demotion",
        "tg-rules-demotion-words",
        "9/4+R4/9/9/2P1p4/9/9/7G1/9 w -",
        Shown::MovesFrom("e8"),
    ),
];

/// A Pawn that brings a General back.
pub const RETURN: [Diagram; 1] = [diagram(
    "tg-rules-return",
    "tg-rules-return-words",
    "9/9/9/4P4/9/9/6PPP/1S2J4/6ARA w -",
    Shown::Returns("e6"),
)];

/// A Pawn in hand.
pub const DROP: [Diagram; 1] = [diagram(
    "tg-rules-drop",
    "tg-rules-drop-words",
    "9/4j4/1p5p1/9/4P4/9/P1P3P2/4J4/9 w P",
    Shown::Drops,
)];

/// A side that has no legal move.
pub const END: [Diagram; 1] = [diagram(
    "tg-rules-stalemate",
    "tg-rules-stalemate-words",
    "r3q3c/9/9/9/4R4/9/9/4J2G1/9 b -",
    Shown::Position,
)];

/// All of them, in the order of the page.
pub fn all() -> impl Iterator<Item = Diagram> {
    let parts: [&[Diagram]; 9] =
        [&SET_UP, &TROOPS, &GENERALS, &STONE, &SHOT, &TURNING, &RETURN, &DROP, &END];
    parts.into_iter().flatten().copied()
}
