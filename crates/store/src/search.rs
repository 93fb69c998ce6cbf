//! Names found by parts of them: listed players, events, and open organisations.
//!
//! The index of three characters is FTS5's in SQLite and `pg_trgm`'s in PostgreSQL. Both are kept by
//! the engine itself, for those rows alone that may be found; every query asks for that again.

use std::collections::BTreeMap;

use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Integer, Text};

use adjutant_domain::search::{SearchTerms, search_key};

use super::schema::{events, organisations, players};
use super::transaction::in_transaction;
use super::{AnyConnection, Result, StoreError};

/// The kinds of names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchedTable {
    Players,
    Events,
    Organisations,
}

impl SearchedTable {
    pub const ALL: [SearchedTable; 3] =
        [SearchedTable::Players, SearchedTable::Events, SearchedTable::Organisations];

    const fn name(self) -> &'static str {
        match self {
            SearchedTable::Players => "players",
            SearchedTable::Events => "events",
            SearchedTable::Organisations => "organisations",
        }
    }

    /// The index of SQLite.
    const fn index(self) -> &'static str {
        match self {
            SearchedTable::Players => "player_search",
            SearchedTable::Events => "event_search",
            SearchedTable::Organisations => "organisation_search",
        }
    }

    /// The column with the name.
    const fn shown(self) -> &'static str {
        match self {
            SearchedTable::Players => "handle",
            SearchedTable::Events | SearchedTable::Organisations => "name",
        }
    }

    /// What holds of the rows that may be found: in literals, as the partial indexes have it. An
    /// event of an organisation is looked at by the caller. Organisations are walked by key and not by
    /// state, which nearly all share.
    const fn condition(self) -> &'static str {
        match self {
            SearchedTable::Players => "t.state = 0 AND t.private = 0 AND t.handle <> '?'",
            SearchedTable::Events => "t.name <> '?'",
            SearchedTable::Organisations => "t.state + 0 = 1",
        }
    }
}

/// A name that was found.
#[derive(Debug, Clone, PartialEq, Eq, QueryableByName)]
pub struct FoundName {
    #[diesel(sql_type = Integer)]
    pub id: i32,
    #[diesel(sql_type = Text)]
    pub name: String,
    #[diesel(sql_type = Text)]
    pub search_key: String,
}

/// Up to `limit` names that begin as the query does, by key, and up to `limit` others that have all
/// of its parts; each once, in the order of their fit.
pub fn find(
    conn: &mut AnyConnection,
    table: SearchedTable,
    terms: &SearchTerms,
    limit: i64,
) -> Result<Vec<FoundName>> {
    let mut found: BTreeMap<i32, FoundName> = BTreeMap::new();
    let others = with_parts(conn, table, terms, limit)?;
    for one in begins_with(conn, table, terms.prefix(), limit)?.into_iter().chain(others) {
        if terms.matches(&one.search_key) {
            found.insert(one.id, one);
        }
    }
    let mut found: Vec<FoundName> = found.into_values().collect();
    found.sort_by_cached_key(|one| (terms.rank(&one.search_key), one.search_key.clone(), one.id));
    Ok(found)
}

fn begins_with(
    conn: &mut AnyConnection,
    table: SearchedTable,
    prefix: &str,
    limit: i64,
) -> Result<Vec<FoundName>> {
    let (name, shown, condition) = (table.name(), table.shown(), table.condition());
    // Keys are compared by their bytes, so the upper end is the prefix and the last code point.
    let query = format!(
        "SELECT t.id, t.{shown} AS name, t.search_key FROM {name} t WHERE t.search_key >= $1 \
         AND t.search_key < $2 AND {condition} ORDER BY t.search_key LIMIT $3"
    );
    Ok(diesel::sql_query(query)
        .bind::<Text, _>(prefix)
        .bind::<Text, _>(format!("{prefix}\u{10ffff}"))
        .bind::<BigInt, _>(limit)
        .load(conn)?)
}

