//! Live games of an event, for its officials: games, results to confirm, early reveals, new games.

use crate::web::prelude::*;
use adjutant_api::event_plays::CreateEventPlayRequest;
use adjutant_domain::game::{GameKind, Rules};
use adjutant_domain::play::{Disclosure, State, Venue};
use adjutant_service::live::{self, Arranged, EventDesk, Lifted, Lifting, LiftingWanted};
use adjutant_site::early_reveals::early_reveal_text;
use adjutant_site::forms::SubmittedForm;
use adjutant_site::labels::{game_name, rule_set_choices};
use adjutant_site::moment_text::MomentText;

use super::{game_address, query_live};

#[derive(Clone, Deserialize)]
struct NewGameForm {
    round: String,
    white: String,
    black: String,
    rules: String,
    pace: String,
    venue: String,
    rated: bool,
    disclosure: String,
    spectators: String,
    deployment: Entry<u32>,
}

#[derive(Deserialize)]
struct RevealForm {
    round: String,
    reason: String,
    #[serde(rename = "do")]
    action: String,
}

const DONE_KEYS: &[&str] =
    &["done-event-play-made", "done-ranks-opened", "done-ranks-asked", "done-ranks-dropped"];

struct ArrangedGameRow {
    address: String,
    round: String,
    players: String,
    state: String,
}

#[derive(Template)]
#[template(path = "play/event-desk.html")]
struct DeskPage {
    frame: PageFrame,
    event: String,
    heading: String,
    done: String,
    /// The lists of games with their headings.
    lists: Vec<(String, Vec<ArrangedGameRow>)>,
    making: Option<Form>,
    /// Requests that await a second official.
    asked: Vec<RevealRequestRow>,
    opening: Option<Form>,
}

/// A requested early reveal of ranks.
struct RevealRequestRow {
    words: MomentText,
    reason: String,
    confirm: SubmitButton,
    drop: SubmitButton,
}

fn address(slug: &str, page: &str) -> String {
    format!("/events/{slug}/{page}")
}

fn game_row(texts: Texts, one: &Arranged) -> ArrangedGameRow {
    let state = texts.get(match one.state {
        State::Created | State::Deploying => "play-state-deploying",
        State::InPlay => "play-state-in-play",
        State::Paused => "play-state-paused",
        State::Ended => "play-state-ended",
        State::Final => "play-state-final",
        State::Revealed | State::Aborted => "play-state-over",
    });
    ArrangedGameRow {
        address: game_address(&one.id),
        round: one.round.clone(),
        players: format!("{} – {}", one.players.white, one.players.black),
        state,
    }
}

/// The rules of the game of an event, or of all games where it is not known.
fn rules_field(texts: Texts, game: Option<GameKind>) -> Field {
    let rules = GameKind::ALL.into_iter().filter(|kind| game.is_none_or(|game| game == *kind));
    let choices = rules.flat_map(|kind| match kind {
        GameKind::Salpakan => rule_set_choices(texts),
        GameKind::ThreeGenerals => vec![Choice::new(kind.key(), game_name(texts, kind))],
    });
    let usual = game.unwrap_or_default().usual_rules();
    Field::select(texts, "rules", "set-up-rules", choices.collect()).value(usual.key())
}

fn new_game_form(visit: &RequestContext, slug: &str, game: Option<GameKind>) -> Form {
    let texts = visit.texts();
    let when = [Disclosure::Round, Disclosure::Event, Disclosure::Game]
        .map(|one| Choice::new(one.key(), texts.get(&format!("disclosure-{}", one.key()))));
    let hides_ranks = game.is_none_or(GameKind::hides_ranks);
    let disclosure = match hides_ranks {
        true => Field::select(texts, "disclosure", "event-play-disclosure", when.to_vec()),
        false => Field::hidden(texts, "disclosure", ""),
    };
    let venues = [Venue::Online, Venue::Table]
        .map(|one| Choice::new(one.key(), texts.get(&format!("venue-{}", one.key()))));
    visit
        .form("making", &address(slug, "plays/new"), "event-play-make")
        .with_field(Field::text(texts, "round", "event-play-round").autocomplete("off"))
        .with_field(Field::text(texts, "white", "white").required().autocomplete("off"))
        .with_field(Field::text(texts, "black", "black").required().autocomplete("off"))
        .with_field(
            Field::text(texts, "pace", "play-pace")
                .hint("play-other-pace-hint")
                .value("1200+5")
                .required()
                .autocomplete("off"),
        )
        .with_field(Field::select(texts, "venue", "event-play-venue", venues.to_vec()))
        .with_field(rules_field(texts, game))
        .with_field(Field::checkbox(texts, "rated", "play-rated", true))
        .with_field(disclosure)
        .with_field(
            Field::text(texts, "spectators", "event-play-spectators")
                .hint("event-play-spectators-hint")
                .value("public")
                .autocomplete("off"),
        )
        .with_field(Field::number(texts, "deployment", "event-play-deployment"))
}

fn reveal_form(visit: &RequestContext, slug: &str) -> Form {
    let texts = visit.texts();
    visit
        .form("opening", &address(slug, "openings"), "event-open-ranks")
        .with_field(
            Field::text(texts, "round", "event-play-round")
                .hint("event-open-round-hint")
                .autocomplete("off"),
        )
        .with_field(
            Field::text(texts, "reason", "play-ruling-reason").required().autocomplete("off"),
        )
        .dangerous()
}

