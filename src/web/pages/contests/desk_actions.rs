//! Actions of officials at the desk, one address per duty.

use actix_web::http::StatusCode;
use actix_web::web;

use crate::web::error::{PageError, PageResult};
use crate::web::forms::{FormRefusal, FormSchema, Post, SubmittedForm, run_attempt};
use crate::web::html::{private_html, see_other};
use crate::web::kit::{refusal_faults, refusal_status};
use crate::web::request_context::RequestContext;
use crate::web::time_format::now_micros;
use adjutant_domain::contest::EntrantStatus;
use adjutant_service::access::Act;
use adjutant_service::accounts::AccountError;
use adjutant_service::contests::{
    BoardOptions, CommandOutcome, ContestCommand, EntrantAction, RoundCommand, authorize, execute,
    execute_all, is_own_entry, is_team_event, load_contest, official_board, register_entrants,
    register_teams, unconfirmed,
};
use adjutant_service::{App, Error, Thing, live, refusals};
use salpakan::record::parse_short_id;
use swiss::stage::System;

use super::desk::{DeskQuery, load_desk, page};
use super::desk_forms::{
    PeopleAction, ROUND_FIELDS, SettingsAction, discarded_draft, people_action, people_done_key,
    require_confirmation, results_command, results_done_key, rounds_command, rounds_done_key,
    settings_action,
};
use super::{desk_settings, people_list, people_preview, prizes, teams};

/// Maximum size of a list of people.
const MAX_LIST_BYTES: usize = 1 << 20;
const PEOPLE_SHAPE: FormSchema = FormSchema {
    single: &["do", "entrant", "lines", "exception", "name", "sure"],
    repeated: &[],
    files: &[("file", MAX_LIST_BYTES)],
};
const ROUNDS_SHAPE: FormSchema = FormSchema::new(ROUND_FIELDS);
const RESULTS_SHAPE: FormSchema = FormSchema {
    single: &[
        "do", "stage", "round", "table", "game", "why", "winner", "loser", "absent", "play",
        "entrant", "sure",
    ],
    repeated: &["result"],
    files: &[],
};
const SETTINGS_SHAPE: FormSchema = FormSchema::new(desk_settings::FIELDS);

/// Changes the number of rounds of a Swiss stage.
fn set_round_count(
    app: &App,
    visit: &RequestContext,
    slug: &str,
    (stage, rounds): (usize, usize),
) -> Result<CommandOutcome, Error> {
    let board = official_board(app, visit.actor(), slug, BoardOptions::default())?;
    let mut settings = board.loaded.contest.settings.clone();
    match settings.plan.stages.get_mut(stage).map(|stage| &mut stage.system) {
        Some(System::Swiss { rounds: own }) => *own = rounds,
        _ => return Err(Error::not_found(refusals::EVENT_NO_SPOT)),
    }
    execute(
        app,
        visit.actor(),
        slug,
        &ContestCommand::ChangeSettings(Box::new(settings)),
        now_micros(),
    )
}

/// The place of a form on the desk.
fn desk_query(part: &'static str, sent: &SubmittedForm) -> DeskQuery {
    // Forms about rounds count from 1, the others from 0.
    let offset = if part == "rounds" { 0 } else { 1 };
    let from_1 = |name: &str| sent.text(name).parse::<usize>().ok()?.checked_add(offset);
    let round = if part == "results" { from_1("round") } else { None };
    let (name, row) = (sent.text("name").to_owned(), sent.text("entrant").parse().ok());
    let row = row.filter(|_| part == "people");
    DeskQuery { part, stage: from_1("stage"), round, name, row, ..DeskQuery::default() }
}

