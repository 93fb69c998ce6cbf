//! News of an organisation's events, for feeds and calendars.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::access::Actor;
use crate::organisations;
use crate::{App, Result};
use adjutant_domain::contest::{ContestFact, RoundId};
use adjutant_domain::moment::{HOUR, Micros};
use adjutant_store::contests::{self as rows, ContestRow};

use super::event_address::first_address;
use super::event_row;
use super::season_table::ContestSummary;

const MAX_FEED_EVENTS: i64 = 50;
/// The number of news items, newest first.
const MAX_NEWS_ITEMS: usize = 60;

/// The kind of news.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NewsKind {
    Announced,
    /// The pairings of a round were published.
    Published(RoundId),
    Over,
    Cancelled,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewsItem {
    pub name: String,
    pub slug: String,
    /// The slug that it had first, which permanent ids are made of.
    pub first_slug: String,
    /// The stage of a round, if the event has several.
    pub stage_name: String,
    pub kind: NewsKind,
    pub at: Micros,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CalendarEvent {
    pub name: String,
    pub slug: String,
    /// The slug that it had first, which permanent ids are made of.
    pub first_slug: String,
    /// In days since 1970.
    pub first_day: i32,
    /// The last known day, of a published round or of the end of a match window.
    pub last_day: i32,
    pub rounds: Vec<CalendarRound>,
    pub fee: String,
    pub place: String,
    pub address: String,
    /// In Markdown, which reads as text.
    pub description: String,
    pub announced_at: Micros,
    pub cancelled_at: Option<Micros>,
}

/// A round for a calendar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CalendarRound {
    /// The stage, if the event has several.
    pub stage_name: String,
    pub round: RoundId,
    /// The day of its publication, but not before the first day of the event.
    pub day: i32,
    /// When it was published.
    pub at: Micros,
    /// Start and end: of the window in which players arrange the matches, or of the round if its
    /// start is announced.
    pub window: Option<(Micros, Micros)>,
}

/// How long a round is in a calendar, unless the next one starts earlier.
const ROUND_SPAN: i64 = HOUR;

/// The announced start of a round, and its end in a calendar.
fn announced_span(known: &ContestSummary, round: RoundId) -> Option<(Micros, Micros)> {
    let start = known.starts.iter().find(|one| one.round_id() == round)?.at;
    let later = known.starts.iter().map(|one| one.at).filter(|at| *at > start);
    let end = later.min().map_or(start + ROUND_SPAN, |next| next.min(start + ROUND_SPAN));
    Some((start, end))
}

/// The known published rounds of an event and those whose start is announced, in order.
fn calendar_rounds(row: &ContestRow, known: &ContestSummary) -> Vec<CalendarRound> {
    let announced = known.news.get(&NewsKind::Announced).copied().unwrap_or_default();
    let mut rounds: BTreeMap<RoundId, Micros> =
        known.starts.iter().map(|one| (one.round_id(), announced)).collect();
    rounds.extend(known.news.iter().filter_map(|(what, at)| match *what {
        NewsKind::Published(round) => Some((round, *at)),
        NewsKind::Announced | NewsKind::Over | NewsKind::Cancelled => None,
    }));
    let round = |(round, at): (RoundId, Micros)| {
        let arranged = known.windows.get(&round).copied();
        let window = arranged.or_else(|| announced_span(known, round));
        let day = window.map_or(at, |(from, _)| from).day_in(known.zone).0;
        CalendarRound {
            stage_name: known.stage_name(round.stage),
            round,
            day: day.max(row.first_day),
            at,
            window,
        }
    };
    rounds.into_iter().map(round).collect()
}

/// News with their times, derived from facts; what was undone is omitted.
pub(super) fn published_news<'a>(
    facts: impl Iterator<Item = (Micros, &'a ContestFact)>,
) -> BTreeMap<NewsKind, Micros> {
    let mut known = BTreeMap::new();
    for (at, fact) in facts {
        match *fact {
            ContestFact::SettingsChanged { .. } => {
                known.entry(NewsKind::Announced).or_insert(at);
            }
            ContestFact::RoundPublished(round) | ContestFact::RoundRestored(round) => {
                known.insert(NewsKind::Published(round), at);
            }
            ContestFact::RoundTakenBack(round) => {
                known.remove(&NewsKind::Published(round));
            }
            ContestFact::EventEndedSet { over: true } => {
                known.insert(NewsKind::Over, at);
            }
            ContestFact::EventCancelled { .. } => {
                known.insert(NewsKind::Cancelled, at);
            }
            ContestFact::EventEndedSet { over: false } => {
                known.remove(&NewsKind::Over);
                known.remove(&NewsKind::Cancelled);
            }
            _ => {}
        }
    }
    known
}

/// An event and the summary of its final places.
type SummarizedEvent = (ContestRow, Arc<ContestSummary>);

