//! The search over everything public that has a name, and games by id.

use std::collections::HashMap;

use adjutant_domain::search::SearchTerms;
use adjutant_store::search::{self as rows, FoundName, SearchedTable};
use adjutant_store::{AnyConnection, events as event_rows, organisations as organisation_rows};
use adjutant_store::{labels, rating_summaries};
use ledger_ratings::{Day, Entrants, Pool};

use super::games::{self, GameSummary};
use super::records::GameId;
use super::{App, Error, Result};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundPlayer {
    pub handle: String,
    /// The rating in the site's pool with the most games of this player, in whole points.
    pub rating: Option<i32>,
    /// Rated games in the site's pools.
    pub games: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundEvent {
    pub name: String,
    pub slug: String,
    pub last_day: Day,
    /// The organisation, if it has one.
    pub organisation: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundOrganisation {
    pub name: String,
    pub slug: String,
    pub place: String,
}

/// What a query finds, the best of each kind first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Found {
    /// The game with the id that was entered.
    pub game: Option<GameSummary>,
    pub players: Vec<FoundPlayer>,
    pub events: Vec<FoundEvent>,
    pub organisations: Vec<FoundOrganisation>,
}

impl Found {
    pub const fn is_empty(&self) -> bool {
        self.game.is_none()
            && self.players.is_empty()
            && self.events.is_empty()
            && self.organisations.is_empty()
    }
}

/// The number of results of each kind.
pub const MAX_RESULTS: usize = 50;
/// Names of each kind that are compared; more may match, of which none is seen.
const CANDIDATES: i64 = 200;

/// Searches for players, events and organisations by parts of their names, and for a game by its id;
/// at most `limit` of each. Finds nothing that lists do not show: no player who is not listed, no
/// event of an organisation that is not open, and no game before its record is public.
pub fn find(app: &App, query: &str, limit: usize) -> Result<Found> {
    let limit = limit.clamp(1, MAX_RESULTS);
    let game = match GameId::parse(query.trim()) {
        Some(id) => match games::get_any(app, id) {
            Ok(game) => Some(game.summary().clone()),
            Err(Error::Missing { .. }) => None,
            Err(error) => return Err(error),
        },
        None => None,
    };
    let Some(terms) = SearchTerms::parse(query) else {
        return Ok(Found { game, ..Found::default() });
    };
    let mut conn = app.store().read_connection()?;
    Ok(Found {
        game,
        players: find_players(&mut conn, &terms, limit)?,
        events: find_events(&mut conn, &terms, limit)?,
        organisations: find_organisations(&mut conn, &terms, limit)?,
    })
}

fn candidates(
    conn: &mut AnyConnection,
    table: SearchedTable,
    terms: &SearchTerms,
) -> Result<Vec<FoundName>> {
    Ok(rows::find(conn, table, terms, CANDIDATES)?)
}

/// Players by fit, then by games.
fn find_players(
    conn: &mut AnyConnection,
    terms: &SearchTerms,
    limit: usize,
) -> Result<Vec<FoundPlayer>> {
    let names = candidates(conn, SearchedTable::Players, terms)?;
    let ids: Vec<i32> = names.iter().map(|one| one.id).collect();
    let mut ratings: HashMap<i32, (u32, u32, i32)> = HashMap::new();
    for row in rating_summaries::for_players(conn, &ids)? {
        // Games against the computer say nothing of somebody's place among people.
        let is_shown = |pool: &Pool| pool.entrants != Entrants::PersonAndComputer;
        if !Pool::by_id(row.pool).is_some_and(is_shown) || row.keeps_off {
            continue;
        }
        let games = row.totals.games();
        let (all, most, rating) = ratings.entry(row.player).or_default();
        *all += games;
        if games > *most {
            (*most, *rating) = (games, row.glicko.whole_points());
        }
    }
    let mut found: Vec<(u8, FoundPlayer)> = names
        .into_iter()
        .map(|one| {
            let own = ratings.get(&one.id);
            let player = FoundPlayer {
                handle: one.name,
                rating: own.map(|(_, _, rating)| *rating),
                games: own.map_or(0, |(all, ..)| *all),
            };
            (terms.rank(&one.search_key), player)
        })
        .collect();
    found.sort_by_key(|(rank, player)| (*rank, std::cmp::Reverse(player.games)));
    Ok(found.into_iter().take(limit).map(|(_, player)| player).collect())
}

/// Events by fit, then the latest first.
fn find_events(
    conn: &mut AnyConnection,
    terms: &SearchTerms,
    limit: usize,
) -> Result<Vec<FoundEvent>> {
    let names = candidates(conn, SearchedTable::Events, terms)?;
    let ids: Vec<i32> = names.iter().map(|one| one.id).collect();
    let public = rows::public_events(conn, &ids)?;
    let ranks: HashMap<i32, u8> =
        names.iter().map(|one| (one.id, terms.rank(&one.search_key))).collect();
    let mut found = event_rows::by_ids(conn, &public)?;
    found.sort_by_key(|row| (ranks.get(&row.id).copied(), std::cmp::Reverse(row.last_day), row.id));
    found.truncate(limit);
    let owners: Vec<i32> = found.iter().filter_map(|row| row.owner.organisation()).collect();
    let owners = labels::organisations(conn, &owners)?;
    let event = |row: event_rows::EventRow| FoundEvent {
        organisation: row
            .owner
            .organisation()
            .and_then(|id| owners.get(&id))
            .map(|label| label.name.clone()),
        name: row.name,
        slug: row.slug,
        last_day: Day(row.last_day),
    };
    Ok(found.into_iter().map(event).collect())
}

fn find_organisations(
    conn: &mut AnyConnection,
    terms: &SearchTerms,
    limit: usize,
) -> Result<Vec<FoundOrganisation>> {
    let mut names = candidates(conn, SearchedTable::Organisations, terms)?;
    names.truncate(limit);
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<i32> = names.iter().map(|one| one.id).collect();
    let found = organisation_rows::by_ids(conn, &ids)?;
    let organisation = |one: &FoundName| {
        let row = found.iter().find(|row| row.id == one.id)?;
        Some(FoundOrganisation {
            name: row.name.clone(),
            slug: row.slug.clone(),
            place: row.place.clone(),
        })
    };
    Ok(names.iter().filter_map(organisation).collect())
}
