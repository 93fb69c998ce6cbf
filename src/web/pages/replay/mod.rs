//! The replay: a page for each ply and view, which the script then takes over.

mod known;
mod look;
mod parts;
mod strings;
mod told;

use actix_web::{HttpResponse, web};
use askama::Template;

use crate::service::games::{self, Game};
use crate::service::knowing::{self, Account};
use crate::service::owner::Whose;
use crate::service::ratings::GameRating;
use crate::service::records::GameId;
use crate::service::{App, Error, Thing};
use crate::web::error::PageError;
use crate::web::i18n::Texts;
use crate::web::parameters::{BadParameter, Given, Parameters};
use crate::web::ranks::RankWords;
use crate::web::replay::{Knowledge, SeatRating, view_of};
use crate::web::visit::{Frame, Visit};
use salpakan::clock::{SideControl, TimeControl};
use salpakan::rules::Square;

pub(in crate::web) use look::{Look, Shade};
pub(super) use parts::clock_text;
pub use parts::{Address, ReplayParts, SeatPart, parts};
pub(super) use told::{points, signed};

use super::list::result_text;
use super::plays::notes::{KeptNotes, kept_notes};
use super::reviews::beside::{Beside, beside};
use super::sharing::{Share, card};
use super::whose;
use super::{ask_long, html_of, made};
use known::Eyes;
use parts::Told;

/// Which position of a game is asked for, and who looks.
#[derive(Debug, Clone, Copy)]
pub struct ReplayQuery {
    pub ply: Option<u32>,
    pub view: Option<Knowledge>,
    pub flipped: bool,
}

impl ReplayQuery {
    /// Reads it from an address.
    ///
    /// # Errors
    /// The parameter that is wrong.
    pub fn read(parameters: &Parameters) -> Result<ReplayQuery, BadParameter> {
        ReplayQuery::of(&parameters.read(&["ply", "view", "flip"])?)
    }

    fn of(given: &Given) -> Result<ReplayQuery, BadParameter> {
        Ok(ReplayQuery {
            ply: given.number("ply", 0..=1_000_000)?,
            view: given.parsed("view", Knowledge::takes(), Knowledge::parse)?,
            flipped: given.number("flip", 0..=1)? == Some(1),
        })
    }
}

#[derive(Template)]
#[template(path = "pages/game.html")]
struct GamePage {
    frame: Frame,
    replay: ReplayParts,
    heading: String,
    result: &'static str,
    how: String,
    event: String,
    event_slug: String,
    round: String,
    date: String,
    site: String,
    rule_set: String,
    time_control: String,
    provenance: String,
    /// Whether a member brought it.
    members: bool,
    /// The organisation's name in addresses.
    organisation: Option<String>,
    unrated: String,
    plies: u32,
    extra: Vec<(String, String)>,
    /// What the visitor himself noted while he played it.
    notes: KeptNotes,
    beside: Beside,
    share: Option<Share>,
}

/// One game at a ply, in a view.
pub async fn show(
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let (query, look) = read(&parameters).map_err(|e| PageError::parameter(&visit, &e))?;
    let none = || Error::missing(Thing::Game, path.as_str());
    let id = GameId::parse(&path).ok_or_else(|| PageError::new(&visit, &none()))?;
    let Placed { game, here, replay, unrated } = placed(&visit, id, query, look).await?;
    let notes = kept_notes(&visit, &game).await?;
    let beside = beside(&visit, &game).await?;
    let share = Some(Share::of(&visit, &game, &replay, here.view, here.flipped));
    let page = GamePage { notes, beside, share, ..page(&visit, &game, replay, unrated) };
    html_of(&visit, game.summary.plies, page).await
}

/// A game's replay at a place, with what could be known there.
pub(super) struct Placed {
    pub game: Game,
    pub here: Address,
    pub replay: ReplayParts,
    /// Why the game is not rated; empty where it is.
    pub unrated: String,
}

