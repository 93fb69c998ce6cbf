//! Events: the list, and the page of one event with its cross-table.

use crate::web::prelude::*;
use adjutant_service::contests;
use adjutant_service::events::{self, Event, Present, Standing, Standings};
use adjutant_service::follows::FollowKind;
use adjutant_service::games::Cursor;
use adjutant_service::live::liftings;
use adjutant_site::filters;
use adjutant_site::follow_button::follow_button;
use adjutant_site::game_rows::GameList;
use adjutant_site::labels::event_owner_label;
use adjutant_site::markup::Markup;
use adjutant_site::parameters::AcceptedValues;
use adjutant_site::time_format::{format_day, format_days, today};
use adjutant_site::use_cases::run_use_case;
use ledger_ratings::Day;

use super::contests::home;
use super::plays::event_desk::early_reveal_lines;

/// Events per page.
const ROWS: usize = 100;
#[derive(Template)]
#[template(path = "pages/events.html")]
struct EventsPage {
    frame: PageFrame,
    /// Events now in progress on this site; on the first page only.
    under_way: Vec<EventRow>,
    /// Upcoming events, the earliest first.
    to_come: Vec<EventRow>,
    events: Vec<EventRow>,
    next: Option<String>,
}

pub struct EventRow {
    pub name: String,
    pub slug: String,
    /// The last day of its games, or the known dates of an event run on this site.
    pub day: String,
    /// The owner; empty if it is the site.
    pub whose: String,
}

fn event_name(event: &Event, texts: Texts) -> String {
    if event.is_unknown() { texts.get("event-unknown") } else { event.name.clone() }
}

/// `first` is the first day of the event, if known.
fn event_row(event: Event, first: Option<Day>, texts: Texts) -> EventRow {
    EventRow {
        name: event_name(&event, texts),
        whose: event_owner_label(&event, texts),
        day: match first.filter(|first| *first < event.last_day) {
            Some(first) => format_days(first, event.last_day),
            None => format_day(event.last_day),
        },
        slug: event.slug,
    }
}

/// Lists all events: current and upcoming ones, then the others by their last game, newest first.
pub async fn index(visit: RequestContext, parameters: QueryString) -> PageResult {
    let given = parameters.parse(&["before"]);
    let before = given
        .and_then(|given| {
            given.parse_with("before", AcceptedValues::described_by("takes-next"), Cursor::parse)
        })
        .or_page(&visit)?;
    let today = today();
    let found = run_use_case(&visit, move |app| events::listing(app, today, before, ROWS)).await?;
    let texts = visit.texts();
    let present = |all: Vec<Present>| {
        let line = |one: Present| event_row(one.event, Some(one.first_day), texts);
        all.into_iter().map(line).collect()
    };
    let page = EventsPage {
        frame: visit.frame(texts.get("events-title")),
        under_way: present(found.under_way),
        to_come: present(found.to_come),
        next: found.others.next.map(|cursor| cursor.to_string()),
        events: found.others.items.into_iter().map(|event| event_row(event, None, texts)).collect(),
    };
    html(&visit, &page)
}

#[derive(Template)]
#[template(path = "pages/event.html")]
struct EventResultsPage {
    frame: PageFrame,
    name: String,
    slug: String,
    whose: String,
    rows: Vec<Standing>,
    crossed: bool,
    /// A remark on the standings, or why there are none.
    note: String,
    /// Early reveals, with the reason of each.
    opened: Vec<(String, String)>,
    /// The button to follow the event.
    follow: Markup,
    games: GameList,
    partial: bool,
}

/// Shows an event as it is run on this site, or with the standings computed from its records.
pub async fn show(
    visit: RequestContext,
    path: web::Path<String>,
    parameters: QueryString,
) -> PageResult {
    let slug = path.into_inner();
    let own = slug.clone();
    if run_use_case(&visit, move |app| contests::is_managed_here(app, &own)).await? {
        return home::show(visit, &slug, &parameters).await;
    }
    parameters.parse(&[]).or_page(&visit)?;
    let live = visit.site.live.clone();
    let seen =
        run_use_case(&visit, move |app| Ok((events::get(app, &slug)?, liftings(&live, &slug)?)));
    let (page, opened) = seen.await?;
    let follow = match page.event.is_unknown() {
        true => Markup::default(),
        false => follow_button(&visit, FollowKind::Event, &page.event.slug).await?,
    };
    let texts = visit.texts();
    let note = standings_note(&page.standings, texts);
    let rows = match page.standings {
        Standings::Counted { rows, .. } => rows,
        Standings::NoEvent | Standings::TooManyGames => Vec::new(),
    };
    let name = event_name(&page.event, texts);
    let page = EventResultsPage {
        frame: visit.frame(name.clone()),
        name,
        whose: event_owner_label(&page.event, texts),
        slug: page.event.slug,
        crossed: rows.iter().any(|one| one.against.is_some()),
        rows,
        note,
        opened: early_reveal_lines(texts, &opened),
        follow,
        games: GameList::new(texts, page.games),
        partial: page.partial,
    };
    html(&visit, &page)
}

fn standings_note(standings: &Standings, texts: Texts) -> String {
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
