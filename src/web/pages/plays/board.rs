//! The board of a game in progress, with clocks and moves.

use crate::web::pages::replay::SeatPart;
use adjutant_domain::play::{PlayerAction, Progress, State, ThreeGeneralsProgress, Venue};
use adjutant_service::games::AnyGame;
use adjutant_service::live::{Notes, Seen};
use adjutant_site::assets;
use adjutant_site::board::{
    BoardDrawing, PieceMark, corner, fallen_mark, fill_placeholders, side_name,
};
use adjutant_site::digits::signed;
use adjutant_site::i18n::Texts;
use adjutant_site::labels::time_left_text;
use adjutant_site::parameters::percent_encode;
use adjutant_site::ranks::RankNames;
use adjutant_site::replay::{
    Perspective, PlyText, SeatRating, square_name, verdict_key, view_from,
};
use adjutant_site::request_context::RequestContext;
use adjutant_site::spoken_plies::PlySpeaker;
use salpakan::record::Timeline;
use salpakan::rules::{ByColor, Color, Move, RuleSet};
use salpakan::view::{self, Scene};

use super::announcement::announcement_text;
use super::{new_command_id, three_generals};

/// A piece, with the address that selects it if it can move.
pub struct BoardPiece {
    pub mark: PieceMark,
    pub square: String,
    /// Empty if it cannot move.
    pub link: String,
    /// The viewer's note on it; empty for none.
    pub note: String,
}

/// A piece in hand, with the address that selects it if it can be dropped.
pub struct HandPiece {
    pub mark: PieceMark,
    pub count: u32,
    /// The letter of the notation.
    pub letter: String,
    /// Empty if it cannot be dropped.
    pub link: String,
    /// Whether its player may say, while the opponent thinks, where it is to be dropped.
    pub premoves: bool,
    pub is_chosen: bool,
}

/// The line between two Generals of one kind, from center to center.
pub struct FireLine {
    pub from: (u32, u32),
    pub to: (u32, u32),
    /// Whether nothing stands in between.
    pub is_open: bool,
}

/// What the viewer has chosen to see.
#[derive(Debug, Clone, Copy, Default)]
pub struct Selection<'a> {
    /// The square of the selected piece, or its letter in hand.
    pub from: Option<&'a str>,
    /// Whether the lines on which Generals shoot are shown.
    pub lines: bool,
}

/// A target of the selected piece.
pub struct MoveTarget {
    pub ply: String,
    /// What the button says that plays it.
    pub to: String,
    pub x: u32,
    pub y: u32,
}

/// A ply of the move list.
pub struct PlyRow {
    /// Its number, if it begins a row.
    pub number: Option<u32>,
    pub text: String,
    pub words: String,
    pub last: bool,
}

/// A side, and whether its player is connected; `None` where that means nothing.
pub struct PlaySeat {
    pub part: SeatPart,
    pub present: Option<bool>,
    /// The pieces in hand, in a game with hands.
    pub hand: Option<Vec<HandPiece>>,
}

/// The board and everything around it.
pub struct BoardPart {
    /// The key of the game.
    pub game: &'static str,
    /// The address of the insignia.
    pub sprite: &'static str,
    pub board: BoardDrawing,
    pub pieces: Vec<BoardPiece>,
    pub top: PlaySeat,
    pub bottom: PlaySeat,
    pub flipped: bool,
    /// The square of the selected piece; empty for none.
    pub from: String,
    pub targets: Vec<MoveTarget>,
    pub fire: Vec<FireLine>,
    /// The id of the next command, and the number of its ply.
    pub id: String,
    pub number: u32,
    /// The legal plies in the notation, separated by blanks.
    pub moves: String,
    pub plies: Vec<PlyRow>,
    /// The sides in the order in which they move.
    pub order: [&'static str; 2],
    /// Whether the script can show the next ply by its event alone.
    pub whole: bool,
    /// Whether a ply is confirmed before it is played.
    pub confirms: bool,
    /// Whether all ranks are shown, because the game is over and revealed.
    pub revealed: bool,
    /// Milliseconds left on the clocks; `running` is the side whose clock runs.
    pub white_left: i64,
    pub black_left: i64,
    pub running: &'static str,
    /// The sound of the last ply; empty before the first.
    pub sound: &'static str,
    /// The viewer's side while they may still play, otherwise empty.
    pub own: &'static str,
}

impl BoardPart {
    /// Names the seats by their sides: the players of games on one device have neither names nor pages.
    pub(super) fn name_sides(&mut self, texts: Texts) {
        for seat in [&mut self.top.part, &mut self.bottom.part] {
            if let Some(color) = Color::parse(seat.key) {
                seat.handle = side_name(texts, color).to_owned();
                seat.link.clear();
            }
        }
    }
}

fn move_text(mv: Move) -> String {
    format!("{}-{}", square_name(mv.from), square_name(mv.to))
}

/// What only the viewer may see.
#[derive(Clone, Copy)]
pub struct ViewerExtras<'a> {
    /// Whether the viewer's own ranks are hidden, so that the board is that of a spectator.
    pub hidden: bool,
    /// The viewer's notes on the opponent's pieces.
    pub notes: &'a Notes,
    /// The record with both players' ratings, once it is revealed.
    pub record: Option<&'a RatedRecord>,
}

