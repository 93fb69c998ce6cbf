//! Events: a list, and one with its cross-table.

use actix_web::{HttpResponse, web};
use askama::Template;

use crate::service::events::{self, Event, Standing};
use crate::web::error::PageError;
use crate::web::parameters::Parameters;
use crate::web::visit::{Frame, Visit};

use super::list::{GameLine, encode};
use super::{ask, html};

/// Events on a page.
const ROWS: usize = 100;
/// A larger cross-table helps nobody; the standings stay.
const MOST_CROSSED: usize = 40;

#[derive(Template)]
#[template(path = "pages/events.html")]
struct EventsPage {
    frame: Frame,
    events: Vec<Event>,
    next: Option<i32>,
}

/// All events, the newest first.
pub async fn index(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    let given = parameters.read(&["before"]);
    let before = given
        .and_then(|given| given.number("before", 1..=i32::MAX))
        .map_err(|e| PageError::parameter(&visit, &e))?;
    let mut events = ask(&visit, move |app| events::page(app, before, ROWS + 1)).await?;
    let more = events.len() > ROWS;
    events.truncate(ROWS);
    let next = events.last().filter(|_| more).map(|event| event.number);
    html(
        &visit,
        &EventsPage { frame: visit.frame(visit.texts().get("events-title")), events, next },
    )
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
    lines: Vec<StandingLine>,
    crossed: bool,
    games: Vec<GameLine>,
    partial: bool,
}

/// One event.
pub async fn show(visit: Visit, path: web::Path<String>) -> Result<HttpResponse, PageError> {
    let slug = path.into_inner();
    let page = ask(&visit, move |app| events::get(app, &slug)).await?;
    let texts = visit.texts();
    let crossed = page.standings.len() <= MOST_CROSSED;
    let lines = page.standings.iter().enumerate().map(|(n, one)| line(n, one, crossed)).collect();
    let page = EventPage {
        frame: visit.frame(page.event.name.clone()),
        name: page.event.name,
        lines,
        crossed,
        games: page.games.iter().map(|game| GameLine::new(game, texts)).collect(),
        partial: page.partial,
    };
    html(&visit, &page)
}

fn line(number: usize, standing: &Standing, crossed: bool) -> StandingLine {
    let against = standing
        .against
        .iter()
        .enumerate()
        .filter(|_| crossed)
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
