//! The comments of a review, with their highlighted squares and arrows on a board.

use adjutant_domain::game::GameKind;
use adjutant_domain::review::{Glyph, Mark, MarkColor, MarkedSquare, PlyRemark, format_marks};
use adjutant_service::games::{AnyGame, Game};
use adjutant_service::reviews::Review;

use crate::board::{CELL, MARGIN};
use crate::digits::tenths;
use crate::i18n::Texts;
use crate::spoken_plies::PlySpeaker;
use crate::three_generals;

/// An annotation with its drawing and description.
pub struct AnnotationShape {
    /// The CSS class of its colour.
    pub class: &'static str,
    /// The corner of a square; `None` for an arrow.
    pub square: Option<(u32, u32)>,
    /// The line and head of an arrow.
    pub path: String,
    pub words: String,
}

const fn tint_class(tint: MarkColor) -> &'static str {
    match tint {
        MarkColor::Green => "tint-green",
        MarkColor::Red => "tint-red",
        MarkColor::Yellow => "tint-yellow",
        MarkColor::Blue => "tint-blue",
    }
}

fn tint_name(texts: Texts, tint: MarkColor) -> &'static str {
    texts.text(match tint {
        MarkColor::Green => "review-green",
        MarkColor::Red => "review-red",
        MarkColor::Yellow => "review-yellow",
        MarkColor::Blue => "review-blue",
    })
}

/// The upper left corner of a square, with White below.
fn corner(kind: GameKind, square: MarkedSquare) -> (u32, u32) {
    let MarkedSquare { file, row } = square;
    let line = u32::from(kind.rows().saturating_sub(row + 1));
    (MARGIN + u32::from(file) * CELL, MARGIN + line * CELL)
}

fn square_center(kind: GameKind, square: MarkedSquare) -> (f64, f64) {
    let (x, y) = corner(kind, square);
    (f64::from(x + CELL / 2), f64::from(y + CELL / 2))
}

/// An arrow between the centres of two squares.
fn arrow_path(kind: GameKind, from: MarkedSquare, to: MarkedSquare) -> String {
    const HEAD: f64 = 22.0;
    let ((x1, y1), (x2, y2)) = (square_center(kind, from), square_center(kind, to));
    let (dx, dy) = (x2 - x1, y2 - y1);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    let (bx, by) = (x2 - ux * HEAD, y2 - uy * HEAD);
    let side = HEAD * 0.6;
    let [x1, y1, bx, by, lx, ly, x2, y2, rx, ry] =
        [x1, y1, bx, by, bx - uy * side, by + ux * side, x2, y2, bx + uy * side, by - ux * side]
            .map(tenths);
    format!("M{x1} {y1}L{bx} {by}L{lx} {ly}L{x2} {y2}L{rx} {ry}L{bx} {by}")
}

/// The marks on the board of a game.
pub fn annotation_shapes(texts: Texts, kind: GameKind, marks: &[Mark]) -> Vec<AnnotationShape> {
    let one = |mark: &Mark| {
        let tint = tint_name(texts, mark.color);
        let words = match mark.to {
            None => format!("{tint}: {}", mark.from),
            Some(to) => format!("{tint}: {} → {to}", mark.from),
        };
        AnnotationShape {
            class: tint_class(mark.color),
            square: mark.to.is_none().then(|| corner(kind, mark.from)),
            path: mark.to.map(|to| arrow_path(kind, mark.from, to)).unwrap_or_default(),
            words,
        }
    };
    marks.iter().map(one).collect()
}

/// A comment in a list.
pub struct RemarkRow {
    pub ply: u32,
    pub link: String,
    pub said: String,
    pub glyph: &'static str,
    pub words: String,
    pub marks: Vec<String>,
    /// The same as written, such as `Ge4 Re4e5`.
    pub notation: String,
}

/// Lists the comments of a review of a game of any kind; `link` returns the address of a ply.
pub fn any_remark_rows(
    texts: Texts,
    game: &AnyGame,
    review: &Review,
    link: impl Fn(u32) -> String,
) -> Vec<RemarkRow> {
    match game {
        AnyGame::Salpakan(game) => remark_rows(texts, game, review, link),
        AnyGame::ThreeGenerals(game) => {
            // The positions are walked through once for all remarks, which are in the order of the game.
            let mut speaker = three_generals::PlySpeaker::new(texts, &game.stored.timeline);
            rows(texts, GameKind::ThreeGenerals, |ply| speaker.describe(ply), review, link)
        }
    }
}

fn rows(
    texts: Texts,
    kind: GameKind,
    mut said: impl FnMut(u32) -> String,
    review: &Review,
    link: impl Fn(u32) -> String,
) -> Vec<RemarkRow> {
    let marks = |marks: &[Mark]| annotation_shapes(texts, kind, marks);
    let row = |(ply, remark): (u32, &PlyRemark)| RemarkRow {
        ply,
        link: link(ply),
        said: said(ply),
        glyph: remark.glyph.map_or("", Glyph::key),
        words: remark.comment.clone(),
        marks: marks(&remark.marks).into_iter().map(|mark| mark.words).collect(),
        notation: format_marks(&remark.marks),
    };
    review.remarks.iter().map(row).collect()
}

/// Lists the comments of a review of the game; `link` returns the address of a ply.
pub fn remark_rows(
    texts: Texts,
    game: &Game,
    review: &Review,
    link: impl Fn(u32) -> String,
) -> Vec<RemarkRow> {
    let speech = PlySpeaker::new(texts);
    let said = |ply| speech.describe(game.stored.timeline(), ply);
    rows(texts, GameKind::Salpakan, said, review, link)
}