/// The record of a revealed game, and what it did to both ratings.
pub struct RatedRecord {
    pub game: AnyGame,
    pub ratings: ByColor<Option<SeatRating>>,
    /// Whether the ratings are still being calculated.
    pub due: bool,
}

/// The game as the viewer may know it by now.
pub enum KnownGame<'a> {
    Salpakan(&'a Timeline, Scene),
    ThreeGenerals(&'a ThreeGeneralsProgress),
}

impl KnownGame<'_> {
    pub fn new<'a>(seen: &'a Seen, own: ViewerExtras<'_>) -> KnownGame<'a> {
        match seen.play.progress() {
            Progress::Salpakan(game) => {
                KnownGame::Salpakan(&game.timeline, known_scene(seen, &game.timeline, own))
            }
            Progress::ThreeGenerals(game) => KnownGame::ThreeGenerals(game),
        }
    }

    /// Builds the board.
    pub fn board_part(
        &self,
        visit: &RequestContext,
        seen: &Seen,
        address: &str,
        selection: Selection<'_>,
        own: ViewerExtras<'_>,
    ) -> BoardPart {
        match self {
            KnownGame::Salpakan(timeline, scene) => {
                board_part(visit, seen, timeline, address, selection.from, own, scene)
            }
            KnownGame::ThreeGenerals(game) => {
                three_generals::board_part(visit, seen, game, address, selection, own.record)
            }
        }
    }

    /// What was said last, from the viewer's side; empty before the first ply.
    pub fn announcement(&self, texts: Texts, seen: &Seen) -> String {
        match self {
            KnownGame::Salpakan(timeline, scene) => announcement_text(texts, seen, timeline, scene),
            KnownGame::ThreeGenerals(game) => three_generals::announcement_text(texts, game),
        }
    }
}

fn known_scene(seen: &Seen, timeline: &Timeline, own: ViewerExtras<'_>) -> Scene {
    match (own.record, seen.own.as_ref().filter(|_| !own.hidden)) {
        (Some(record), _) => match &record.game {
            AnyGame::Salpakan(game) => {
                view_from(&game.stored, Perspective::Revealed).scene(timeline.len())
            }
            AnyGame::ThreeGenerals(_) => view::spectator(timeline).scene(timeline.len()),
        },
        (None, Some(army)) => view::player(timeline, army).scene(timeline.len()),
        (None, None) => view::spectator(timeline).scene(timeline.len()),
    }
}

/// Builds the board as the viewer may know it; `from` is the selected square.
fn board_part(
    visit: &RequestContext,
    seen: &Seen,
    timeline: &Timeline,
    address: &str,
    from: Option<&str>,
    own: ViewerExtras<'_>,
    scene: &Scene,
) -> BoardPart {
    let ranks = RankNames { texts: visit.texts(), rules: timeline.rules };
    let flipped = seen.viewer.color() == Some(Color::Black);
    let plays = seen.play.life().going_on().and_then(|_| seen.viewer.color());
    let mut board = BoardDrawing::new(scene, flipped, ranks);
    let moves: Vec<Move> = match seen.may.contains(&PlayerAction::Ply) {
        true => timeline.board_after(timeline.len()).moves().collect(),
        false => Vec::new(),
    };
    let chosen = moves.iter().map(|mv| square_name(mv.from)).find(|name| Some(*name) == from);
    let from = chosen.unwrap_or_default();
    let (top, bottom) =
        if flipped { (Color::White, Color::Black) } else { (Color::Black, Color::White) };
    let marks = std::mem::take(&mut board.pieces);
    let pieces = board_pieces(marks, scene, &moves, address);
    let seat = |color: Color| {
        let fell = scene.fallen.iter().filter(|piece| piece.color == color);
        let graveyard = fell.map(|piece| fallen_mark(piece, ranks)).collect();
        let rating = own.record.and_then(|record| record.ratings[color]);
        play_seat(seen, color, graveyard, rating)
    };
    BoardPart {
        game: seen.play.terms().rules.kind().key(),
        sprite: assets::address("pieces.svg"),
        fire: Vec::new(),
        pieces: annotate_pieces(ranks, own.notes, scene, pieces),
        board,
        top: seat(top),
        bottom: seat(bottom),
        flipped,
        from: from.to_owned(),
        targets: moves
            .iter()
            .filter(|mv| square_name(mv.from) == from)
            .map(|mv| {
                let (x, y) = corner(mv.to, flipped);
                MoveTarget { ply: move_text(*mv), to: square_name(mv.to).to_owned(), x, y }
            })
            .collect(),
        id: new_command_id(visit),
        number: timeline.len() + 1,
        moves: moves.iter().map(|mv| move_text(*mv)).collect::<Vec<_>>().join(" "),
        plies: ply_rows(visit, timeline),
        white_left: clock_left(seen, Color::White) / 1000,
        black_left: clock_left(seen, Color::Black) / 1000,
        running: seen.running().map_or("", Color::key),
        sound: last_ply_sound(seen, timeline),
        own: plays.map_or("", Color::key),
        order: [timeline.first, timeline.first.opponent()].map(Color::key),
        whole: is_told_by_events(seen, timeline),
        confirms: visit.moves_confirmed,
        revealed: own.record.is_some(),
    }
}

