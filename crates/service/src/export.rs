//! Exporting revealed games: all in a canonical order, or in batches from the newest.

use adjutant_domain::game::AnyRecord;
use adjutant_domain::moment::Micros;
use adjutant_store::games::{self as rows, NarrowGameRow};
use adjutant_store::{AnyConnection, distinct, labels};
use ledger_ratings::Day;

use super::games::{self, Cursor, Filter, Wanted};
use super::records::GameId;
use super::stored::{self, Sealed};
use super::{App, Error, Result, Thing};

/// The number of games that are in memory at once.
pub const AT_ONCE: usize = 250;

/// Passes every revealed game that matches the filter to `give`, by day, event, round and content
/// id: the same order in every database. `give` returns whether to go on.
pub fn export(app: &App, filter: &Filter, give: &mut dyn FnMut(&AnyRecord) -> bool) -> Result<()> {
    let mut conn = app.store().connection()?;
    let wanted = games::look_up(&mut conn, filter)?;
    let mut day = first_day(&mut conn, filter)?;
    while let Some(today) = day.filter(|day| filter.to.is_none_or(|to| *day <= to.0)) {
        for some in in_order(&mut conn, today, &wanted)?.chunks(AT_ONCE) {
            for raw in stored::read_many(&mut conn, some.to_vec(), Sealed::Leave)? {
                if let Some(record) = raw.decode()?.whole()
                    && !give(&record)
                {
                    return Ok(());
                }
            }
        }
        day = rows::next_day_with_games(&mut conn, today)?;
    }
    Ok(())
}

fn first_day(conn: &mut AnyConnection, filter: &Filter) -> Result<Option<i32>> {
    let unknown = Day::UNKNOWN.0;
    match filter.from {
        Some(Day(from)) if from > unknown => Ok(rows::next_day_with_games(conn, from - 1)?),
        _ if rows::has_games_on(conn, unknown)? => Ok(Some(unknown)),
        _ => Ok(rows::next_day_with_games(conn, unknown)?),
    }
}

fn in_order(conn: &mut AnyConnection, day: i32, wanted: &Wanted) -> Result<Vec<NarrowGameRow>> {
    let mut today: Vec<NarrowGameRow> = rows::on_day(conn, day)?;
    today.retain(|row| row.revealed != 0 && wanted.matches(row));
    let ids = distinct(today.iter().map(|row| row.event_id));
    let events = labels::events(conn, &ids)?;
    today.sort_by(|a, b| {
        let event =
            |row: &NarrowGameRow| events.get(&row.event_id).map_or("", |event| &*event.name);
        event(a)
            .cmp(event(b))
            .then_with(|| ledger_ratings::natural(&a.round, &b.round))
            .then_with(|| a.content_id.cmp(&b.content_id))
    });
    Ok(today)
}

/// Games of a list with their moves, newest first, and where the list continues.
pub struct RecordBatch {
    pub records: Vec<(GameId, AnyRecord)>,
    pub next: Option<Cursor>,
}

/// Where a batch begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum After {
    Cursor(Cursor),
    /// The game that somebody received last.
    Game(GameId),
}

impl After {
    /// Parses a cursor or the id of a game.
    pub fn parse(text: &str) -> Option<After> {
        let game = || GameId::parse(text).map(After::Game);
        Cursor::parse(text).map(After::Cursor).or_else(game)
    }
}

/// Finds where a list continues.
///
/// # Errors
/// [`Error::Missing`] if there is no such game.
pub fn cursor_after(app: &App, after: After) -> Result<Cursor> {
    match after {
        After::Cursor(cursor) => Ok(cursor),
        After::Game(id) => {
            let found = rows::cursor_of(&mut *app.store().read_connection()?, &id.0)?;
            found.map(Cursor).ok_or_else(|| Error::missing(Thing::Game, id.to_string()))
        }
    }
}

/// Returns the next games of a list that are revealed, with their moves. A batch may be empty although more follows,
/// because it looks at no more than [`AT_ONCE`] games that match. `since` keeps those that were stored from then on.
pub fn batch(
    app: &App,
    filter: &Filter,
    since: Option<Micros>,
    cursor: Option<Cursor>,
    limit: usize,
) -> Result<RecordBatch> {
    let mut conn = app.store().read_connection()?;
    let (mut found, next) = games::find_rows(&mut conn, filter, cursor, limit.min(AT_ONCE))?;
    found.retain(|row| row.revealed != 0);
    if let Some(moment) = since {
        let ids: Vec<i32> = found.iter().map(|row| row.id).collect();
        let newer = rows::stored_since(&mut conn, &ids, moment)?;
        found.retain(|row| newer.contains(&row.id));
    }
    let raws = stored::read_many(&mut conn, found, Sealed::Leave)?;
    drop(conn);
    let mut records = Vec::with_capacity(raws.len());
    for raw in raws {
        let id = GameId::from_bytes(&raw.wide.narrow.content_id);
        if let (Some(id), Some(record)) = (id, raw.decode()?.whole()) {
            records.push((id, record));
        }
    }
    Ok(RecordBatch { records, next })
}
