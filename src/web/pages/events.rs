//! Events: the list, and the page of one event with its cross-table.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::web::prelude::*;
use adjutant_domain::game::GameKind;
use adjutant_service::contests;
use adjutant_service::edition::{Concerns, Topic};
use adjutant_service::event_list::{self, EventFilter, EventPhase, ListedEvent};
use adjutant_service::events::{self, Event, Standing, Standings};
use adjutant_service::follows::FollowKind;
use adjutant_service::games::Cursor;
use adjutant_service::live::liftings;
use adjutant_site::filters;
use adjutant_site::follow_button::follow_button;
use adjutant_site::game_query::parse_month;
use adjutant_site::game_rows::GameList;
use adjutant_site::labels::{event_owner_label, game_name, unusual_game_name};
use adjutant_site::markup::Markup;
use adjutant_site::parameters::{AcceptedValues, to_query};
use adjutant_site::pickers::{choices, open_organisations};
use adjutant_site::response_cache::cached_while_unchanged;
use adjutant_site::time_format::{format_day, format_days, today};
use adjutant_site::use_cases::run_use_case;

use adjutant_event_pages::home;
use adjutant_event_pages::labels::{self, system_label};
use adjutant_site::early_reveals::early_reveal_lines;
use adjutant_site::moment_text::MomentText;

/// Events per page.
const ROWS: usize = 40;

#[derive(Template)]
#[template(path = "pages/events.html")]
struct EventsPage {
    frame: PageFrame,
    tabs: Vec<NavTab>,
    /// The phase that is shown, in addresses.
    phase: &'static str,
    organisations: Vec<Choice>,
    games: Vec<Choice>,
    month: String,
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
    pub place: String,
    pub format: String,
    pub players: String,
    pub winner: String,
    pub is_cancelled: bool,
    /// The sections of a festival, which is one row: each with its slug.
    pub sections: Vec<(String, String)>,
}

/// The rows of events, those of a festival as one: of several sections that are listed, the first one's.
fn event_rows(events: Vec<ListedEvent>, texts: Texts) -> Vec<EventRow> {
    let mut rows: Vec<EventRow> = Vec::new();
    let mut festivals: HashMap<(String, String), usize> = HashMap::new();
    for event in events {
        let section = event.section.clone();
        let row = event_row(event, texts);
        let Some((festival, section)) = section else {
            rows.push(row);
            continue;
        };
        match festivals.entry((row.whose.clone(), festival)) {
            Entry::Vacant(new) => {
                new.insert(rows.len());
                rows.push(EventRow { sections: vec![(section, row.slug.clone())], ..row });
            }
            Entry::Occupied(known) => {
                let ((_, festival), at) = (known.key(), *known.get());
                rows[at].add_section(festival, section, row);
            }
        }
    }
    for row in &mut rows {
        if row.sections.len() == 1 {
            row.sections.clear();
        }
    }
    rows
}

impl EventRow {
    fn add_section(&mut self, festival: &str, section: String, other: EventRow) {
        festival.clone_into(&mut self.name);
        self.is_cancelled &= other.is_cancelled;
        if other.format != self.format {
            self.format = labels::joined(&[&self.format, &other.format]);
        }
        let count = |text: &str| text.parse::<usize>().ok();
        let both = count(&self.players).zip(count(&other.players));
        self.players = both.map(|(one, more)| (one + more).to_string()).unwrap_or_default();
        if self.day != other.day {
            self.day = labels::joined(&[&self.day, &other.day]);
        }
        self.winner = [self.winner.as_str(), &other.winner]
            .into_iter()
            .filter(|name| !name.is_empty())
            .collect::<Vec<_>>()
            .join(", ");
        self.sections.push((section, other.slug));
    }
}

fn event_name(event: &Event, texts: Texts) -> String {
    if event.is_unknown() { texts.get("event-unknown") } else { event.name.clone() }
}

fn event_row(one: ListedEvent, texts: Texts) -> EventRow {
    let ListedEvent { event, first_day, is_cancelled, place, systems, players, winners, .. } = one;
    let mut systems: Vec<String> =
        systems.iter().map(|system| system_label(system, texts)).collect();
    if let Some(name) = unusual_game_name(texts, event.game) {
        systems.insert(0, name);
    }
    EventRow {
        name: event_name(&event, texts),
        whose: event_owner_label(&event, texts),
        day: match first_day.filter(|first| *first < event.last_day) {
            Some(first) => format_days(texts, first, event.last_day),
            None => format_day(texts, event.last_day),
        },
        place,
        format: systems.join("; "),
        players: players.map(|players| players.to_string()).unwrap_or_default(),
        winner: winners.join(", "),
        slug: event.slug,
        is_cancelled,
        sections: Vec::new(),
    }
}

/// Lists the events of a phase, which may be filtered by organisation and month.
pub async fn index(visit: RequestContext, parameters: QueryString) -> PageResult {
    let given =
        parameters.parse(&["view", "organisation", "game", "month", "before"]).or_page(&visit)?;
    let phases = EventPhase::ALL.map(EventPhase::key).join(", ");
    let phase = given.parse_with("view", AcceptedValues::one_of(phases), EventPhase::parse);
    let phase = phase.or_page(&visit)?;
    let takes = AcceptedValues::described_by("takes-next");
    let before = given.parse_with("before", takes, Cursor::parse).or_page(&visit)?;
    let takes = AcceptedValues::described_by("takes-month");
    let days = given.parse_with("month", takes, parse_month).or_page(&visit)?;
    let game = given.game().or_page(&visit)?;
    let filter = EventFilter { organisation: given.text("organisation"), days, game };
    let today = today();
    let found = run_use_case(&visit, move |app| {
        let listing = event_list::page(app, today, phase, &filter, (before, ROWS))?;
        Ok((listing, open_organisations(app)?))
    });
    let (listing, organisations) = found.await?;
    let texts = visit.texts();
    let address = |phase: EventPhase, before: &str| {
        let [organisation, game, month] =
            ["organisation", "game", "month"].map(|name| given.or_empty(name));
        let query = [
            ("view", phase.key()),
            ("organisation", organisation.as_str()),
            ("game", game.as_str()),
            ("month", month.as_str()),
            ("before", before),
        ];
        format!("/events{}", to_query(&query))
    };
    let tab = |(phase, count): (EventPhase, Option<usize>)| {
        let words = texts.get(&format!("events-{}", phase.key()));
        NavTab {
            address: address(phase, ""),
            words: count.map_or_else(|| words.clone(), |count| format!("{words} ({count})")),
            here: phase == listing.phase,
        }
    };
    let page = EventsPage {
        frame: visit.frame(texts.get("events-title")),
        tabs: EventPhase::ALL.into_iter().zip(listing.counts).map(tab).collect(),
        phase: listing.phase.key(),
        organisations: choices(organisations, &given.or_empty("organisation")),
        games: choices(
            GameKind::ALL.map(|kind| (kind.key().to_owned(), game_name(texts, kind))).to_vec(),
            &given.or_empty("game"),
        ),
        month: given.or_empty("month").replace('.', "-"),
        next: listing.next.map(|cursor| address(listing.phase, &cursor.to_string())),
        events: event_rows(listing.events, texts),
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
    opened: Vec<(MomentText, String)>,
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
    let concerns = Concerns::only([Topic::Event(page.number)]);
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
    Ok(cached_while_unchanged(html(&visit, &page)?, Some(concerns)))
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
