//! The options of the selected piece: moving it, or swapping its rank with that of another.

use adjutant_domain::review::{MAX_OWN_PLIES, MAX_SWAPS, Swap, Variation};
use adjutant_site::board::{corner, piece_label, side_name};
use adjutant_site::i18n::Texts;
use adjutant_site::ranks::RankNames;
use adjutant_site::replay::square_name;
use salpakan::record::FullRecord;
use salpakan::rules::{Color, Rank, Square};
use salpakan::view::Scene;

use super::LabelledLink;
use super::query::VariationLinks;

/// A square that the piece can move to.
pub struct MoveTarget {
    pub x: u32,
    pub y: u32,
    pub link: String,
    pub words: String,
}

pub struct SelectedPiece {
    pub words: String,
    /// The corner of its square; `None` if it has been captured.
    pub square: Option<(u32, u32)>,
    pub targets: Vec<MoveTarget>,
    /// Swaps with pieces of other ranks.
    pub others: Vec<LabelledLink>,
    pub close: String,
}

/// The selected piece with its options; `None` if none is selected.
pub fn selected_piece(
    ranks: RankNames,
    variation: &Variation,
    scene: &Scene,
    way: &VariationLinks<'_>,
) -> Option<SelectedPiece> {
    let origin = way.query.piece?;
    let color = piece_color(variation, origin)?;
    let rank = variation.armies()[color].rank_at(origin)?;
    let standing = scene.standing.iter().find(|piece| piece.origin == origin);
    let at = standing.map_or(origin, |piece| piece.square);
    let full = way.query.question.swaps.len() >= MAX_SWAPS;
    Some(SelectedPiece {
        words: piece_label(ranks, color, Some(rank), square_name(at)),
        square: standing.map(|piece| corner(piece.square, false)),
        targets: standing
            .map(|piece| move_targets(variation, way, piece.square))
            .unwrap_or_default(),
        others: if full {
            Vec::new()
        } else {
            other_rank_links(ranks, variation, way, (origin, rank))
        },
        close: way.toggle_piece(origin),
    })
}

fn piece_color(variation: &Variation, origin: Square) -> Option<Color> {
    Color::ALL.into_iter().find(|color| variation.armies()[*color].rank_at(origin).is_some())
}

fn move_targets(variation: &Variation, way: &VariationLinks<'_>, from: Square) -> Vec<MoveTarget> {
    let (timeline, ply) = (&variation.timeline, way.query.ply.unwrap_or_default());
    let over = timeline.ending.is_some() && ply == timeline.len();
    let own = ply.saturating_sub(variation.kept_plies) as usize;
    if over || own >= MAX_OWN_PLIES {
        return Vec::new();
    }
    let board = timeline.board_after(ply);
    let one = |mv: salpakan::rules::Move| {
        let (x, y) = corner(mv.to, false);
        let sign = if board.is_challenge(mv) { "x" } else { "-" };
        let words = format!("{}{sign}{}", square_name(mv.from), square_name(mv.to));
        MoveTarget { x, y, link: way.with_move(variation, mv), words }
    };
    board.moves().filter(|mv| mv.from == from).map(one).collect()
}

/// Links that swap the piece with those of its side that have another rank, sorted by rank.
fn other_rank_links(
    ranks: RankNames,
    variation: &Variation,
    way: &VariationLinks<'_>,
    (origin, rank): (Square, Rank),
) -> Vec<LabelledLink> {
    let Some(color) = piece_color(variation, origin) else { return Vec::new() };
    let army = &variation.armies()[color];
    let mut all: Vec<(Rank, Square)> = army
        .pieces()
        .filter(|(_, other)| *other != rank)
        .map(|(square, other)| (other, square))
        .collect();
    all.sort_by_key(|(rank, square)| (rank.index(), *square));
    let one = |(other, square): (Rank, Square)| {
        let values =
            [("rank", ranks.name(other).to_owned()), ("square", square_name(square).to_owned())];
        LabelledLink {
            link: way.with_swap(Swap { one: origin, other: square }),
            words: ranks.texts.fill("variation-other", &values),
        }
    };
    all.into_iter().map(one).collect()
}

/// Describes the swaps, each with the link that undoes it.
pub fn swap_links(
    texts: Texts,
    record: &FullRecord,
    way: &VariationLinks<'_>,
) -> Vec<LabelledLink> {
    let swaps = way.query.question.swaps.iter().enumerate();
    let one = |(at, swap): (usize, &Swap)| {
        let army = |color: Color| record.armies()[color].as_ref();
        let of = |color: &Color| army(*color).is_some_and(|own| own.rank_at(swap.one).is_some());
        let color = Color::ALL.into_iter().find(of).unwrap_or_default();
        let values = [
            ("side", side_name(texts, color).to_owned()),
            ("one", square_name(swap.one).to_owned()),
            ("other", square_name(swap.other).to_owned()),
        ];
        LabelledLink { link: way.without_swap(at), words: texts.fill("variation-swapped", &values) }
    };
    swaps.map(one).collect()
}
