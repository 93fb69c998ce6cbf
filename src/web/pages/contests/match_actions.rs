//! Actions of players and officials on a match page.

use actix_web::http::StatusCode;
use actix_web::web;
use chrono_tz::Tz;

use crate::web::error::{PageError, PageResult};
use crate::web::forms::{FormRefusal, FormSchema, Post, SubmittedForm, run_attempt};
use crate::web::html::private_html;
use crate::web::kit::{redirect_with_flash, refusal_faults, refusal_status};
use crate::web::request_context::RequestContext;
use crate::web::time_format::now_micros;
use crate::web::time_zones;
use adjutant_domain::contest::scheduling::{DefaultRuling, TableId};
use adjutant_service::contests::{ContestCommand, SchedulingCommand, execute, parse_match_key};
use adjutant_service::{Error, Thing, refusals};
use swiss::series::{GameResult, Side};

use super::match_page::{MatchQuery, find, match_url, page, with_zone};

const PLAYER_SHAPE: FormSchema =
    FormSchema { single: &["do", "zone", "words"], repeated: &["time", "exact"], files: &[] };
const RULING_SHAPE: FormSchema =
    FormSchema::new(&["do", "zone", "words", "time", "days", "result", "whole"]);

/// The times in a form: local times of its zone, and moments that the page itself offered.
fn parse_times(sent: &SubmittedForm, zone: Tz) -> Result<Vec<i64>, Error> {
    let bad = || Error::invalid("times", refusals::EVENT_BAD_TIME);
    let written = sent.all("time").filter(|text| !text.is_empty());
    let written = written.map(|text| time_zones::parse_local_minute(text, zone).ok_or_else(bad));
    let named = sent.all("exact").map(|text| text.parse().map_err(|_| bad()));
    written.chain(named).collect()
}

fn parse_zone(sent: &SubmittedForm) -> Tz {
    time_zones::parse_zone(sent.text("zone")).unwrap_or(Tz::UTC)
}

fn player_time_command(sent: &SubmittedForm, of: TableId) -> Result<SchedulingCommand, Error> {
    Ok(match sent.text("do") {
        "propose" => SchedulingCommand::ProposeTimes {
            table: of,
            times: parse_times(sent, parse_zone(sent))?,
        },
        "take-back" => SchedulingCommand::WithdrawProposals {
            table: of,
            times: parse_times(sent, parse_zone(sent))?,
        },
        "here" => SchedulingCommand::CheckIn(of),
        "appeal" => SchedulingCommand::Appeal { table: of, text: sent.text("words").to_owned() },
        _ => return Err(Error::not_found(refusals::EVENT_NO_SPOT)),
    })
}

fn parse_result(text: &str) -> Option<GameResult> {
    Some(match text {
        "first" => GameResult::Won(Side::First),
        "second" => GameResult::Won(Side::Second),
        "drawn" => GameResult::Drawn,
        "first-absent" => GameResult::Default { absent: Side::First },
        "second-absent" => GameResult::Default { absent: Side::Second },
        "both-absent" => GameResult::BothAbsent,
        _ => return None,
    })
}

fn ruling_command(sent: &SubmittedForm, of: TableId) -> Result<SchedulingCommand, Error> {
    let words = sent.text("words").to_owned();
    let bad = || Error::invalid("times", refusals::EVENT_BAD_TIME);
    // An invalid number of days is refused with the valid ones.
    let days = sent.text("days").parse().unwrap_or(0);
    let decide =
        |ruling, words| SchedulingCommand::DecideDefault { table: of, ruling, text: words };
    Ok(match sent.text("do") {
        "fix" => {
            let time = time_zones::parse_local_minute(sent.text("time"), parse_zone(sent))
                .ok_or_else(bad)?;
            SchedulingCommand::FixTime { table: of, time: Some(time), reason: words }
        }
        "reopen" => SchedulingCommand::FixTime { table: of, time: None, reason: words },
        "window" => {
            let table = (!sent.is_checked("whole")).then_some(of.table);
            SchedulingCommand::OpenWindow { stage: of.stage, round: of.round, table, days }
        }
        "rule" => match sent.text("result") {
            "stands" => decide(DefaultRuling::Uphold, words),
            "anew" => decide(DefaultRuling::Reschedule { days }, words),
            other => {
                let result = parse_result(other);
                let result = result.ok_or_else(|| Error::not_found(refusals::EVENT_NO_SPOT))?;
                decide(DefaultRuling::Replace(result), words)
            }
        },
        _ => return Err(Error::not_found(refusals::EVENT_NO_SPOT)),
    })
}

/// Runs the command of a form and redirects to the page, or shows it again with the error.
async fn run_and_redirect(
    visit: RequestContext,
    (slug, key): (String, String),
    sent: SubmittedForm,
    command: fn(&SubmittedForm, TableId) -> Result<SchedulingCommand, Error>,
) -> PageResult {
    let missing = |_| PageError::new(&visit, &Error::missing(Thing::Event, &slug));
    let of = parse_match_key(&key).map_err(missing)?;
    let (looks, own, form) = (visit.clone(), slug.clone(), sent.clone());
    let told = run_attempt(&visit, move |app| {
        let command = ContestCommand::Scheduling(command(&form, of)?);
        Ok(execute(app, looks.actor(), &own, &command, now_micros())?)
    });
    let refusal = match told.await? {
        Ok(_) => {
            let shown = with_zone(
                &match_url(&slug, of),
                time_zones::parse_zone(sent.text("zone")).map_or("", Tz::name),
            );
            return Ok(redirect_with_flash(&shown, "done-match-noted"));
        }
        Err(refusal) => refusal,
    };
    render_refused(&visit, (&slug, &key), &sent, refusal).await
}

/// The page again with the error.
async fn render_refused(
    visit: &RequestContext,
    (slug, key): (&str, &str),
    sent: &SubmittedForm,
    refusal: FormRefusal,
) -> PageResult {
    let status = refusal_status(&refusal).unwrap_or(StatusCode::CONFLICT);
    let faults = refusal_faults(refusal).into_iter().map(|(_, words)| words).collect();
    let seen = find(visit, slug, key).await?;
    let asked = MatchQuery { zone: time_zones::parse_zone(sent.text("zone")), done: None };
    let mut page = page(visit, &seen, &asked, faults, Some(sent));
    // Preferences return to the form.
    page.frame.address = match_url(slug, seen.summary.table);
    private_html(visit, status, &page)
}

/// A player proposes or withdraws times, checks in, or appeals.
pub async fn submit_player_action(
    visit: RequestContext,
    path: web::Path<(String, String)>,
    post: Post,
) -> PageResult {
    let sent = post.read_fields(&visit, PLAYER_SHAPE).await?;
    run_and_redirect(visit, path.into_inner(), sent, player_time_command).await
}

/// Officials set a time, open a window, or rule on a forfeit.
pub async fn submit_ruling(
    visit: RequestContext,
    path: web::Path<(String, String)>,
    post: Post,
) -> PageResult {
    let sent = post.read_fields(&visit, RULING_SHAPE).await?;
    run_and_redirect(visit, path.into_inner(), sent, ruling_command).await
}
