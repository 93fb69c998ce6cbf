//! Choosing a move of Salpakan by links: a piece on the board, and where to.

use salpakan::rules::{Board, Move, Square};
use salpakan::view::{Scene, Standing};

use crate::analysis_text::move_text;
use crate::board::{BoardDrawing, corner};
use crate::choice_board::{ChoiceBoard, LinkedPiece, PlyLink, TargetLink};
use crate::ranks::RankNames;

/// A position in which a move is to be chosen.
pub struct MoveChoice<'a> {
    /// The position as the reader sees it.
    pub scene: &'a Scene,
    pub ranks: RankNames,
    pub flipped: bool,
    /// The square of the piece that is chosen.
    pub from: Option<Square>,
    /// The moves of that piece, each as records write it.
    pub moves: Vec<(Move, String)>,
}

impl MoveChoice<'_> {
    /// Draws it. `choosing` gives the link of a piece, empty if it cannot be chosen, and `playing` that of a move.
    pub fn draw(
        &self,
        choosing: impl Fn(&Standing) -> String,
        playing: impl Fn(Move) -> String,
    ) -> ChoiceBoard {
        let mut board = BoardDrawing::new(self.scene, self.flipped, self.ranks);
        let marks = std::mem::take(&mut board.pieces);
        let pieces = self.scene.standing.iter().zip(marks);
        let target = |(mv, words): &(Move, String)| {
            let (x, y) = corner(mv.to, self.flipped);
            TargetLink { x, y, link: playing(*mv), words: words.clone() }
        };
        let ply = |(mv, text): &(Move, String)| PlyLink {
            link: playing(*mv),
            text: text.clone(),
            words: String::new(),
            is_current: false,
        };
        ChoiceBoard {
            pieces: pieces
                .map(|(piece, mark)| LinkedPiece { mark, link: choosing(piece) })
                .collect(),
            hands: None,
            chosen: self.from.map(|from| corner(from, self.flipped)),
            targets: self.moves.iter().map(target).collect(),
            plies: self.moves.iter().map(ply).collect(),
            board,
        }
    }
}

/// The legal moves of the piece on a square, each as records write it.
pub fn moves_from(board: &Board, from: Square) -> Vec<(Move, String)> {
    let own = board.moves().filter(|mv| mv.from == from);
    own.map(|mv| (mv, move_text(board, mv))).collect()
}
