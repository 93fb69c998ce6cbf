//! Events as calendar files.

use actix_web::http::header::{self, HeaderValue};
use actix_web::web::Path;

use adjutant_service::contests::{self, CalendarEvent, CalendarRound};
use adjutant_site::calendar::{CalendarEntry, CalendarTime, write_calendar};
use adjutant_site::error::PageResult;
use adjutant_site::i18n::Texts;
use adjutant_site::request_context::RequestContext;
use adjutant_site::response_cache::cacheable_response;
use adjutant_site::use_cases::run_use_case;

use super::address;

/// The calendar entry of an event; `site` is `https://host` if known.
pub fn event_entry(of: &CalendarEvent, site: &str) -> CalendarEntry {
    let page = format!("{site}{}", address(&of.slug, ""));
    let host = site.rsplit('/').next().filter(|host| !host.is_empty()).unwrap_or("adjutant");
    CalendarEntry {
        uid: format!("{}@{host}", of.slug),
        changed: of.announced_at,
        when: CalendarTime::Days(of.first_day, of.last_day),
        summary: of.name.clone(),
        description: of.fee.clone(),
        url: if site.is_empty() { String::new() } else { page },
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
            changed: one.at,
            when: match one.window {
                Some((from, until)) => CalendarTime::Span(from, until),
                None => CalendarTime::Day(one.day),
            },
            summary: format!("{}: {name}", of.name),
            description: String::new(),
            url: if whole.url.is_empty() { String::new() } else { whole.url.clone() + &asked },
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
    let body = write_calendar(&date.name, &entries).into_bytes();
    let mut response = cacheable_response("text/calendar; charset=utf-8", "public, no-cache", body);
    let vary = HeaderValue::from_static("Accept-Language, Cookie");
    response.headers_mut().insert(header::VARY, vary);
    Ok(response)
}
