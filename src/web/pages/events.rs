//! Events: a list, and one with its cross-table.

use actix_web::{HttpResponse, web};
use askama::Template;

use crate::service::contests;
use crate::service::events::{self, Event, Present, Standing, Standings};
use crate::service::games::Cursor;
use crate::service::live::liftings;
use crate::service::records::date_of;
use crate::web::error::PageError;
use crate::web::i18n::Texts;
use crate::web::parameters::{Parameters, Takes};
use crate::web::visit::{Frame, Visit};
use ledger_ratings::Day;

use super::account::attempt::now;
use super::contests::home;
use super::list::{GameLine, encode};
use super::plays::event_desk::opened_lines;
use super::{ask, html, whose};

/// Events on a page.
const ROWS: usize = 100;
#[derive(Template)]
#[template(path = "pages/events.html")]
struct EventsPage {
    frame: Frame,
    /// Events that are run here, as the next: on the first page alone.
    under_way: Vec<EventLine>,
    /// The earliest first.
    to_come: Vec<EventLine>,
    events: Vec<EventLine>,
    next: Option<String>,
}

/// An event in the list.
pub struct EventLine {
    pub name: String,
    pub slug: String,
    /// The newest day of its games, or the days of one that is run here, as far as they are known.
    pub day: String,
    /// Whose it is, where it is not the site's.
    pub whose: String,
}

/// The present day.
pub fn today() -> Day {
    i32::try_from(now().div_euclid(86_400_000_000)).map_or(Day::UNKNOWN, Day)
}

/// The name of an event as a heading.
fn name_of(event: &Event, texts: Texts) -> String {
    if event.is_unknown() { texts.get("event-unknown") } else { event.name.clone() }
}

/// A day as people write it.
fn written(day: Day) -> String {
    crate::web::moments::known(&date_of(day))
}

/// An event in a list; `first` is its first day, where that is known.
fn listed(event: Event, first: Option<Day>, texts: Texts) -> EventLine {
    let last = written(event.last_day);
    EventLine {
        name: name_of(&event, texts),
        whose: whose::of_event(&event, texts),
        day: match first.filter(|first| *first < event.last_day) {
            Some(first) => format!("{} – {last}", written(first)),
            None => last,
        },
        slug: event.slug,
    }
}

/// All events: those under way and those to come, then the others, the one that was played last first.
pub async fn index(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    let given = parameters.read(&["before"]);
    let before = given
        .and_then(|given| given.parsed("before", Takes::just("takes-next"), Cursor::parse))
        .map_err(|e| PageError::parameter(&visit, &e))?;
    let today = today();
    let found = ask(&visit, move |app| events::listing(app, today, before, ROWS)).await?;
    let texts = visit.texts();
    let present = |all: Vec<Present>| {
        let line = |one: Present| listed(one.event, Some(one.first_day), texts);
        all.into_iter().map(line).collect()
    };
    let page = EventsPage {
        frame: visit.frame(texts.get("events-title")),
        under_way: present(found.under_way),
        to_come: present(found.to_come),
        next: found.others.next.map(|cursor| cursor.to_string()),
        events: found.others.items.into_iter().map(|event| listed(event, None, texts)).collect(),
    };
    html(&visit, &page)
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