/// Runs the command of a form and redirects to its place, or shows it again with the error.
async fn run_and_redirect(
    visit: &RequestContext,
    slug: String,
    at: DeskQuery,
    sent: SubmittedForm,
    act: impl FnOnce(&App, &RequestContext, &str) -> Result<&'static str, Error> + Send + 'static,
) -> PageResult {
    let (looks, own) = (visit.clone(), slug.clone());
    let done = run_attempt(visit, move |app| {
        act(app, &looks, &own).map_err(|e| AccountError::from(as_form_error(e)))
    });
    let refusal = match done.await? {
        Ok(done) => return Ok(see_other(&at.address_after(&slug, done))),
        Err(refusal) => refusal,
    };
    render_refused(visit, &slug, &at, &sent, refusal).await
}

/// Turns "not found" into a form error, since an error page would lose the rest of the input.
pub fn as_form_error(e: Error) -> Error {
    match e {
        Error::NotFound(said) => Error::Invalid { field: "", message: said },
        e => e,
    }
}

pub async fn render_refused(
    visit: &RequestContext,
    slug: &str,
    at: &DeskQuery,
    sent: &SubmittedForm,
    refusal: FormRefusal,
) -> PageResult {
    let status = refusal_status(&refusal).unwrap_or(StatusCode::CONFLICT);
    let mut faults: Vec<String> =
        refusal_faults(refusal).into_iter().map(|(_, words)| words).collect();
    if at.part == "results" && sent.text("do") == "enter" {
        faults.push(visit.texts().get("contest-results-unsaved"));
    }
    let desk = load_desk(visit, slug).await?;
    let mut page = page(visit, &desk, at, faults, Some(sent));
    // Preferences return to the form.
    page.frame.address = at.address(slug);
    private_html(visit, status, &page)
}

/// The response to a form that nobody at this desk was shown.
fn unknown_event(visit: &RequestContext, slug: &str, e: Error) -> PageError {
    // Without permission the response is 404, whatever was sent.
    match e {
        Error::NotFound(_) => PageError::new(visit, &Error::missing(Thing::Event, slug)),
        e => PageError::new(visit, &e),
    }
}

/// Applies a command to all matching active entrants.
fn command_for_all(
    app: &App,
    visit: &RequestContext,
    slug: &str,
    asked: &DeskQuery,
    action: EntrantAction,
) -> Result<CommandOutcome, Error> {
    let board = official_board(app, visit.actor(), slug, BoardOptions::default())?;
    let shown = board.entrants.iter().filter(|one| one.standing == EntrantStatus::Active);
    // An official who also plays is checked in by another one.
    let is_others = |command: &ContestCommand| match command {
        ContestCommand::SetPresence { entrant, .. } => {
            !is_own_entry(&board.loaded, visit.actor(), *entrant)
        }
        _ => true,
    };
    let looked_for =
        shown.filter(|one| asked.matches_search(one)).map(|one| action.command(one.id));
    let all: Vec<ContestCommand> = looked_for.filter(is_others).collect();
    match all.is_empty() {
        true => Ok(CommandOutcome { version: board.loaded.row.version, fact_count: 0 }),
        false => execute_all(app, visit.actor(), slug, &all, now_micros()).map_err(Error::from),
    }
}

/// Registers, admits and checks in.
pub async fn submit_people(
    visit: RequestContext,
    path: web::Path<String>,
    post: Post,
) -> PageResult {
    let sent = post.read_fields(&visit, PEOPLE_SHAPE).await?;
    let slug = path.into_inner();
    let command = people_action(&sent).map_err(|e| unknown_event(&visit, &slug, e))?;
    let (at, exception) = (desk_query("people", &sent), sent.is_checked("exception"));
    if matches!(command, PeopleAction::Preview) {
        return preview_list(&visit, slug, at, sent).await;
    }
    let (of, list, sure) = (at.clone(), sent.clone(), require_confirmation(visit.texts(), &sent));
    run_and_redirect(&visit, slug, at, sent, move |app, visit, slug| {
        sure?;
        let told = match command {
            PeopleAction::One(command) => {
                execute(app, visit.actor(), slug, &command, now_micros())?;
                return Ok(people_done_key(&load_contest(app, slug)?.contest, &command));
            }
            PeopleAction::AllMatching(action) => command_for_all(app, visit, slug, &of, action),
            PeopleAction::Register if is_team_event(&load_contest(app, slug)?.contest) => {
                register_teams(
                    app,
                    visit.actor(),
                    slug,
                    &teams::teams_from_form(&list)?,
                    exception,
                    now_micros(),
                )
            }
            PeopleAction::Register => {
                let list = people_list::list_from_form(&list)?;
                register_entrants(app, visit.actor(), slug, &list.people, exception, now_micros())
            }
            PeopleAction::Preview => Err(Error::not_found(refusals::EVENT_NO_SPOT)),
        };
        told.map(|_| "done-contest-people")
    })
    .await
}