/// Whether nothing on the page but what an event says changes with the next ply. Under other rules
/// ranks can become known or change, the first ply takes the button away that aborts, and what was
/// said between plies lapses with the next.
fn is_told_by_events(seen: &Seen, timeline: &Timeline) -> bool {
    let quiet = seen.play.life().going_on().is_some_and(|game| {
        let said = game.talk.words.white > 0 || game.talk.words.black > 0;
        game.talk.offer.is_none() && game.talk.asks == ByColor::default() && !said
    });
    quiet
        && seen.play.state() == State::InPlay
        && timeline.rules == RuleSet::STANDARD
        && !seen.play.terms().pace.is_correspondence()
        && !timeline.is_empty()
        && !seen.stands
        && seen.may_rule.is_empty()
}

/// The sound of the last ply, chosen by what is public about it.
fn last_ply_sound(seen: &Seen, timeline: &Timeline) -> &'static str {
    match timeline.plies.last() {
        _ if seen.play.state().is_over() => "over",
        None => "",
        Some(ply) => ply.verdict.map_or("ply", verdict_key),
    }
}

/// The pieces on the board, with links on those that can move.
fn board_pieces(
    marks: Vec<PieceMark>,
    scene: &Scene,
    moves: &[Move],
    address: &str,
) -> Vec<BoardPiece> {
    let piece = |(mark, standing): (PieceMark, &view::Standing)| {
        let square = square_name(standing.square);
        let can = moves.iter().any(|mv| mv.from == standing.square);
        let link = if can { format!("{address}?from={square}") } else { String::new() };
        BoardPiece { mark, square: square.to_owned(), link, note: String::new() }
    };
    marks.into_iter().zip(&scene.standing).map(piece).collect()
}

/// Adds the viewer's own notes to the pieces and their descriptions.
fn annotate_pieces(
    ranks: RankNames,
    notes: &Notes,
    scene: &Scene,
    mut pieces: Vec<BoardPiece>,
) -> Vec<BoardPiece> {
    for (piece, standing) in pieces.iter_mut().zip(&scene.standing) {
        let note = notes.on(standing.origin);
        if !note.is_empty() {
            let words = fill_placeholders(ranks.texts.text("js-play-noted"), &[("words", note)]);
            piece.mark.words = format!("{}. {words}", piece.mark.words);
            note.clone_into(&mut piece.note);
        }
    }
    pieces
}

pub(super) fn clock_left(seen: &Seen, color: Color) -> i64 {
    seen.play.clocks().map_or(0, |clocks| clocks.left(color, seen.now.0).max(0))
}

/// Whether the game is timed; games at a table may be untimed.
pub(super) fn has_clocks(seen: &Seen) -> bool {
    !seen.play.terms().pace.is_untimed()
}

/// A side with its clock and what it lost. Captured pieces are labelled as they are on the board, so
/// that the length of the text tells no rank.
pub(super) fn play_seat(
    seen: &Seen,
    color: Color,
    graveyard: Vec<PieceMark>,
    rating: Option<SeatRating>,
) -> PlaySeat {
    let is_timed = has_clocks(seen);
    let part = SeatPart {
        key: color.key(),
        handle: seen.players[color].clone(),
        link: percent_encode(&seen.players[color]),
        bot: seen.bots[color],
        rating: rating.map(|rating| rating.rating.to_string()).unwrap_or_default(),
        change: rating.map(|rating| signed(rating.change)).unwrap_or_default(),
        change_class: if rating.is_some_and(|rating| rating.change < 0) { "down" } else { "up" },
        clock: if is_timed { time_left_text(clock_left(seen, color)) } else { String::new() },
        to_move: seen.play.to_move() == Some(color),
        graveyard,
    };
    let online = seen.play.terms().venue != Venue::Table && !seen.play.state().is_over();
    let own = seen.viewer.color() == Some(color);
    PlaySeat { part, present: online.then_some(own || seen.present[color]), hand: None }
}

fn ply_rows(visit: &RequestContext, timeline: &Timeline) -> Vec<PlyRow> {
    let speech = PlySpeaker::new(visit.texts());
    let line = |(number, ply): (u32, &salpakan::record::Ply)| {
        let last = number == timeline.len();
        PlyRow {
            number: (number % 2 == 1).then_some(number),
            text: PlyText::from_ply(ply, timeline.ending.is_some() && last).as_str().to_owned(),
            words: speech.describe(timeline, number),
            last,
        }
    };
    (1_u32..).zip(&timeline.plies).map(line).collect()
}
