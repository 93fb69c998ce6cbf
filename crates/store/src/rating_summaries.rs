//! Ratings with names and without history, for leaderboards.

use diesel::prelude::*;

use ledger_ratings::board::{Totals, Trend};
use ledger_ratings::{Day, Glicko};

use super::any_connection::RowByRow;
use super::ledgers::totals;
use super::players::Privacy;
use super::queries::load_in_chunks;
use super::schema::{players, shown_ratings};
use super::{AnyConnection, Result};

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

#[derive(Queryable, Selectable)]
#[diesel(table_name = shown_ratings)]
struct SummaryColumns {
    pool: i16,
    player_id: i32,
    rating: i32,
    deviation: i32,
    volatility: i32,
    wins: i32,
    draws: i32,
    losses: i32,
    opponents: i32,
    last_day: i32,
    peak: Option<i32>,
    trend: Vec<u8>,
    #[diesel(select_expression = players::handle)]
    handle: String,
    #[diesel(select_expression = players::name_key)]
    name_key: String,
    #[diesel(select_expression = players::private)]
    private: Privacy,
}

/// Passes every ledger's summary to `visit`, unordered; one scan, at start.
pub fn scan_all(conn: &mut AnyConnection, mut visit: impl FnMut(RatingSummary)) -> Result<()> {
    let query = shown_ratings::table.inner_join(players::table).select(SummaryColumns::as_select());
    for row in query.load_iter::<_, RowByRow>(conn)? {
        visit(row?.into());
    }
    Ok(())
}

/// The summaries of these players' ledgers, unordered.
pub fn for_players(conn: &mut AnyConnection, players: &[i32]) -> Result<Vec<RatingSummary>> {
    let rows: Vec<SummaryColumns> = load_in_chunks(players, |players| {
        shown_ratings::table
            .inner_join(players::table)
            .filter(shown_ratings::player_id.eq_any(players))
            .select(SummaryColumns::as_select())
            .load(conn)
    })?;
    Ok(rows.into_iter().map(RatingSummary::from).collect())
}

impl From<SummaryColumns> for RatingSummary {
    fn from(row: SummaryColumns) -> RatingSummary {
        let SummaryColumns { rating, deviation, volatility, .. } = row;
        RatingSummary {
            pool: row.pool,
            player: row.player_id,
            handle: row.handle,
            name_key: row.name_key,
            glicko: Glicko { rating, deviation, volatility },
            totals: totals(row.wins, row.draws, row.losses, row.opponents),
            last_day: Day(row.last_day),
            peak: row.peak,
            trend: Trend::from_bytes(&row.trend),
            keeps_off: row.private.is_off_leaderboards(),
        }
    }
}
