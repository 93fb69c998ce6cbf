//! Choosing a ply of the Game of Three Generals by links: a piece on the board or in hand, where to, and how that can end.

use std::collections::BTreeMap;

use three_generals::{Color, Ply, Position, Square};

use crate::choice_board::{
    ChoiceBoard, HeldLink, LinkedHand, LinkedHands, LinkedPiece, PlyLink, TargetLink,
};
use crate::i18n::Texts;
use crate::three_generals::{corner, describe_ply, drawing, hand};

/// What is chosen so far.
pub struct Chosen<'a> {
    /// The square of a piece, or the letter of one in hand; empty before anything is chosen.
    pub piece: &'a str,
    /// The square that it is to move to, where that can end in more than one way.
    pub to: Option<Square>,
}

/// The addresses of a page on which a ply is chosen.
pub trait ChoiceLinks {
    /// Where nothing is chosen.
    fn resting(&self) -> String;
    /// Where a piece is chosen, or also the square that it moves to.
    fn choosing(&self, piece: &str, to: Option<Square>) -> String;
    /// Where a ply has been chosen.
    fn playing(&self, ply: Ply) -> String;
}

/// Draws a position, after `played` if there was a ply, of which one of `plies` is to be chosen.
pub fn choice_board(
    texts: Texts,
    position: &Position,
    (plies, played): (&[Ply], Option<Ply>),
    flipped: bool,
    chosen: &Chosen<'_>,
    links: &dyn ChoiceLinks,
) -> ChoiceBoard {
    let mut board = drawing(texts, position, played, flipped);
    let marks = std::mem::take(&mut board.pieces);
    let can_move = |from: &str| plies.iter().any(|ply| source(*ply) == from);
    let choose = |from: &str| match (can_move(from), from == chosen.piece) {
        (false, _) => String::new(),
        (true, true) => links.resting(),
        (true, false) => links.choosing(from, None),
    };
    let pieces = marks
        .into_iter()
        .zip(position.pieces())
        .map(|(mark, (square, _))| LinkedPiece { mark, link: choose(&square.to_string()) });
    let held = |color: Color| LinkedHand {
        side: color.key(),
        held: hand(texts, position, color)
            .into_iter()
            .map(|held| {
                let letter = held.letter.to_string();
                let is_own = position.side_to_move() == color;
                HeldLink {
                    link: if is_own { choose(&letter) } else { String::new() },
                    is_chosen: is_own && letter == chosen.piece,
                    mark: held.mark,
                    count: held.count,
                }
            })
            .collect(),
    };
    let [top, bottom] = match flipped {
        true => [Color::White, Color::Black],
        false => [Color::Black, Color::White],
    };
    let own: Vec<Ply> = plies.iter().copied().filter(|ply| source(*ply) == chosen.piece).collect();
    let square = chosen.piece.parse::<Square>().ok().filter(|_| !own.is_empty());
    ChoiceBoard {
        pieces: pieces.collect(),
        hands: Some(LinkedHands { top: held(top), bottom: held(bottom) }),
        chosen: square.map(|square| corner(square, flipped)),
        targets: targets(texts, position, &own, (chosen.piece, flipped), links),
        plies: endings(texts, position, &own, chosen.to, links),
        board,
    }
}

/// The squares that the plies of a piece lead to.
fn targets(
    texts: Texts,
    position: &Position,
    plies: &[Ply],
    (piece, flipped): (&str, bool),
    links: &dyn ChoiceLinks,
) -> Vec<TargetLink> {
    let target = |(square, plies): (Square, Vec<Ply>)| {
        let (x, y) = corner(square, flipped);
        let (link, words) = match plies[..] {
            [one] => (links.playing(one), describe_ply(texts, position, one)),
            _ => {
                let link = links.choosing(piece, Some(square));
                (link, format!("{square}: {}", texts.get("tg-turns")))
            }
        };
        TargetLink { x, y, link, words }
    };
    by_target(plies).into_values().map(target).collect()
}

/// The plies of a piece; once it is said where to, only how that can end.
fn endings(
    texts: Texts,
    position: &Position,
    plies: &[Ply],
    to: Option<Square>,
    links: &dyn ChoiceLinks,
) -> Vec<PlyLink> {
    let several = by_target(plies);
    let is_open = |square: &Square| {
        several.get(&square.to_string()).is_some_and(|(_, plies)| plies.len() > 1)
    };
    let to = to.filter(is_open);
    let shown = plies.iter().filter(|ply| to.is_none_or(|to| target(**ply) == to));
    shown
        .map(|ply| PlyLink {
            link: links.playing(*ply),
            text: ply.to_string(),
            words: describe_ply(texts, position, *ply),
            is_current: false,
        })
        .collect()
}

fn by_target(plies: &[Ply]) -> BTreeMap<String, (Square, Vec<Ply>)> {
    let mut all = BTreeMap::new();
    for ply in plies {
        let square = target(*ply);
        let entry = all.entry(square.to_string()).or_insert_with(|| (square, Vec::new()));
        entry.1.push(*ply);
    }
    all
}

/// Where a ply starts: a square, or the letter of a piece in hand.
pub fn source(ply: Ply) -> String {
    match ply {
        Ply::Move { from, .. } | Ply::Shot { from, .. } => from.to_string(),
        Ply::Drop { troop, .. } => troop.letter().to_string(),
    }
}

const fn target(ply: Ply) -> Square {
    match ply {
        Ply::Move { to, .. } | Ply::Shot { to, .. } | Ply::Drop { to, .. } => to,
    }
}