fn reveal_request_row(visit: &RequestContext, slug: &str, one: &Lifting) -> RevealRequestRow {
    let texts = visit.texts();
    let press = |words, what: &str| {
        visit
            .button(address(slug, "openings"), words)
            .with_hidden_field("round", &one.round)
            .with_hidden_field("do", what)
    };
    RevealRequestRow {
        words: early_reveal_text(texts, one, "event-ranks-asked"),
        reason: one.reason.clone(),
        confirm: press("event-ranks-confirm", "confirm").dangerous(),
        drop: press("event-ranks-drop", "drop"),
    }
}

async fn page(visit: &RequestContext, slug: &str) -> PageResult<DeskPage> {
    let own = slug.to_owned();
    let desk = query_live(visit, move |live, actor| live::event_desk(live, actor, &own)).await?;
    let texts = visit.texts();
    let EventDesk { name, game, running, ended, closed, asked, makes, opens } = desk;
    let lists = [("event-running", running), ("event-ended", ended), ("event-closed", closed)];
    let lines = |all: Vec<Arranged>| all.iter().map(|one| game_row(texts, one)).collect();
    Ok(DeskPage {
        frame: visit.frame(texts.get("event-desk")),
        event: address(slug, "").trim_end_matches('/').to_owned(),
        heading: name,
        done: String::new(),
        lists: lists.into_iter().map(|(key, all)| (texts.get(key), lines(all))).collect(),
        making: makes.then(|| new_game_form(visit, slug, game)),
        asked: asked
            .iter()
            .filter(|_| opens)
            .map(|one| reveal_request_row(visit, slug, one))
            .collect(),
        opening: opens.then(|| reveal_form(visit, slug)),
    })
}

pub async fn show(
    visit: RequestContext,
    path: web::Path<String>,
    parameters: QueryString,
) -> PageResult {
    let done = FlashMessage::from_query_string(&visit, &parameters, DONE_KEYS)?;
    let done = done.map(|done| done.text(visit.texts())).unwrap_or_default();
    let page = DeskPage { done, ..page(&visit, &path).await? };
    private_html(&visit, StatusCode::OK, &page)
}

pub async fn create_game(visit: RequestContext, path: web::Path<String>, post: Post) -> PageResult {
    let sent = post.read::<NewGameForm>(&visit).await?;
    let some = |text: String| Some(text).filter(|text| !text.is_empty());
    let form = (*sent).clone();
    // The page asks when ranks are revealed, whatever is played.
    let hides_ranks = form.rules.parse().is_ok_and(|rules: Rules| rules.hides_ranks());
    let asked = CreateEventPlayRequest {
        round: form.round,
        white: form.white,
        black: form.black,
        rules: some(form.rules),
        pace: form.pace,
        venue: some(form.venue),
        rated: form.rated,
        disclosure: some(form.disclosure).filter(|_| hides_ranks),
        spectators: some(form.spectators),
        deployment: form.deployment.get(),
    };
    let (live, slug) = (visit.site.live.clone(), path.into_inner());
    let own = slug.clone();
    let done =
        visit.attempt(move |_, actor| live::arrange(&live, actor, &own, asked.into_arrangement()?));
    let done = done.await?.map(|_| "done-event-play-made");
    redirect_or_refuse(&visit, &slug, sent.raw(), done, |page| &mut page.making).await
}

/// Requests, confirms or drops an early reveal of the ranks of a round or of all games.
pub async fn reveal_ranks(
    visit: RequestContext,
    path: web::Path<String>,
    post: Post,
) -> PageResult {
    let sent = post.read::<RevealForm>(&visit).await?;
    let round = Some(sent.round.clone()).filter(|round| !round.is_empty());
    let (why, slug) = (sent.reason.clone(), path.into_inner());
    let what = sent.action.clone();
    let (live, own) = (visit.site.live.clone(), slug.clone());
    let done = visit.attempt(move |_, actor| {
        let wanted = match what.as_str() {
            "confirm" => LiftingWanted::Confirm,
            "drop" => LiftingWanted::Drop,
            _ => LiftingWanted::Open(&why),
        };
        live::lift(&live, actor, &own, round.as_deref(), wanted)
    });
    let done = done.await?.map(|lifted| match lifted {
        Lifted::Opened(_) => "done-ranks-opened",
        Lifted::Asked => "done-ranks-asked",
        Lifted::Dropped => "done-ranks-dropped",
    });
    redirect_or_refuse(&visit, &slug, sent.raw(), done, |page| &mut page.opening).await
}

/// Redirects, or shows the form again with the faults.
async fn redirect_or_refuse(
    visit: &RequestContext,
    slug: &str,
    sent: &SubmittedForm,
    done: Result<&'static str, FormRefusal>,
    form_of: fn(&mut DeskPage) -> &mut Option<Form>,
) -> PageResult {
    let refusal = match done {
        Ok(key) => {
            return Ok(redirect_with_flash(&address(slug, "plays"), key));
        }
        Err(refusal) => refusal,
    };
    let mut page = page(visit, slug).await?;
    let status = refusal.status();
    let faults = refusal.into_faults();
    let form = form_of(&mut page);
    *form = form.take().map(|form| form.filled_from(sent).with_errors(faults));
    private_html(visit, status, &page)
}
