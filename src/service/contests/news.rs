//! What has become known of an organisation's events, and when: for feeds and calendars.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::DateTime;
use chrono_tz::Tz;

use crate::contest::ContestFact;
use crate::service::access::Actor;
use crate::service::organisations::{self, Organisation};
use crate::service::{App, Error, Thing};
use crate::store::contests::{self as rows, ContestRow};

use super::season_table::ContestSummary;

/// Of so many events, those that were played last or are to be played, it is told.
const MAX_FEED_EVENTS: i64 = 50;
/// So many pieces of news are told, the newest.
const MAX_NEWS_ITEMS: usize = 60;

/// What became known. Stages and rounds are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NewsKind {
    /// It is to be played.
    Announced,
    /// Who meets whom in a round.
    Published { stage: usize, round: usize },
    /// How it has ended.
    Over,
}

/// An event of which something became known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewsItem {
    pub name: String,
    pub slug: String,
    /// Of a round of an event of several stages.
    pub stage_name: String,
    pub kind: NewsKind,
    /// Microseconds since 1970.
    pub at: i64,
}

/// An event for a calendar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CalendarEvent {
    pub name: String,
    pub slug: String,
    /// Days since 1970.
    pub first_day: i32,
    /// The last that is known: rounds were published on it, or matches are arranged until then.
    pub last_day: i32,
    pub rounds: Vec<CalendarRound>,
    /// What it costs, in words.
    pub fee: String,
    /// When it was announced, in microseconds since 1970.
    pub announced_at: i64,
}

/// A round for a calendar. Stages and rounds are counted from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CalendarRound {
    /// Of an event of several stages.
    pub stage_name: String,
    pub stage: usize,
    pub round: usize,
    /// The day on which it was published, but no day before the event's first.
    pub day: i32,
    /// When it was published, in microseconds since 1970.
    pub at: i64,
    /// From when until when its matches are arranged by their players, where they are.
    pub window: Option<(i64, i64)>,
}

/// The day of a moment (microseconds since 1970) by an event's clocks.
pub(super) fn local_day(at: i64, zone: Tz) -> i32 {
    let at = DateTime::from_timestamp_micros(at).unwrap_or_default().with_timezone(&zone);
    at.date_naive().to_epoch_days()
}

/// The published rounds that are known of an event, the first first.
fn calendar_rounds(row: &ContestRow, known: &ContestSummary) -> Vec<CalendarRound> {
    let several = known.stage_names.len() > 1;
    let round = |(what, at): (&NewsKind, &i64)| {
        let NewsKind::Published { stage, round } = *what else { return None };
        Some(CalendarRound {
            stage_name: match several {
                true => known.stage_names.get(stage).cloned().unwrap_or_default(),
                false => String::new(),
            },
            stage,
            round,
            day: local_day(*at, known.zone).max(row.first_day),
            at: *at,
            window: known.windows.get(&(stage, round)).copied(),
        })
    };
    known.news.iter().filter_map(round).collect()
}

/// When what became known, of facts with their moments: what was taken back is not known any more.
pub(super) fn published_news<'a>(
    facts: impl Iterator<Item = (i64, &'a ContestFact)>,
) -> BTreeMap<NewsKind, i64> {
    let mut known = BTreeMap::new();
    for (at, fact) in facts {
        match *fact {
            ContestFact::SettingsChanged(_) => {
                known.entry(NewsKind::Announced).or_insert(at);
            }
            ContestFact::RoundPublished { stage, round }
            | ContestFact::RoundRestored { stage, round } => {
                known.insert(NewsKind::Published { stage, round }, at);
            }
            ContestFact::RoundTakenBack { stage, round } => {
                known.remove(&NewsKind::Published { stage, round });
            }
            ContestFact::EventEndedSet(true) => {
                known.insert(NewsKind::Over, at);
            }
            ContestFact::EventEndedSet(false) => {
                known.remove(&NewsKind::Over);
            }
            _ => {}
        }
    }
    known
}

/// An organisation with its events, the last first.
struct OrganisationEvents {
    organisation: Organisation,
    events: Vec<(ContestRow, Arc<ContestSummary>)>,
}

fn organisation_events(app: &App, slug: &str) -> Result<OrganisationEvents, Error> {
    let organisation = organisations::get(app, &Actor::nobody(), slug)?;
    let mut connection = app.store().connection()?;
    let mut events = Vec::new();
    for row in rows::newest_of_organisation(&mut connection, organisation.id, MAX_FEED_EVENTS)? {
        let known = app.finals().get(&mut connection, &row)?;
        events.push((row, known));
    }
    Ok(OrganisationEvents { organisation, events })
}

/// The organisation's name and what became known of its events, the newest first; the same for everybody.
///
/// # Errors
/// [`Error::Missing`] where there is no such organisation that everybody may know of.
pub fn news(app: &App, slug: &str) -> Result<(String, Vec<NewsItem>), Error> {
    let OrganisationEvents { organisation, events } = organisation_events(app, slug)?;
    let mut news = Vec::new();
    for (row, known) in &events {
        let several = known.stage_names.len() > 1;
        let stage_name = |what: NewsKind| match what {
            NewsKind::Published { stage, .. } if several => known.stage_names.get(stage).cloned(),
            _ => None,
        };
        news.extend(known.news.iter().map(|(what, at)| NewsItem {
            name: row.name.clone(),
            slug: row.slug.clone(),
            stage_name: stage_name(*what).unwrap_or_default(),
            kind: *what,
            at: *at,
        }));
    }
    news.sort_by(|one, other| {
        (other.at, &other.slug, other.kind).cmp(&(one.at, &one.slug, one.kind))
    });
    news.truncate(MAX_NEWS_ITEMS);
    Ok((organisation.name, news))
}

fn to_calendar_event(row: &ContestRow, known: &ContestSummary) -> CalendarEvent {
    let rounds = calendar_rounds(row, known);
    let windows = rounds.iter().filter_map(|one| one.window);
    let ends = windows.map(|(_, until)| local_day(until, known.zone));
    let last_day = rounds.iter().map(|one| one.day).chain(ends).max();
    CalendarEvent {
        name: row.name.clone(),
        slug: row.slug.clone(),
        first_day: row.first_day,
        last_day: last_day.unwrap_or(row.first_day).max(row.first_day),
        rounds,
        fee: known.fee.clone(),
        announced_at: known.news.get(&NewsKind::Announced).copied().unwrap_or_default(),
    }
}

/// The organisation's name and its events for a calendar, the last first.
///
/// # Errors
/// As [`news`].
pub fn calendar_events(app: &App, slug: &str) -> Result<(String, Vec<CalendarEvent>), Error> {
    let OrganisationEvents { organisation, events } = organisation_events(app, slug)?;
    Ok((
        organisation.name,
        events.iter().map(|(row, known)| to_calendar_event(row, known)).collect(),
    ))
}

/// One event for a calendar.
///
/// # Errors
/// [`Error::Missing`] where no event of this name is run here.
pub fn calendar_event(app: &App, slug: &str) -> Result<CalendarEvent, Error> {
    let mut connection = app.store().read_connection()?;
    let row = rows::by_slug(&mut connection, slug)?;
    let row = row.ok_or_else(|| Error::missing(Thing::Event, slug))?;
    let known = app.finals().get(&mut connection, &row)?;
    Ok(to_calendar_event(&row, &known))
}
