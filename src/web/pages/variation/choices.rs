//! What may be done with a piece that is chosen: to move it, and to have it be another.

use crate::review::{MOST_OWN, MOST_SWAPS, Swap, Variation};
use crate::web::board::{corner, side, words};
use crate::web::i18n::Texts;
use crate::web::ranks::RankWords;
use crate::web::replay::square_name;
use salpakan::record::FullRecord;
use salpakan::rules::{Color, Rank, Square};
use salpakan::view::Scene;

use super::Link;
use super::asked::Way;

/// A square that a piece may go to.
pub struct Target {
    pub x: u32,
    pub y: u32,
    pub link: String,
    pub words: String,
}

/// The piece that is chosen.
pub struct Chosen {
    pub words: String,
    /// Its square's corner; `None` where it has fallen.
    pub square: Option<(u32, u32)>,
    pub targets: Vec<Target>,
    /// The ranks that it could have, each with a piece that would have its rank instead.
    pub others: Vec<Link>,
    pub close: String,
}

/// The chosen piece with what may be done with it; `None` where none is.
pub fn chosen(
    ranks: RankWords,
    variation: &Variation,
    scene: &Scene,
    way: &Way<'_>,
) -> Option<Chosen> {
    let origin = way.asked.piece?;
    let color = color_of(variation, origin)?;
    let rank = variation.armies()[color].rank_at(origin)?;
    let standing = scene.standing.iter().find(|piece| piece.origin == origin);
    let at = standing.map_or(origin, |piece| piece.square);
    let full = way.asked.question.swaps.len() >= MOST_SWAPS;
    Some(Chosen {
        words: words(ranks, color, Some(rank), square_name(at)),
        square: standing.map(|piece| corner(piece.square, false)),
        targets: standing.map(|piece| targets(variation, way, piece.square)).unwrap_or_default(),
        others: if full { Vec::new() } else { others(ranks, variation, way, (origin, rank)) },
        close: way.piece(origin),
    })
}

fn color_of(variation: &Variation, origin: Square) -> Option<Color> {
    Color::ALL.into_iter().find(|color| variation.armies()[*color].rank_at(origin).is_some())
}

fn targets(variation: &Variation, way: &Way<'_>, from: Square) -> Vec<Target> {
    let (timeline, ply) = (&variation.timeline, way.asked.ply.unwrap_or_default());
    let over = timeline.ending.is_some() && ply == timeline.len();
    let own = ply.saturating_sub(variation.kept) as usize;
    if over || own >= MOST_OWN {
        return Vec::new();
    }
    let board = timeline.board_after(ply);
    let one = |mv: salpakan::rules::Move| {
        let (x, y) = corner(mv.to, false);
        let sign = if board.is_challenge(mv) { "x" } else { "-" };
        let words = format!("{}{sign}{}", square_name(mv.from), square_name(mv.to));
        Target { x, y, link: way.with(variation, mv), words }
    };
    board.moves().filter(|mv| mv.from == from).map(one).collect()
}

/// Of each other rank the pieces of the same side.
fn others(
    ranks: RankWords,
    variation: &Variation,
    way: &Way<'_>,
    (origin, rank): (Square, Rank),
) -> Vec<Link> {
    let Some(color) = color_of(variation, origin) else { return Vec::new() };
    let army = &variation.armies()[color];
    let mut all: Vec<(Rank, Square)> = army
        .pieces()
        .filter(|(_, other)| *other != rank)
        .map(|(square, other)| (other, square))
        .collect();
    all.sort_by_key(|(rank, square)| (rank.index(), *square));
    let one = |(other, square): (Rank, Square)| {
        let values =
            [("rank", ranks.said(Some(other))), ("square", square_name(square).to_owned())];
        Link {
            link: way.swapping(Swap { one: origin, other: square }),
            words: ranks.texts.fill("variation-other", &values),
        }
    };
    all.into_iter().map(one).collect()
}

/// The swaps in words, each with the way to take it back.
pub fn swaps(texts: Texts, record: &FullRecord, way: &Way<'_>) -> Vec<Link> {
    let swaps = way.asked.question.swaps.iter().enumerate();
    let one = |(at, swap): (usize, &Swap)| {
        let army = |color: Color| record.armies()[color].as_ref();
        let of = |color: &Color| army(*color).is_some_and(|own| own.rank_at(swap.one).is_some());
        let color = Color::ALL.into_iter().find(of).unwrap_or_default();
        let values = [
            ("side", side(texts, color).to_owned()),
            ("one", square_name(swap.one).to_owned()),
            ("other", square_name(swap.other).to_owned()),
        ];
        Link { link: way.without(at), words: texts.fill("variation-swapped", &values) }
    };
    swaps.map(one).collect()
}
