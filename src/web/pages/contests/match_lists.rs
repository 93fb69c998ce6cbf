//! Matches in lists and in calendars: those of an event, and one's own.

use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, web};
use askama::Template;
use chrono_tz::Tz;

use crate::contest::arranged::HOUR;
use crate::service::contests::{
    MatchState, OwnTimedMatch, TimedMatch, matches, own_matches, zone_of,
};
use crate::web::assets;
use crate::web::calendar::{Entry, When, calendar};
use crate::web::error::PageError;
use crate::web::i18n::Texts;
use crate::web::moments::exact;
use crate::web::pages::account::attempt::now;
use crate::web::pages::{ask, for_one, private_html};
use crate::web::parameters::Parameters;
use crate::web::visit::{Frame, Visit};
use crate::web::zones::{self, written};

use super::address;
use super::matches::{link, state, stretch};

const CALENDAR: &str = "text/calendar; charset=utf-8";
const MOST: u32 = 1_000_000;

/// A match in a list.
pub struct MatchRow {
    link: String,
    names: [String; 2],
    about: String,
    state: &'static str,
    is_waiting: bool,
    /// For programs, and in words.
    time: Option<(String, String)>,
    /// What is left until the cut-off; empty where it is past or nothing is to be agreed on.
    left: String,
    note: String,
    /// By whose clocks its time is written.
    zone: String,
}

#[derive(Template)]
#[template(path = "contests/matches.html")]
struct MatchesPage {
    frame: Frame,
    heading: String,
    /// Name and address of the event; none of one's own matches of all events.
    event: Option<(String, String)>,
    calendar: String,
    none: &'static str,
    rows: Vec<MatchRow>,
    script: &'static str,
}

fn row(slug: &str, line: &TimedMatch, zone: &str, texts: Texts) -> MatchRow {
    let tz = zones::zone(zone).unwrap_or(Tz::UTC);
    let round = texts.one("contest-round", "number", line.of.round + 1);
    let left = line.window.agree_by - now();
    let is_counted = left > 0 && line.state == MatchState::ToAgree;
    MatchRow {
        link: link(slug, line.of),
        names: line.names.clone(),
        about: format!("{} · {round}", line.stage),
        state: state(line.state, texts),
        is_waiting: line.state == MatchState::Waiting,
        time: line.time.map(|time| (exact(time), format!("{} ({zone})", written(time, tz)))),
        left: if is_counted { stretch(left, texts) } else { String::new() },
        note: String::new(),
        zone: zone.to_owned(),
    }
}

/// The matches of an event: those that wait for officials first.
pub async fn show(visit: Visit, path: web::Path<String>) -> Result<HttpResponse, PageError> {
    let slug = path.into_inner();
    let (run, mut lines) = ask(&visit, move |app| matches(app, &slug, now())).await?;
    let texts = visit.texts();
    let zone = zone_of(&run.contest).to_owned();
    lines.sort_by_key(|line| match line.state {
        MatchState::Waiting => 0,
        MatchState::ToAgree | MatchState::Agreed | MatchState::Playing => 1,
        MatchState::Over => 2,
    });
    let heading = texts.get("matches-title");
    let page = MatchesPage {
        frame: visit.frame(format!("{heading} · {}", run.row.name)),
        heading,
        event: Some((run.row.name.clone(), address(&run.row.slug, ""))),
        calendar: address(&run.row.slug, "matches.ics"),
        rows: lines.iter().map(|line| row(&run.row.slug, line, &zone, texts)).collect(),
        none: texts.text("matches-none"),
        script: assets::address("js/contest/times.js"),
    };
    private_html(&visit, StatusCode::OK, &page)
}

fn own_row(one: &OwnTimedMatch, texts: Texts) -> MatchRow {
    let [_, theirs] = one.proposed;
    let mut row = row(&one.slug, &one.line, &one.zone, texts);
    row.about = format!("{} · {}", one.event, row.about);
    if one.line.state == MatchState::ToAgree && theirs > 0 {
        row.note = texts.one("match-they-propose", "count", theirs);
    }
    row
}

/// One's own matches, of all events.
pub async fn own(visit: Visit) -> Result<HttpResponse, PageError> {
    let actor = visit.actor().clone();
    let own = ask(&visit, move |app| own_matches(app, &actor, now())).await?;
    let texts = visit.texts();
    let heading = texts.get("matches-own");
    let page = MatchesPage {
        frame: visit.frame(heading.clone()),
        heading,
        event: None,
        calendar: "/matches.ics".to_owned(),
        rows: own.iter().map(|one| own_row(one, texts)).collect(),
        none: texts.text("matches-own-none"),
        script: assets::address("js/contest/times.js"),
    };
    private_html(&visit, StatusCode::OK, &page)
}

/// A match in a calendar: an hour from its time on, which is all that is known of how long it takes, or until there is
/// one the day of the cut-off.
fn entry(
    visit: &Visit,
    (event, slug, zone): (&str, &str, &str),
    line: &TimedMatch,
) -> Option<Entry> {
    let texts = visit.texts();
    let tz = zones::zone(zone).unwrap_or(Tz::UTC);
    let (when, state) = match (line.time, line.state) {
        (Some(time), _) => (When::Span(time, time + HOUR), String::new()),
        (None, MatchState::ToAgree) => {
            let state = format!(" ({})", state(line.state, texts));
            (When::Day(zones::day(line.window.agree_by, tz)), state)
        }
        (None, _) => return None,
    };
    let path = link(slug, line.of);
    let site = visit.site.settings.public_url.as_deref().unwrap_or_default();
    let site = site.trim_end_matches('/');
    let round = texts.one("contest-round", "number", line.of.round + 1);
    Some(Entry {
        uid: format!("{}.adjutant", path.trim_start_matches('/').replace('/', "-")),
        changed: now(),
        when,
        summary: format!("{} – {}{state}", line.names[0], line.names[1]),
        description: format!("{event} · {} · {round}", line.stage),
        url: if site.is_empty() { String::new() } else { format!("{site}{path}") },
    })
}

/// The times of an event's matches as a calendar, of one of its players where that is asked.
pub async fn event_calendar(
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let refuse = |e| PageError::parameter(&visit, &e);
    let given = parameters.read(&["entrant"]).map_err(refuse)?;
    let entrant = given.number("entrant", 1..=MOST).map_err(refuse)?;
    let slug = path.into_inner();
    let (run, lines) = ask(&visit, move |app| matches(app, &slug, now())).await?;
    let is_meant =
        |line: &&TimedMatch| entrant.is_none_or(|id| line.sides.iter().any(|side| side.0 == id));
    let event = &run.row;
    let of = (event.name.as_str(), event.slug.as_str(), zone_of(&run.contest));
    let entries = lines.iter().filter(is_meant);
    let entries: Vec<Entry> = entries.filter_map(|line| entry(&visit, of, line)).collect();
    let body = calendar(&event.name, &entries);
    let kept = (header::CACHE_CONTROL, "no-cache");
    Ok(HttpResponse::Ok().content_type(CALENDAR).insert_header(kept).body(body))
}

/// One's own matches as a calendar.
pub async fn own_calendar(visit: Visit) -> Result<HttpResponse, PageError> {
    let actor = visit.actor().clone();
    let own = ask(&visit, move |app| own_matches(app, &actor, now())).await?;
    let of = |one: &OwnTimedMatch| entry(&visit, (&one.event, &one.slug, &one.zone), &one.line);
    let entries: Vec<Entry> = own.iter().filter_map(of).collect();
    let name = visit.texts().get("matches-own");
    Ok(for_one(CALENDAR, calendar(&name, &entries)))
}
