//! A game that is played here: deploying, playing, and how it ended, as who looks may know it.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;

use crate::play::{Deed, Venue};
use crate::service::Error;
use crate::service::live::{self, NotDeployed, Notes, Seen, Viewer};
use crate::web::api::plays::parse_play_id_param;
use crate::web::assets;
use crate::web::deployment_board::draft_fault_messages;
use crate::web::error::PageError;
use crate::web::i18n::Texts;
use crate::web::json_block::JsonBlock;
use crate::web::kit::{FlashMessage, Form};
use crate::web::pages::private_html;
use crate::web::pages::replay::clock_text;
use crate::web::parameters::{AcceptedValues, QueryString};
use crate::web::ranks::RankNames;
use crate::web::request_context::{PageFrame, RequestContext};
use crate::web::spoken_plies::PlySpeaker;
use salpakan::record::short_id_text;
use salpakan::rules::RuleSet;

use super::action_buttons::{
    ActionsPart, actions_part, confirmable_action_keys, parse_confirmable_action,
};
use super::board::{BoardPart, ViewerExtras, board_part};
use super::deployment_form::{DeployPart, RefusedDraft, WaitingPart, deploy_part, waiting_part};
use super::game_access::GameAccess;
use super::joint_actions::{self, JointActionForm};
use super::notes::{NotesPart, load_own_notes, notes_part};
use super::pass_renewals::{self, RenewalLine};
use super::rematch::{RematchPart, rematch_part};
use super::{pace_label, query_live, rated_label, rulings, script_strings, status};

/// Passes are asked for anew without any event: so often a page at the table looks, in milliseconds.
const TABLE_REFRESH_MILLIS: i64 = 5000;

/// What the address asks for beside the game.
#[derive(Debug, Clone, Default)]
pub struct GameQuery {
    /// The square of the piece that is to move.
    pub from: Option<String>,
    /// What is to be confirmed.
    pub confirming: Option<Deed>,
    /// Whether one's own ranks are shown on a device that hides them.
    pub peeks: bool,
    /// What was done a moment ago.
    pub done: Option<FlashMessage>,
    /// Whether a page without script is left as it is.
    pub stays: bool,
}

