//! The query string of leaderboards, which pages and API share.

use ledger_ratings::board::{Board, Cursor, Page, Standing};

use crate::parameters::{AcceptedValues, ParameterError, QueryString};

/// A query for leaderboard rows, shared by the page and the API.
#[derive(Debug, Clone, Default)]
pub struct LeaderboardQuery {
    pub after: Option<Cursor>,
    pub before: Option<Cursor>,
    pub place: Option<usize>,
    /// The handle to search for; may be empty.
    pub handle: String,
    /// The requested number of rows.
    pub limit: Option<usize>,
}

/// The largest place accepted.
const MAX_PLACE: usize = 1_000_000_000;

impl LeaderboardQuery {
    /// The largest number of rows accepted.
    pub const MAX_ROWS: usize = 500;

    /// Parses the query string.
    pub fn read(parameters: &QueryString) -> Result<LeaderboardQuery, ParameterError> {
        let given = parameters.parse(&["after", "before", "place", "handle", "limit"])?;
        let cursor = |name| {
            given.parse_with(name, AcceptedValues::described_by("takes-next-or-previous"), |text| {
                text.parse::<Cursor>().ok()
            })
        };
        Ok(LeaderboardQuery {
            after: cursor("after")?,
            before: cursor("before")?,
            place: given.number("place", 1..=MAX_PLACE)?,
            handle: given.text("handle").unwrap_or_default(),
            limit: given.number("limit", 1..=LeaderboardQuery::MAX_ROWS)?,
        })
    }

    /// The rows after or before a cursor, from a place, or from the top.
    pub fn page(&self, board: &Board, rows: usize) -> Page {
        match (&self.after, &self.before, self.place) {
            (Some(after), ..) => board.page(Some(after), rows),
            (None, Some(before), _) => board.page_before(before, rows),
            (None, None, Some(place)) => board.jump(place, rows),
            (None, None, None) => board.page(None, rows),
        }
    }

    /// The rows around a player, unless the query asks for others.
    pub fn page_around(&self, board: &Board, standing: Option<&Standing>, rows: usize) -> Page {
        let elsewhere = self.after.is_some() || self.before.is_some() || self.place.is_some();
        match standing.filter(|_| !elsewhere) {
            Some(standing) => board.jump(standing.position.place.saturating_sub(10).max(1), rows),
            None => self.page(board, rows),
        }
    }
}
