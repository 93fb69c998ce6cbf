//! A game that is played here: deploying, playing, and how it ended, as who looks may know it.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;

use crate::clock::SECOND;
use crate::play::{Deed, Life, PlayId, State};
use crate::record::short_id_text;
use crate::rules::{Color, Outcome, RuleSet};
use crate::service::live::{self, NotDeployed, Seen};
use crate::service::{Error, own_set_ups};
use crate::web::api::plays::read_id;
use crate::web::assets;
use crate::web::board::side;
use crate::web::deploy::{Cells, Deploying, Own, fault_words};
use crate::web::error::PageError;
use crate::web::i18n::Texts;
use crate::web::kit::{Form, Press};
use crate::web::pages::list::result_text;
use crate::web::pages::{ask, private_html};
use crate::web::parameters::{Parameters, Takes};
use crate::web::ranks::RankWords;
use crate::web::speech::Speech;
use crate::web::visit::{Frame, Visit};

use super::table::{TablePart, table};
use super::{ADDRESS, ask_desk, command_id, pace_words, rulings};

/// Seconds that one press gives the opponent.
const MORE_TIME: u32 = 15;

/// Who has been gone for so long is said to be, in microseconds.
const GONE: i64 = 20 * SECOND;

/// What the address asks for beside the game.
#[derive(Debug, Clone, Default)]
pub struct Looks {
    /// The square of the piece that is to move.
    pub from: Option<String>,
    /// Whether resigning is to be confirmed.
    pub resigns: bool,
}

/// Why what was sent is refused, and the set-up that was typed.
#[derive(Default)]
pub struct Refused {
    pub status: StatusCode,
    pub words: Vec<String>,
    pub typed: String,
}

/// What one deploys with.
struct DeployPart {
    /// The command's name.
    id: String,
    typed: String,
    board: Deploying,
    /// Name and notation of set-ups of one's own.
    own: Vec<(String, String)>,
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
    refused: Vec<String>,
    said: String,
    status: String,
    notices: Vec<String>,
    deploying: Option<DeployPart>,
    table: Option<TablePart>,
    acts: Vec<Press>,
    may_resign: bool,
    resigns: Option<Press>,
    /// What officials did, and why.
    ruled: Vec<(String, String)>,
    rule: Option<Form>,
    record: String,
    away: &'static str,
    script: &'static str,
}

/// The game, as the visitor may know it now.
pub async fn show(
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let looks = parameters.read(&["from", "ask"]).and_then(|given| {
        let resign = |word: &str| (word == "resign").then_some(());
        let asks = given.parsed("ask", Takes::one_of("resign".into()), resign)?;
        Ok(Looks { from: given.text("from"), resigns: asks.is_some() })
    });
    let looks = looks.map_err(|e| PageError::parameter(&visit, &e))?;
    let id = read_id(&path).map_err(|e| PageError::new(&visit, &e))?;
    let seen = seen(&visit, id).await?;
    page(&visit, &seen, &looks, Refused::default()).await
}

async fn seen(visit: &Visit, id: PlayId) -> Result<Seen, PageError> {
    let actor = visit.actor().clone();
    ask_desk(visit, move |live| live::see(live, &actor, &id)).await
}

/// What of a refusal is said on the game's own page, with its status.
///
/// # Errors
/// What has a page of its own.
pub async fn refusal(
    visit: &Visit,
    id: PlayId,
    why: NotDeployed,
) -> Result<(Seen, StatusCode, Vec<String>), Error> {
    let (actor, texts) = (visit.actor().clone(), visit.texts());
    let look = move |live: &live::Live| live::see(live, &actor, &id);
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
    seen: &Seen,
    looks: &Looks,
    refused: Refused,
) -> Result<HttpResponse, PageError> {
    let (texts, play, terms) = (visit.texts(), &seen.play, seen.play.terms());
    let timeline = play.timeline();
    let address = format!("{ADDRESS}/{}", short_id_text(play.id()));
    let heading = format!("{} – {}", seen.players.white, seen.players.black);
    let rated = texts.text(if terms.rated { "play-is-rated" } else { "play-is-casual" });
    let begun = timeline.taken.white.is_some();
    let speaks = begun && !timeline.is_empty();
    let resigns = looks.resigns && seen.may.contains(&Deed::Resign);
    let status = refused.status;
    let page = GamePage {
        frame: visit.frame(heading.clone()),
        about: format!("{} · {rated}", pace_words(texts, terms.pace)),
        rules: if timeline.rules == RuleSet::STANDARD {
            String::new()
        } else {
            timeline.rules.to_string()
        },
        stage: stage(seen),
        version: play.version(),
        said: if speaks { Speech::new(texts).of(timeline, timeline.len()) } else { String::new() },
        status: status_words(texts, seen),
        notices: notices(texts, seen),
        deploying: deploying(visit, seen, refused.typed).await?,
        table: begun.then(|| table(visit, seen, &address, looks.from.as_deref())),
        acts: acts(visit, seen, &address),
        may_resign: !resigns && seen.may.contains(&Deed::Resign),
        resigns: resigns.then(|| press(visit, &address, Deed::Resign, "play-resign-yes").danger()),
        ruled: rulings::told(texts, seen),
        rule: rulings::form(visit, seen, &address),
        record: seen.game.map(|game| format!("/games/{game}")).unwrap_or_default(),
        away: texts.text("play-away"),
        script: assets::address("js/play/main.js"),
        refused: refused.words,
        heading,
        address,
    };
    private_html(visit, status, &page)
}

