//! A stream overlay: names, clocks and the last announcement, large on a transparent background.
//!
//! The address is either that of a game or that of an event's table, which follows the event from
//! round to round. The overlay shows what spectators know, whoever opens it.

use crate::web::prelude::*;
use adjutant_domain::play::{PlayId, Progress};
use adjutant_event_pages::selected_stage;
use adjutant_service::access::Actor;
use adjutant_service::contests::{self, BoardOptions, MeetingLine, StageBoard};
use adjutant_service::live::{self, Seen};
use adjutant_service::{App, Error, Thing};
use adjutant_site::assets;
use adjutant_site::labels::time_left_text;
use adjutant_site::live::{StreamAuth, last_event_id, stream_play, subscribe};
use adjutant_site::parameters::{AcceptedValues, ParameterError};
use adjutant_site::play_commands::parse_play_id_param;
use adjutant_site::spoken_plies::PlySpeaker;
use adjutant_site::use_cases::run_use_case;
use salpakan::record::short_id_text;
use salpakan::rules::{ByColor, Color};

use super::board::{clock_left, has_clocks};
use super::{query_live, run_live, status, three_generals};

/// More tables than any event has.
const MAX_TABLES: usize = 10_000;
/// Seconds between refreshes: of a table's page to find its game, and of any page without a script.
const REFRESH_SECONDS: u32 = 5;

struct OverlaySide {
    key: &'static str,
    name: String,
    /// Empty if the game is untimed.
    clock: String,
    /// In milliseconds.
    left: i64,
    to_move: bool,
}

#[derive(Template)]
#[template(path = "play/overlay.html")]
struct OverlayPage {
    frame: PageFrame,
    /// The address of the event stream; empty without a game.
    stream: String,
    lines: Vec<OverlaySide>,
    /// The side whose clock runs; empty for none.
    running: &'static str,
    said: String,
    status: String,
    /// The theme of the text: `light`, for dark pictures, or `dark`.
    letters: &'static str,
    again: u32,
    look: &'static str,
    script: &'static str,
}

fn text_theme(parameters: &QueryString) -> Result<&'static str, ParameterError> {
    let known = ["light", "dark"];
    let given = parameters.parse(&["letters"])?;
    let takes = AcceptedValues::one_of(known.join(", "));
    let read = |text: &str| known.into_iter().find(|one| *one == text);
    Ok(given.parse_with("letters", takes, read)?.unwrap_or(known[0]))
}

fn empty_page(
    visit: &RequestContext,
    names: ByColor<String>,
    letters: &'static str,
) -> OverlayPage {
    let line = |color: Color| OverlaySide {
        key: color.key(),
        name: names[color].clone(),
        clock: String::new(),
        left: 0,
        to_move: false,
    };
    OverlayPage {
        frame: visit.frame(format!("{} – {}", names.white, names.black)),
        stream: String::new(),
        lines: Color::ALL.map(line).into(),
        running: "",
        said: String::new(),
        status: String::new(),
        letters,
        again: REFRESH_SECONDS,
        look: assets::address("css/overlay.css"),
        script: assets::address("js/play/overlay.js"),
    }
}

fn overlay_page(visit: &RequestContext, seen: &Seen, letters: &'static str) -> OverlayPage {
    let texts = visit.texts();
    let clocks = has_clocks(seen) && seen.play.clocks().is_some();
    let line = |color: Color| {
        let left = clock_left(seen, color);
        OverlaySide {
            key: color.key(),
            name: seen.players[color].clone(),
            clock: if clocks { time_left_text(left) } else { String::new() },
            left: left / 1000,
            to_move: seen.play.to_move() == Some(color),
        }
    };
    OverlayPage {
        stream: format!("/overlay/play/{}/events", short_id_text(seen.play.id())),
        lines: Color::ALL.map(line).into(),
        running: seen.running().map_or("", Color::key),
        said: last_said(texts, seen),
        status: status::clocks_stopped_notice(texts, seen)
            .unwrap_or_else(|| status::status_text(texts, seen)),
        ..empty_page(visit, seen.players.clone(), letters)
    }
}

