//! An event for its officials: games under way, results to confirm, ranks to open, and a game to make.

use actix_web::http::StatusCode;
use actix_web::web::{self, Payload};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::play::{Disclosure, State, Venue};
use crate::service::live::{self, Arranged, EventDesk, Lifted, Lifting, LiftingWanted};
use crate::web::api::event_plays::NewEventPlay;
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::i18n::Texts;
use crate::web::kit::{Choice, Done, Field, Form, Press};
use crate::web::moments;
use crate::web::pages::account::attempt::{Refusal, attempt, see_other};
use crate::web::pages::desk::{faults_of, status_of};
use crate::web::pages::private_html;
use crate::web::parameters::Parameters;
use crate::web::visit::{Frame, Visit};
use salpakan::record::short_id_text;
use salpakan::rules::Preset;

use super::{ADDRESS, ask_desk};

const MAKING: Shape = Shape::of(&[
    "round",
    "white",
    "black",
    "rules",
    "pace",
    "venue",
    "rated",
    "disclosure",
    "spectators",
    "deployment",
]);
const OPENING: Shape = Shape::of(&["round", "reason", "do"]);
const DONE: &[&str] =
    &["done-event-play-made", "done-ranks-opened", "done-ranks-asked", "done-ranks-dropped"];

/// A game in a list.
struct Line {
    address: String,
    round: String,
    players: String,
    state: String,
}

#[derive(Template)]
#[template(path = "play/event-desk.html")]
struct DeskPage {
    frame: Frame,
    event: String,
    heading: String,
    done: String,
    /// Headings with their games.
    lists: Vec<(String, Vec<Line>)>,
    making: Option<Form>,
    /// What waits for a second official.
    asked: Vec<AskedLine>,
    opening: Option<Form>,
}

/// An early opening of ranks that an official has asked for.
struct AskedLine {
    words: String,
    reason: String,
    confirm: Press,
    drop: Press,
}

fn address(slug: &str, page: &str) -> String {
    format!("/events/{slug}/{page}")
}

fn line(texts: Texts, one: &Arranged) -> Line {
    let state = texts.get(match one.state {
        State::Created | State::Deploying => "play-state-deploying",
        State::InPlay => "play-state-in-play",
        State::Paused => "play-state-paused",
        State::Ended => "play-state-ended",
        State::Final => "play-state-final",
        State::Revealed | State::Aborted => "play-state-over",
    });
    Line {
        address: format!("{ADDRESS}/{}", short_id_text(&one.id)),
        round: one.round.clone(),
        players: format!("{} – {}", one.players.white, one.players.black),
        state,
    }
}

const fn disclosed(when: Disclosure) -> &'static str {
    match when {
        Disclosure::Game => "disclosure-game",
        Disclosure::Round => "disclosure-round",
        Disclosure::Event => "disclosure-event",
    }
}

fn making(visit: &Visit, slug: &str) -> Form {
    let texts = visit.texts();
    let rules = Preset::ALL.iter().map(|preset| Choice::new(preset.name, preset.name)).collect();
    let when = [Disclosure::Round, Disclosure::Event, Disclosure::Game]
        .map(|one| Choice::new(one.key(), texts.text(disclosed(one))));
    let venues = [Venue::Online, Venue::Table]
        .map(|one| Choice::new(one.key(), texts.get(&format!("venue-{}", one.key()))));
    Form::new(texts, "making", &address(slug, "plays/new"), &visit.form_token(), "event-play-make")
        .with(Field::line(texts, "round", "event-play-round").autocomplete("off"))
        .with(Field::line(texts, "white", "white").required().autocomplete("off"))
        .with(Field::line(texts, "black", "black").required().autocomplete("off"))
        .with(
            Field::line(texts, "pace", "play-pace")
                .hint("play-other-pace-hint")
                .value("1200+5")
                .required()
                .autocomplete("off"),
        )
        .with(Field::select(texts, "venue", "event-play-venue", venues.to_vec()))
        .with(Field::select(texts, "rules", "set-up-rules", rules).value("standard"))
        .with(Field::check(texts, "rated", "play-rated", true))
        .with(Field::select(texts, "disclosure", "event-play-disclosure", when.to_vec()))
        .with(
            Field::line(texts, "spectators", "event-play-spectators")
                .hint("event-play-spectators-hint")
                .value("public")
                .autocomplete("off"),
        )
        .with(Field::number(texts, "deployment", "event-play-deployment"))
}

fn opening(visit: &Visit, slug: &str) -> Form {
    let texts = visit.texts();
    Form::new(texts, "opening", &address(slug, "openings"), &visit.form_token(), "event-open-ranks")
        .with(
            Field::line(texts, "round", "event-play-round")
                .hint("event-open-round-hint")
                .autocomplete("off"),
        )
        .with(Field::line(texts, "reason", "play-ruling-reason").required().autocomplete("off"))
        .danger()
}

fn waiting(visit: &Visit, slug: &str, one: &Lifting) -> AskedLine {
    let texts = visit.texts();
    let press = |words, what: &str| {
        Press::new(texts, address(slug, "openings"), &visit.form_token(), words)
            .send("round", &one.round)
            .send("do", what)
    };
    AskedLine {
        words: opened_words(texts, one, "event-ranks-asked"),
        reason: one.reason.clone(),
        confirm: press("event-ranks-confirm", "confirm").danger(),
        drop: press("event-ranks-drop", "drop"),
    }
}

