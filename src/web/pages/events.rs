//! Events: a list, and one with its cross-table.

use actix_web::{HttpResponse, web};
use askama::Template;

use crate::rating::Day;
use crate::service::contests;
use crate::service::events::{self, Event, Standing, Standings};
use crate::service::games::Cursor;
use crate::service::live::liftings;
use crate::service::records::date_of;
use crate::web::error::PageError;
use crate::web::i18n::Texts;
use crate::web::parameters::{Parameters, Takes};
use crate::web::visit::{Frame, Visit};

use super::account::attempt::now;
use super::contests::home;
use super::list::{GameLine, encode};
use super::plays::event_desk::opened_lines;
use super::{ask, html, whose};

/// Events on a page.
const ROWS: usize = 100;
/// So many that are to be played are shown above them.
const UPCOMING: usize = 20;

#[derive(Template)]
#[template(path = "pages/events.html")]
struct EventsPage {
    frame: Frame,
    /// Events that are run here and to be played, the earliest first: on the first page alone.
    upcoming: Vec<EventLine>,
    events: Vec<EventLine>,
    next: Option<String>,
}

/// An event in the list.
pub struct EventLine {
    pub name: String,
    pub slug: String,
    /// The newest day of its games, or the first day of one that is to be played.
    pub day: String,
    /// Whose it is, where it is not the site's.
    pub whose: String,
}

/// An event that is to be played.
fn coming(name: String, slug: String, first_day: i32) -> EventLine {
    let day = crate::web::moments::known(&date_of(Day(first_day)));
    EventLine { name, slug, day, whose: String::new() }
}

/// The present day.
pub fn today() -> Day {
    i32::try_from(now().div_euclid(86_400_000_000)).map_or(Day::UNKNOWN, Day)
}

/// The name of an event as a heading.
fn name_of(event: &Event, texts: Texts) -> String {
    if event.is_unknown() { texts.get("event-unknown") } else { event.name.clone() }
}

/// All events, the one that was played last first.
pub async fn index(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    let given = parameters.read(&["before"]);
    let before = given
        .and_then(|given| given.parsed("before", Takes::just("takes-next"), Cursor::parse))
        .map_err(|e| PageError::parameter(&visit, &e))?;
    let today = today();
    let (page, upcoming) = ask(&visit, move |app| {
        let upcoming = match before {
            None => contests::upcoming(app, today, UPCOMING)?,
            Some(_) => Vec::new(),
        };
        Ok((events::page(app, before, ROWS)?, upcoming))
    })
    .await?;
    let texts = visit.texts();
    let line = |event: Event| EventLine {
        name: name_of(&event, texts),
        whose: whose::of_event(&event, texts),
        day: crate::web::moments::known(&date_of(event.last_day)),
        slug: event.slug,
    };
    let next = page.next.map(|cursor| cursor.to_string());
    // What was ended today is not to be played any more.
    let (over, upcoming): (Vec<_>, Vec<_>) =
        upcoming.into_iter().partition(contests::ContestRow::is_over);
    let over: Vec<EventLine> =
        over.into_iter().map(|row| coming(row.name, row.slug, row.first_day)).collect();
    let upcoming: Vec<EventLine> =
        upcoming.into_iter().map(|row| coming(row.name, row.slug, row.first_day)).collect();
    let is_shown = |event: &Event| upcoming.iter().chain(&over).any(|own| own.slug == event.slug);
    let others: Vec<EventLine> =
        page.items.into_iter().filter(|event| !is_shown(event)).map(line).collect();
    let events = over.into_iter().chain(others).collect();
    let frame = visit.frame(texts.get("events-title"));
    html(&visit, &EventsPage { frame, upcoming, events, next })
}

/// A row of the standings.
pub struct StandingLine {
    pub place: usize,
    pub handle: String,
    pub link: String,
    pub games: u32,
    pub points: u32,
    /// Points against each, empty where they did not meet, and whether it is himself.
    pub against: Vec<(String, bool)>,
}

#[derive(Template)]
#[template(path = "pages/event.html")]
struct EventPage {
    frame: Frame,
    name: String,
    slug: String,
    whose: String,
    lines: Vec<StandingLine>,
    crossed: bool,
    /// What is to be said of the standings, or why there are none.
    note: String,
    /// Ranks that were opened early, with the reason of each.
    opened: Vec<(String, String)>,
    games: Vec<GameLine>,
    partial: bool,
}

/// One event: as it is run here, or with what its records tell.
pub async fn show(
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let slug = path.into_inner();
    let own = slug.clone();
    if ask(&visit, move |app| contests::is_run_here(app, &own)).await? {
        return home::show(visit, &slug, &parameters).await;
    }
    parameters.read(&[]).map_err(|e| PageError::parameter(&visit, &e))?;
    let live = visit.site.live.clone();
    let seen = ask(&visit, move |app| Ok((events::get(app, &slug)?, liftings(&live, &slug)?)));
    let (page, opened) = seen.await?;
    let texts = visit.texts();
    let note = note(&page.standings, texts);
    let rows = match page.standings {
        Standings::Counted { rows, .. } => rows,
        Standings::NoEvent | Standings::TooManyGames => Vec::new(),
    };
    let name = name_of(&page.event, texts);
    let page = EventPage {
        frame: visit.frame(name.clone()),
        name,
        whose: whose::of_event(&page.event, texts),
        slug: page.event.slug,
        lines: rows.iter().enumerate().map(|(n, one)| line(n, one)).collect(),
        crossed: rows.iter().any(|one| one.against.is_some()),
        note,
        opened: opened_lines(texts, &opened),
        games: page.games.iter().map(|game| GameLine::new(game, texts)).collect(),
        partial: page.partial,
    };
    html(&visit, &page)
}

fn note(standings: &Standings, texts: Texts) -> String {
    match standings {
        Standings::Counted { rows, players } if rows.len() < *players => texts.fill(
            "event-first-places",
            &[("shown", rows.len().to_string()), ("players", players.to_string())],
        ),
        Standings::Counted { .. } => String::new(),
        Standings::NoEvent => texts.get("event-no-standings"),
        Standings::TooManyGames => texts.count("event-too-many-games", events::MOST_COUNTED),
    }
}

fn line(number: usize, standing: &Standing) -> StandingLine {
    let against = standing
        .against
        .iter()
        .flatten()
        .enumerate()
        .map(|(n, points)| (points.map(|p| p.to_string()).unwrap_or_default(), n == number))
        .collect();
    StandingLine {
        place: standing.place,
        handle: standing.handle.clone(),
        link: encode(&standing.handle),
        games: standing.games,
        points: standing.points,
        against,
    }
}
