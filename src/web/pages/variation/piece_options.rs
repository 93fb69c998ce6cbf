//! The options of the selected piece: moving it, or swapping its rank with that of another.

use adjutant_domain::review::{MAX_OWN_PLIES, MAX_SWAPS, Swap, Variation};
use adjutant_site::board::{piece_label, side_name};
use adjutant_site::choice_board::ChoiceBoard;
use adjutant_site::i18n::Texts;
use adjutant_site::ranks::RankNames;
use adjutant_site::replay::square_name;
use adjutant_site::salpakan_choice::{MoveChoice, moves_from};
use salpakan::record::FullRecord;
use salpakan::rules::{Color, Rank, Square};
use salpakan::view::Scene;

use super::LabelledLink;
use super::query::VariationLinks;

pub struct SelectedPiece {
    pub words: String,
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

/// Draws the position, in which the selected piece is to move.
pub fn choice_board(
    ranks: RankNames,
    variation: &Variation,
    scene: &Scene,
    way: &VariationLinks<'_>,
) -> ChoiceBoard {
    let selected = scene.standing.iter().find(|piece| Some(piece.origin) == way.query.piece);
    let from = selected.map(|piece| piece.square);
    let (timeline, ply) = (&variation.timeline, way.query.ply.unwrap_or_default());
    let over = timeline.ending.is_some() && ply == timeline.len();
    let own = ply.saturating_sub(variation.kept_plies) as usize;
    let moves = match from.filter(|_| !over && own < MAX_OWN_PLIES) {
        Some(from) => moves_from(&timeline.board_after(ply), from),
        None => Vec::new(),
    };
    MoveChoice { scene, ranks, flipped: false, from, moves }
        .draw(|piece| way.toggle_piece(piece.origin), |mv| way.with_move(variation, mv))
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
