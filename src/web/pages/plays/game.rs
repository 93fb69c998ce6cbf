//! A game that is played here: deploying, playing, and how it ended, as who looks may know it.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;

use crate::play::{Deed, Venue};
use crate::service::Error;
use crate::service::live::{self, NotDeployed, Notes, Seen, Viewer};
use crate::web::api::plays::read_id;
use crate::web::assets;
use crate::web::deploy::fault_words;
use crate::web::error::PageError;
use crate::web::i18n::Texts;
use crate::web::json_block::JsonBlock;
use crate::web::kit::{Done, Form};
use crate::web::pages::private_html;
use crate::web::pages::replay::clock_text;
use crate::web::parameters::{Parameters, Takes};
use crate::web::ranks::RankWords;
use crate::web::speech::Speech;
use crate::web::visit::{Frame, Visit};
use salpakan::record::short_id_text;
use salpakan::rules::RuleSet;

use super::beside::{RematchPart, rematch_part};
use super::deeds::{DeedsPart, asked_about, deeds, questions};
use super::deploying::{DeployPart, Typed, WaitingPart, deploying, waiting};
use super::jointly::{self, Joint};
use super::notes::{NotesPart, notes_part, own_notes};
use super::renewed::{self, RenewedLine};
use super::spot::Spot;
use super::table::{Own, TablePart, table};
use super::{ask_desk, pace_words, rated_words, rulings, status, strings};

/// Passes are asked for anew without any event: so often a page at the table looks, in milliseconds.
const AGAIN_AT_TABLE: i64 = 5000;

/// What the address asks for beside the game.
#[derive(Debug, Clone, Default)]
pub struct Looks {
    /// The square of the piece that is to move.
    pub from: Option<String>,
    /// What is to be confirmed.
    pub asks: Option<Deed>,
    /// Whether one's own ranks are shown on a device that hides them.
    pub peeks: bool,
    /// What was done a moment ago.
    pub done: Option<Done>,
    /// Whether a page without script is left as it is.
    pub stays: bool,
}

/// Why what was sent is refused, and the set-up that was sent.
#[derive(Default)]
pub struct Refused {
    pub status: StatusCode,
    pub words: Vec<String>,
    pub typed: Typed,
}

/// The switches of this device.
struct DevicePart {
    hides_ranks: bool,
    /// Whether they are shown for the moment.
    peeks: bool,
    sounds: bool,
}

#[derive(Template)]
#[template(path = "play/game.html")]
struct GamePage {
    frame: Frame,
    address: String,
    heading: String,
    about: String,
    /// Empty for the published game.
    rules: String,
    /// What the script compares: it shows the page anew where this is another.
    stage: String,
    version: u32,
    /// After how many milliseconds the script asks again by itself; 0 for never.
    again: i64,
    /// Whether something happens elsewhere that is waited for.
    waits: bool,
    /// Whether a page without script asks again by itself.
    refreshes: bool,
    refused: Vec<String>,
    said: String,
    status: String,
    ready: Vec<(String, bool)>,
    /// What is left to deploy, in words and milliseconds.
    left: Option<(String, i64)>,
    notices: Vec<String>,
    /// That clocks stand because nothing can be saved; empty while they do not.
    stands: String,
    deploying: Option<DeployPart>,
    waiting: Option<WaitingPart>,
    table: Option<TablePart>,
    deeds: DeedsPart,
    /// What the device at a table says for both players.
    jointly: Vec<Joint>,
    /// Passes that were made anew, or are asked for.
    renewed: Vec<RenewedLine>,
    /// The play's id on that device; empty elsewhere.
    referee: String,
    /// Where passes to the table are given out; empty for who gives none.
    passes: String,
    notes: Option<NotesPart>,
    done: String,
    /// Where one tells of his opponent; empty for who has none.
    report: String,
    /// What officials did, and why.
    ruled: Vec<(String, String)>,
    rule: Option<Form>,
    record: String,
    rematch: Option<RematchPart>,
    /// `None` for who has no side.
    device: Option<DevicePart>,
    away: &'static str,
    strings: JsonBlock,
    script: &'static str,
}

/// The game, as the visitor may know it now.
pub async fn show(
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let looks = parameters.read(&["from", "ask", "peek", "done", "stay"]).and_then(|given| {
        let asks = given.parsed("ask", Takes::one_of(questions()), asked_about)?;
        let peeks = given.number("peek", 0..=1)? == Some(1);
        let done = Done::of(&given, &["done-play-reported"])?;
        let stays = given.number("stay", 0..=1)? == Some(1);
        Ok(Looks { from: given.text("from"), asks, peeks, done, stays })
    });
    let looks = looks.map_err(|e| PageError::parameter(&visit, &e))?;
    let id = read_id(&path).map_err(|e| PageError::new(&visit, &e))?;
    let spot = Spot::Play(id);
    let seen = seen(&visit, spot).await?;
    page(&visit, spot, &seen, &looks, Refused::default()).await
}

/// The game as it may be known there.
///
/// # Errors
/// The page for what may not be seen.
pub async fn seen(visit: &Visit, spot: Spot) -> Result<Seen, PageError> {
    let actor = visit.actor().clone();
    ask_desk(visit, move |live| spot.look(live, &actor)).await
}

