//! Two players on one device: a cover between turns, and behind it the board of the side whose turn it
//! is. A page with an army is shown once: loaded again, or gone back to, it is the cover. A game that hides
//! nothing is played on the page of a table's shared device instead.

use data_encoding::HEXLOWER;

use crate::web::prelude::*;
use adjutant_domain::account::secret::Secret;
use adjutant_domain::game::GameKind;
use adjutant_domain::play::State;
use adjutant_service::live::{self, JointAction, Look, Notes, OneDevice, Pass, Place};
use adjutant_service::live::{Live, Refused};
use adjutant_service::{Error, accounts, refusals};
use adjutant_site::assets;
use adjutant_site::board::side_name;
use adjutant_site::forms::RequestOrigin;
use adjutant_site::json_block::JsonBlock;
use adjutant_site::labels::game_choices;
use adjutant_site::play_commands::{hex, parse_command_id};
use adjutant_site::session::{
    ONE_DEVICE_COOKIE, cookie_secret, expired_one_device_cookie, one_device_cookie,
    table_pass_cookie,
};
use salpakan::rules::Color;

use super::board::{BoardPart, KnownGame, Selection, ViewerExtras};
use super::commands::{CommandForm, DeploymentForm, PlyForm, draft_from_form};
use super::deployment_form::{DeployPart, RefusedDraft, deploy_part};
use super::game_access::PASS_PATH;
use super::guest::{refused_page, require_guests};
use super::{new_command_id, pass_holder, query_live, status};

pub const PATH: &str = "/play/device";
/// Where the next game is chosen, whatever this browser has.
pub const NEW_PATH: &str = "/play/device?new=1";

#[derive(Template)]
#[template(path = "play/one-device.html")]
struct OneDevicePage {
    frame: PageFrame,
    address: &'static str,
    csrf: String,
    /// Who should have the device; empty when the game is over.
    turn: &'static str,
    side: &'static str,
    /// What was announced last; empty before the first move.
    said: String,
    status: String,
    refused: Vec<String>,
    /// Whether the page is the cover.
    is_covered: bool,
    deploying: Option<DeployPart>,
    table: Option<BoardPart>,
    actions: Vec<SubmitButton>,
    /// The address of the replay; empty before the end.
    record: String,
    /// Where another game begins; empty while the board is open.
    another: &'static str,
    strings: JsonBlock,
    script: &'static str,
}

/// The pass of this browser for a game on one device.
async fn pass_from_cookie(
    request: &HttpRequest,
    visit: &RequestContext,
) -> PageResult<Option<Pass>> {
    let Some(token) = cookie_secret(request, &visit.site, ONE_DEVICE_COOKIE) else {
        return Ok(None);
    };
    let pass = query_live(visit, move |live, _| live::pass(live, &token)).await?;
    Ok(pass.filter(|pass| pass.place() == Place::OneDevice))
}

/// The page of a browser that has no game, or is to begin another one.
fn no_game(visit: &RequestContext) -> FormPage {
    let texts = visit.texts();
    let over = (texts.get("play-title"), super::ADDRESS.to_owned());
    let games = Field::radio(texts, "game", "play-game", game_choices(texts));
    let form = visit.form("one-device", PATH, "one-device-begin");
    FormPage::new(visit, AreaHeader::below(over, texts.get("one-device-title")))
        .paragraph("one-device-words")
        .form(form.with_field(games.value(GameKind::default().key())))
}

pub async fn show(
    request: HttpRequest,
    visit: RequestContext,
    parameters: QueryString,
) -> PageResult {
    let given = parameters.parse(&["show", "from", "new"]).or_page(&visit)?;
    let is_new = given.number("new", 0..=1).or_page(&visit)? == Some(1);
    let pass = if is_new { None } else { pass_from_cookie(&request, &visit).await? };
    let Some(pass) = pass else {
        if !is_new && has_open_game(&request, &visit).await? {
            return Ok(see_other(PASS_PATH));
        }
        return match require_guests(&visit) {
            Ok(()) => no_game(&visit).respond(&visit),
            Err(refusal) => refused_page(&visit, "one-device-title", refusal),
        };
    };
    let look = given.text("show").as_deref().and_then(parse_look);
    let game =
        query_live(&visit, move |live, _| live::see_on_one_device(live, &pass, look)).await?;
    let from = given.text("from");
    let page = Shown { from: from.as_deref(), status: StatusCode::OK, refused: Vec::new() };
    render(&visit, &game, page, RefusedDraft::default()).await
}

/// Whether this browser has a game that hides nothing, which is played on the page of a shared device.
async fn has_open_game(request: &HttpRequest, visit: &RequestContext) -> PageResult<bool> {
    let pass = pass_holder::pass_from_cookie(request, visit).await?;
    Ok(pass.is_some_and(|pass| pass.place() == Place::OneDevice))
}