/// Why what was sent is refused, and the set-up that was sent.
#[derive(Default)]
pub struct RefusedCommand {
    pub status: StatusCode,
    pub words: Vec<String>,
    pub typed: RefusedDraft,
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
struct LiveGamePage {
    frame: PageFrame,
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
    table: Option<BoardPart>,
    deeds: ActionsPart,
    /// What the device at a table says for both players.
    jointly: Vec<JointActionForm>,
    /// Passes that were made anew, or are asked for.
    renewed: Vec<RenewalLine>,
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
    visit: RequestContext,
    path: web::Path<String>,
    parameters: QueryString,
) -> Result<HttpResponse, PageError> {
    let looks = parameters.parse(&["from", "ask", "peek", "done", "stay"]).and_then(|given| {
        let asks = given.parse_with(
            "ask",
            AcceptedValues::one_of(confirmable_action_keys()),
            parse_confirmable_action,
        )?;
        let peeks = given.number("peek", 0..=1)? == Some(1);
        let done = FlashMessage::from_query(&given, &["done-play-reported"])?;
        let stays = given.number("stay", 0..=1)? == Some(1);
        Ok(GameQuery { from: given.text("from"), confirming: asks, peeks, done, stays })
    });
    let looks = looks.map_err(|e| PageError::from_parameter(&visit, &e))?;
    let id = parse_play_id_param(&path).map_err(|e| PageError::new(&visit, &e))?;
    let spot = GameAccess::ViaAccount(id);
    let seen = load_game(&visit, spot).await?;
    page(&visit, spot, &seen, &looks, RefusedCommand::default()).await
}

/// The game as it may be known there.
///
/// # Errors
/// The page for what may not be seen.
pub async fn load_game(visit: &RequestContext, spot: GameAccess) -> Result<Seen, PageError> {
    let actor = visit.actor().clone();
    query_live(visit, move |live| spot.view_game(live, &actor)).await
}

/// What of a refusal is said on the game's own page, with its status.
///
/// # Errors
/// What has a page of its own.
pub async fn refused_command(
    visit: &RequestContext,
    spot: GameAccess,
    why: NotDeployed,
) -> Result<(Seen, StatusCode, Vec<String>), Error> {
    let (actor, texts) = (visit.actor().clone(), visit.texts());
    let look = move |live: &live::Live| spot.view_game(live, &actor);
    match why {
        NotDeployed::Faults(faults) => {
            let seen = super::run_live(visit, look).await?;
            let ranks = RankNames { texts, rules: seen.play.timeline().rules };
            Ok((seen, StatusCode::UNPROCESSABLE_ENTITY, draft_fault_messages(ranks, &faults)))
        }
        NotDeployed::Refused(refused) => {
            let (status, words) = match Error::from(refused) {
                Error::Invalid { message, .. } => {
                    (StatusCode::UNPROCESSABLE_ENTITY, texts.localize(&message))
                }
                Error::Conflict(said) => (StatusCode::CONFLICT, texts.localize(&said)),
                e => return Err(e),
            };
            Ok((super::run_live(visit, look).await?, status, vec![words]))
        }
    }
}

/// The page of a game.
pub async fn page(
    visit: &RequestContext,
    spot: GameAccess,
    seen: &Seen,
    looks: &GameQuery,
    refused: RefusedCommand,
) -> Result<HttpResponse, PageError> {
    let (texts, play, terms) = (visit.texts(), &seen.play, seen.play.terms());
    let timeline = play.timeline();
    let address = spot.address();
    let heading = format!("{} – {}", seen.players.white, seen.players.black);
    let rated = rated_label(texts, terms.rated);
    let begun = timeline.taken.white.is_some();
    let hidden = visit.ranks_hidden && !looks.peeks;
    // Who comes by a pass has no account here, and so nothing of his own.
    let own_seat = seen.viewer.color().filter(|_| !spot.is_via_pass());
    let notes =
        if own_seat.is_some() { load_own_notes(visit, seen).await? } else { Notes::default() };
    let rematch = if own_seat.is_some() { rematch_part(visit, seen).await? } else { None };
    let (own, status) = (ViewerExtras { hidden, notes: &notes }, refused.status);
    let standard = timeline.rules == RuleSet::STANDARD;
    let page = LiveGamePage {
        frame: game_frame(visit, spot, &heading),
        about: format!("{} · {rated}", pace_label(texts, terms.pace)),
        rules: if standard { String::new() } else { timeline.rules.to_string() },
        stage: status::page_stage(seen),
        version: play.version(),
        again: if spot.is_via_pass() {
            TABLE_REFRESH_MILLIS
        } else {
            status::refresh_after_millis(seen)
        },
        waits: status::is_waiting(seen),
        refreshes: status::is_waiting(seen) && looks.confirming.is_none() && !looks.stays,
        said: announcement_text(texts, seen),
        status: status::status_text(texts, seen),
        ready: status::readiness(texts, seen),
        left: status::deploy_time_left(seen).map(|left| (clock_text(whole_seconds(left)), left)),
        notices: status::notices(texts, seen),
        stands: status::clocks_stopped_notice(texts, seen).unwrap_or_default(),
        deploying: deploy_part(visit, seen, refused.typed).await?,
        waiting: waiting_part(visit, seen, hidden),
        table: begun.then(|| board_part(visit, seen, &address, looks.from.as_deref(), own)),
        notes: own_seat.and_then(|_| notes_part(texts, seen, &notes)),
        done: looks.done.map(|done| done.text(texts)).unwrap_or_default(),
        report: own_seat.map(|_| format!("{address}/report")).unwrap_or_default(),
        deeds: action_buttons(visit, seen, spot, looks),
        jointly: joint_actions(visit, seen, spot),
        renewed: pass_renewals::renewal_lines(visit, seen, spot),
        referee: if spot.is_shared_device() { short_id_text(play.id()) } else { String::new() },
        passes: passes_url(seen, spot),
        ruled: rulings::ruling_lines(texts, seen),
        rule: rulings::ruling_form(visit, seen, &address),
        record: seen.game.map(|game| format!("/games/{game}")).unwrap_or_default(),
        rematch,
        device: own_seat.map(|_| device_part(visit, looks)),
        away: texts.text("play-away"),
        strings: script_strings::game_strings(texts),
        script: assets::address("js/play/main.js"),
        refused: refused.words,
        heading,
        address,
    };
    private_html(visit, status, &page)
}

/// What the arbiter said last; nothing before he has.
fn announcement_text(texts: Texts, seen: &Seen) -> String {
    let timeline = seen.play.timeline();
    let speaks = timeline.taken.white.is_some() && !timeline.is_empty();
    if speaks { PlySpeaker::new(texts).describe(timeline, timeline.len()) } else { String::new() }
}

/// What the viewer may do; at a table both do it together, by forms of their own.
fn action_buttons(
    visit: &RequestContext,
    seen: &Seen,
    spot: GameAccess,
    looks: &GameQuery,
) -> ActionsPart {
    match spot {
        GameAccess::ViaAccount(_) => actions_part(visit, seen, &spot.address(), looks.confirming),
        GameAccess::ViaPass(_) => ActionsPart::default(),
    }
}

/// What is said by a pass: by the device for both players, by a side's own phone where its Flag stands.
fn joint_actions(visit: &RequestContext, seen: &Seen, spot: GameAccess) -> Vec<JointActionForm> {
    match spot {
        GameAccess::ViaAccount(_) => Vec::new(),
        GameAccess::ViaPass(pass) => joint_actions::joint_action_forms(visit, seen, pass.place()),
    }
}

/// Whole seconds of milliseconds.
fn whole_seconds(milliseconds: i64) -> u32 {
    u32::try_from(milliseconds / 1000).unwrap_or(u32::MAX)
}

/// The frame; who comes by a pass has his forms' token in it, too.
fn game_frame(visit: &RequestContext, spot: GameAccess, heading: &str) -> PageFrame {
    let frame = visit.frame(heading.to_owned());
    if spot.is_via_pass() { PageFrame { form_token: visit.form_token(), ..frame } } else { frame }
}

/// Where an official gives out passes to the table; empty for everybody else.
fn passes_url(seen: &Seen, spot: GameAccess) -> String {
    let gives = seen.viewer == Viewer::Official && !seen.play.state().is_over();
    if gives && seen.play.terms().venue == Venue::Table {
        format!("{}/passes", spot.address())
    } else {
        String::new()
    }
}

fn device_part(visit: &RequestContext, looks: &GameQuery) -> DevicePart {
    DevicePart { hides_ranks: visit.ranks_hidden, peeks: looks.peeks, sounds: visit.sound_enabled }
}
