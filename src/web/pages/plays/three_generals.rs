//! The board of a game of Three Generals in progress: hands, drops, and the lines on which Generals shoot.

use std::collections::BTreeSet;

use adjutant_domain::game::AnyPly;
use adjutant_domain::play::{PlayerAction, ThreeGeneralsProgress};
use adjutant_service::live::Seen;
use adjutant_site::assets;
use adjutant_site::i18n::Texts;
use adjutant_site::replay::SeatRating;
use adjutant_site::request_context::RequestContext;
use adjutant_site::three_generals::{corner, describe_ply, drawing, hand, ply_sound};
use salpakan::rules::Color;
use three_generals::{General, Ply, Position};

use super::board::{
    BoardPart, BoardPiece, FireLine, HandPiece, MoveTarget, PlyRow, RatedRecord, Selection,
    clock_left, play_seat,
};
use super::new_command_id;

/// Builds the board, on which everybody sees everything.
pub fn board_part(
    visit: &RequestContext,
    seen: &Seen,
    progress: &ThreeGeneralsProgress,
    address: &str,
    selection: Selection<'_>,
    record: Option<&RatedRecord>,
) -> BoardPart {
    let (texts, game) = (visit.texts(), &progress.game);
    let position = game.position();
    let flipped = seen.viewer.color() == Some(Color::Black);
    let plies = match seen.may.contains(&PlayerAction::Ply) {
        true => position.plies(),
        false => Vec::new(),
    };
    let sources: BTreeSet<String> = plies.iter().map(|ply| source(*ply)).collect();
    let from = selection.from.filter(|from| sources.contains(*from)).unwrap_or_default();
    let mut board = drawing(texts, position, game.plies().last().copied(), flipped);
    let link = |source: String| match sources.contains(&source) {
        true => format!("{address}?from={source}"),
        false => String::new(),
    };
    let marks = std::mem::take(&mut board.pieces);
    let pieces = marks.into_iter().zip(position.pieces()).map(|(mark, (square, _))| {
        let square = square.to_string();
        BoardPiece { mark, link: link(square.clone()), square, note: String::new() }
    });
    let pieces = pieces.collect();
    let plays = seen.play.life().going_on().and_then(|_| seen.viewer.color());
    let (top, bottom) =
        if flipped { (Color::White, Color::Black) } else { (Color::Black, Color::White) };
    let seat = |color: Color| {
        let held = hand(texts, position, color).into_iter().map(|held| {
            let is_own = position.side_to_move() == color;
            let letter = held.letter.to_string();
            HandPiece {
                link: if is_own { link(letter.clone()) } else { String::new() },
                premoves: plays == Some(color) && plies.is_empty(),
                is_chosen: is_own && letter == from,
                letter,
                mark: held.mark,
                count: held.count,
            }
        });
        let rating: Option<SeatRating> = record.and_then(|record| record.ratings[color]);
        let mut seat = play_seat(seen, color, Vec::new(), rating);
        seat.hand = Some(held.collect());
        seat
    };
    let number = game.plies().len() as u32 + 1;
    BoardPart {
        game: seen.play.terms().rules.kind().key(),
        sprite: assets::address("three-generals.svg"),
        board,
        pieces,
        top: seat(top),
        bottom: seat(bottom),
        flipped,
        targets: targets(&plies, from, flipped),
        from: from.to_owned(),
        fire: if selection.lines { fire_lines(position, flipped) } else { Vec::new() },
        id: new_command_id(visit),
        number,
        moves: plies.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        plies: ply_rows(texts, game),
        order: [Color::White, Color::Black].map(Color::key),
        whole: false,
        confirms: visit.moves_confirmed,
        revealed: false,
        white_left: clock_left(seen, Color::White) / 1000,
        black_left: clock_left(seen, Color::Black) / 1000,
        running: seen.running().map_or("", Color::key),
        sound: ply_sound(game.plies().last().copied(), seen.play.state().is_over()),
        own: plays.map_or("", Color::key),
    }
}

fn source(ply: Ply) -> String {
    AnyPly::from(ply).source()
}

/// What the chosen piece may do.
fn targets(plies: &[Ply], from: &str, flipped: bool) -> Vec<MoveTarget> {
    let chosen = plies.iter().filter(|ply| source(**ply) == from);
    chosen
        .map(|ply| {
            let to = match *ply {
                Ply::Move { to, .. } | Ply::Shot { to, .. } | Ply::Drop { to, .. } => to,
            };
            let (x, y) = corner(to, flipped);
            MoveTarget { ply: ply.to_string(), to: ply.to_string(), x, y }
        })
        .collect()
}

/// The lines between Generals of one kind, from center to center.
fn fire_lines(position: &Position, flipped: bool) -> Vec<FireLine> {
    let line = |general: &General| {
        let between = position.line_of_fire(*general)?;
        let ends = [Color::White, Color::Black].map(|color| position.general(color, *general));
        let [Some(from), Some(to)] = ends else { return None };
        let (from, to) = (corner(from, flipped), corner(to, flipped));
        let is_open = (between & position.occupied()).is_empty();
        Some(FireLine { from: (from.0 + 35, from.1 + 35), to: (to.0 + 35, to.1 + 35), is_open })
    };
    General::ALL.iter().filter_map(line).collect()
}

fn ply_rows(texts: Texts, game: &three_generals::Game) -> Vec<PlyRow> {
    let last = game.plies().len();
    let mut position = Position::start();
    let row = |(index, ply): (usize, &Ply)| {
        let words = describe_ply(texts, &position, *ply);
        position.play_known(*ply);
        let number = index as u32 + 1;
        PlyRow {
            number: (number % 2 == 1).then_some(number),
            text: ply.to_string(),
            words,
            last: index + 1 == last,
        }
    };
    game.plies().iter().enumerate().map(row).collect()
}

/// The last ply in words; empty before the first.
pub fn announcement_text(texts: Texts, progress: &ThreeGeneralsProgress) -> String {
    let Some((last, before)) = progress.game.plies().split_last() else { return String::new() };
    let mut position = Position::start();
    before.iter().for_each(|ply| position.play_known(*ply));
    describe_ply(texts, &position, *last)
}
