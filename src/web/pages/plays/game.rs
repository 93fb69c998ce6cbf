//! The page of a live game: deployment, play and result, as far as the viewer may know them.

use actix_web::http::header::{self, HeaderValue};

use crate::web::prelude::*;
use adjutant_domain::play::{PlayerAction, Venue};
use adjutant_service::live::{self, Notes, Refused, Seen, Viewer};
use adjutant_service::ratings::GameRating;
use adjutant_service::{Error, games};
use adjutant_site::analysis_text::percent;
use adjutant_site::assets;
use adjutant_site::deployment_board::draft_fault_messages;
use adjutant_site::json_block::JsonBlock;
use adjutant_site::labels::{pace_label, time_left_text};
use adjutant_site::offline::allow_offline_copy;
use adjutant_site::parameters::{AcceptedValues, ParameterError, QueryParameters};
use adjutant_site::play_commands::parse_play_id_param;
use adjutant_site::ranks::RankNames;
use adjutant_site::replay::seat_ratings;
use adjutant_site::three_generals::kind_name;
use adjutant_site::use_cases::run_use_case;
use salpakan::record::{Timeline, short_id_text};
use salpakan::rules::{ByColor, Color, DraftFault, Rank};
use serde::Serialize;
use std::collections::BTreeMap;
use three_generals::{Kind, Troop};

use super::action_buttons::{
    ActionButton, ActionsPart, actions_part, confirmable_action_keys, parse_confirmable_action,
};
use super::announcement::announcement_templates;
use super::board::{BoardPart, KnownGame, RatedRecord, Selection, ViewerExtras};
use super::deployment_form::{DeployPart, RefusedDraft, WaitingPart, deploy_part, waiting_part};
use super::end::{EndPart, end_part};
use super::game_access::GameAccess;
use super::joint_actions::{self, JointActionForm};
use super::next_game::{NextGamePart, next_game_part};
use super::notes::{NotesPart, load_own_notes, notes_part};
use super::table_passes::{RenewalLine, renewal_lines};
use super::toss::{TossPart, toss_part};
use super::{one_device, query_live, rated_label, rules_name, rulings, status};

/// How often, in milliseconds, a page at the table refreshes; changes of passes cause no event.
const TABLE_REFRESH_MILLIS: i64 = 5000;

#[derive(Debug, Clone, Default)]
pub struct GameQuery {
    /// The square of the selected piece.
    pub from: Option<String>,
    pub confirming: Option<PlayerAction>,
    /// Whether the computer shall say what it would play.
    pub hint: bool,
    /// Whether the lines on which Generals shoot are shown.
    pub lines: bool,
    /// Whether the player's ranks are shown although this device hides them.
    pub peeks: bool,
    pub done: Option<FlashMessage>,
    /// Whether a page without a script should not refresh.
    pub stays: bool,
}

/// Why a command was refused, and the set-up that was sent.
#[derive(Default)]
pub struct RefusedCommand {
    pub status: StatusCode,
    pub words: Vec<String>,
    pub typed: RefusedDraft,
}

struct DevicePart {
    hides_ranks: bool,
    /// Whether hidden ranks are shown for the moment.
    peeks: bool,
    confirms: bool,
}

