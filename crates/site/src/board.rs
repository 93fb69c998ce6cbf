//! The board as SVG data for templates; the scripts update the same drawing.

use std::sync::LazyLock;

use askama::Template;

use salpakan::rules::{Color, FILES, ROWS, Rank, Square};
use salpakan::view::{Fallen, Scene, Standing};

use crate::i18n::Texts;
use crate::markup::Markup;
use crate::ranks::RankNames;
use crate::replay::square_name;

/// The side length of a square and the width of the frame, in drawing units.
pub const CELL: u32 = 70;
pub const MARGIN: u32 = 6;

pub const WIDTH: u32 = FILES as u32 * CELL + 2 * MARGIN;
pub const HEIGHT: u32 = ROWS as u32 * CELL + 2 * MARGIN;

pub struct BoardCell {
    pub x: u32,
    pub y: u32,
    pub class: &'static str,
}

/// A letter or number in a corner of a square at the edge of the board.
pub struct Coordinate {
    pub x: u32,
    pub y: u32,
    pub name: String,
}

/// A piece of the drawing; all hidden pieces look alike.
pub struct PieceMark {
    pub x: u32,
    pub y: u32,
    pub origin: &'static str,
    pub color: &'static str,
    /// `rank-5`, … or `rank-hidden`.
    pub symbol: &'static str,
    /// Empty for a hidden piece.
    pub label: &'static str,
    /// The description for screen readers.
    pub words: String,
}

/// The drawing of a position.
pub struct BoardDrawing {
    pub width: u32,
    pub height: u32,
    /// The markup of the empty board, one per orientation.
    pub squares: Markup,
    /// The names of files and rows, to be drawn over the pieces.
    pub coordinates: Markup,
    pub from: Option<(u32, u32)>,
    pub to: Option<(u32, u32)>,
    pub fight: bool,
    pub pieces: Vec<PieceMark>,
}

/// A row of the board as a table.
pub struct BoardRow<C> {
    pub name: u8,
    pub cells: Vec<C>,
}

/// The corner of a square in drawing units.
pub fn corner(square: Square, flipped: bool) -> (u32, u32) {
    let (file, row) = (u32::from(square.file()), u32::from(square.row()));
    let (files, rows) = (u32::from(FILES) - 1, u32::from(ROWS) - 1);
    let (x, y) = if flipped { (files - file, row) } else { (file, rows - row) };
    (MARGIN + x * CELL, MARGIN + y * CELL)
}

/// The sprite symbol of a rank, or of a hidden one.
pub fn symbol(rank: Option<Rank>) -> &'static str {
    static SYMBOLS: LazyLock<[String; Rank::COUNT]> =
        LazyLock::new(|| Rank::ALL.map(|rank| format!("rank-{}", rank.letter())));
    rank.map_or("rank-hidden", |rank| &SYMBOLS[rank.index()])
}

pub fn side_name(texts: Texts, color: Color) -> &'static str {
    texts.text(color.key())
}

impl BoardDrawing {
    pub fn new(scene: &Scene, flipped: bool, ranks: RankNames) -> BoardDrawing {
        let last = scene.last;
        BoardDrawing {
            width: WIDTH,
            height: HEIGHT,
            squares: empty_board(flipped).squares,
            coordinates: empty_board(flipped).coordinates,
            from: last.map(|ply| corner(ply.mv.from, flipped)),
            to: last.map(|ply| corner(ply.mv.to, flipped)),
            fight: last.is_some_and(|ply| ply.verdict.is_some()),
            pieces: scene.standing.iter().map(|p| standing_mark(p, flipped, ranks)).collect(),
        }
    }
}

#[derive(Template)]
#[template(path = "squares.html")]
struct SquaresTemplate {
    cells: Vec<BoardCell>,
}

#[derive(Template)]
#[template(path = "coordinates.html")]
struct CoordinatesTemplate {
    coordinates: Vec<Coordinate>,
}

/// What every board of an orientation has in common.
#[derive(Clone)]
struct EmptyBoard {
    squares: Markup,
    coordinates: Markup,
}

fn empty_board(flipped: bool) -> EmptyBoard {
    static DRAWN: LazyLock<[EmptyBoard; 2]> = LazyLock::new(|| {
        [false, true].map(|flipped| {
            let cells = Square::all().map(|square| cell(square, flipped)).collect();
            EmptyBoard {
                squares: squares_markup(cells),
                coordinates: coordinates_markup(coordinates(flipped)),
            }
        })
    });
    DRAWN[usize::from(flipped)].clone()
}