/// Previews a list row by row and adds nothing.
async fn preview_list(
    visit: &RequestContext,
    slug: String,
    at: DeskQuery,
    sent: SubmittedForm,
) -> PageResult {
    let (actor, own, list) = (visit.actor().clone(), slug.clone(), sent.clone());
    let looked =
        run_attempt(visit, move |app| Ok(people_preview::preview_list(app, &actor, &own, &list)?));
    let looked = match looked.await? {
        Ok(looked) => looked,
        Err(refusal) => return render_refused(visit, &slug, &at, &sent, refusal).await,
    };
    let desk = load_desk(visit, &slug).await?;
    let mut page = page(visit, &desk, &at, Vec::new(), Some(&sent));
    page.frame.address = at.address(&slug);
    page.show_preview(looked.into_part(&sent, visit.texts()));
    private_html(visit, StatusCode::OK, &page)
}

/// Starts stages, pairs and publishes.
pub async fn submit_rounds(
    visit: RequestContext,
    path: web::Path<String>,
    post: Post,
) -> PageResult {
    let sent = post.read_fields(&visit, ROUNDS_SHAPE).await?;
    let slug = path.into_inner();
    if sent.text("do") == "apart" {
        return keep_apart(&visit, slug, sent).await;
    }
    let command = rounds_command(&sent).map_err(|e| unknown_event(&visit, &slug, e))?;
    let (at, sure) = (desk_query("rounds", &sent), sent.is_checked("sure"));
    run_and_redirect(&visit, slug, at, sent, move |app, visit, slug| {
        // Without permission nothing about drafts is revealed.
        authorize(app, visit.actor(), Act::ManagePairings, slug)?;
        let known = load_contest(app, slug)?;
        let draft = discarded_draft(&known.contest, &command);
        if draft.is_some_and(|draft| draft.is_manual) && !sure {
            return Err(unconfirmed(visit.texts().text("contest-by-hand-sure")));
        }
        let done = match command {
            RoundCommand::Pair { .. } if draft.is_some() => "done-contest-paired-anew",
            _ => rounds_done_key(&command),
        };
        execute(app, visit.actor(), slug, &ContestCommand::Round(command), now_micros())?;
        Ok(done)
    })
    .await
}

/// Keeps people apart by name.
async fn keep_apart(visit: &RequestContext, slug: String, sent: SubmittedForm) -> PageResult {
    let (lines, at) = (sent.raw("lines").to_owned(), desk_query("rounds", &sent));
    let act = move |app: &App, visit: &RequestContext, slug: &str| {
        // Without permission nothing about entrants is revealed.
        authorize(app, visit.actor(), Act::ManagePairings, slug)?;
        let command = desk_settings::kept_apart_command(&load_contest(app, slug)?.contest, &lines)?;
        execute(app, visit.actor(), slug, &command, now_micros()).map(|_| "done-contest-rounds")
    };
    run_and_redirect(visit, slug, at, sent, act).await
}