/// A game's replay where a query leads.
///
/// # Errors
/// The page for a game that is not there, or for what the store fails in.
pub(super) async fn placed(
    visit: &Visit,
    id: GameId,
    query: ReplayQuery,
    look: Look,
) -> Result<Placed, PageError> {
    // Counting takes longer than finding another thread for it.
    let found = ask_long(visit, move |app| asked(app, id, query, look)).await?;
    let plies = found.0.summary.plies;
    made(visit, plies, move |visit| laid_out(visit, found, |game| address(game, query, look))).await
}

/// The replay of what was found, at its place.
fn laid_out(
    visit: &Visit,
    (game, rating, opened): (Game, GameRating, Option<Opened>),
    here: impl FnOnce(&Game) -> Address,
) -> Placed {
    let (seats, unrated) = seat_ratings(visit.texts(), &rating);
    let here = here(&game);
    let mut replay = parts(visit, &game, here.clone(), seats);
    if let Some(opened) = &opened {
        replay.told = told_of(visit, &game, &here, opened);
    }
    Placed { game, here, replay, unrated }
}

fn read(parameters: &Parameters) -> Result<(ReplayQuery, Look), BadParameter> {
    const KNOWN: &[&str] = &["ply", "view", "flip", "shade", "ghost", "piece", "table", "prior"];
    let given = parameters.read(KNOWN)?;
    Ok((ReplayQuery::of(&given)?, Look::of(&given)?))
}

/// Where the query leads: of a game that is not revealed, to the public view and no further.
fn address(game: &Game, query: ReplayQuery, look: Look) -> Address {
    let (view, look) = match game.stored.revealed() {
        Some(_) => (query.view.unwrap_or(Knowledge::Revealed), look),
        None => (Knowledge::Public, Look::default()),
    };
    let timeline = game.stored.timeline();
    let is_there = |origin: &Square| {
        timeline.taken.iter().any(|(_, taken)| taken.is_some_and(|taken| taken.contains(*origin)))
    };
    let learned = look.learned && knowing::is_learned(timeline);
    let look = Look { piece: look.piece.filter(is_there), learned, ..look };
    let ply = query.ply.unwrap_or(0).min(timeline.len());
    let id = game.summary.id.to_string();
    Address { page: Address::own_page(&id), id, ply, view, flipped: query.flipped, look }
}

/// The replay of a game within another page, whose address every link of it keeps; `from` is where it begins.
///
/// # Errors
/// The page for a parameter that is wrong, or for what the store fails in.
pub(super) async fn within(
    visit: &Visit,
    (id, page, from): (GameId, String, u32),
    parameters: &Parameters,
) -> Result<(Game, ReplayParts), PageError> {
    let (query, look) = read(parameters).map_err(|e| PageError::parameter(visit, &e))?;
    let query = ReplayQuery { ply: query.ply.or(Some(from)), ..query };
    let found = ask_long(visit, move |app| asked(app, id, query, look)).await?;
    let plies = found.0.summary.plies;
    let here = move |game: &Game| Address { page, ..address(game, query, look) };
    let placed = made(visit, plies, move |visit| laid_out(visit, found, here)).await?;
    Ok((placed.game, placed.replay))
}

fn asked(
    app: &App,
    id: GameId,
    query: ReplayQuery,
    look: Look,
) -> Result<(Game, GameRating, Option<Opened>), Error> {
    let (game, rating) = games::get_rated(app, id)?;
    let opened = Opened::of(app, &game, query, look)?;
    Ok((game, rating, opened))
}

/// What is worked out for a page of a revealed game.
struct Opened {
    eyes: Eyes,
    account: Account,
}

impl Opened {
    /// `None` where nothing may be told, or where there are no armies to tell of.
    fn of(app: &App, game: &Game, query: ReplayQuery, look: Look) -> Result<Option<Opened>, Error> {
        if knowing::record(game).is_err() {
            return Ok(None);
        }
        let account = knowing::account(game)?;
        let eyes = Eyes::open(app, game, &account, &address(game, query, look))?;
        Ok(Some(Opened { eyes, account }))
    }
}

