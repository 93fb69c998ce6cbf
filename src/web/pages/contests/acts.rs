//! What officials do at an event's desk: one address for each kind of duty.

use actix_web::http::StatusCode;
use actix_web::web::{self, Payload};
use actix_web::{HttpRequest, HttpResponse};

use crate::contest::{EntrantId, Standing};
use crate::service::access::Act;
use crate::service::accounts::Refused;
use crate::service::contests::{
    Boards, Command, Told, desk, enter_all, enter_teams, is_of_teams, is_own_entry, permit, run,
    tell, tell_all,
};
use crate::service::{App, Error, Thing, live, refusals};
use crate::web::error::PageError;
use crate::web::forms::{self, Form, Shape};
use crate::web::pages::account::attempt::{Refusal, attempt, now, see_other};
use crate::web::pages::desk::{faults_of, status_of};
use crate::web::pages::private_html;
use crate::web::visit::Visit;
use salpakan::record::parse_short_id;
use swiss::stage::System;

use super::desk::{Asked, find, page};
use super::desk_forms::{
    OfEvent, OfPeople, confirmed, done_to_people, done_to_results, dropped, people, results,
    rounds, settings,
};
use super::{desk_settings, people_list, people_preview, prizes, teams};

/// The largest list of people.
const MOST_LIST: usize = 1 << 20;
const PEOPLE: Shape = Shape {
    once: &["do", "entrant", "lines", "exception", "name", "sure"],
    many: &[],
    files: &[("file", MOST_LIST)],
};
const ROUNDS: Shape = Shape::of(&[
    "do",
    "stage",
    "round",
    "table",
    "lot",
    "one",
    "other",
    "entrant",
    "bye",
    "with-results",
    "with-rounds",
    "players",
    "lines",
    "seen",
    "sure",
]);
const RESULTS: Shape = Shape {
    once: &[
        "do", "stage", "round", "table", "game", "why", "winner", "loser", "absent", "play",
        "entrant", "sure",
    ],
    many: &["result"],
    files: &[],
};
const SETTINGS: Shape = Shape::of(desk_settings::FIELDS);

/// Gives a Swiss stage another number of rounds.
fn set_rounds(
    app: &App,
    visit: &Visit,
    slug: &str,
    (stage, rounds): (usize, usize),
) -> Result<Told, Error> {
    let board = desk(app, visit.actor(), slug, Boards::default())?;
    let mut settings = board.run.contest.settings.clone();
    match settings.plan.stages.get_mut(stage).map(|stage| &mut stage.system) {
        Some(System::Swiss { rounds: own }) => *own = rounds,
        _ => return Err(Error::not_found(refusals::EVENT_NO_SPOT)),
    }
    tell(app, visit.actor(), slug, &Command::Settle(Box::new(settings)), now())
}

/// Where on the desk a form stands.
fn place(part: &'static str, sent: &Form) -> Asked {
    let from_1 = |name: &str| sent.text(name).parse::<usize>().ok().map(|number| number + 1);
    let round = if part == "results" { from_1("round") } else { None };
    let (name, row) = (sent.text("name").to_owned(), sent.text("entrant").parse().ok());
    let row = row.filter(|_| part == "people");
    Asked { part, stage: from_1("stage"), round, name, row, ..Asked::default() }
}

/// Runs what a form means, and leads back to where it stands, or shows it again with what is wrong.
async fn answer(
    visit: &Visit,
    slug: String,
    at: Asked,
    sent: Form,
    act: impl FnOnce(&App, &Visit, &str) -> Result<&'static str, Error> + Send + 'static,
) -> Result<HttpResponse, PageError> {
    let (looks, own) = (visit.clone(), slug.clone());
    let done =
        attempt(visit, move |app| act(app, &looks, &own).map_err(|e| Refused::from(on_form(e))));
    let refusal = match done.await? {
        Ok(done) => return Ok(see_other(&at.after(&slug, done))),
        Err(refusal) => refusal,
    };
    refused(visit, &slug, &at, &sent, refusal).await
}

/// What names something that is not there is a fault of the form: a page of its own would lose what else was written.
pub fn on_form(e: Error) -> Error {
    match e {
        Error::NotFound(said) => Error::Invalid { field: "", message: said },
        e => e,
    }
}

