//! Participation in an event: registering, withdrawing, reporting results.

use actix_web::web;

use crate::web::error::{PageError, PageResult};
use crate::web::forms::{self, FormRefusal, FormSchema, Post, run_attempt};
use crate::web::html::private_html;
use crate::web::kit::{redirect_with_flash, refusal_faults, refusal_status};
use crate::web::request_context::RequestContext;
use crate::web::time_format::now_micros;
use adjutant_domain::contest::GameSlot;
use adjutant_domain::contest::scheduling::TableId;
use adjutant_service::contests::{
    self, ContestCommand, LoadedContest, execute, own_entry, register_self, unconfirmed,
};
use adjutant_service::{Error, Thing, refusals};
use swiss::series::{GameResult, Side};

use super::home::{EventQuery, load_event, own_open_game, page};
use super::{address, teams, with_query};

const SHAPE: FormSchema = FormSchema {
    single: &["do", "stage", "round", "table", "board", "came", "team", "club", "members", "sure"],
    repeated: &["player"],
    files: &[],
};

/// A player's report of their own result.
fn parse_own_result(said: &str, side: Side) -> Option<GameResult> {
    match said {
        "won" => Some(GameResult::Won(side)),
        "lost" => Some(GameResult::Won(side.other())),
        "drawn" => Some(GameResult::Drawn),
        _ => None,
    }
}

/// Reads a form.
fn participation_command(
    sent: &forms::SubmittedForm,
    run: &LoadedContest,
    visit: &RequestContext,
) -> Result<Option<ContestCommand>, Error> {
    match sent.text("do") {
        "enter" => Ok(None),
        "leave" => Ok(Some(ContestCommand::WithdrawSelf)),
        "return" => Ok(Some(ContestCommand::RejoinSelf)),
        "forfeit" => {
            if !sent.is_checked("sure") {
                return Err(unconfirmed(visit.texts().text("contest-own-forfeit-sure")));
            }
            let number = |name: &str| sent.text(name).parse::<usize>().ok();
            let at = number("stage").zip(number("round")).zip(number("table"));
            let ((stage, round), table) =
                at.ok_or_else(|| Error::conflict(refusals::EVENT_NOT_AT_TABLE))?;
            Ok(Some(ContestCommand::ForfeitOwnTable(TableId { stage, round, table })))
        }
        "line-up" => {
            let not_there = || Error::conflict(refusals::EVENT_NOT_AT_TABLE);
            let at = teams::table_from_form(sent).ok_or_else(not_there)?;
            let players = teams::line_up_from_form(sent).ok_or_else(not_there)?;
            Ok(Some(ContestCommand::SubmitLineUp { at, players }))
        }
        "arrive" => Ok(Some(ContestCommand::CheckInSelf)),
        _ => {
            let number = |name: &str| sent.text(name).parse::<usize>().ok();
            let not_there = || Error::conflict(refusals::EVENT_NOT_AT_TABLE);
            let at = number("stage").zip(number("round")).zip(number("table"));
            let ((stage, round), table) = at.ok_or_else(not_there)?;
            if contests::is_team_event(&run.contest) {
                let board = number("board").ok_or_else(not_there)?;
                let spot = GameSlot { stage, round, table, game: board };
                let own = contests::own_boards(run, visit.actor());
                let own = own.into_iter().find(|own| own.slot == spot).ok_or_else(not_there)?;
                let result = parse_own_result(sent.text("came"), own.side).ok_or_else(not_there)?;
                return Ok(Some(ContestCommand::ReportResult { spot, result }));
            }
            let own = own_entry(run, visit.actor()).ok_or_else(not_there)?;
            let spot = own_open_game(&run.contest, own, (stage, round, table));
            let (spot, side) = spot.ok_or_else(not_there)?;
            let result = parse_own_result(sent.text("came"), side).ok_or_else(not_there)?;
            Ok(Some(ContestCommand::ReportResult { spot, result }))
        }
    }
}

/// Carries out a player's action.
pub async fn submit(visit: RequestContext, path: web::Path<String>, post: Post) -> PageResult {
    let sent = post.read_fields(&visit, SHAPE).await?;
    let slug = path.into_inner();
    let (looks, own) = (visit.clone(), slug.clone());
    let key = match sent.text("do") {
        "enter" => "done-contest-entered",
        "leave" => "done-contest-left",
        "return" => "done-contest-back",
        "forfeit" => "done-contest-forfeited",
        "arrive" => "done-contest-arrived",
        "say" => "done-contest-said",
        "team" => "done-contest-team",
        "line-up" => "done-contest-line-up",
        _ => return Err(PageError::new(&visit, &Error::missing(Thing::Event, &slug))),
    };
    let form = sent.clone();
    let done = run_attempt(&visit, move |app| {
        let run = contests::load_contest(app, &own)?;
        if form.text("do") == "team" {
            let team = teams::team_from_form(&form);
            return Ok(contests::register_own_team(app, looks.actor(), &own, &team, now_micros())?);
        }
        let told = match participation_command(&form, &run, &looks)? {
            Some(command) => execute(app, looks.actor(), &own, &command, now_micros())?,
            None => register_self(app, looks.actor(), &own, now_micros())?,
        };
        Ok(told)
    });
    match done.await? {
        Ok(_) => Ok(redirect_with_flash(&address(&slug, ""), key)),
        Err(refusal) => render_refused(&visit, &slug, refusal).await,
    }
}

/// The page again with the error.
async fn render_refused(visit: &RequestContext, slug: &str, refusal: FormRefusal) -> PageResult {
    let status = refusal_status(&refusal).unwrap_or(actix_web::http::StatusCode::CONFLICT);
    let faults: Vec<String> = refusal_faults(refusal).into_iter().map(|(_, words)| words).collect();
    let seen = load_event(visit, slug, None).await?;
    let mut page = page(visit, &seen, &EventQuery::default(), faults.join(" "));
    // Preferences return to the form.
    page.frame.address = with_query(&address(slug, ""), &[]);
    private_html(visit, status, &page)
}
