//! Series of events that recur: an organisation's events with the same name of a series.

use adjutant_domain::contest::recurrence;
use adjutant_domain::organisation::text;
use adjutant_store::contests::{self as rows, ContestRow};
use ledger_ratings::Day;

use crate::access::Actor;
use crate::organisations::access_guard;
use crate::{App, Error, Result};

/// Maximum length of the name of a series, in characters.
const MAX_SERIES_NAME_LEN: usize = 80;
/// Maximum number of events that are listed with their series.
const MAX_LISTED: i64 = 500;

/// A series with its events, the newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventSeries {
    pub name: String,
    pub events: Vec<ContestRow>,
}

impl EventSeries {
    /// Name and first day that the next event may have, made from the newest.
    pub fn next(&self) -> Option<(String, Day)> {
        let days: Vec<i32> = self.events.iter().map(|event| event.first_day).collect();
        Some((recurrence::next_name(&self.events.first()?.name), Day(recurrence::next_day(&days)?)))
    }
}

/// An organisation's series, those with the newest events first.
pub fn all_series(app: &App, actor: &Actor, organisation: &str) -> Result<Vec<EventSeries>> {
    let mut conn = app.store().read_connection()?;
    let own = access_guard::find_visible(&mut conn, actor, organisation)?;
    let mut all: Vec<EventSeries> = Vec::new();
    for event in rows::in_series(&mut conn, own.id, None, MAX_LISTED)? {
        let Some(name) = event.series.clone() else { continue };
        match all.iter_mut().find(|one| one.name == name) {
            Some(known) => known.events.push(event),
            None => all.push(EventSeries { name, events: vec![event] }),
        }
    }
    Ok(all)
}

/// A series; hidden if no event belongs to it.
pub fn event_series(
    app: &App,
    actor: &Actor,
    organisation: &str,
    name: &str,
) -> Result<EventSeries> {
    let mut conn = app.store().read_connection()?;
    let own = access_guard::find_visible(&mut conn, actor, organisation)?;
    let events = rows::in_series(&mut conn, own.id, Some(name), MAX_LISTED)?;
    match events.is_empty() {
        true => Err(Error::Hidden),
        false => Ok(EventSeries { name: name.to_owned(), events }),
    }
}

/// The name of a series as it is stored; `None` for none.
pub(super) fn parse_series(input: &str) -> Result<Option<String>> {
    let name = text::clean_line(input, MAX_SERIES_NAME_LEN)
        .map_err(|e| Error::invalid("series", e.message()))?;
    Ok(Some(name).filter(|name| !name.is_empty()))
}