/// What of a refusal is said on the game's own page, with its status.
///
/// # Errors
/// What has a page of its own.
pub async fn refusal(
    visit: &Visit,
    spot: Spot,
    why: NotDeployed,
) -> Result<(Seen, StatusCode, Vec<String>), Error> {
    let (actor, texts) = (visit.actor().clone(), visit.texts());
    let look = move |live: &live::Live| spot.look(live, &actor);
    match why {
        NotDeployed::Faults(faults) => {
            let seen = super::at_desk(visit, look).await?;
            let ranks = RankWords { texts, rules: seen.play.timeline().rules };
            Ok((seen, StatusCode::UNPROCESSABLE_ENTITY, fault_words(ranks, &faults)))
        }
        NotDeployed::Refused(refused) => {
            let (status, words) = match Error::from(refused) {
                Error::Invalid { message, .. } => {
                    (StatusCode::UNPROCESSABLE_ENTITY, texts.said(&message))
                }
                Error::Conflict(said) => (StatusCode::CONFLICT, texts.said(&said)),
                e => return Err(e),
            };
            Ok((super::at_desk(visit, look).await?, status, vec![words]))
        }
    }
}

/// The page of a game.
pub async fn page(
    visit: &Visit,
    spot: Spot,
    seen: &Seen,
    looks: &Looks,
    refused: Refused,
) -> Result<HttpResponse, PageError> {
    let (texts, play, terms) = (visit.texts(), &seen.play, seen.play.terms());
    let timeline = play.timeline();
    let address = spot.address();
    let heading = format!("{} – {}", seen.players.white, seen.players.black);
    let rated = rated_words(texts, terms.rated);
    let begun = timeline.taken.white.is_some();
    let hidden = visit.hides_ranks && !looks.peeks;
    // Who comes by a pass has no account here, and so nothing of his own.
    let own_seat = seen.viewer.color().filter(|_| !spot.is_table());
    let notes = if own_seat.is_some() { own_notes(visit, seen).await? } else { Notes::default() };
    let rematch = if own_seat.is_some() { rematch_part(visit, seen).await? } else { None };
    let (own, status) = (Own { hidden, notes: &notes }, refused.status);
    let standard = timeline.rules == RuleSet::STANDARD;
    let page = GamePage {
        frame: framed(visit, spot, &heading),
        about: format!("{} · {rated}", pace_words(texts, terms.pace)),
        rules: if standard { String::new() } else { timeline.rules.to_string() },
        stage: status::stage(seen),
        version: play.version(),
        again: if spot.is_table() { AGAIN_AT_TABLE } else { status::again(seen) },
        waits: status::waits(seen),
        refreshes: status::waits(seen) && looks.asks.is_none() && !looks.stays,
        said: said(texts, seen),
        status: status::words(texts, seen),
        ready: status::readiness(texts, seen),
        left: status::left_to_deploy(seen).map(|left| (clock_text(whole(left)), left)),
        notices: status::notices(texts, seen),
        stands: status::stands(texts, seen).unwrap_or_default(),
        deploying: deploying(visit, seen, refused.typed).await?,
        waiting: waiting(visit, seen, hidden),
        table: begun.then(|| table(visit, seen, &address, looks.from.as_deref(), own)),
        notes: own_seat.and_then(|_| notes_part(texts, seen, &notes)),
        done: looks.done.map(|done| done.words(texts)).unwrap_or_default(),
        report: own_seat.map(|_| format!("{address}/report")).unwrap_or_default(),
        deeds: deeds_at(visit, seen, spot, looks),
        jointly: jointly_at(visit, seen, spot),
        renewed: renewed::lines(visit, seen, spot),
        referee: if spot.is_device() { short_id_text(play.id()) } else { String::new() },
        passes: passes_of(seen, spot),
        ruled: rulings::told(texts, seen),
        rule: rulings::form(visit, seen, &address),
        record: seen.game.map(|game| format!("/games/{game}")).unwrap_or_default(),
        rematch,
        device: own_seat.map(|_| device(visit, looks)),
        away: texts.text("play-away"),
        strings: strings::of_game(texts),
        script: assets::address("js/play/main.js"),
        refused: refused.words,
        heading,
        address,
    };
    private_html(visit, status, &page)
}

/// What the arbiter said last; nothing before he has.
fn said(texts: Texts, seen: &Seen) -> String {
    let timeline = seen.play.timeline();
    let speaks = timeline.taken.white.is_some() && !timeline.is_empty();
    if speaks { Speech::new(texts).of(timeline, timeline.len()) } else { String::new() }
}

/// What the viewer may do; at a table both do it together, by forms of their own.
fn deeds_at(visit: &Visit, seen: &Seen, spot: Spot, looks: &Looks) -> DeedsPart {
    match spot {
        Spot::Play(_) => deeds(visit, seen, &spot.address(), looks.asks),
        Spot::Table(_) => DeedsPart::default(),
    }
}

/// What is said by a pass: by the device for both players, by a side's own phone where its Flag stands.
fn jointly_at(visit: &Visit, seen: &Seen, spot: Spot) -> Vec<Joint> {
    match spot {
        Spot::Play(_) => Vec::new(),
        Spot::Table(pass) => jointly::forms(visit, seen, pass.place()),
    }
}

/// Whole seconds of milliseconds.
fn whole(milliseconds: i64) -> u32 {
    u32::try_from(milliseconds / 1000).unwrap_or(u32::MAX)
}

/// The frame; who comes by a pass has his forms' token in it, too.
fn framed(visit: &Visit, spot: Spot, heading: &str) -> Frame {
    let frame = visit.frame(heading.to_owned());
    if spot.is_table() { Frame { form_token: visit.form_token(), ..frame } } else { frame }
}

/// Where an official gives out passes to the table; empty for everybody else.
fn passes_of(seen: &Seen, spot: Spot) -> String {
    let gives = seen.viewer == Viewer::Official && !seen.play.state().is_over();
    if gives && seen.play.terms().venue == Venue::Table {
        format!("{}/passes", spot.address())
    } else {
        String::new()
    }
}

fn device(visit: &Visit, looks: &Looks) -> DevicePart {
    DevicePart { hides_ranks: visit.hides_ranks, peeks: looks.peeks, sounds: visit.sounds }
}
