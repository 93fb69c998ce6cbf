//! The replay of a game of Three Generals: nothing of it is hidden, so there is one view.

use crate::drawing::BoardKind;
use crate::web::pages::reviews::game_links::{GameLinks, review_links};
use crate::web::prelude::*;
use adjutant_service::edition::Concerns;
use adjutant_service::games::{AnyGame, Game};
use adjutant_service::ratings::GameRating;
use adjutant_site::assets;
use adjutant_site::board::BoardDrawing;
use adjutant_site::game_rows::result_text;
use adjutant_site::html::game_html;
use adjutant_site::i18n::Texts;
use adjutant_site::labels::time_control_label;
use adjutant_site::markup::Markup;
use adjutant_site::replay::{SeatRating, seat_ratings};
use adjutant_site::response_cache::cached_while_unchanged;
use adjutant_site::step_links::{StepLink, step_links};
use adjutant_site::three_generals::{HeldPiece, describe_ply, drawing, hand};
use adjutant_site::time_format::format_partial_date;
use game_record::clock::format_clock;
use game_record::{ByColor, Color};
use three_generals::Position;
use three_generals::record::{Record, TimedPly, Timeline};

use super::super::sharing::{SharePanel, SharedPosition, SharedReplay, card_url};
use super::ReplayQuery;
use super::analysis::three_generals_analysis_pane;
use super::parts::{GAME_CARD, ShellTab};

/// A side: who plays it, the clock, and what is in hand.
pub struct HandSeat {
    pub key: &'static str,
    pub name: String,
    /// The address of the player; empty for an unknown one.
    pub link: String,
    /// Whether a program plays.
    pub bot: bool,
    pub rating: String,
    pub clock: String,
    pub is_to_move: bool,
    pub hand: Vec<HeldPiece>,
}

/// A position of a game with what stands around the board.
pub struct ThreeGeneralsParts {
    pub ply: u32,
    pub last: u32,
    pub top: HandSeat,
    pub bottom: HandSeat,
    pub board: BoardDrawing,
    pub sprite: &'static str,
    /// The ply in words.
    pub said: String,
}

/// Builds the parts for a ply, or for the last one if there are fewer.
pub fn three_generals_parts(
    texts: Texts,
    record: &Record,
    (ply, flipped): (u32, bool),
    seats: [Option<SeatRating>; 2],
) -> ThreeGeneralsParts {
    let Record { header, timeline, .. } = record;
    let last = timeline.len();
    let ply = ply.min(last);
    // The position before the ply, and the one after it.
    let mut positions = timeline.positions().skip(ply.saturating_sub(1) as usize);
    let before = positions.next().unwrap_or_else(Position::start);
    let played = (ply as usize).checked_sub(1).map(|index| timeline.plies[index].ply);
    let position = played.and_then(|_| positions.next()).unwrap_or_else(|| before.clone());
    let mut sides = ByColor::from_fn(|color| {
        let roster = &header.roster;
        let name = if color == Color::White { &roster.white } else { &roster.black };
        let seat = &seats[color as usize];
        HandSeat {
            key: color.key(),
            name: name.clone(),
            link: if name == "?" { String::new() } else { format!("/players/{name}") },
            bot: false,
            rating: seat.as_ref().map(|seat| seat.rating.to_string()).unwrap_or_default(),
            clock: clock_of(timeline, color, ply).map(format_clock).unwrap_or_default(),
            is_to_move: ply < last && position.side_to_move() == color,
            hand: hand(texts, &position, color),
        }
    });
    if flipped {
        std::mem::swap(&mut sides.white, &mut sides.black);
    }
    ThreeGeneralsParts {
        ply,
        last,
        top: sides.black,
        bottom: sides.white,
        board: drawing(texts, &position, played, flipped),
        sprite: assets::address("three-generals.svg"),
        said: match played {
            Some(played) => format!("{ply}. {}", describe_ply(texts, &before, played)),
            None => texts.get("js-start"),
        },
    }
}

struct MoveEntry {
    /// Before the first ply of a pair.
    number: Option<u32>,
    ply: u32,
    link: String,
    text: String,
    words: String,
    is_current: bool,
    comment: String,
}

#[derive(Template)]
#[template(path = "pages/three-generals-game.html")]
struct ThreeGeneralsPage {
    frame: PageFrame,
    replay: ThreeGeneralsParts,
    heading: String,
    result: &'static str,
    how: String,
    plies: u32,
    /// Date, place and time control, as far as they are known.
    about: Vec<String>,
    has_event: bool,
    event: String,
    event_slug: String,
    round: String,
    unrated: String,
    id: String,
    is_flipped: bool,
    steps: Vec<StepLink>,
    flip_link: String,
    moves: Vec<MoveEntry>,
    opening_comment: String,
    extra: Vec<(String, String)>,
    tabs: Vec<ShellTab>,
    share: SharePanel,
    /// The computer analysis; empty for a game that cannot have one.
    analysis: Markup,
    beside: GameLinks,
    script: &'static str,
}