/// Replaces the prizes.
async fn submit_prizes(visit: &RequestContext, slug: String, sent: SubmittedForm) -> PageResult {
    let (lines, at) = (sent.raw("lines").to_owned(), desk_query("settings", &sent));
    let add_up = sent.is_checked("add-up");
    let act = move |app: &App, visit: &RequestContext, slug: &str| {
        authorize(app, visit.actor(), Act::RunEvent, slug)?;
        let command =
            prizes::set_prizes_command(&load_contest(app, slug)?.contest, &lines, add_up)?;
        execute(app, visit.actor(), slug, &command, now_micros()).map(|_| "done-contest-prizes")
    };
    run_and_redirect(visit, slug, at, sent, act).await
}

/// Changes the settings of play.
async fn submit_settings_change(
    visit: &RequestContext,
    slug: String,
    sent: SubmittedForm,
) -> PageResult {
    let (form, at) = (sent.clone(), desk_query("settings", &sent));
    let act = move |app: &App, visit: &RequestContext, slug: &str| {
        authorize(app, visit.actor(), Act::RunEvent, slug)?;
        let command =
            desk_settings::settings_command(&load_contest(app, slug)?.contest.settings, &form)?;
        execute(app, visit.actor(), slug, &command, now_micros()).map(|_| "done-contest-settings")
    };
    run_and_redirect(visit, slug, at, sent, act).await
}

/// Enters and corrects results.
pub async fn submit_results(
    visit: RequestContext,
    path: web::Path<String>,
    post: Post,
) -> PageResult {
    let sent = post.read_fields(&visit, RESULTS_SHAPE).await?;
    let slug = path.into_inner();
    if sent.text("do") == "again" {
        return restart_game(&visit, slug, sent).await;
    }
    let command = results_command(&sent).map_err(|e| unknown_event(&visit, &slug, e))?;
    let (at, sure, done) = (
        desk_query("results", &sent),
        require_confirmation(visit.texts(), &sent),
        results_done_key(&sent),
    );
    let act = move |app: &App, visit: &RequestContext, slug: &str| {
        sure?;
        execute(app, visit.actor(), slug, &command, now_micros()).map(|_| done)
    };
    run_and_redirect(&visit, slug, at, sent, act).await
}

/// Makes a new game for a table whose game was annulled.
async fn restart_game(visit: &RequestContext, slug: String, sent: SubmittedForm) -> PageResult {
    let play = parse_short_id(sent.text("play"));
    let play =
        play.ok_or_else(|| unknown_event(visit, &slug, Error::not_found(refusals::EVENT_NO_SPOT)))?;
    let (at, live) = (desk_query("results", &sent), visit.site.live.clone());
    let done = results_done_key(&sent);
    let again = move |_: &App, visit: &RequestContext, slug: &str| {
        live::play_again(&live, visit.actor(), slug, &play).map(|_| done)
    };
    run_and_redirect(visit, slug, at, sent, again).await
}

/// Opens and closes registration, ends the event.
pub async fn submit_settings(
    visit: RequestContext,
    path: web::Path<String>,
    post: Post,
) -> PageResult {
    let sent = post.read_fields(&visit, SETTINGS_SHAPE).await?;
    let slug = path.into_inner();
    if desk_settings::FORM_ACTIONS.contains(&sent.text("do")) {
        return submit_settings_change(&visit, slug, sent).await;
    }
    if sent.text("do") == "prizes" {
        return submit_prizes(&visit, slug, sent).await;
    }
    let command = settings_action(&sent).map_err(|e| unknown_event(&visit, &slug, e))?;
    let at = desk_query("settings", &sent);
    let act = move |app: &App, visit: &RequestContext, slug: &str| {
        let told = match command {
            SettingsAction::One(command) => {
                execute(app, visit.actor(), slug, &command, now_micros())
            }
            SettingsAction::SetRoundCount { stage, rounds } => {
                set_round_count(app, visit, slug, (stage, rounds))
            }
        };
        told.map(|_| "done-contest-settings")
    };
    run_and_redirect(&visit, slug, at, sent, act).await
}