/// Early openings of ranks as the event's page tells everybody, each with its reason.
pub fn opened_lines(texts: Texts, all: &[Lifting]) -> Vec<(String, String)> {
    let line = |one| (opened_words(texts, one, "event-ranks-opened"), one.reason.clone());
    all.iter().map(line).collect()
}

/// When ranks were opened early, or asked for, and of what.
fn opened_words(texts: Texts, one: &Lifting, key: &str) -> String {
    let of = match one.round.as_str() {
        "" => texts.get("event-ranks-of-event"),
        round => texts.one("event-ranks-of-round", "round", round),
    };
    texts.fill(key, &[("at", moments::minute(one.at)), ("of", of)])
}

async fn page(visit: &Visit, slug: &str) -> Result<DeskPage, PageError> {
    let (actor, own) = (visit.actor().clone(), slug.to_owned());
    let desk = ask_desk(visit, move |live| live::event_desk(live, &actor, &own)).await?;
    let texts = visit.texts();
    let EventDesk { name, running, ended, closed, asked, makes, opens } = desk;
    let lists = [("event-running", running), ("event-ended", ended), ("event-closed", closed)];
    let lines = |all: Vec<Arranged>| all.iter().map(|one| line(texts, one)).collect();
    Ok(DeskPage {
        frame: visit.frame(texts.get("event-desk")),
        event: address(slug, "").trim_end_matches('/').to_owned(),
        heading: name,
        done: String::new(),
        lists: lists.into_iter().map(|(key, all)| (texts.get(key), lines(all))).collect(),
        making: makes.then(|| making(visit, slug)),
        asked: asked.iter().filter(|_| opens).map(|one| waiting(visit, slug, one)).collect(),
        opening: opens.then(|| opening(visit, slug)),
    })
}

/// What is going on, and what waits.
pub async fn show(
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let done = Done::asked(&visit, &parameters, DONE)?;
    let done = done.map(|done| done.words(visit.texts())).unwrap_or_default();
    let page = DeskPage { done, ..page(&visit, &path).await? };
    private_html(&visit, StatusCode::OK, &page)
}

/// Makes a game.
pub async fn make(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, MAKING).await?;
    let some = |name: &str| Some(sent.text(name).to_owned()).filter(|text| !text.is_empty());
    let asked = NewEventPlay {
        round: sent.text("round").to_owned(),
        white: sent.text("white").to_owned(),
        black: sent.text("black").to_owned(),
        rules: some("rules"),
        pace: sent.text("pace").to_owned(),
        venue: some("venue"),
        rated: sent.is_ticked("rated"),
        disclosure: some("disclosure"),
        spectators: some("spectators"),
        deployment: sent.text("deployment").parse().ok(),
    };
    let (actor, live, slug) = (visit.actor().clone(), visit.site.live.clone(), path.into_inner());
    let own = slug.clone();
    let done =
        attempt(&visit, move |_| Ok(live::arrange(&live, &actor, &own, &asked.arrangement()?)?));
    let done = done.await?.map(|_| "done-event-play-made");
    answer(&visit, &slug, &sent, done, |page| &mut page.making).await
}

/// Opens the ranks of a round, or of all games.
pub async fn open(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, OPENING).await?;
    let round = Some(sent.text("round").to_owned()).filter(|round| !round.is_empty());
    let (why, slug) = (sent.text("reason").to_owned(), path.into_inner());
    let what = sent.text("do").to_owned();
    let (actor, live, own) = (visit.actor().clone(), visit.site.live.clone(), slug.clone());
    let done = attempt(&visit, move |_| {
        let wanted = match what.as_str() {
            "confirm" => LiftingWanted::Confirm,
            "drop" => LiftingWanted::Drop,
            _ => LiftingWanted::Open(&why),
        };
        Ok(live::lift(&live, &actor, &own, round.as_deref(), wanted)?)
    });
    let done = done.await?.map(|lifted| match lifted {
        Lifted::Opened(_) => "done-ranks-opened",
        Lifted::Asked => "done-ranks-asked",
        Lifted::Dropped => "done-ranks-dropped",
    });
    answer(&visit, &slug, &sent, done, |page| &mut page.opening).await
}

/// Leads back, or shows the form again with what is wrong.
async fn answer(
    visit: &Visit,
    slug: &str,
    sent: &forms::Form,
    done: Result<&'static str, Refusal>,
    form_of: fn(&mut DeskPage) -> &mut Option<Form>,
) -> Result<HttpResponse, PageError> {
    let refusal = match done {
        Ok(key) => return Ok(see_other(&Done::address(&address(slug, "plays"), key))),
        Err(refusal) => refusal,
    };
    let mut page = page(visit, slug).await?;
    let status = status_of(&refusal).unwrap_or(StatusCode::CONFLICT);
    let faults = faults_of(refusal);
    let form = form_of(&mut page);
    *form = form.take().map(|form| form.filled(sent).faults(faults));
    private_html(visit, status, &page)
}