/// The markup of the squares of an empty board.
pub fn squares_markup(cells: Vec<BoardCell>) -> Markup {
    Markup::render(&SquaresTemplate { cells })
}

/// The markup of the names of files and rows.
pub fn coordinates_markup(coordinates: Vec<Coordinate>) -> Markup {
    Markup::render(&CoordinatesTemplate { coordinates })
}

fn cell(square: Square, flipped: bool) -> BoardCell {
    let (x, y) = corner(square, flipped);
    let class =
        match ((square.file() + square.row()).is_multiple_of(2), (3..5).contains(&square.row())) {
            (true, false) => "sq alt",
            (true, true) => "sq alt mid",
            (false, false) => "sq",
            (false, true) => "sq mid",
        };
    BoardCell { x, y, class }
}

fn coordinates(flipped: bool) -> Vec<Coordinate> {
    let mut all = Vec::with_capacity((FILES + ROWS) as usize);
    for file in 0..FILES {
        let Some(square) = Square::new(file, 0) else { continue };
        let x = corner(square, flipped).0 + CELL - 8;
        let y = MARGIN + (u32::from(ROWS) - 1) * CELL + 15;
        all.push(Coordinate { x, y, name: char::from(b'a' + file).to_string() });
    }
    for row in 0..ROWS {
        let Some(square) = Square::new(0, row) else { continue };
        let y = corner(square, flipped).1 + 15;
        all.push(Coordinate { x: MARGIN + 8, y, name: (row + 1).to_string() });
    }
    all
}

fn standing_mark(piece: &Standing, flipped: bool, ranks: RankNames) -> PieceMark {
    let (x, y) = corner(piece.square, flipped);
    PieceMark {
        x,
        y,
        origin: square_name(piece.origin),
        color: piece.color.key(),
        symbol: symbol(piece.rank),
        label: piece.rank.map_or("", |rank| ranks.label(rank)),
        words: piece_label(ranks, piece.color, piece.rank, square_name(piece.square)),
    }
}

/// Describes a piece: side, rank as far as known, square.
pub fn piece_label(ranks: RankNames, color: Color, rank: Option<Rank>, square: &str) -> String {
    fill_placeholders(
        ranks.texts.text("js-piece"),
        &[
            ("side", side_name(ranks.texts, color)),
            ("rank", &ranks.full_label(rank)),
            ("square", square),
        ],
    )
}

/// A captured piece as shown beside the board.
pub fn fallen_mark(piece: &Fallen, ranks: RankNames) -> PieceMark {
    let ply = piece.ply.to_string();
    let words = fill_placeholders(
        ranks.texts.text("js-fallen"),
        &[
            ("side", side_name(ranks.texts, piece.color)),
            ("rank", &ranks.full_label(piece.rank)),
            ("ply", &ply),
        ],
    );
    PieceMark {
        x: 0,
        y: 0,
        origin: square_name(piece.origin),
        color: piece.color.key(),
        symbol: symbol(piece.rank),
        label: piece.rank.map_or("", |rank| ranks.label(rank)),
        words,
    }
}

/// Replaces the `%name%` placeholders of a text shared with the scripts.
pub fn fill_placeholders(template: &str, values: &[(&str, &str)]) -> String {
    let mut text = String::with_capacity(template.len() + 24);
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('%') {
        text.push_str(before);
        let place = after.split_once('%').and_then(|(name, behind)| {
            let (_, value) = values.iter().find(|(own, _)| *own == name)?;
            Some((value, behind))
        });
        match place {
            Some((value, behind)) => {
                text.push_str(value);
                rest = behind;
            }
            None => {
                text.push('%');
                rest = after;
            }
        }
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::fill_placeholders;

    #[test]
    fn places_are_filled_and_everything_else_stays() {
        let values = [("side", "White"), ("from", "%side%")];
        assert_eq!(fill_placeholders("%side% from %from%.", &values), "White from %side%.");
        assert_eq!(
            fill_placeholders("100 % of %nobody% and %side%", &values),
            "100 % of %nobody% and White"
        );
        assert_eq!(fill_placeholders("", &values), "");
    }
}
