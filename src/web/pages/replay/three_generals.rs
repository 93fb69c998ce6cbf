//! The replay of a game of Three Generals: nothing of it is hidden, so there is one view.

use crate::web::prelude::*;
use adjutant_service::edition::Concerns;
use adjutant_service::games::{AnyGame, Game};
use adjutant_service::ratings::GameRating;
use adjutant_site::assets;
use adjutant_site::board::BoardDrawing;
use adjutant_site::game_rows::result_text;
use adjutant_site::html::game_html;
use adjutant_site::labels::time_control_label;
use adjutant_site::replay::{Perspective, seat_ratings};
use adjutant_site::response_cache::cached_while_unchanged;
use adjutant_site::step_links::{StepLink, step_links};
use adjutant_site::three_generals::{HeldPiece, drawing, hand};
use adjutant_site::time_format::format_partial_date;
use game_record::clock::format_clock;
use game_record::{ByColor, Color};
use three_generals::Position;
use three_generals::record::{Record, Timeline};

use super::super::sharing::card_url;
use super::ReplayQuery;

/// A side: who plays it, the clock, and what is in hand.
struct Side {
    key: &'static str,
    name: String,
    /// The address of the player; empty for an unknown one.
    link: String,
    rating: String,
    clock: String,
    is_to_move: bool,
    hand: Vec<HeldPiece>,
}

struct MoveEntry {
    /// Before the first ply of a pair.
    number: Option<u32>,
    ply: u32,
    link: String,
    text: String,
    is_current: bool,
    comment: String,
}

#[derive(Template)]
#[template(path = "pages/three-generals-game.html")]
struct ThreeGeneralsPage {
    frame: PageFrame,
    heading: String,
    result: &'static str,
    /// The ply in words, for the reader who cannot see the board.
    said: String,
    about: Vec<String>,
    has_event: bool,
    event: String,
    event_slug: String,
    unrated: String,
    id: String,
    ply: u32,
    top: Side,
    bottom: Side,
    board: BoardDrawing,
    sprite: &'static str,
    steps: Vec<StepLink>,
    flip_link: String,
    moves: Vec<MoveEntry>,
    opening_comment: String,
    extra: Vec<(String, String)>,
}

/// Shows a game at a ply.
pub(super) async fn show(
    visit: &RequestContext,
    game: Box<Game<Record>>,
    rating: GameRating,
    query: ReplayQuery,
) -> PageResult {
    let plies = game.summary.plies;
    let page = page(visit, &game, &rating, query);
    let response = game_html(visit, plies, page).await?;
    Ok(cached_while_unchanged(response, Concerns::of_any_record(&AnyGame::ThreeGenerals(game))))
}

fn page(
    visit: &RequestContext,
    game: &Game<Record>,
    rating: &GameRating,
    query: ReplayQuery,
) -> ThreeGeneralsPage {
    let texts = visit.texts();
    let Record { header, timeline, annotations } = &game.stored;
    let ply = query.ply.unwrap_or(0).min(timeline.len());
    let address = Address { id: game.summary.id.to_string(), flipped: query.flipped };
    let position = timeline.positions().nth(ply as usize).unwrap_or_else(Position::start);
    let (seats, unrated) = seat_ratings(texts, rating);
    let mut sides = ByColor::from_fn(|color| {
        let roster = &header.roster;
        let name = if color == Color::White { &roster.white } else { &roster.black };
        let link = if name == "?" { String::new() } else { format!("/players/{name}") };
        let seat = &seats[color as usize];
        Side {
            key: color.key(),
            name: name.clone(),
            link,
            rating: seat.as_ref().map(|seat| seat.rating.to_string()).unwrap_or_default(),
            clock: clock_of(timeline, color, ply).map(format_clock).unwrap_or_default(),
            is_to_move: ply < timeline.len() && position.side_to_move() == color,
            hand: hand(texts, &position, color),
        }
    });
    if query.flipped {
        std::mem::swap(&mut sides.white, &mut sides.black);
    }
    let last = (ply as usize).checked_sub(1).map(|index| timeline.plies[index].ply);
    let heading = format!("{} – {}", header.roster.white, header.roster.black);
    let mut frame = visit.frame(format!("{heading} {}", result_text(header.outcome)));
    frame.skip_to_board();
    let view = Perspective::Revealed.key();
    frame.card = card_url(visit, &address.id, (ply, timeline.len()), view);
    let control = header.time_control.map(|control| time_control_label(texts, control));
    let about = [
        texts.get("tg-name"),
        texts.get(&format!("termination-{}", header.termination.name())),
        texts.count("plies-count", timeline.len()),
        format_partial_date(texts, &header.roster.date),
        control.unwrap_or_default(),
    ];
    ThreeGeneralsPage {
        heading,
        result: result_text(header.outcome),
        said: last.map(|last| format!("{ply}. {last}")).unwrap_or_default(),
        about: about.into_iter().filter(|part| !part.is_empty()).collect(),
        has_event: game.summary.has_event(),
        event: game.summary.event.clone(),
        event_slug: game.summary.event_slug.clone(),
        unrated,
        top: sides.black,
        bottom: sides.white,
        board: drawing(texts, &position, last, query.flipped),
        sprite: assets::address("three-generals.svg"),
        steps: step_links(texts, ply, timeline.len(), |to| address.at(to)),
        flip_link: Address { flipped: !query.flipped, ..address.clone() }.at(ply),
        moves: moves(&address, timeline, annotations, ply),
        opening_comment: annotations.comments.get(&0).cloned().unwrap_or_default(),
        extra: annotations.extra_tags.clone(),
        id: address.id,
        ply,
        frame,
    }
}

/// The address of the page, whose links keep the orientation.
#[derive(Clone)]
struct Address {
    id: String,
    flipped: bool,
}

impl Address {
    fn at(&self, ply: u32) -> String {
        let flip = if self.flipped { "&flip=1" } else { "" };
        format!("/games/{}?ply={ply}{flip}", self.id)
    }
}

/// The clock of a side after a ply: that of its last one.
fn clock_of(timeline: &Timeline, color: Color, ply: u32) -> Option<u32> {
    let own = (1..=ply).rev().filter(|number| Timeline::mover(*number) == color);
    own.filter_map(|number| timeline.plies[number as usize - 1].clock).next()
}

fn moves(
    address: &Address,
    timeline: &Timeline,
    annotations: &game_record::Annotations,
    current: u32,
) -> Vec<MoveEntry> {
    let entry = |(ply, played): (u32, &three_generals::record::TimedPly)| MoveEntry {
        number: (ply % 2 == 1).then(|| ply.div_ceil(2)),
        ply,
        link: address.at(ply),
        text: played.ply.to_string(),
        is_current: ply == current,
        comment: annotations.comments.get(&ply).cloned().unwrap_or_default(),
    };
    (1..).zip(&timeline.plies).map(entry).collect()
}