/// The last challenge, or the last ply of a game without an arbiter; empty before.
fn last_said(texts: Texts, seen: &Seen) -> String {
    match seen.play.progress() {
        Progress::Salpakan(game) => {
            let plies = &game.timeline.plies;
            let last = plies.iter().rposition(|ply| ply.verdict.is_some());
            let last = last.and_then(|at| u32::try_from(at + 1).ok());
            let say = |ply| PlySpeaker::new(texts).describe(&game.timeline, ply);
            last.map(say).unwrap_or_default()
        }
        Progress::ThreeGenerals(game) => three_generals::announcement_text(texts, game),
    }
}

/// Loads a game as spectators may see it.
async fn load_public_view(visit: &RequestContext, id: PlayId) -> PageResult<Seen> {
    query_live(visit, move |live, _| live::see(live, &Actor::nobody(), &id)).await
}

pub async fn show_game(
    visit: RequestContext,
    path: web::Path<String>,
    parameters: QueryString,
) -> PageResult {
    let letters = text_theme(&parameters).or_page(&visit)?;
    let id = parse_play_id_param(&path).or_page(&visit)?;
    let seen = load_public_view(&visit, id).await?;
    private_html(&visit, StatusCode::OK, &overlay_page(&visit, &seen, letters))
}

/// Finds the pairing at a table of the hall in the rounds in play of an event: the open one, otherwise the last.
fn find_meeting(app: &App, slug: &str, table: usize) -> Result<MeetingLine, Error> {
    let mut board = contests::contest_board(app, &Actor::nobody(), slug, BoardOptions::default())?;
    for stage in &mut board.stages {
        stage.rounds.retain(|round| round.published);
    }
    let stage = board.stages.get(selected_stage(&board, None));
    let rounds = stage.map(StageBoard::rounds_in_play).unwrap_or_default();
    let tables = rounds.into_iter().flat_map(|round| &round.meetings);
    let meeting = tables.filter(|one| one.shown_table() == table).max_by_key(|one| one.is_open());
    meeting.cloned().ok_or_else(|| Error::missing(Thing::Play, table.to_string()))
}

/// Shows the overlay of a table, whichever game is played there.
pub async fn show_table(
    visit: RequestContext,
    path: web::Path<(String, String)>,
    parameters: QueryString,
) -> PageResult {
    let letters = text_theme(&parameters).or_page(&visit)?;
    let (slug, table) = path.into_inner();
    let number = table.parse().ok().filter(|number| (1..=MAX_TABLES).contains(number));
    let number =
        number.ok_or_else(|| PageError::new(&visit, &Error::missing(Thing::Play, &table)))?;
    let meeting = run_use_case(&visit, move |app| find_meeting(app, &slug, number)).await?;
    let id = meeting.play.map(|play| play.id);
    let look =
        move |live: &_, _: &_| id.map(|id| live::see(live, &Actor::nobody(), &id)).transpose();
    // If spectators may not watch the game, only the names of the table are shown.
    let seen: Result<Option<Seen>, Error> = run_live(&visit, look).await;
    let page = match seen.unwrap_or_default() {
        Some(seen) => overlay_page(&visit, &seen, letters),
        None => {
            let [white, black] = meeting.names;
            empty_page(&visit, ByColor::new(white, black), letters)
        }
    };
    private_html(&visit, StatusCode::OK, &page)
}

/// Streams the events of a game to spectators.
pub async fn events(
    request: HttpRequest,
    visit: RequestContext,
    path: web::Path<String>,
    parameters: QueryString,
) -> PageResult {
    parameters.parse(&[]).or_page(&visit)?;
    let id = parse_play_id_param(&path).or_page(&visit)?;
    let hearing =
        subscribe(&visit.site, StreamAuth::Actor(Actor::nobody()), id).await.or_page(&visit)?;
    Ok(stream_play(hearing, last_event_id(&request)))
}