/// Shows a game at a ply.
pub(super) async fn show(
    visit: &RequestContext,
    game: Box<Game<Record>>,
    rating: GameRating,
    query: ReplayQuery,
) -> PageResult {
    let plies = game.summary.plies;
    let analysis = three_generals_analysis_pane(visit, &game).await?;
    let beside = review_links(visit, game.head()).await?;
    let page = ThreeGeneralsPage {
        tabs: tabs(visit.texts(), !analysis.is_empty()),
        analysis,
        beside,
        ..page(visit, &game, &rating, query)
    };
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
    let Record { header, annotations, .. } = &game.stored;
    let (seats, unrated) = seat_ratings(texts, rating);
    let asked = (query.ply.unwrap_or(0), query.flipped);
    let mut replay = three_generals_parts(texts, &game.stored, asked, seats);
    for seat in [&mut replay.top, &mut replay.bottom] {
        seat.bot = Color::parse(seat.key).is_some_and(|color| game.summary.bots[color]);
    }
    let (ply, last) = (replay.ply, replay.last);
    let address = Address { id: game.summary.id.to_string(), flipped: query.flipped };
    let place = SharedPosition { id: address.id.clone(), ply, view: None, flipped: query.flipped };
    let heading = format!("{} – {}", header.roster.white, header.roster.black);
    let how = texts.get(&format!("termination-{}", header.termination.name()));
    let mut frame = visit.frame(format!("{heading} {}", result_text(header.outcome)));
    frame.description = format!("{heading}: {how}. {}", header.roster.event).into();
    frame.skip_to_board();
    frame.card = card_url(visit, &place, last);
    let known = |text: &str| if text == "?" { String::new() } else { text.to_owned() };
    let control = header.time_control.map(|control| time_control_label(texts, control));
    let about = [
        texts.get("tg-name"),
        format_partial_date(texts, &header.roster.date),
        known(&header.roster.site),
        control.unwrap_or_default(),
    ];
    let board = BoardKind::ThreeGenerals;
    let shared = SharedReplay { place, heading: &heading, board, last, views: &[] };
    ThreeGeneralsPage {
        share: SharePanel::new(visit, shared),
        heading,
        how,
        result: result_text(header.outcome),
        plies: last,
        about: about.into_iter().filter(|part| !part.is_empty()).collect(),
        has_event: game.summary.has_event(),
        event: game.summary.event.clone(),
        event_slug: game.summary.event_slug.clone(),
        round: known(&header.roster.round),
        unrated,
        is_flipped: query.flipped,
        steps: step_links(texts, ply, last, |to| address.at(to)),
        flip_link: Address { flipped: !query.flipped, ..address.clone() }.at(ply),
        moves: moves(texts, &address, &game.stored, ply),
        opening_comment: annotations.comments.get(&0).cloned().unwrap_or_default(),
        extra: annotations.extra_tags.clone(),
        tabs: Vec::new(),
        analysis: Markup::default(),
        beside: GameLinks::default(),
        script: assets::address("js/replay/fetched.js"),
        id: address.id,
        replay,
        frame,
    }
}

fn tabs(texts: Texts, has_analysis: bool) -> Vec<ShellTab> {
    let analysis = has_analysis.then_some(("analysis", "tab-analysis"));
    let all = std::iter::once(("moves", "moves-title"))
        .chain(analysis)
        .chain([("share", "tab-share"), (GAME_CARD, "tab-game")]);
    let tab = |(pane, label)| ShellTab {
        pane,
        label: texts.text(label),
        shown: pane == "moves",
        card: pane == GAME_CARD,
    };
    all.map(tab).collect()
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

fn moves(texts: Texts, address: &Address, record: &Record, current: u32) -> Vec<MoveEntry> {
    let Record { timeline, annotations, .. } = record;
    let played = (1..).zip(&timeline.plies).zip(timeline.positions());
    let entry = |((ply, played), before): ((u32, &TimedPly), Position)| MoveEntry {
        number: (ply % 2 == 1).then(|| ply.div_ceil(2)),
        ply,
        link: address.at(ply),
        text: played.ply.to_string(),
        words: describe_ply(texts, &before, played.ply),
        is_current: ply == current,
        comment: annotations.comments.get(&ply).cloned().unwrap_or_default(),
    };
    played.map(entry).collect()
}
