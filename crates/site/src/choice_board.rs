//! A board without script: its pieces are links that choose what moves, and squares are links that say where to.

use crate::board::{BoardDrawing, PieceMark};

/// A piece on the board; without a link if it cannot move.
pub struct LinkedPiece {
    pub mark: PieceMark,
    pub link: String,
}

/// A kind of piece in hand; without a link if it cannot be dropped.
pub struct HeldLink {
    pub mark: PieceMark,
    pub count: u32,
    pub link: String,
    pub is_chosen: bool,
}

/// What a side has in hand.
pub struct LinkedHand {
    /// The side's key in catalogues.
    pub side: &'static str,
    pub held: Vec<HeldLink>,
}

/// What is held above and below the board.
pub struct LinkedHands {
    pub top: LinkedHand,
    pub bottom: LinkedHand,
}

/// A square that what is chosen can move to.
pub struct TargetLink {
    pub x: u32,
    pub y: u32,
    pub link: String,
    pub words: String,
}

/// A ply that can be played.
pub struct PlyLink {
    pub link: String,
    pub text: String,
    /// The same in words; empty if the text is in words.
    pub words: String,
    pub is_current: bool,
}

/// A position of which a ply is to be chosen.
pub struct ChoiceBoard {
    pub board: BoardDrawing,
    pub pieces: Vec<LinkedPiece>,
    /// `None` in a game without hands.
    pub hands: Option<LinkedHands>,
    /// The square of what is chosen.
    pub chosen: Option<(u32, u32)>,
    pub targets: Vec<TargetLink>,
    /// What is chosen can do this; empty before anything is chosen.
    pub plies: Vec<PlyLink>,
}