fn told_of(visit: &Visit, game: &Game, here: &Address, opened: &Opened) -> Told {
    let texts = visit.texts();
    let ranks = RankWords { texts, rules: game.stored.timeline().rules };
    let scene = view_of(&game.stored, here.view).scene(here.ply);
    let Opened { eyes, account } = opened;
    let known = known::Telling { ranks, stored: &game.stored, scene: &scene, here, eyes };
    let ledger = told::Telling { texts, game, account, here };
    Told {
        piece_links: Some(known.piece_links()),
        shades: known::shades(&scene, here, eyes),
        brief: known.brief(),
        chart: ledger.chart(),
        card: known.card(),
        ledger: ledger.card(),
    }
}

/// Both seats' ratings before the game, or why there are none.
pub fn seat_ratings(texts: Texts, rating: &GameRating) -> ([Option<SeatRating>; 2], String) {
    match rating {
        GameRating::Rated { white, black, .. } => {
            let seat = |change: &ledger_ratings::Change| SeatRating {
                rating: change.before.whole_points(),
                deviation: change.before.whole_deviation(),
                change: change.after.whole_points() - change.before.whole_points(),
            };
            ([Some(seat(white)), Some(seat(black))], String::new())
        }
        GameRating::Due { .. } => ([None; 2], texts.get("rating-due")),
        GameRating::Unrated(reason) => ([None; 2], whose::unrated(*reason, texts)),
    }
}

fn page(visit: &Visit, game: &Game, replay: ReplayParts, unrated: String) -> GamePage {
    let texts = visit.texts();
    let header = game.stored.header();
    let heading = format!("{} – {}", header.roster.white, header.roster.black);
    let how = texts.get(&format!("termination-{}", header.termination.name()));
    let mut frame = visit.frame(format!("{heading} {}", result_text(header.outcome)));
    frame.description = format!("{}: {how}. {}", heading, header.roster.event).into();
    frame.card = card(visit, &replay);
    GamePage {
        heading,
        result: result_text(header.outcome),
        how,
        event: game.summary.event.clone(),
        event_slug: game.summary.event_slug.clone(),
        round: header.roster.round.clone(),
        date: crate::web::moments::known(&header.roster.date),
        site: header.roster.site.clone(),
        rule_set: game.summary.rule_set.clone(),
        time_control: header.time_control.map_or_else(String::new, |tc| control(texts, tc)),
        provenance: whose::provenance(game, texts),
        members: game.summary.whose == Whose::Member,
        organisation: game.summary.whose.organisation().map(|own| own.slug.clone()),
        unrated,
        plies: game.summary.plies,
        extra: game
            .stored
            .revealed()
            .map(|record| record.annotations().extra_tags.clone())
            .unwrap_or_default(),
        notes: KeptNotes::default(),
        beside: Beside::default(),
        share: None,
        frame,
        replay,
    }
}

pub(super) fn control(texts: Texts, tc: TimeControl) -> String {
    match tc {
        TimeControl::Same(side) => side_words(texts, side),
        TimeControl::Unequal(white, black) => texts.fill(
            "time-control-sides",
            &[("white", side_words(texts, white)), ("black", side_words(texts, black))],
        ),
    }
}

fn side_words(texts: Texts, side: SideControl) -> String {
    const DAY: u32 = 24 * 3600;
    let minutes = |seconds: u32| match seconds.is_multiple_of(60) {
        true => format!("{}", seconds / 60),
        false => format!("{:.1}", f64::from(seconds) / 60.0),
    };
    match side {
        SideControl::Increment { base, increment } => texts.fill(
            "time-control",
            &[("minutes", minutes(base)), ("seconds", increment.to_string())],
        ),
        SideControl::Delay { base, delay } => texts.fill(
            "time-control-delay",
            &[("minutes", minutes(base)), ("seconds", delay.to_string())],
        ),
        SideControl::EachPly { seconds } if seconds.is_multiple_of(DAY) => {
            texts.count("play-days", seconds / DAY)
        }
        SideControl::EachPly { seconds } => {
            texts.fill("time-control-ply", &[("minutes", minutes(seconds))])
        }
    }
}