fn with_parts(
    conn: &mut AnyConnection,
    table: SearchedTable,
    terms: &SearchTerms,
    limit: i64,
) -> Result<Vec<FoundName>> {
    let parts: Vec<&str> = terms.indexed_parts().collect();
    if parts.is_empty() {
        return Ok(Vec::new());
    }
    let (name, shown, condition) = (table.name(), table.shown(), table.condition());
    if conn.is_sqlite() {
        let index = table.index();
        let query = format!(
            "SELECT t.id, t.{shown} AS name, t.search_key FROM {index} JOIN {name} t \
             ON t.id = {index}.rowid WHERE {index} MATCH $1 AND {condition} LIMIT $2"
        );
        let query = diesel::sql_query(query).bind::<Text, _>(all_trigrams(&parts));
        return Ok(query.bind::<BigInt, _>(limit).load(conn)?);
    }
    // A part has letters and digits only, so that nothing in it is a wildcard.
    let like = |at: usize| format!("t.search_key LIKE ${}", at + 1);
    let likes: Vec<String> = (0..parts.len()).map(like).collect();
    let query = format!(
        "SELECT t.id, t.{shown} AS name, t.search_key FROM {name} t WHERE {} AND {condition} LIMIT ${}",
        likes.join(" AND "),
        parts.len() + 1
    );
    let mut query = diesel::sql_query(query).into_boxed();
    for part in parts {
        query = query.bind::<Text, _>(format!("%{part}%"));
    }
    Ok(query.bind::<BigInt, _>(limit).load(conn)?)
}

/// The query of FTS5 for keys with every three characters of the parts.
fn all_trigrams(parts: &[&str]) -> String {
    let mut trigrams: Vec<String> = Vec::new();
    for part in parts {
        let characters: Vec<char> = part.chars().collect();
        trigrams
            .extend(characters.windows(3).map(|three| format!("\"{}\"", String::from_iter(three))));
    }
    trigrams.sort_unstable();
    trigrams.dedup();
    trigrams.join(" AND ")
}

/// Which of these events may be found: those of the site, of members, and of open organisations.
pub fn public_events(conn: &mut AnyConnection, ids: &[i32]) -> Result<Vec<i32>> {
    let open = sql::<Bool>("organisations.state = 1");
    super::queries::load_in_chunks(ids, |ids| {
        events::table
            .left_join(
                organisations::table.on(events::organisation_id.eq(organisations::id.nullable())),
            )
            .filter(events::id.eq_any(ids))
            .filter(events::organisation_id.is_null().or(open.clone()))
            .select(events::id)
            .load(conn)
    })
}

/// Rows per step of [`fill_search_keys`].
const BATCH: i64 = 5_000;

/// Computes missing search keys of names stored by older versions and of a restored backup, in
/// steps; `on_progress` is called with the number done. Costs an index lookup a table if none is
/// missing.
pub fn fill_search_keys(conn: &mut AnyConnection, on_progress: &mut dyn FnMut(u64)) -> Result<u64> {
    let mut done = 0;
    for table in SearchedTable::ALL {
        loop {
            let rows = lacking(conn, table)?;
            if rows.is_empty() {
                break;
            }
            in_transaction(conn, |conn| {
                for (id, name) in &rows {
                    set_key(conn, table, *id, &search_key(name))?;
                }
                Ok::<_, StoreError>(())
            })?;
            done += rows.len() as u64;
            on_progress(done);
        }
    }
    Ok(done)
}

fn lacking(conn: &mut AnyConnection, table: SearchedTable) -> Result<Vec<(i32, String)>> {
    Ok(match table {
        SearchedTable::Players => players::table
            .filter(players::search_key.eq(""))
            .select((players::id, players::handle))
            .limit(BATCH)
            .load(conn)?,
        SearchedTable::Events => events::table
            .filter(events::search_key.eq(""))
            .select((events::id, events::name))
            .limit(BATCH)
            .load(conn)?,
        SearchedTable::Organisations => organisations::table
            .filter(organisations::search_key.eq(""))
            .select((organisations::id, organisations::name))
            .limit(BATCH)
            .load(conn)?,
    })
}

/// Sets a key that is missing: another process may have done so.
fn set_key(conn: &mut AnyConnection, table: SearchedTable, id: i32, key: &str) -> Result<()> {
    match table {
        SearchedTable::Players => {
            diesel::update(players::table.find(id).filter(players::search_key.eq("")))
                .set(players::search_key.eq(key))
                .execute(conn)?
        }
        SearchedTable::Events => {
            diesel::update(events::table.find(id).filter(events::search_key.eq("")))
                .set(events::search_key.eq(key))
                .execute(conn)?
        }
        SearchedTable::Organisations => {
            diesel::update(organisations::table.find(id).filter(organisations::search_key.eq("")))
                .set(organisations::search_key.eq(key))
                .execute(conn)?
        }
    };
    Ok(())
}
