//! Exporting revealed games in a canonical order.

use adjutant_store::games::{self as rows, NarrowGameRow};
use adjutant_store::{AnyConnection, distinct, labels};
use ledger_ratings::Day;
use salpakan::record::JudgedRecord;

use super::games::{self, Filter, Wanted};
use super::records::StoredGame;
use super::stored::{self, Sealed};
use super::{App, Result};

const AT_ONCE: usize = 250;

/// Passes every revealed game that matches the filter to `give`, by day, event, round and content
/// id: the same order in every database. `give` returns whether to go on.
pub fn export(
    app: &App,
    filter: &Filter,
    give: &mut dyn FnMut(&JudgedRecord) -> bool,
) -> Result<()> {
    let mut conn = app.store().connection()?;
    let wanted = games::look_up(&mut conn, filter)?;
    let mut day = first_day(&mut conn, filter)?;
    while let Some(today) = day.filter(|day| filter.to.is_none_or(|to| *day <= to.0)) {
        for some in in_order(&mut conn, today, &wanted)?.chunks(AT_ONCE) {
            for raw in stored::read_many(&mut conn, some.to_vec(), Sealed::Leave)? {
                if let StoredGame::Revealed(record) = raw.decode()?
                    && !give(&record.into_judged())
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
