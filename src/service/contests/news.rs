//! What has become known of an organisation's events, and when: for feeds and calendars.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::DateTime;
use chrono_tz::Tz;

use crate::contest::Fact;
use crate::service::access::Actor;
use crate::service::organisations::{self, Organisation};
use crate::service::{App, Error, Thing};
use crate::store::contests::{self as rows, ContestRow};

use super::season::Final;

/// Of so many events, those that were played last or are to be played, it is told.
const MOST_EVENTS: i64 = 50;
/// So many pieces of news are told, the newest.
const MOST_NEWS: usize = 60;

/// What became known. Stages and rounds are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    /// It is to be played.
    Announced,
    /// Who meets whom in a round.
    Published { stage: usize, round: usize },
    /// How it has ended.
    Over,
}

/// An event of which something became known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct News {
    pub name: String,
    pub slug: String,
    /// Of a round of an event of several stages.
    pub stage_name: String,
    pub what: What,
    /// Microseconds since 1970.
    pub at: i64,
}

/// An event for a calendar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Date {
    pub name: String,
    pub slug: String,
    /// Days since 1970.
    pub first_day: i32,
    /// The last that is known: rounds were published on it, or matches are arranged until then.
    pub last_day: i32,
    pub rounds: Vec<RoundDate>,
    /// What it costs, in words.
    pub fee: String,
    /// When it was announced, in microseconds since 1970.
    pub announced: i64,
}

/// A round for a calendar. Stages and rounds are counted from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundDate {
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
pub(super) fn day_of(at: i64, zone: Tz) -> i32 {
    let at = DateTime::from_timestamp_micros(at).unwrap_or_default().with_timezone(&zone);
    at.date_naive().to_epoch_days()
}

/// The published rounds that are known of an event, the first first.
fn rounds(row: &ContestRow, known: &Final) -> Vec<RoundDate> {
    let several = known.stages.len() > 1;
    let round = |(what, at): (&What, &i64)| {
        let What::Published { stage, round } = *what else { return None };
        Some(RoundDate {
            stage_name: match several {
                true => known.stages.get(stage).cloned().unwrap_or_default(),
                false => String::new(),
            },
            stage,
            round,
            day: day_of(*at, known.zone).max(row.first_day),
            at: *at,
            window: known.windows.get(&(stage, round)).copied(),
        })
    };
    known.news.iter().filter_map(round).collect()
}

/// When what became known, of facts with their moments: what was taken back is not known any more.
pub(super) fn known<'a>(facts: impl Iterator<Item = (i64, &'a Fact)>) -> BTreeMap<What, i64> {
    let mut known = BTreeMap::new();
    for (at, fact) in facts {
        match *fact {
            Fact::Settled(_) => {
                known.entry(What::Announced).or_insert(at);
            }
            Fact::Published { stage, round } | Fact::Restored { stage, round } => {
                known.insert(What::Published { stage, round }, at);
            }
            Fact::TakenBack { stage, round } => {
                known.remove(&What::Published { stage, round });
            }
            Fact::Ended(true) => {
                known.insert(What::Over, at);
            }
            Fact::Ended(false) => {
                known.remove(&What::Over);
            }
            _ => {}
        }
    }
    known
}

/// An organisation with its events, the last first.
struct Found {
    organisation: Organisation,
    events: Vec<(ContestRow, Arc<Final>)>,
}

fn found(app: &App, slug: &str) -> Result<Found, Error> {
    let organisation = organisations::get(app, &Actor::nobody(), slug)?;
    let mut connection = app.store().connection()?;
    let mut events = Vec::new();
    for row in rows::newest(&mut connection, organisation.id, MOST_EVENTS)? {
        let known = app.finals().of(&mut connection, &row)?;
        events.push((row, known));
    }
    Ok(Found { organisation, events })
}

/// The organisation's name and what became known of its events, the newest first; the same for everybody.
///
/// # Errors
/// [`Error::Missing`] where there is no such organisation that everybody may know of.
pub fn news(app: &App, slug: &str) -> Result<(String, Vec<News>), Error> {
    let Found { organisation, events } = found(app, slug)?;
    let mut news = Vec::new();
    for (row, known) in &events {
        let several = known.stages.len() > 1;
        let stage_name = |what: What| match what {
            What::Published { stage, .. } if several => known.stages.get(stage).cloned(),
            _ => None,
        };
        news.extend(known.news.iter().map(|(what, at)| News {
            name: row.name.clone(),
            slug: row.slug.clone(),
            stage_name: stage_name(*what).unwrap_or_default(),
            what: *what,
            at: *at,
        }));
    }
    news.sort_by(|one, other| {
        (other.at, &other.slug, other.what).cmp(&(one.at, &one.slug, one.what))
    });
    news.truncate(MOST_NEWS);
    Ok((organisation.name, news))
}

fn date(row: &ContestRow, known: &Final) -> Date {
    let rounds = rounds(row, known);
    let windows = rounds.iter().filter_map(|one| one.window);
    let ends = windows.map(|(_, until)| day_of(until, known.zone));
    let last_day = rounds.iter().map(|one| one.day).chain(ends).max();
    Date {
        name: row.name.clone(),
        slug: row.slug.clone(),
        first_day: row.first_day,
        last_day: last_day.unwrap_or(row.first_day).max(row.first_day),
        rounds,
        fee: known.fee.clone(),
        announced: known.news.get(&What::Announced).copied().unwrap_or_default(),
    }
}

/// The organisation's name and its events for a calendar, the last first.
///
/// # Errors
/// As [`news`].
pub fn dates(app: &App, slug: &str) -> Result<(String, Vec<Date>), Error> {
    let Found { organisation, events } = found(app, slug)?;
    Ok((organisation.name, events.iter().map(|(row, known)| date(row, known)).collect()))
}

/// One event for a calendar.
///
/// # Errors
/// [`Error::Missing`] where no event of this name is run here.
pub fn date_of(app: &App, slug: &str) -> Result<Date, Error> {
    let mut connection = app.store().reading()?;
    let row = rows::by_slug(&mut connection, slug)?;
    let row = row.ok_or_else(|| Error::missing(Thing::Event, slug))?;
    let known = app.finals().of(&mut connection, &row)?;
    Ok(date(&row, &known))
}
