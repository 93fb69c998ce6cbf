//! Lists and calendars of matches: of an event, and the viewer's own.

use actix_web::http::header;
use actix_web::web::Path;
use chrono_tz::Tz;

use adjutant_domain::moment::HOUR;
use adjutant_service::contests::{
    MatchState, OwnScheduledMatch, ScheduledMatch, first_address, matches, own_matches, zone_name,
};
use adjutant_site::assets;
use adjutant_site::calendar::{CalendarEntry, CalendarTime, write_calendar};
use adjutant_site::html::private_response;
use adjutant_site::prelude::*;
use adjutant_site::time_format::format_in_zone;
use adjutant_site::time_format::to_rfc3339;
use adjutant_site::time_zones;
use adjutant_site::use_cases::run_use_case;

use super::address;
use super::match_page::{duration_label, match_url, state_label};

const CALENDAR_CONTENT_TYPE: &str = "text/calendar; charset=utf-8";
const MAX_QUERY_NUMBER: u32 = 1_000_000;

pub struct MatchRow {
    link: String,
    names: [String; 2],
    about: String,
    state: &'static str,
    is_waiting: bool,
    /// For machines, and in words.
    time: Option<(String, String)>,
    /// Time left until the deadline; empty if it has passed or there is nothing to agree on.
    left: String,
    note: String,
    /// The time zone of its time.
    zone: String,
}

#[derive(Template)]
#[template(path = "contests/matches.html")]
struct MatchesPage {
    frame: PageFrame,
    heading: String,
    /// Name and address of the event; `None` in the list of one event.
    event: Option<(String, String)>,
    calendar: String,
    none: &'static str,
    rows: Vec<MatchRow>,
    script: &'static str,
}

fn match_row(slug: &str, line: &ScheduledMatch, zone: &str, texts: Texts) -> MatchRow {
    let round = texts.one("contest-round", "number", line.table.round + 1);
    let left = line.window.agree_by - now_micros();
    let is_counted = left > 0 && line.state == MatchState::Unscheduled;
    MatchRow {
        link: match_url(slug, line.table),
        names: line.names.clone(),
        about: format!("{} · {round}", line.stage),
        state: state_label(line.state, texts),
        is_waiting: line.state == MatchState::AwaitingOfficials,
        time: line.time.map(|time| (to_rfc3339(time), format_in_zone(texts, time, zone))),
        left: if is_counted { duration_label(left, texts) } else { String::new() },
        note: String::new(),
        zone: zone.to_owned(),
    }
}

/// The matches of an event, those waiting for officials first.
pub async fn show(visit: RequestContext, path: Path<String>) -> PageResult {
    let slug = path.into_inner();
    let (run, mut lines) =
        run_use_case(&visit, move |app| matches(app, &slug, now_micros())).await?;
    let texts = visit.texts();
    let zone = zone_name(&run.contest).to_owned();
    lines.sort_by_key(|line| match line.state {
        MatchState::AwaitingOfficials => 0,
        MatchState::Unscheduled | MatchState::Scheduled | MatchState::Playing => 1,
        MatchState::Over => 2,
    });
    let heading = texts.get("matches-title");
    let page = MatchesPage {
        frame: visit.frame(format!("{heading} · {}", run.row.name)),
        heading,
        event: Some((run.row.name.clone(), address(&run.row.slug, ""))),
        calendar: address(&run.row.slug, "matches.ics"),
        rows: lines.iter().map(|line| match_row(&run.row.slug, line, &zone, texts)).collect(),
        none: texts.text("matches-none"),
        script: assets::address("js/shell/times.js"),
    };
    private_html(&visit, StatusCode::OK, &page)
}

fn own_match_row(one: &OwnScheduledMatch, texts: Texts) -> MatchRow {
    let [_, theirs] = one.proposal_counts;
    let mut row = match_row(&one.slug, &one.summary, &one.zone, texts);
    row.about = format!("{} · {}", one.event, row.about);
    if one.summary.state == MatchState::Unscheduled && theirs > 0 {
        row.note = texts.one("match-they-propose", "count", theirs);
    }
    row
}