/// Whether this browser holds a pass of a game at a table that goes on, which another pass would replace.
async fn is_at_table(request: &HttpRequest, visit: &RequestContext) -> PageResult<bool> {
    let pass = pass_holder::pass_from_cookie(request, visit).await?;
    let Some(pass) = pass.filter(|pass| pass.place() != Place::OneDevice) else { return Ok(false) };
    query_live(visit, move |live, _| Ok(!live::see_by_pass(live, &pass)?.play.state().is_over()))
        .await
}

fn parse_look(text: &str) -> Option<Look> {
    HEXLOWER.decode(text.as_bytes()).ok()?.try_into().ok()
}

fn look_address(look: &Look) -> String {
    format!("{PATH}?show={}", hex(look))
}

struct Shown<'a> {
    /// The square of the chosen piece.
    from: Option<&'a str>,
    status: StatusCode,
    /// Why a command was refused.
    refused: Vec<String>,
}

async fn render(
    visit: &RequestContext,
    game: &OneDevice,
    shown: Shown<'_>,
    typed: RefusedDraft,
) -> PageResult {
    let (texts, seen) = (visit.texts(), &game.seen);
    let side = game.turn.map_or("", |color| side_name(texts, color));
    let is_open = game.next.is_some();
    let is_over = seen.play.state().is_over();
    let begun = seen.play.has_begun();
    let extras = ViewerExtras { hidden: false, notes: &Notes::default(), record: None };
    let known = KnownGame::new(seen, extras);
    let table = (begun && (is_open || is_over)).then(|| {
        let mut table = known.board_part(
            visit,
            seen,
            PATH,
            Selection { from: shown.from, lines: false },
            extras,
        );
        for piece in table.pieces.iter_mut().filter(|piece| !piece.link.is_empty()) {
            let look = game.next.as_ref().map(look_address).unwrap_or_default();
            piece.link = format!("{look}&from={}", piece.square);
        }
        table.name_sides(texts);
        table
    });
    let page = OneDevicePage {
        frame: visit.frame(texts.get("one-device-title")),
        address: PATH,
        csrf: visit.form_token(),
        turn: game.turn.map_or("", Color::key),
        side,
        said: known.announcement(texts, seen),
        status: status::status_text(texts, seen),
        refused: shown.refused,
        is_covered: game.turn.is_some() && !is_open,
        deploying: deploy_part(visit, seen, typed).await?,
        actions: if table.is_some() && !is_over { actions(visit, game) } else { Vec::new() },
        table,
        record: seen.game.map(|game| format!("/games/{game}")).unwrap_or_default(),
        another: if is_open && begun { "" } else { NEW_PATH },
        strings: super::game::game_strings(texts, seen, true),
        script: assets::address("js/play/one-device.js"),
    };
    private_html(visit, shown.status, &page)
}

/// What the side to move may do besides moving.
fn actions(visit: &RequestContext, game: &OneDevice) -> Vec<SubmitButton> {
    let button = |word: &'static str, words: &str| {
        visit
            .button(format!("{PATH}/word"), words)
            .with_hidden_field("id", new_command_id(visit))
            .with_hidden_field("word", word)
            .with_hidden_field("side", game.turn.map_or("", Color::key))
    };
    if game.seen.play.state() != State::InPlay {
        return Vec::new();
    }
    vec![button("draw", "one-device-draw"), button("resign", "play-do-resign").dangerous()]
}

#[derive(Deserialize)]
struct BeginForm {
    #[serde(default)]
    game: String,
}

/// Begins a game, in place of one that this browser had.
pub async fn create(request: HttpRequest, visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<BeginForm>(&visit).await?;
    let kind = GameKind::parse(&sent.game).unwrap_or_default();
    if let Err(refusal) = require_guests(&visit) {
        return refused_page(&visit, "one-device-title", refusal);
    }
    if !kind.hides_ranks() && is_at_table(&request, &visit).await? {
        let faults = vec![("", visit.texts().localize(&refusals::DEVICE_AT_TABLE.into()))];
        let status = StatusCode::CONFLICT;
        let refusal = FormRefusal::Faults { status, faults, seconds: None };
        return refused_page(&visit, "one-device-title", refusal);
    }
    let came = RequestOrigin::new(&request, &visit);
    let counted = visit
        .attempt(move |app, _| accounts::count_guest_game(app, &came.as_arrival(), now_micros()));
    if let Err(refusal) = counted.await? {
        return refused_page(&visit, "one-device-title", refusal);
    }
    let begun = query_live(&visit, move |live, _| live::begin_on_one_device(live, kind));
    let token: Secret = begun.await?;
    let (path, cookie) = match kind.hides_ranks() {
        true => (PATH, one_device_cookie(&visit.site, &token)),
        false => (PASS_PATH, table_pass_cookie(&visit.site, &token)),
    };
    let mut response = see_other(path);
    // Can fail only for an invalid header value, and these are letters and digits.
    let _ = response.add_cookie(&cookie);
    if !kind.hides_ranks() {
        // The game that this browser had is left for the new one.
        let _ = response.add_cookie(&expired_one_device_cookie(&visit.site));
    }
    Ok(response)
}

