//! The replay of a game of Three Generals: nothing of it is hidden, so there is one view.

use crate::drawing::BoardKind;
use crate::web::pages::reviews::game_links::{GameLinks, open_game_links};
use crate::web::prelude::*;
use adjutant_service::edition::Concerns;
use adjutant_service::games::Game;
use adjutant_service::ratings::GameRating;
use adjutant_site::assets;
use adjutant_site::board::BoardDrawing;
use adjutant_site::html::game_html;
use adjutant_site::i18n::Texts;
use adjutant_site::labels::{annulment_notice, time_control_label};
use adjutant_site::markup::Markup;
use adjutant_site::replay::{SeatRating, seat_ratings};
use adjutant_site::replay_list::ReplayList;
use adjutant_site::response_cache::cached_while_unchanged;
use adjutant_site::step_links::{StepLink, step_links};
use adjutant_site::three_generals::{HeldPiece, describe_ply, drawing, hand, ply_sound};
use adjutant_site::time_format::format_partial_date;
use adjutant_site::use_cases::build_maybe_offloaded;
use game_record::clock::format_clock;
use game_record::{ByColor, Color};
use three_generals::Position;
use three_generals::record::{Record, TimedPly, Timeline};

use super::super::sharing::{SharePanel, SharedPosition, SharedReplay, card_url};
use super::ReplayQuery;
use super::analysis::three_generals_analysis_pane;
use super::annulling;
use super::around::{self, Around};
use super::card::GameCard;
use super::parts::{GAME_CARD, ReplayAddress, ShellTab, player_slug};

/// A side: who plays it, the clock, and what is in hand.
pub struct HandSeat {
    pub key: &'static str,
    pub name: String,
    /// As part of an address; empty for an unknown player.
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
    pub sound: &'static str,
}

/// Builds the parts for a ply, or for the last one if there are fewer.
pub fn three_generals_parts(
    texts: Texts,
    game: &Game<Record>,
    (ply, flipped): (u32, bool),
    seats: [Option<SeatRating>; 2],
) -> ThreeGeneralsParts {
    let Record { header, timeline, .. } = &game.stored;
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
            link: player_slug(name),
            bot: game.summary.bots[color],
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
        sound: ply_sound(played, ply == last),
    }
}

/// A ply in the list of moves.
pub struct MoveEntry {
    /// Its number, if it begins a row.
    pub number: Option<u32>,
    pub ply: u32,
    pub link: String,
    pub text: String,
    pub words: String,
    pub is_current: bool,
    pub comment: String,
}

/// The replay without the page around it.
pub struct ThreeGeneralsReplay {
    pub id: String,
    pub parts: ThreeGeneralsParts,
    pub is_flipped: bool,
    pub steps: Vec<StepLink>,
    pub flip_link: String,
    pub moves: Vec<MoveEntry>,
    pub opening_comment: String,
    /// Whether the replay has the whole window.
    pub full: bool,
    pub tabs: Vec<ShellTab>,
    pub script: &'static str,
    address: Address,
}

impl ThreeGeneralsReplay {
    /// Builds the replay of a game for a ply and orientation. Its links lead to places of this page,
    /// and name the list that the reader comes from.
    pub(super) fn new(
        texts: Texts,
        game: &Game<Record>,
        (page, list): (String, String),
        query: ReplayQuery,
        seats: [Option<SeatRating>; 2],
    ) -> ThreeGeneralsReplay {
        let flipped = query.flipped;
        let asked = (query.ply.unwrap_or(0), flipped);
        let parts = three_generals_parts(texts, game, asked, seats);
        let address = Address { page, list, flipped };
        let other_way = Address { flipped: !flipped, ..address.clone() };
        ThreeGeneralsReplay {
            id: game.summary.id.to_string(),
            is_flipped: flipped,
            steps: step_links(texts, parts.ply, parts.last, |to| address.at(to)),
            flip_link: other_way.at(parts.ply),
            moves: moves(texts, &address, &game.stored, parts.ply),
            opening_comment: game.stored.annotations.comments.get(&0).cloned().unwrap_or_default(),
            full: false,
            tabs: tabs(texts, &[]),
            script: assets::address("js/replay/fetched.js"),
            address,
            parts,
        }
    }

    /// The address of a ply on the page that has the replay.
    pub fn at_ply(&self, ply: u32) -> String {
        self.address.at(ply)
    }

    /// Gives the replay the whole window, with further panes of the page behind the tabs.
    pub fn fill_window(&mut self, texts: Texts, panes: &[(&'static str, &'static str)]) {
        self.full = true;
        self.tabs = tabs(texts, panes);
    }
}