/// Which sides have deployed, before play begins.
fn is_ready(seen: &Seen, color: Color) -> bool {
    match seen.play.life() {
        Life::Created(_) => false,
        Life::Deploying(state) => state.nonces[color].is_some(),
        _ => true,
    }
}

/// The stage that the page is made for; who deploys keeps his board while his opponent gets ready.
fn stage(seen: &Seen) -> String {
    match seen.play.state() {
        State::Created | State::Deploying => {
            let own = seen.viewer.color().map(|color| is_ready(seen, color));
            format!("deploying-{}", own.map_or("seen", |own| if own { "ready" } else { "open" }))
        }
        State::Aborted => "aborted".to_owned(),
        _ => "board".to_owned(),
    }
}

fn status_words(texts: Texts, seen: &Seen) -> String {
    let own = seen.viewer.color();
    match seen.play.state() {
        State::Created | State::Deploying => match own {
            Some(color) if is_ready(seen, color) => texts.get("play-status-ready"),
            Some(_) => texts.get("play-status-deploy"),
            None => texts.get("play-status-deploying"),
        },
        State::InPlay => match (seen.play.to_move(), own) {
            (Some(color), Some(own)) if color == own => texts.get("play-status-yours"),
            (Some(_), Some(_)) => texts.get("play-status-theirs"),
            (Some(color), None) => texts.one("play-status-turn", "side", side(texts, color)),
            (None, _) => String::new(),
        },
        State::Paused => texts.get("play-status-paused"),
        State::Aborted => texts.get("play-status-aborted"),
        State::Ended | State::Final | State::Revealed => result_words(texts, seen),
    }
}

fn result_words(texts: Texts, seen: &Seen) -> String {
    let Some(game) = seen.play.life().finished() else { return String::new() };
    let who = texts.text(match game.end.outcome {
        Outcome::Win(Color::White) => "result-white",
        Outcome::Win(Color::Black) => "result-black",
        Outcome::Draw => "result-draw",
    });
    let how = texts.get(&format!("termination-{}", game.end.termination.name()));
    format!("{} {who}: {how}.", result_text(Some(game.end.outcome)))
}

/// What stands between the sides.
fn notices(texts: Texts, seen: &Seen) -> Vec<String> {
    let mut all = Vec::new();
    if matches!(seen.play.state(), State::Created | State::Deploying) {
        for color in Color::ALL {
            let key = if is_ready(seen, color) { "play-side-ready" } else { "play-side-not-ready" };
            all.push(texts.one(key, "player", &seen.players[color]));
        }
    }
    if let Some(game) = seen.play.life().going_on() {
        if let Some(color) = game.talk.offer {
            all.push(texts.one("play-offers-draw", "player", &seen.players[color]));
        }
        for color in Color::ALL.into_iter().filter(|color| game.talk.asks[*color]) {
            all.push(texts.one("play-asks-pause", "player", &seen.players[color]));
        }
    }
    let gone = seen.gone_since.is_some_and(|since| seen.now.saturating_sub(since) > GONE);
    if gone && seen.play.life().going_on().is_some() {
        all.push(texts.get("play-gone"));
    }
    all
}

async fn deploying(
    visit: &Visit,
    seen: &Seen,
    typed: String,
) -> Result<Option<DeployPart>, PageError> {
    let Some(color) = seen.viewer.color().filter(|_| seen.may.contains(&Deed::Ready)) else {
        return Ok(None);
    };
    let (rules, actor) = (seen.play.timeline().rules, visit.actor().clone());
    let all = ask(visit, move |app| own_set_ups::list(app, &actor)).await?;
    let (mut own, mut known) = (Vec::new(), Vec::new());
    for one in all.into_iter().filter(|one| one.fits(&rules)) {
        let cells = Cells::of(rules, &one.army);
        if let Ok(army) = cells.draft(color).check(&rules) {
            known.push((one.name.clone(), army.notation()));
        }
        own.push(Own { draft: cells.text(), name: one.name });
    }
    let board = Deploying::new(visit.texts(), color, &Cells::empty(rules), &[], own);
    Ok(Some(DeployPart { id: command_id(), typed, board, own: known }))
}

fn press(visit: &Visit, address: &str, deed: Deed, words: &str) -> Press {
    let press = Press::new(visit.texts(), format!("{address}/word"), &visit.form_token(), words)
        .send("id", command_id())
        .send("word", deed.key());
    if deed == Deed::AddTime { press.send("seconds", MORE_TIME) } else { press }
}

/// The buttons for what the viewer may do beside his plies; resigning is asked twice.
fn acts(visit: &Visit, seen: &Seen, address: &str) -> Vec<Press> {
    let words = |deed: Deed| match deed {
        Deed::Ready | Deed::Ply | Deed::Resign => None,
        Deed::Offer => Some("play-do-offer"),
        Deed::Decline => Some("play-do-decline"),
        Deed::Withdraw => Some("play-do-withdraw"),
        Deed::Accept => Some("play-do-accept"),
        Deed::ShowFlag => Some("play-do-show-flag"),
        Deed::Abort => Some("play-do-abort"),
        Deed::Pause => Some("play-do-pause"),
        Deed::Resume => Some("play-do-resume"),
        Deed::Claim => Some("play-do-claim"),
        Deed::AddTime => Some("play-do-add-time"),
    };
    let all = seen.may.iter().filter_map(|deed| Some((*deed, words(*deed)?)));
    all.map(|(deed, words)| press(visit, address, deed, words)).collect()
}
