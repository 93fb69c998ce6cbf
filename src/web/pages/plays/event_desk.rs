//! An event for its officials: games under way, results to confirm, ranks to open, and a game to make.

use actix_web::http::StatusCode;
use actix_web::web::{self, Payload};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::play::{Disclosure, State, Venue};
use crate::record::short_id_text;
use crate::rules::Preset;
use crate::service::live::{self, Arranged, EventDesk};
use crate::web::api::event_plays::NewEventPlay;
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::i18n::Texts;
use crate::web::kit::{Choice, Done, Field, Form};
use crate::web::pages::account::attempt::{Refusal, attempt, see_other};
use crate::web::pages::desk::{faults_of, status_of};
use crate::web::pages::private_html;
use crate::web::parameters::Parameters;
use crate::web::visit::{Frame, Visit};

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
const OPENING: Shape = Shape::of(&["round", "reason"]);
const DONE: &[&str] = &["done-event-play-made", "done-ranks-opened"];

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
    opening: Option<Form>,
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

async fn page(visit: &Visit, slug: &str) -> Result<DeskPage, PageError> {
    let (actor, own) = (visit.actor().clone(), slug.to_owned());
    let desk = ask_desk(visit, move |live| live::event_desk(live, &actor, &own)).await?;
    let texts = visit.texts();
    let EventDesk { name, running, ended, closed, makes, opens } = desk;
    let lists = [("event-running", running), ("event-ended", ended), ("event-closed", closed)];
    let lines = |all: Vec<Arranged>| all.iter().map(|one| line(texts, one)).collect();
    Ok(DeskPage {
        frame: visit.frame(texts.get("event-desk")),
        event: address(slug, "").trim_end_matches('/').to_owned(),
        heading: name,
        done: String::new(),
        lists: lists.into_iter().map(|(key, all)| (texts.get(key), lines(all))).collect(),
        making: makes.then(|| making(visit, slug)),
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
    let (actor, live, own) = (visit.actor().clone(), visit.site.live.clone(), slug.clone());
    let done =
        attempt(&visit, move |_| Ok(live::lift(&live, &actor, &own, round.as_deref(), &why)?));
    let done = done.await?.map(|_| "done-ranks-opened");
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
