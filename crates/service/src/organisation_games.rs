//! The table of an organisation's season, computed from its games.

use std::collections::{BTreeMap, HashMap};

use adjutant_store::{games as rows, players};
use ledger_ratings::Day;
use salpakan::rules::{Color, Outcome};

use super::players::Score;
use super::records::outcome_of;
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
    let rows = scores.into_iter().filter_map(|(player, score)| {
        let handle = handles.get(&player).filter(|handle| *handle != NOBODY)?.clone();
        let points = 2 * score.wins + score.draws;
        Some(Row { place: 0, handle, games: score.games(), score, points })
    });
    Ok(Table { rows: placed(rows.collect()), partial })
}

fn scores(found: &[(i32, i32, i16)]) -> BTreeMap<i32, Score> {
    let mut scores: BTreeMap<i32, Score> = BTreeMap::new();
    for (white, black, outcome) in found {
        let Some(outcome) = outcome_of(*outcome) else { continue };
        for (player, color) in [(white, Color::White), (black, Color::Black)] {
            let score = scores.entry(*player).or_default();
            match outcome {
                Outcome::Draw => score.draws += 1,
                Outcome::Win(winner) if winner == color => score.wins += 1,
                Outcome::Win(_) => score.losses += 1,
            }
        }
    }
    scores
}

fn placed(mut rows: Vec<Row>) -> Vec<Row> {
    rows.sort_by(|left, right| {
        let merit = |row: &Row| (std::cmp::Reverse(row.points), row.games);
        merit(left).cmp(&merit(right)).then_with(|| left.handle.cmp(&right.handle))
    });
    for at in 0..rows.len() {
        let tied = at > 0 && rows[at].points == rows[at - 1].points;
        rows[at].place = if tied { rows[at - 1].place } else { at + 1 };
    }
    rows
}