#[derive(Template)]
#[template(path = "pages/three-generals-game.html")]
struct ThreeGeneralsPage {
    frame: PageFrame,
    /// What was done to the game; otherwise empty.
    done: String,
    replay: ThreeGeneralsReplay,
    card: GameCard,
    /// Date, place and time control, as far as they are known.
    about: Vec<String>,
    unrated: String,
    /// When and why it was annulled; empty if it was not.
    annulled: String,
    id: String,
    extra: Vec<(String, String)>,
    share: SharePanel,
    /// The computer analysis; empty for a game that cannot have one.
    analysis: Markup,
    beside: GameLinks,
    /// The games beside it in the list that the reader comes from.
    around: Around,
}

/// Shows a game at a ply.
pub(super) async fn show(
    visit: &RequestContext,
    (game, rating): (Box<Game<Record>>, GameRating),
    query: ReplayQuery,
    list: ReplayList,
    done: String,
) -> PageResult {
    let plies = game.summary.plies;
    let analysis = three_generals_analysis_pane(visit, &game).await?;
    let beside = GameLinks {
        annul: annulling::link(visit, &game).await?,
        ..open_game_links(visit, &game).await?
    };
    let (is_of_record, here) = (list.is_event(), list.to_query());
    let around = around::load(visit, &game, list).await?;
    // Other lists change with games that have nothing to do with this one.
    let concerns =
        is_of_record.then(|| Concerns::of_open_record_in_event(&game, around.later.is_empty()));
    let build = move |visit: &RequestContext| page(visit, &game, &rating, (query, here));
    let built = build_maybe_offloaded(visit, plies, build).await?;
    let mut page = ThreeGeneralsPage { done, analysis, beside, around, ..built };
    let panes = [("analysis", "tab-analysis"), ("share", "tab-share"), (GAME_CARD, "tab-game")];
    page.replay.fill_window(visit.texts(), &panes[usize::from(page.analysis.is_empty())..]);
    let response = game_html(visit, plies, page).await?;
    Ok(cached_while_unchanged(response, concerns))
}

fn page(
    visit: &RequestContext,
    game: &Game<Record>,
    rating: &GameRating,
    (query, list): (ReplayQuery, String),
) -> ThreeGeneralsPage {
    let texts = visit.texts();
    let Record { header, annotations, .. } = &game.stored;
    let (seats, unrated) = seat_ratings(texts, rating);
    let id = game.summary.id.to_string();
    let here = (ReplayAddress::game_page(&id), list);
    let replay = ThreeGeneralsReplay::new(texts, game, here, query, seats);
    let (ply, last) = (replay.parts.ply, replay.parts.last);
    let place = SharedPosition { id: id.clone(), ply, view: None, flipped: query.flipped };
    let card = GameCard::new(texts, &game.summary, &header.roster);
    let mut frame = card.frame(visit);
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
    let shared = SharedReplay { place, heading: &card.heading, board, last, views: &[] };
    ThreeGeneralsPage {
        done: String::new(),
        share: SharePanel::new(visit, shared),
        card,
        about: about.into_iter().filter(|part| !part.is_empty()).collect(),
        unrated,
        annulled: annulment_notice(game.annulment.as_ref(), texts),
        extra: annotations.extra_tags.clone(),
        analysis: Markup::default(),
        beside: GameLinks::default(),
        around: Around::default(),
        id,
        replay,
        frame,
    }
}

/// The tabs of the moves and of further panes of the page.
fn tabs(texts: Texts, panes: &[(&'static str, &'static str)]) -> Vec<ShellTab> {
    let tab = |(pane, label): (&'static str, &'static str)| ShellTab {
        pane,
        label: texts.text(label),
        shown: pane == "moves",
        card: pane == GAME_CARD,
    };
    std::iter::once(("moves", "moves-title")).chain(panes.iter().copied()).map(tab).collect()
}

/// The address of the page, whose links keep the orientation.
#[derive(Clone)]
struct Address {
    page: String,
    /// As part of the query.
    list: String,
    flipped: bool,
}

impl Address {
    fn at(&self, ply: u32) -> String {
        let flip = if self.flipped { "&flip=1" } else { "" };
        format!("{}?ply={ply}{flip}{}", self.page, self.list)
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
        number: (ply % 2 == 1).then_some(ply),
        ply,
        link: address.at(ply),
        text: played.ply.to_string(),
        words: describe_ply(texts, &before, played.ply),
        is_current: ply == current,
        comment: annotations.comments.get(&ply).cloned().unwrap_or_default(),
    };
    played.map(entry).collect()
}