pub async fn refused(
    visit: &Visit,
    slug: &str,
    at: &Asked,
    sent: &Form,
    refusal: Refusal,
) -> Result<HttpResponse, PageError> {
    let status = status_of(&refusal).unwrap_or(StatusCode::CONFLICT);
    let mut faults: Vec<String> = faults_of(refusal).into_iter().map(|(_, words)| words).collect();
    if at.part == "results" && sent.text("do") == "enter" {
        faults.push(visit.texts().get("contest-results-unsaved"));
    }
    let desk = find(visit, slug).await?;
    let mut page = page(visit, &desk, at, faults, Some(sent));
    // Preferences lead back to where the form stood.
    page.frame.address = at.address(slug);
    private_html(visit, status, &page)
}

/// What is said to a form that nobody on the desk was shown.
fn unknown(visit: &Visit, slug: &str, e: Error) -> PageError {
    // Who may not be there hears that there is nothing, whatever he sends.
    match e {
        Error::NotFound(_) => PageError::new(visit, &Error::missing(Thing::Event, slug)),
        e => PageError::new(visit, &e),
    }
}

/// Does the same to all in the list who take part.
fn all_shown(
    app: &App,
    visit: &Visit,
    slug: &str,
    asked: &Asked,
    command: fn(EntrantId) -> Command,
) -> Result<Told, Error> {
    let board = desk(app, visit.actor(), slug, Boards::default())?;
    let shown = board.entrants.iter().filter(|one| one.standing == Standing::In);
    // Whoever plays, too, is checked in by another official.
    let is_others = |command: &Command| match command {
        Command::CheckIn { entrant, .. } => !is_own_entry(&board.run, visit.actor(), *entrant),
        _ => true,
    };
    let looked_for = shown.filter(|one| asked.looks_for(one)).map(|one| command(one.id));
    let all: Vec<Command> = looked_for.filter(is_others).collect();
    match all.is_empty() {
        true => Ok(Told { version: board.run.row.version, facts: 0 }),
        false => tell_all(app, visit.actor(), slug, &all, now()).map_err(Error::from),
    }
}

/// Registers, admits, checks in.
pub async fn take_people(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, PEOPLE).await?;
    let slug = path.into_inner();
    let command = people(&sent).map_err(|e| unknown(&visit, &slug, e))?;
    let (at, exception) = (place("people", &sent), sent.is_ticked("exception"));
    if matches!(command, OfPeople::Look) {
        return look_at(&visit, slug, at, sent).await;
    }
    let (of, list, sure) = (at.clone(), sent.clone(), confirmed(&sent));
    answer(&visit, slug, at, sent, move |app, visit, slug| {
        sure?;
        let told = match command {
            OfPeople::One(command) => {
                tell(app, visit.actor(), slug, &command, now())?;
                return Ok(done_to_people(&run(app, slug)?.contest, &command));
            }
            OfPeople::All(command) => all_shown(app, visit, slug, &of, command),
            OfPeople::Register if is_of_teams(&run(app, slug)?.contest) => {
                enter_teams(app, visit.actor(), slug, &teams::sent_teams(&list)?, exception, now())
            }
            OfPeople::Register => {
                let list = people_list::sent_list(&list)?;
                enter_all(app, visit.actor(), slug, &list.people, exception, now())
            }
            OfPeople::Look => Err(Error::not_found(refusals::EVENT_NO_SPOT)),
        };
        told.map(|_| "done-contest-people")
    })
    .await
}

/// Shows what a list would add, row by row, and adds nothing.
async fn look_at(
    visit: &Visit,
    slug: String,
    at: Asked,
    sent: Form,
) -> Result<HttpResponse, PageError> {
    let (actor, own, list) = (visit.actor().clone(), slug.clone(), sent.clone());
    let looked = attempt(visit, move |app| Ok(people_preview::look(app, &actor, &own, &list)?));
    let looked = match looked.await? {
        Ok(looked) => looked,
        Err(refusal) => return refused(visit, &slug, &at, &sent, refusal).await,
    };
    let desk = find(visit, &slug).await?;
    let mut page = page(visit, &desk, &at, Vec::new(), Some(&sent));
    page.frame.address = at.address(&slug);
    page.preview(looked.part(&sent, visit.texts()));
    private_html(visit, StatusCode::OK, &page)
}

/// Begins stages, pairs, publishes.
pub async fn take_rounds(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, ROUNDS).await?;
    let slug = path.into_inner();
    if sent.text("do") == "apart" {
        return keep_apart(&visit, slug, sent).await;
    }
    let (command, done) = rounds(&sent).map_err(|e| unknown(&visit, &slug, e))?;
    let (at, sure) = (place("rounds", &sent), sent.is_ticked("sure"));
    answer(&visit, slug, at, sent, move |app, visit, slug| {
        // Who may not hears nothing of a draft.
        permit(app, visit.actor(), Act::ManagePairings, slug)?;
        let known = run(app, slug)?;
        let draft = dropped(&known.contest, &command);
        if draft.is_some_and(|draft| draft.by_hand) && !sure {
            return Err(Error::invalid("sure", refusals::EVENT_UNCONFIRMED_BY_HAND));
        }
        let is_anew = draft.is_some() && matches!(command, Command::Pair { .. });
        tell(app, visit.actor(), slug, &command, now())?;
        Ok(if is_anew { "done-contest-paired-anew" } else { done })
    })
    .await
}

