//! Events as calendar files.

use actix_web::HttpResponse;
use actix_web::http::header::{self, HeaderValue};
use actix_web::web::Path;

use adjutant_domain::contest::{EntrantId, EntrantStatus, RoundId};
use adjutant_service::access::Actor;
use adjutant_service::contests::{
    self, BoardOptions, CalendarEvent, CalendarRound, ContestBoard, entrant_name,
};
use adjutant_service::{Error, Thing};
use adjutant_site::calendar::{CalendarEntry, CalendarTime, write_calendar};
use adjutant_site::error::PageResult;
use adjutant_site::i18n::Texts;
use adjutant_site::request_context::RequestContext;
use adjutant_site::response_cache::cacheable_response;
use adjutant_site::use_cases::{run_heavy_use_case, run_use_case};

use super::{address, starts};

/// Joins those that are not empty.
fn join_given(texts: &[&str], between: &str) -> String {
    let given: Vec<&str> = texts.iter().copied().filter(|text| !text.is_empty()).collect();
    given.join(between)
}

/// The calendar entry of an event; `site` is `https://host` if known.
pub fn event_entry(of: &CalendarEvent, site: &str) -> CalendarEntry {
    let page = format!("{site}{}", address(&of.slug, ""));
    let host = site.rsplit('/').next().filter(|host| !host.is_empty()).unwrap_or("adjutant");
    CalendarEntry {
        uid: format!("{}@{host}", of.first_slug),
        changed: of.cancelled_at.unwrap_or(of.announced_at),
        when: CalendarTime::Days(of.first_day, of.last_day),
        summary: of.name.clone(),
        description: join_given(&[&of.fee, &of.description], "\n\n"),
        place: join_given(&[&of.place, &of.address], ", "),
        url: if site.is_empty() { String::new() } else { page },
        is_cancelled: of.cancelled_at.is_some(),
    }
}

/// Entries of published rounds, on their day or in their match window.
fn round_entries(of: &CalendarEvent, site: &str, texts: Texts) -> Vec<CalendarEntry> {
    let whole = event_entry(of, site);
    let round = |one: &CalendarRound| {
        let (stage, round) = (one.round.stage + 1, one.round.round + 1);
        let name = texts.one("contest-round", "number", round);
        let name = match one.stage_name.as_str() {
            "" => name,
            stage => format!("{stage}, {name}"),
        };
        let asked = format!("?view=pairings&stage={stage}&round={round}");
        CalendarEntry {
            uid: format!("{stage}-{round}-{}", whole.uid),
            changed: of.cancelled_at.unwrap_or(one.at),
            when: match one.window {
                Some((from, until)) => CalendarTime::Span(from, until),
                None => CalendarTime::Day(one.day),
            },
            summary: format!("{}: {name}", of.name),
            description: String::new(),
            place: whole.place.clone(),
            url: if whole.url.is_empty() { String::new() } else { whole.url.clone() + &asked },
            is_cancelled: whole.is_cancelled,
        }
    };
    of.rounds.iter().map(round).collect()
}

pub async fn show(visit: RequestContext, path: Path<String>) -> PageResult {
    let slug = path.into_inner();
    let date = run_use_case(&visit, move |app| contests::calendar_event(app, &slug)).await?;
    let site = visit.site.settings.public_url.clone().unwrap_or_default();
    let mut entries = vec![event_entry(&date, &site)];
    entries.extend(round_entries(&date, &site, visit.texts()));
    Ok(calendar_response(&date.name, &entries))
}

/// The rounds of an entrant: with table, colour and opponent where they are paired. Pairings are
/// public, so that a calendar can subscribe to it.
pub async fn show_entrant(visit: RequestContext, path: Path<(String, String)>) -> PageResult {
    let (slug, number) = path.into_inner();
    let own = EntrantId(number.parse().unwrap_or_default());
    let found = run_heavy_use_case(&visit, move |app| {
        let nobody = Actor::nobody();
        let board = contests::contest_board(app, &nobody, &slug, BoardOptions::default())?;
        let entrant = board.loaded.contest.entrant(own);
        if entrant.is_none_or(|one| one.status == EntrantStatus::Waiting) {
            return Err(Error::missing(Thing::Event, &slug));
        }
        Ok((board, contests::calendar_event(app, &slug)?))
    });
    let (board, date) = found.await?;
    let site = visit.site.settings.public_url.clone().unwrap_or_default();
    let is_in = board.loaded.contest.entrant(own).map(|one| one.status);
    let mut entries = Vec::new();
    for (round, entry) in date.rounds.iter().zip(round_entries(&date, &site, visit.texts())) {
        let seat = starts::seat_in_round(&board, round.round, own, visit.texts());
        let is_published = seat.is_some() || board_has(&board, round.round);
        // Rounds to come are for those who still play.
        if seat.is_none() && (is_published || is_in != Some(EntrantStatus::Active)) {
            continue;
        }
        let summary = match &seat {
            Some(seat) => format!("{}: {seat}", entry.summary),
            None => entry.summary.clone(),
        };
        entries.push(CalendarEntry { uid: format!("{}-{}", own.0, entry.uid), summary, ..entry });
    }
    let name = format!("{}: {}", date.name, entrant_name(&board.loaded.contest, own));
    Ok(calendar_response(&name, &entries))
}

/// Whether a round is published.
fn board_has(board: &ContestBoard, at: RoundId) -> bool {
    let rounds = board.stages.get(at.stage).map(|stage| &stage.rounds);
    rounds.is_some_and(|all| all.iter().any(|round| round.number == at.round + 1))
}

fn calendar_response(name: &str, entries: &[CalendarEntry]) -> HttpResponse {
    let body = write_calendar(name, entries).into_bytes();
    let mut response = cacheable_response("text/calendar; charset=utf-8", "public, no-cache", body);
    let vary = HeaderValue::from_static("Accept-Language, Cookie");
    response.headers_mut().insert(header::VARY, vary);
    response
}
