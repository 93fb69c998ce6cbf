//! Ratings with names and without history, for leaderboards.

use diesel::prelude::*;

use ledger_ratings::board::{Totals, Trend};
use ledger_ratings::{Day, Glicko};

use super::connection::for_each_row;
use super::ledgers::totals;
use super::players::Privacy;
use super::schema::{players, shown_ratings};
use super::{AnyConnection, StoreError};

/// A ledger without its entries, with the player's name.
#[derive(Debug, Clone)]
pub struct RatingSummary {
    pub pool: i16,
    pub player: i32,
    pub handle: String,
    pub name_key: String,
    pub glicko: Glicko,
    pub totals: Totals,
    pub last_day: Day,
    pub peak: Option<i32>,
    pub trend: Trend,
    /// Whether the player has no place on leaderboards.
    pub keeps_off: bool,
}

type SummaryColumns = (i16, i32, i32, i32, i32, (i32, i32, i32, i32), i32, Option<i32>, Vec<u8>);
type NamedSummaryColumns = (SummaryColumns, String, String, i16);

macro_rules! summary_columns {
    () => {
        (
            (
                shown_ratings::pool,
                shown_ratings::player_id,
                shown_ratings::rating,
                shown_ratings::deviation,
                shown_ratings::volatility,
                (
                    shown_ratings::wins,
                    shown_ratings::draws,
                    shown_ratings::losses,
                    shown_ratings::opponents,
                ),
                shown_ratings::last_day,
                shown_ratings::peak,
                shown_ratings::trend,
            ),
            players::handle,
            players::name_key,
            players::private,
        )
    };
}

/// Passes every ledger's summary to `visit`, unordered; one scan, at start.
pub fn scan_all(
    connection: &mut AnyConnection,
    mut visit: impl FnMut(RatingSummary),
) -> Result<(), StoreError> {
    let query = shown_ratings::table.inner_join(players::table).select(summary_columns!());
    let mut tell = |row: NamedSummaryColumns| visit(rating_summary(row));
    for_each_row!(connection, query, NamedSummaryColumns, &mut tell);
    Ok(())
}

/// The summaries of these players' ledgers, unordered.
pub fn for_players(
    connection: &mut AnyConnection,
    players: &[i32],
) -> Result<Vec<RatingSummary>, StoreError> {
    let mut found = Vec::new();
    for chunk in players.chunks(500) {
        let rows: Vec<NamedSummaryColumns> = shown_ratings::table
            .inner_join(players::table)
            .filter(shown_ratings::player_id.eq_any(chunk))
            .select(summary_columns!())
            .load(connection)?;
        found.extend(rows.into_iter().map(rating_summary));
    }
    Ok(found)
}

fn rating_summary((row, handle, name_key, private): NamedSummaryColumns) -> RatingSummary {
    let (pool, player, rating, deviation, volatility, counts, last_day, peak, trend) = row;
    let (wins, draws, losses, opponents) = counts;
    RatingSummary {
        pool,
        player,
        handle,
        name_key,
        glicko: Glicko { rating, deviation, volatility },
        totals: totals(wins, draws, losses, opponents),
        last_day: Day(last_day),
        peak,
        trend: Trend::from_bytes(&trend),
        keeps_off: Privacy::from_number(private).is_off_leaderboards(),
    }
}