pub async fn show_own(visit: RequestContext) -> PageResult {
    let actor = visit.actor().clone();
    let own = run_use_case(&visit, move |app| own_matches(app, &actor, now_micros())).await?;
    let texts = visit.texts();
    let heading = texts.get("matches-own");
    let page = MatchesPage {
        frame: visit.frame(heading.clone()),
        heading,
        event: None,
        calendar: "/matches.ics".to_owned(),
        rows: own.iter().map(|one| own_match_row(one, texts)).collect(),
        none: texts.text("matches-own-none"),
        script: assets::address("js/shell/times.js"),
    };
    private_html(&visit, StatusCode::OK, &page)
}

/// A match in a calendar: an hour from its time, whose duration is unknown, or the day of the
/// deadline if no time is agreed.
fn calendar_entry(
    visit: &RequestContext,
    (event, slug, zone): (&str, &str, &str),
    line: &ScheduledMatch,
) -> Option<CalendarEntry> {
    let texts = visit.texts();
    let tz = time_zones::parse_zone(zone).unwrap_or(Tz::UTC);
    let (when, state) = match (line.time, line.state) {
        (Some(time), _) => (CalendarTime::Span(time, time + HOUR), String::new()),
        (None, MatchState::Unscheduled) => {
            let state = format!(" ({})", state_label(line.state, texts));
            (CalendarTime::Day(line.window.agree_by.day_in(tz).0), state)
        }
        (None, _) => return None,
    };
    let path = match_url(slug, line.table);
    let site = visit.site.settings.public_url.as_deref().unwrap_or_default();
    let site = site.trim_end_matches('/');
    let round = texts.one("contest-round", "number", line.table.round + 1);
    let first = match_url(&first_address(&visit.site.app, slug), line.table);
    Some(CalendarEntry {
        uid: format!("{}.adjutant", first.trim_start_matches('/').replace('/', "-")),
        changed: now_micros(),
        when,
        summary: format!("{} – {}{state}", line.names[0], line.names[1]),
        description: format!("{event} · {} · {round}", line.stage),
        place: String::new(),
        url: if site.is_empty() { String::new() } else { format!("{site}{path}") },
        is_cancelled: false,
    })
}

/// The match times of an event as a calendar, optionally of one player.
pub async fn event_calendar(
    visit: RequestContext,
    path: Path<String>,
    query: QueryString,
) -> PageResult {
    let given = query.parse(&["entrant"]).or_page(&visit)?;
    let entrant = given.number("entrant", 1..=MAX_QUERY_NUMBER).or_page(&visit)?;
    let slug = path.into_inner();
    let (run, lines) = run_use_case(&visit, move |app| matches(app, &slug, now_micros())).await?;
    let is_meant = |line: &&ScheduledMatch| {
        entrant.is_none_or(|id| line.sides.iter().any(|side| side.0 == id))
    };
    let event = &run.row;
    let of = (event.name.as_str(), event.slug.as_str(), zone_name(&run.contest));
    let entries = lines.iter().filter(is_meant);
    let entries: Vec<CalendarEntry> =
        entries.filter_map(|line| calendar_entry(&visit, of, line)).collect();
    let body = write_calendar(&event.name, &entries);
    let kept = (header::CACHE_CONTROL, "no-cache");
    Ok(HttpResponse::Ok().content_type(CALENDAR_CONTENT_TYPE).insert_header(kept).body(body))
}

pub async fn own_calendar(visit: RequestContext) -> PageResult {
    let actor = visit.actor().clone();
    let own = run_use_case(&visit, move |app| own_matches(app, &actor, now_micros())).await?;
    let of = |one: &OwnScheduledMatch| {
        calendar_entry(&visit, (&one.event, &one.slug, &one.zone), &one.summary)
    };
    let entries: Vec<CalendarEntry> = own.iter().filter_map(of).collect();
    let name = visit.texts().get("matches-own");
    Ok(private_response(CALENDAR_CONTENT_TYPE, write_calendar(&name, &entries)))
}
