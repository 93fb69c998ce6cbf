//! What players and officials do on the page of a match.

use actix_web::http::StatusCode;
use actix_web::web::{self, Payload};
use actix_web::{HttpRequest, HttpResponse};
use chrono_tz::Tz;

use crate::contest::arranged::{Ruling, TableId};
use crate::service::contests::{Command, TimeCommand, match_of, tell};
use crate::service::{Error, Thing, refusals};
use crate::web::error::PageError;
use crate::web::forms::{self, Form, Shape};
use crate::web::kit::Done;
use crate::web::pages::account::attempt::{Refusal, attempt, now, see_other};
use crate::web::pages::desk::{faults_of, status_of};
use crate::web::pages::private_html;
use crate::web::visit::Visit;
use crate::web::zones;
use swiss::series::{GameResult, Side};

use super::matches::{Asked, find, link, page, with_zone};

const PART: Shape = Shape { once: &["do", "zone", "words"], many: &["time", "exact"], files: &[] };
const RULING: Shape = Shape::of(&["do", "zone", "words", "time", "days", "result", "whole"]);

/// Times of a form: hours by the clocks of its zone, and moments that the page itself has named.
fn times(sent: &Form, zone: Tz) -> Result<Vec<i64>, Error> {
    let bad = || Error::invalid("times", refusals::EVENT_BAD_TIME);
    let written = sent.all("time").filter(|text| !text.is_empty());
    let written = written.map(|text| zones::moment(text, zone).ok_or_else(bad));
    let named = sent.all("exact").map(|text| text.parse().map_err(|_| bad()));
    written.chain(named).collect()
}

fn zone(sent: &Form) -> Tz {
    zones::zone(sent.text("zone")).unwrap_or(Tz::UTC)
}

fn own(sent: &Form, of: TableId) -> Result<TimeCommand, Error> {
    Ok(match sent.text("do") {
        "propose" => TimeCommand::Propose { of, times: times(sent, zone(sent))? },
        "take-back" => TimeCommand::TakeBack { of, times: times(sent, zone(sent))? },
        "here" => TimeCommand::Here(of),
        "appeal" => TimeCommand::Appeal { of, words: sent.text("words").to_owned() },
        _ => return Err(Error::not_found(refusals::EVENT_NO_SPOT)),
    })
}

fn result(text: &str) -> Option<GameResult> {
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

fn ruling(sent: &Form, of: TableId) -> Result<TimeCommand, Error> {
    let words = sent.text("words").to_owned();
    let bad = || Error::invalid("times", refusals::EVENT_BAD_TIME);
    // What is no number of days is refused with what a window may be.
    let days = sent.text("days").parse().unwrap_or(0);
    let decide = |ruling, words| TimeCommand::Rule { of, ruling, words };
    Ok(match sent.text("do") {
        "fix" => {
            let time = zones::moment(sent.text("time"), zone(sent)).ok_or_else(bad)?;
            TimeCommand::Fix { of, time: Some(time), why: words }
        }
        "reopen" => TimeCommand::Fix { of, time: None, why: words },
        "window" => {
            let table = (!sent.is_ticked("whole")).then_some(of.table);
            TimeCommand::Window { stage: of.stage, round: of.round, table, days }
        }
        "rule" => match sent.text("result") {
            "stands" => decide(Ruling::Stands, words),
            "anew" => decide(Ruling::Anew { days }, words),
            other => {
                let result = result(other);
                let result = result.ok_or_else(|| Error::not_found(refusals::EVENT_NO_SPOT))?;
                decide(Ruling::Instead(result), words)
            }
        },
        _ => return Err(Error::not_found(refusals::EVENT_NO_SPOT)),
    })
}

/// Runs what a form means, and leads back to the page, or shows it again with what is wrong.
async fn answer(
    visit: Visit,
    (slug, key): (String, String),
    sent: Form,
    command: fn(&Form, TableId) -> Result<TimeCommand, Error>,
) -> Result<HttpResponse, PageError> {
    let missing = |_| PageError::new(&visit, &Error::missing(Thing::Event, &slug));
    let of = match_of(&key).map_err(missing)?;
    let (looks, own, form) = (visit.clone(), slug.clone(), sent.clone());
    let told = attempt(&visit, move |app| {
        let command = Command::Times(command(&form, of)?);
        Ok(tell(app, looks.actor(), &own, &command, now())?)
    });
    let refusal = match told.await? {
        Ok(_) => {
            let shown =
                with_zone(&link(&slug, of), zones::zone(sent.text("zone")).map_or("", Tz::name));
            return Ok(see_other(&Done::address(&shown, "done-match-noted")));
        }
        Err(refusal) => refusal,
    };
    refused(&visit, (&slug, &key), &sent, refusal).await
}

/// The page again with the reason.
async fn refused(
    visit: &Visit,
    (slug, key): (&str, &str),
    sent: &Form,
    refusal: Refusal,
) -> Result<HttpResponse, PageError> {
    let status = status_of(&refusal).unwrap_or(StatusCode::CONFLICT);
    let faults = faults_of(refusal).into_iter().map(|(_, words)| words).collect();
    let seen = find(visit, slug, key).await?;
    let asked = Asked { zone: zones::zone(sent.text("zone")), done: None };
    let mut page = page(visit, &seen, &asked, faults, Some(sent));
    // Preferences lead back to where the form stood.
    page.frame.address = link(slug, seen.line.of);
    private_html(visit, status, &page)
}

/// A player proposes times, takes them back, says that he is there, or appeals.
pub async fn take_part(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<(String, String)>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, PART).await?;
    answer(visit, path.into_inner(), sent, own).await
}

/// Officials set a time, open a window, or decide about a default.
pub async fn rule(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<(String, String)>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, RULING).await?;
    answer(visit, path.into_inner(), sent, ruling).await
}
