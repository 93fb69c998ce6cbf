//! The table of an organisation's season, computed from its games.

use std::collections::HashMap;

use adjutant_store::{games as rows, players};
use ledger_ratings::Day;

use super::players::{Score, places, scores};
use super::{App, Result};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Counted from 1; the same for equal points.
    pub place: usize,
    pub handle: String,
    pub games: u32,
    pub score: Score,
    /// In half points: 2 for a win, 1 for a draw.
    pub points: u32,
}

/// The rows; players who are not listed publicly are left out without a gap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// By points, then fewer games, then handle.
    pub rows: Vec<Row>,
    /// Whether only the newest [`MOST_COUNTED`] games were counted.
    pub partial: bool,
}

/// The number of games counted, which bounds the cost of a query.
pub const MOST_COUNTED: usize = 5_000;

/// The handle of unknown players.
const NOBODY: &str = "?";

/// Counts the organisation's games with a result, from the first to the last day.
pub fn table(app: &App, organisation: i32, days: (Day, Day)) -> Result<Table> {
    let mut conn = app.store().read_connection()?;
    let days = (days.0.0, days.1.0);
    let limit = MOST_COUNTED as i64 + 1;
    let mut found = rows::organisation_results(&mut conn, organisation, days, limit)?;
    let partial = found.len() > MOST_COUNTED;
    found.truncate(MOST_COUNTED);
    let scores = scores(&found);
    let ids: Vec<i32> = scores.keys().copied().collect();
    let handles: HashMap<i32, String> = players::with_privacy(&mut conn, &ids)?
        .into_iter()
        .filter(|(_, privacy)| !privacy.is_off_leaderboards())
        .map(|(named, _)| (named.id, named.name))
        .collect();
    let row = |(player, score): (i32, Score)| {
        let handle = handles.get(&player).filter(|handle| *handle != NOBODY)?.clone();
        Some(Row { place: 0, handle, games: score.games(), score, points: score.points() })
    };
    let mut rows: Vec<Row> = scores.into_iter().filter_map(row).collect();
    rows.sort_by(|left, right| {
        let merit = |row: &Row| row.score.merit();
        merit(left).cmp(&merit(right)).then_with(|| left.handle.cmp(&right.handle))
    });
    let places: Vec<usize> = places(rows.iter().map(|row| row.score)).collect();
    rows.iter_mut().zip(places).for_each(|(row, place)| row.place = place);
    Ok(Table { rows, partial })
}