#[derive(Template)]
#[template(path = "play/game.html")]
struct LiveGamePage {
    frame: PageFrame,
    address: String,
    heading: String,
    about: String,
    /// The slug and the name of its event.
    event: Option<(String, String)>,
    /// Empty for the standard rules.
    rules: String,
    /// The stage of the game; the script reloads the page when it changes.
    stage: String,
    version: u32,
    /// After how many milliseconds the script refreshes the page; 0 for never.
    again: i64,
    /// Whether the viewer waits for somebody else.
    waits: bool,
    /// Whether a page without a script refreshes.
    refreshes: bool,
    refused: Vec<String>,
    said: String,
    status: String,
    ready: Vec<(String, bool)>,
    /// The time left to deploy or to be ready, in words and in milliseconds, and the key of what it is for.
    left: Option<(String, i64, &'static str)>,
    notices: Vec<String>,
    /// A notice that the clocks are stopped because nothing can be saved; otherwise empty.
    stands: String,
    deploying: Option<DeployPart>,
    waiting: Option<WaitingPart>,
    table: Option<BoardPart>,
    /// The viewer's side; empty for none.
    seat: &'static str,
    sounds: bool,
    end: Option<EndPart>,
    toss: Option<TossPart>,
    deeds: ActionsPart,
    /// The forms for joint actions at a shared device.
    jointly: Vec<JointActionForm>,
    /// Table passes that were renewed, or whose renewal is requested.
    renewed: Vec<RenewalLine>,
    /// The id of the game on the shared device; otherwise empty.
    referee: String,
    /// The address of the table passes, for those who hand them out; otherwise empty.
    passes: String,
    notes: Option<NotesPart>,
    done: String,
    /// The address for reporting the opponent; empty for those who have none.
    report: String,
    ruled: Vec<(String, String)>,
    rule: Option<Form>,
    record: String,
    next_game: Option<NextGamePart>,
    /// Where another game begins on this device; empty elsewhere.
    another: &'static str,
    /// `None` for viewers without a side.
    device: Option<DevicePart>,
    strings: JsonBlock,
    script: &'static str,
}

impl GameQuery {
    fn read(given: &QueryParameters) -> Result<GameQuery, ParameterError> {
        let flag = |name| Ok::<_, ParameterError>(given.number(name, 0..=1)? == Some(1));
        Ok(GameQuery {
            from: given.text("from"),
            confirming: given.parse_with(
                "ask",
                AcceptedValues::one_of(confirmable_action_keys()),
                parse_confirmable_action,
            )?,
            hint: flag("hint")?,
            lines: flag("lines")?,
            peeks: flag("peek")?,
            done: FlashMessage::from_query(given, &["done-play-reported"])?,
            stays: flag("stay")?,
        })
    }
}

/// Shows the game as the visitor may know it.
pub async fn show(
    visit: RequestContext,
    path: web::Path<String>,
    parameters: QueryString,
) -> PageResult {
    let given = parameters.parse(&["from", "ask", "peek", "hint", "lines", "done", "stay"]);
    let looks = given.and_then(|given| GameQuery::read(&given));
    let looks = looks.or_page(&visit)?;
    let id = parse_play_id_param(&path).or_page(&visit)?;
    let spot = GameAccess::ViaAccount(id);
    let seen = load_game(&visit, spot).await?;
    page(&visit, spot, &seen, &looks, RefusedCommand::default()).await
}

/// Loads the game as its viewer may know it, or the page for a game they may not see.
pub async fn load_game(visit: &RequestContext, spot: GameAccess) -> PageResult<Seen> {
    query_live(visit, move |live, actor| spot.view_game(live, actor)).await
}

/// Explains a refused command on the page of the game, with the status.
pub async fn refused_command(
    visit: &RequestContext,
    spot: GameAccess,
    why: Refused,
) -> Result<(Seen, StatusCode, Vec<String>), Error> {
    let texts = visit.texts();
    let look = move |live: &_, actor: &_| spot.view_game(live, actor);
    match why {
        Refused::Faults(faults) => {
            let seen = super::run_live(visit, look).await?;
            let lines = draft_fault_lines(texts, &seen, &faults);
            Ok((seen, StatusCode::UNPROCESSABLE_ENTITY, lines))
        }
        why => {
            let (status, words) = match Error::from(why) {
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

/// What is wrong with a set-up, in words.
pub fn draft_fault_lines(texts: Texts, seen: &Seen, faults: &[DraftFault]) -> Vec<String> {
    let ranks = |timeline: &Timeline| RankNames { texts, rules: timeline.rules };
    let lines = seen.play.timeline().map(|timeline| draft_fault_messages(ranks(timeline), faults));
    lines.unwrap_or_default()
}

/// Renders the page of a game with the reason why a command was refused.
pub async fn refusal_page(
    visit: &RequestContext,
    spot: GameAccess,
    why: Refused,
    typed: RefusedDraft,
) -> PageResult {
    let (seen, status, words) = refused_command(visit, spot, why).await.or_page(visit)?;
    let refused = RefusedCommand { status, words, typed };
    page(visit, spot, &seen, &GameQuery::default(), refused).await
}

pub async fn page(
    visit: &RequestContext,
    spot: GameAccess,
    seen: &Seen,
    looks: &GameQuery,
    refused: RefusedCommand,
) -> PageResult {
    let (texts, play) = (visit.texts(), &seen.play);
    let address = spot.address();
    let heading = match spot.is_one_device() {
        true => texts.get("one-device-title"),
        false => format!("{} – {}", seen.players.white, seen.players.black),
    };
    let begun = play.has_begun();
    let hidden = visit.ranks_hidden && !looks.peeks;
    // Holders of a table pass have no account, and so no notes or next game.
    let own_seat = seen.viewer.color().filter(|_| !spot.is_via_pass());
    let notes =
        if own_seat.is_some() { load_own_notes(visit, seen).await? } else { Notes::default() };
    let next_game = if own_seat.is_some() { next_game_part(visit, seen).await? } else { None };
    let record = load_record(visit, seen).await?;
    let own = ViewerExtras { hidden, notes: &notes, record: record.as_ref() };
    let (known, status) = (KnownGame::new(seen, own), refused.status);
    let hints = hints_part(visit, seen, spot, looks).await?;
    let from = looks.from.as_deref().or(hints.from.as_deref());
    let selection = Selection { from, lines: looks.lines };
    let mut table = begun.then(|| known.board_part(visit, seen, &address, selection, own));
    if let Some(table) = &mut table {
        // What was hinted at lapses with the next ply.
        table.whole &= hints.words.is_none();
        if spot.is_one_device() {
            table.name_sides(texts);
        }
    }
    let page = LiveGamePage {
        frame: game_frame(visit, spot, &heading, begun),
        about: about_text(texts, seen),
        event: seen.event.clone().map(|event| (event.slug, event.name)),
        rules: rules_name(texts, play.terms().rules),
        stage: status::page_stage(seen),
        version: play.version(),
        again: if spot.is_via_pass() {
            TABLE_REFRESH_MILLIS
        } else {
            status::refresh_after_millis(seen, record.as_ref().is_some_and(|one| one.due))
        },
        waits: status::is_waiting(seen),
        refreshes: status::is_waiting(seen) && looks.confirming.is_none() && !looks.stays,
        said: hints.words.unwrap_or_else(|| known.announcement(texts, seen)),
        status: status::status_text(texts, seen),
        ready: status::readiness(texts, seen),
        left: status::deploy_time_left(seen).map(|left| {
            let key = if play.hides_ranks() { "play-left-deploy" } else { "play-left-begin" };
            (time_left_text(left), left / 1000, key)
        }),
        notices: status::notices(texts, seen),
        stands: status::clocks_stopped_notice(texts, seen).unwrap_or_default(),
        deploying: deploy_part(visit, seen, refused.typed).await?,
        waiting: waiting_part(visit, seen, hidden),
        table,
        seat: own_seat.map_or("", Color::key),
        sounds: visit.looks.sound,
        end: end_part(texts, seen, record.as_ref()),
        toss: toss_part(texts, seen),
        notes: own_seat.and_then(|_| notes_part(texts, seen, &notes)),
        done: looks.done.map(|done| done.text(texts)).unwrap_or_default(),
        report: own_seat
            .filter(|own| visit.is_signed_in() && !seen.bots[own.opponent()])
            .map(|_| format!("{address}/report"))
            .unwrap_or_default(),
        deeds: action_buttons(visit, seen, spot, looks)
            .with_view_button(hints.button)
            .with_view_button(lines_button(texts, seen, &address, looks)),
        jointly: joint_actions(visit, seen, spot),
        renewed: renewal_lines(visit, seen, spot),
        referee: if spot.is_shared_device() { short_id_text(play.id()) } else { String::new() },
        passes: passes_url(seen, spot),
        ruled: rulings::ruling_lines(texts, seen),
        rule: rulings::ruling_form(visit, seen, &address),
        record: seen.game.map(|game| format!("/games/{game}")).unwrap_or_default(),
        next_game,
        another: if spot.is_one_device() { one_device::NEW_PATH } else { "" },
        device: own_seat.map(|_| device_part(visit, looks)),
        strings: game_strings(texts, seen, hidden),
        script: assets::address("js/play/main.js"),
        refused: refused.words,
        heading,
        address,
    };
    let mut response = private_html(visit, status, &page)?;
    if spot.is_shared_device() && !visit.actor().has_session() {
        allow_reopening(&mut response);
    }
    Ok(response)
}

/// The time control, whether it is rated, and how the computer plays if it was asked to play in some way.
fn about_text(texts: Texts, seen: &Seen) -> String {
    let terms = seen.play.terms();
    let mut about =
        vec![pace_label(texts, terms.pace), rated_label(texts, terms.rated).to_string()];
    about.extend(seen.personality.map(|one| texts.get(&format!("personality-{}", one.key()))));
    about.join(" · ")
}

/// Lets the device between two players open its page without network. It shows what spectators see, and names
/// nobody but the players.
fn allow_reopening(response: &mut HttpResponse) {
    let control = HeaderValue::from_static("private, no-cache");
    response.headers_mut().insert(header::CACHE_CONTROL, control);
    allow_offline_copy(response);
}

/// The record of a revealed game, with what it did to both ratings.
async fn load_record(visit: &RequestContext, seen: &Seen) -> PageResult<Option<RatedRecord>> {
    let Some(id) = seen.game else { return Ok(None) };
    let (game, rating) = run_use_case(visit, move |app| games::get_any_rated(app, id)).await?;
    let ([white, black], _) = seat_ratings(visit.texts(), &rating);
    let due = matches!(rating, GameRating::Due { .. });
    Ok(Some(RatedRecord { game, ratings: ByColor::new(white, black), due }))
}

/// What the computer would play, and the button that asks for it.
#[derive(Default)]
struct HintsPart {
    words: Option<String>,
    /// The square of the piece that it would move.
    from: Option<String>,
    button: Option<ActionButton>,
}

/// Builds the part for a player of a casual game against the computer.
async fn hints_part(
    visit: &RequestContext,
    seen: &Seen,
    spot: GameAccess,
    looks: &GameQuery,
) -> PageResult<HintsPart> {
    let GameAccess::ViaAccount(id) = spot else { return Ok(HintsPart::default()) };
    let (texts, live, actor) = (visit.texts(), visit.site.live.clone(), visit.actor().clone());
    if !live::gives_hints(&live, seen).or_page(visit)? {
        return Ok(HintsPart::default());
    }
    let link = format!("{}?hint=1", spot.address());
    let button = ActionButton { press: None, link, words: texts.get("play-hint") };
    let part = HintsPart { button: Some(button), ..HintsPart::default() };
    if !looks.hint || !seen.may.contains(&PlayerAction::Ply) {
        return Ok(part);
    }
    let found = visit.site.lanes.heavy(visit.caller, move || live::hint(&live, &actor, &id)).await;
    let hint = found.and_then(|hint| hint).or_page(visit)?;
    let chance = percent(f64::from(hint.chance));
    // As moves are written elsewhere on the page.
    let mv = hint.ply.to_string().replace('-', "–");
    let key = if seen.play.hides_ranks() { "play-hinted" } else { "play-hinted-open" };
    let words = texts.fill(key, &[("move", mv), ("chance", chance)]);
    Ok(HintsPart { words: Some(words), from: Some(hint.ply.source()), ..part })
}

/// Shows or hides the lines on which Generals shoot.
fn lines_button(
    texts: Texts,
    seen: &Seen,
    address: &str,
    looks: &GameQuery,
) -> Option<ActionButton> {
    if seen.play.hides_ranks() || !seen.play.has_begun() {
        return None;
    }
    let (link, words) = match looks.lines {
        true => (address.to_owned(), "tg-lines-hide"),
        false => (format!("{address}?lines=1"), "tg-lines-show"),
    };
    Some(ActionButton { press: None, link, words: texts.get(words) })
}

/// The viewer's actions; at a table there are joint forms instead.
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

/// The forms of a table pass: joint actions on the shared device, or showing the Flag on a side's
/// phone.
fn joint_actions(visit: &RequestContext, seen: &Seen, spot: GameAccess) -> Vec<JointActionForm> {
    match spot {
        GameAccess::ViaAccount(_) => Vec::new(),
        GameAccess::ViaPass(pass) => joint_actions::joint_action_forms(visit, seen, pass.place()),
    }
}

/// The page frame; for a holder of a pass and for a guest it includes the form token, too.
fn game_frame(visit: &RequestContext, spot: GameAccess, heading: &str, begun: bool) -> PageFrame {
    let mut frame = visit.frame(heading.to_owned());
    if begun {
        frame.skip = ("#table", "skip-board");
    }
    if spot.is_via_pass() || visit.actor().has_session() {
        frame.form_token = visit.form_token();
    }
    frame
}

/// The address of the table passes for officials, otherwise empty.
fn passes_url(seen: &Seen, spot: GameAccess) -> String {
    let gives = seen.viewer == Viewer::Official && !seen.play.state().is_over();
    if gives && seen.play.terms().venue == Venue::Table {
        format!("{}/passes", spot.address())
    } else {
        String::new()
    }
}

fn device_part(visit: &RequestContext, looks: &GameQuery) -> DevicePart {
    DevicePart {
        hides_ranks: visit.ranks_hidden,
        peeks: looks.peeks,
        confirms: visit.moves_confirmed,
    }
}

/// Templates filled in by the script; their keys begin with `js-`.
const GAME_TEMPLATES: [&str; 20] = [
    "copied",
    "piece",
    "fallen",
    "play-premove",
    "play-premove-gone",
    "play-premove-off",
    "play-peek",
    "play-peek-hold",
    "play-noted",
    "play-confirm",
    "play-declined",
    "play-rematch-declined",
    "play-line-online",
    "play-line-lost",
    "play-line-away",
    "play-unsent",
    "play-present",
    "play-absent",
    "table-judging",
    "table-waits",
];

/// Further ones for a game of Three Generals.
const THREE_GENERALS_TEMPLATES: [&str; 7] = [
    "cancel",
    "tg-stay",
    "tg-promote",
    "tg-choose-square",
    "tg-return-G",
    "tg-return-J",
    "tg-return-S",
];

/// What one chooses from where a piece of Three Generals may turn, by its letter.
fn turn_texts(texts: Texts) -> impl Iterator<Item = (String, String)> {
    let turning = Troop::ALL.into_iter().filter_map(|one| Some((one, one.turned()?)));
    turning.flat_map(move |(one, other)| {
        let words =
            |key, troop: Troop| texts.one(key, "piece", kind_name(texts, Kind::Troop(troop)));
        [
            (format!("tg-stay-{}", one.letter()), words("tg-stay-as", one)),
            (format!("tg-turn-{}", one.letter()), words("tg-turn-into", other)),
        ]
    })
}

/// The texts used by the script.
#[derive(Serialize)]
struct GameStrings {
    white: &'static str,
    black: &'static str,
    hidden: String,
    labels: BTreeMap<char, &'static str>,
    ranks: BTreeMap<char, &'static str>,
    #[serde(flatten)]
    templates: BTreeMap<String, String>,
}

pub fn game_strings(texts: Texts, seen: &Seen, hidden: bool) -> JsonBlock {
    let rules = seen.play.timeline().map(|timeline| timeline.rules).unwrap_or_default();
    let ranks = RankNames { texts, rules };
    // A page that shows no rank needs the name of none.
    let named: &[Rank] = if hidden || seen.own.is_none() { &[] } else { &Rank::ALL };
    let more = if seen.play.hides_ranks() { &[][..] } else { &THREE_GENERALS_TEMPLATES[..] };
    let own = GAME_TEMPLATES
        .iter()
        .chain(more)
        .map(|key| ((*key).to_owned(), texts.get(&format!("js-{key}"))));
    let turns = [("turn-white", Color::White), ("turn-black", Color::Black)]
        .map(|(key, color)| (key.to_owned(), status::turn_text(texts, color, seen.viewer.color())));
    let pieces = turn_texts(texts).filter(|_| !seen.play.hides_ranks());
    let announced = announcement_templates(texts).map(|(key, words)| (key.to_owned(), words));
    JsonBlock::new(&GameStrings {
        white: texts.text("white"),
        black: texts.text("black"),
        hidden: texts.get("hidden"),
        labels: named.iter().map(|rank| (rank.letter(), ranks.label(*rank))).collect(),
        ranks: named.iter().map(|rank| (rank.letter(), ranks.name(*rank))).collect(),
        templates: own.chain(turns).chain(pieces).chain(announced).collect(),
    })
}