/// An organisation's name and its events, latest first.
fn organisation_events(app: &App, slug: &str) -> Result<(String, Vec<SummarizedEvent>)> {
    let organisation = organisations::get(app, &Actor::nobody(), slug)?;
    let mut conn = app.store().connection()?;
    let mut events = Vec::new();
    for row in rows::newest_of_organisation(&mut conn, organisation.id, MAX_FEED_EVENTS)? {
        let known = app.memory.finals.get(&mut conn, &row)?;
        events.push((row, known));
    }
    Ok((organisation.name, events))
}

/// The organisation's name and the public news of its events, newest first.
pub fn news(app: &App, slug: &str) -> Result<(String, Vec<NewsItem>)> {
    let (name, events) = organisation_events(app, slug)?;
    let mut news = Vec::new();
    for (row, known) in &events {
        let stage_name = |what: NewsKind| match what {
            NewsKind::Published(round) => known.stage_name(round.stage),
            NewsKind::Announced | NewsKind::Over | NewsKind::Cancelled => String::new(),
        };
        news.extend(known.news.iter().map(|(what, at)| NewsItem {
            name: row.name.clone(),
            slug: row.slug.clone(),
            first_slug: first_address(app, &row.slug),
            stage_name: stage_name(*what),
            kind: *what,
            at: *at,
        }));
    }
    news.sort_by(|one, other| {
        (other.at, &other.slug, other.kind).cmp(&(one.at, &one.slug, one.kind))
    });
    news.truncate(MAX_NEWS_ITEMS);
    Ok((name, news))
}

fn to_calendar_event(app: &App, row: &ContestRow, known: &ContestSummary) -> CalendarEvent {
    let rounds = calendar_rounds(row, known);
    let windows = rounds.iter().filter_map(|one| one.window);
    let ends = windows.map(|(_, until)| until.day_in(known.zone).0);
    let last_day = rounds.iter().map(|one| one.day).chain(ends).max();
    CalendarEvent {
        name: row.name.clone(),
        slug: row.slug.clone(),
        first_slug: first_address(app, &row.slug),
        first_day: row.first_day,
        last_day: last_day.unwrap_or(row.first_day).max(row.first_day),
        rounds,
        fee: known.fee.clone(),
        place: known.place.clone(),
        address: known.address.clone(),
        description: known.description.clone(),
        announced_at: known.news.get(&NewsKind::Announced).copied().unwrap_or_default(),
        cancelled_at: known.news.get(&NewsKind::Cancelled).copied(),
    }
}

/// The organisation's name and its events for a calendar, latest first; the sections of a festival are one event.
pub fn calendar_events(app: &App, slug: &str) -> Result<(String, Vec<CalendarEvent>)> {
    let (name, events) = organisation_events(app, slug)?;
    let mut all: Vec<CalendarEvent> = Vec::new();
    let mut festivals: HashMap<&str, usize> = HashMap::new();
    for (row, known) in &events {
        let event = to_calendar_event(app, row, known);
        let Some(festival) = row.festival.as_deref() else {
            all.push(event);
            continue;
        };
        let section = row.section.as_deref().unwrap_or(&row.name);
        match festivals.get(festival) {
            Some(at) => all[*at].add_section(section, event),
            None => {
                festivals.insert(festival, all.len());
                all.push(event.into_festival(festival, section));
            }
        }
    }
    Ok((name, all))
}

impl CalendarEvent {
    /// The whole festival, with its first known section.
    fn into_festival(mut self, festival: &str, section: &str) -> CalendarEvent {
        festival.clone_into(&mut self.name);
        let fee = std::mem::take(&mut self.fee);
        self.name_section(section, &fee);
        self
    }

    fn add_section(&mut self, section: &str, other: CalendarEvent) {
        self.first_day = self.first_day.min(other.first_day);
        self.last_day = self.last_day.max(other.last_day);
        self.announced_at = self.announced_at.min(other.announced_at);
        // It takes place while one of its sections does.
        self.cancelled_at = self.cancelled_at.zip(other.cancelled_at).map(|(a, b)| a.max(b));
        // The oldest section stays the same when others are added.
        self.slug = other.slug;
        self.name_section(section, &other.fee);
    }

    /// What a section is called and costs, before what is told of all.
    fn name_section(&mut self, section: &str, fee: &str) {
        let line = if fee.is_empty() { section.to_owned() } else { format!("{section}: {fee}") };
        let known = std::mem::take(&mut self.description);
        self.description = if known.is_empty() { line } else { format!("{line}\n{known}") };
    }
}

pub fn calendar_event(app: &App, slug: &str) -> Result<CalendarEvent> {
    let mut conn = app.store().read_connection()?;
    let row = event_row(&mut conn, slug)?;
    let known = app.memory.finals.get(&mut conn, &row)?;
    Ok(to_calendar_event(app, &row, &known))
}