/// Keeps people apart by their names.
async fn keep_apart(visit: &Visit, slug: String, sent: Form) -> Result<HttpResponse, PageError> {
    let (lines, at) = (sent.raw("lines").to_owned(), place("rounds", &sent));
    let act = move |app: &App, visit: &Visit, slug: &str| {
        // Who may not hears nothing of who is there.
        permit(app, visit.actor(), Act::ManagePairings, slug)?;
        let command = desk_settings::groups(&run(app, slug)?.contest, &lines)?;
        tell(app, visit.actor(), slug, &command, now()).map(|_| "done-contest-rounds")
    };
    answer(visit, slug, at, sent, act).await
}

/// Writes the prizes instead of those before.
async fn set_prizes(visit: &Visit, slug: String, sent: Form) -> Result<HttpResponse, PageError> {
    let (lines, at) = (sent.raw("lines").to_owned(), place("settings", &sent));
    let add_up = sent.is_ticked("add-up");
    let act = move |app: &App, visit: &Visit, slug: &str| {
        permit(app, visit.actor(), Act::RunEvent, slug)?;
        let command = prizes::settled(&run(app, slug)?.contest, &lines, add_up)?;
        tell(app, visit.actor(), slug, &command, now()).map(|_| "done-contest-prizes")
    };
    answer(visit, slug, at, sent, act).await
}

/// Changes how the event is played.
async fn settle(visit: &Visit, slug: String, sent: Form) -> Result<HttpResponse, PageError> {
    let (form, at) = (sent.clone(), place("settings", &sent));
    let act = move |app: &App, visit: &Visit, slug: &str| {
        permit(app, visit.actor(), Act::RunEvent, slug)?;
        let command = desk_settings::command(&run(app, slug)?.contest.settings, &form)?;
        tell(app, visit.actor(), slug, &command, now()).map(|_| "done-contest-settings")
    };
    answer(visit, slug, at, sent, act).await
}

/// Enters results, and sets them right.
pub async fn take_results(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, RESULTS).await?;
    let slug = path.into_inner();
    if sent.text("do") == "again" {
        return take_again(&visit, slug, sent).await;
    }
    let command = results(&sent).map_err(|e| unknown(&visit, &slug, e))?;
    let (at, sure, done) = (place("results", &sent), confirmed(&sent), done_to_results(&sent));
    let act = move |app: &App, visit: &Visit, slug: &str| {
        sure?;
        tell(app, visit.actor(), slug, &command, now()).map(|_| done)
    };
    answer(&visit, slug, at, sent, act).await
}

/// Has another game made for a table whose game was annulled.
async fn take_again(visit: &Visit, slug: String, sent: Form) -> Result<HttpResponse, PageError> {
    let play = parse_short_id(sent.text("play"));
    let play =
        play.ok_or_else(|| unknown(visit, &slug, Error::not_found(refusals::EVENT_NO_SPOT)))?;
    let (at, live) = (place("results", &sent), visit.site.live.clone());
    let done = done_to_results(&sent);
    let again = move |_: &App, visit: &Visit, slug: &str| {
        live::play_again(&live, visit.actor(), slug, &play).map(|_| done)
    };
    answer(visit, slug, at, sent, again).await
}

/// Opens and closes registration, ends the event.
pub async fn take_settings(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, SETTINGS).await?;
    let slug = path.into_inner();
    if desk_settings::DEEDS.contains(&sent.text("do")) {
        return settle(&visit, slug, sent).await;
    }
    if sent.text("do") == "prizes" {
        return set_prizes(&visit, slug, sent).await;
    }
    let command = settings(&sent).map_err(|e| unknown(&visit, &slug, e))?;
    let at = place("settings", &sent);
    let act = move |app: &App, visit: &Visit, slug: &str| {
        let told = match command {
            OfEvent::One(command) => tell(app, visit.actor(), slug, &command, now()),
            OfEvent::Rounds { stage, rounds } => set_rounds(app, visit, slug, (stage, rounds)),
        };
        told.map(|_| "done-contest-settings")
    };
    answer(&visit, slug, at, sent, act).await
}