/// Shows the board to the side whose turn it is.
pub async fn uncover(request: HttpRequest, visit: RequestContext, post: Post) -> PageResult {
    post.read_empty(&visit).await?;
    let Some(pass) = pass_from_cookie(&request, &visit).await? else { return Ok(see_other(PATH)) };
    let look = query_live(&visit, move |live, _| live::uncover(live, &pass)).await?;
    Ok(see_other(&look_address(&look)))
}

/// Runs a command of the side whose page it was on; the cover follows. A refused one leaves the board open while it is that side's turn.
async fn run(
    request: &HttpRequest,
    visit: &RequestContext,
    side: &str,
    typed: RefusedDraft,
    command: impl FnOnce(&Live, &Pass, Color) -> Result<(), Refused> + Send + 'static,
) -> PageResult {
    // A page that is older than the turn still speaks for its own side.
    let Some(side) = Color::parse(side) else { return Ok(see_other(PATH)) };
    let Some(pass) = pass_from_cookie(request, visit).await? else { return Ok(see_other(PATH)) };
    let live = visit.site.live.clone();
    let done = visit.site.lanes.command(move || command(&live, &pass, side)).await;
    let Err(why) = done.map_err(Refused::from).flatten() else { return Ok(see_other(PATH)) };
    let game = query_live(visit, move |live, _| {
        let look = live::uncover_again(live, &pass, side)?;
        live::see_on_one_device(live, &pass, look)
    });
    let game = game.await?;
    // The other player is about to have the device.
    if game.next.is_none() && matches!(why, Refused::Faults(_)) {
        return Ok(see_other(PATH));
    }
    let typed = if game.next.is_some() { typed } else { RefusedDraft::default() };
    let texts = visit.texts();
    let (status, refused) = match why {
        Refused::Faults(faults) => (
            StatusCode::UNPROCESSABLE_ENTITY,
            super::game::draft_fault_lines(texts, &game.seen, &faults),
        ),
        why => match Error::from(why) {
            Error::Invalid { message, .. } => {
                (StatusCode::UNPROCESSABLE_ENTITY, vec![texts.localize(&message)])
            }
            Error::Conflict(said) => (StatusCode::CONFLICT, vec![texts.localize(&said)]),
            e => return Err(PageError::new(visit, &e)),
        },
    };
    render(visit, &game, Shown { from: None, status, refused }, typed).await
}

pub async fn submit_deployment(
    request: HttpRequest,
    visit: RequestContext,
    post: Post,
) -> PageResult {
    let form = post.read::<DeploymentForm>(&visit).await?.into_values();
    let (side, typed) = (form.side.clone(), form.draft());
    run(&request, &visit, &side, typed, move |live, pass, side| {
        let sent = parse_command_id(form.command_id(), live.moments().now())?;
        let read = |color, rules: &_| draft_from_form(color, rules, &form);
        live::deploy_by_pass(live, pass, sent, Some(side), read).map(|_| ())
    })
    .await
}

pub async fn submit_ply(request: HttpRequest, visit: RequestContext, post: Post) -> PageResult {
    let form = post.read::<PlyForm>(&visit).await?.into_values();
    let side = form.side.clone();
    run(&request, &visit, &side, RefusedDraft::default(), move |live, pass, _| {
        let sent = parse_command_id(form.command_id(), live.moments().now())?;
        live::ply_by_pass(live, pass, form.asked(sent)?).map(|_| ())
    })
    .await
}

#[derive(Deserialize)]
struct WordForm {
    id: String,
    #[serde(default)]
    side: String,
    word: String,
}

/// Resigns for the side whose page it is, or ends the game in a draw on which both agree.
pub async fn submit_action(request: HttpRequest, visit: RequestContext, post: Post) -> PageResult {
    let form = post.read::<WordForm>(&visit).await?.into_values();
    let side = form.side.clone();
    run(&request, &visit, &side, RefusedDraft::default(), move |live, pass, side| {
        let sent = parse_command_id(&form.id, live.moments().now())?;
        let what = match form.word.as_str() {
            "draw" => JointAction::Draw,
            "resign" => JointAction::Resign(side),
            _ => return Err(Error::invalid("word", refusals::TABLE_WORD).into()),
        };
        live::say_by_pass(live, pass, sent, what).map(|_| ())
    })
    .await
}
