//! Integrity checks of the database engines, and of counters.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text};

use super::connection::on_engine;
use super::schema::{
    accounts, audit, counters, deployments, events, games, merge_moves, merges, organisations,
    outages, players, plays, retired_names, rule_sets, sites, timelines, unrecorded_games,
};
use super::{AnyConnection, Engine, StoreError};

#[derive(QueryableByName)]
struct IntegrityCheckRow {
    #[diesel(sql_type = Text)]
    integrity_check: String,
}

#[derive(QueryableByName)]
struct DanglingRow {
    #[diesel(sql_type = Text)]
    table: String,
    #[diesel(sql_type = Nullable<BigInt>)]
    rowid: Option<i64>,
}

#[derive(QueryableByName)]
struct CountRow {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

/// The number of dangling references listed individually.
const MAX_LISTED_FAULTS: usize = 20;

/// Runs the engine's own check; returns a description of each fault.
///
/// For SQLite it covers every page and every reference. For PostgreSQL it covers every reference,
/// and the indexes if the extension `amcheck` is installed; rows are read by the check of the
/// records.
pub fn check_engine(connection: &mut AnyConnection) -> Result<Vec<String>, StoreError> {
    match connection.engine() {
        Engine::Sqlite(inner) => {
            let lines: Vec<IntegrityCheckRow> =
                diesel::sql_query("PRAGMA integrity_check(20)").load(inner)?;
            let orphans: Vec<DanglingRow> =
                diesel::sql_query("PRAGMA foreign_key_check").load(inner)?;
            let said = lines.into_iter().map(|line| line.integrity_check).filter(|l| l != "ok");
            let point = |orphan: DanglingRow| {
                let row = orphan.rowid.map_or("?".to_owned(), |rowid| rowid.to_string());
                format!("row {row} of {} points to a row that is not there", orphan.table)
            };
            let more = orphans.len().saturating_sub(MAX_LISTED_FAULTS);
            let more = (more > 0).then(|| format!("{more} more rows point to rows not there"));
            Ok(said
                .chain(orphans.into_iter().take(MAX_LISTED_FAULTS).map(point))
                .chain(more)
                .collect())
        }
        Engine::Postgres(inner) => {
            let mut faults = dangling_references(inner)?;
            let installed: CountRow = diesel::sql_query(
                "SELECT count(*) AS count FROM pg_extension WHERE extname = 'amcheck'",
            )
            .get_result(inner)?;
            if installed.count == 0 {
                return Ok(faults);
            }
            let checked = diesel::sql_query(
                "SELECT bt_index_check(c.oid) FROM pg_class c \
                 JOIN pg_index i ON i.indexrelid = c.oid JOIN pg_am a ON a.oid = c.relam \
                 WHERE a.amname = 'btree' AND c.relnamespace = 'public'::regnamespace",
            )
            .execute(inner);
            faults.extend(checked.err().map(|e| e.to_string()));
            Ok(faults)
        }
    }
}

/// References not enforced by PostgreSQL: table, column and target.
const POSTGRES_REFERENCES: [(&str, &str, &str); 8] = [
    ("games", "white_id", "players"),
    ("games", "black_id", "players"),
    ("games", "event_id", "events"),
    ("games", "site_id", "sites"),
    ("games", "rule_set_id", "rule_sets"),
    ("timelines", "game_id", "games"),
    ("deployments", "game_id", "games"),
    ("play_events", "play_id", "plays"),
];

/// Counts dangling references by column.
fn dangling_references(inner: &mut PgConnection) -> Result<Vec<String>, StoreError> {
    let mut faults = Vec::new();
    for (table, column, target) in POSTGRES_REFERENCES {
        let found: CountRow = diesel::sql_query(format!(
            "SELECT count(*) AS count FROM {table} t \
             WHERE NOT EXISTS (SELECT 1 FROM {target} o WHERE o.id = t.{column})"
        ))
        .get_result(inner)?;
        if found.count > 0 {
            let count = found.count;
            faults.push(format!("{count} rows of {table} point by {column} to no row of {target}"));
        }
    }
    Ok(faults)
}

/// References not enforced by either engine: table, column, target, and which rows are meant.
const UNENFORCED_REFERENCES: [(&str, &str, &str, &str); 20] = [
    ("played_games", "game_id", "games", "t.game_id > 0"),
    ("players", "merged_into", "players", "t.state = 1"),
    ("games", "imported_by", "accounts", "t.imported_by <> 0"),
    ("games", "organisation_id", "organisations", "t.organisation_id > 0"),
    ("events", "organisation_id", "organisations", "t.organisation_id > 0"),
    ("roles", "event_id", "events", "t.event_id <> 0"),
    ("roles", "granted_by", "accounts", "t.granted_by <> 0"),
    ("members", "verified_by", "accounts", "t.verified_by <> 0"),
    ("merge_moves", "game_id", "games", "t.color < 2"),
    ("merges", "made_by", "accounts", "t.made_by <> 0"),
    ("merge_moves", "game_id", "plays", "t.color IN (5, 6)"),
    ("plays", "white_account", "accounts", "t.white_account <> 0"),
    ("plays", "black_account", "accounts", "t.black_account <> 0"),
    ("plays", "organisation_id", "organisations", "t.organisation_id > 0"),
    ("plays", "event_id", "events", "t.event_id <> 0"),
    ("plays", "game_id", "games", "t.game_id <> 0"),
    ("unrecorded_games", "event_id", "contests", "t.event_id <> 0"),
    ("unrecorded_games", "white_id", "players", "t.white_id <> 0"),
    ("unrecorded_games", "black_id", "players", "t.black_id <> 0"),
    ("seeks", "to_player_id", "players", "t.to_player_id <> 0"),
];

/// Counts dangling references of people and owners by column.
pub fn check_unenforced_references(
    connection: &mut AnyConnection,
) -> Result<Vec<String>, StoreError> {
    let mut faults = Vec::new();
    for (table, column, target, which) in UNENFORCED_REFERENCES {
        let query = format!(
            "SELECT count(*) AS count FROM {table} t WHERE {which} \
             AND NOT EXISTS (SELECT 1 FROM {target} o WHERE o.id = t.{column})"
        );
        let found: CountRow =
            on_engine!(connection, inner => diesel::sql_query(&query).get_result(inner)?);
        if found.count > 0 {
            let count = found.count;
            faults.push(format!("{count} rows of {table} point by {column} to no row of {target}"));
        }
    }
    Ok(faults)
}

/// Counts events whose last day is not that of their last game; events run on this site may have a
/// later one.
pub fn count_events_with_wrong_day(connection: &mut AnyConnection) -> Result<i64, StoreError> {
    let query = "SELECT count(*) AS count FROM events WHERE last_day <> COALESCE( \
                 (SELECT MAX(day) FROM games WHERE games.event_id = events.id), last_day) \
                 AND NOT (EXISTS (SELECT 1 FROM contests WHERE contests.id = events.id) \
                 AND last_day > (SELECT MAX(day) FROM games WHERE games.event_id = events.id))";
    let found: CountRow =
        on_engine!(connection, inner => diesel::sql_query(query).get_result(inner)?);
    Ok(found.count)
}

/// Counts games in an event of another owner, and games rated in a pool of another owner.
pub fn count_games_with_wrong_owner(
    connection: &mut AnyConnection,
) -> Result<(i64, i64), StoreError> {
    let in_event = "SELECT count(*) AS count FROM games g JOIN events e ON e.id = g.event_id \
                    WHERE e.organisation_id <> g.organisation_id AND e.name_key <> '?'";
    let rated = "SELECT count(*) AS count FROM games WHERE NOT ( \
                 rated_in = -1 OR (organisation_id = 0 AND rated_in = 0) OR (organisation_id > 0 AND \
                 rated_in IN (100 + 2 * organisation_id, 101 + 2 * organisation_id)))";
    let mut count = |query: &str| -> Result<i64, StoreError> {
        let found: CountRow =
            on_engine!(connection, inner => diesel::sql_query(query).get_result(inner)?);
        Ok(found.count)
    };
    Ok((count(in_event)?, count(rated)?))
}

/// The missing rows to which a game refers, such as `player 7`.
pub fn missing_references(
    connection: &mut AnyConnection,
    game: i32,
) -> Result<Vec<String>, StoreError> {
    let (white, black, event, site, rule_set): (i32, i32, i32, i32, i32) = games::table
        .find(game)
        .select((
            games::white_id,
            games::black_id,
            games::event_id,
            games::site_id,
            games::rule_set_id,
        ))
        .first(connection)?;
    let mut missing = Vec::new();
    macro_rules! look {
        ($table:ident, $what:literal, $id:expr) => {
            let found: i64 =
                $table::table.filter($table::id.eq($id)).count().get_result(connection)?;
            if found == 0 {
                missing.push(format!("{} {}, which is not there", $what, $id));
            }
        };
    }
    look!(players, "player", white);
    look!(players, "player", black);
    look!(events, "event", event);
    look!(sites, "site", site);
    look!(rule_sets, "rule-set", rule_set);
    Ok(missing)
}

/// A counter and the actual number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountCheck {
    pub of: &'static str,
    /// `None` if there is no counter.
    pub maintained: Option<i64>,
    pub counted: i64,
}

/// Checks all counters; scans the tables.
pub fn check_counts(connection: &mut AnyConnection) -> Result<Vec<CountCheck>, StoreError> {
    let sealed = deployments::table.filter(deployments::sealed.ne(0));
    // Results without a record use ids of games.
    let numbered = unrecorded_games::table.filter(unrecorded_games::number.ne(0));
    let more: i64 = numbered.count().get_result(connection)?;
    let all = |count: i64| count + more;
    let counted: [(&'static str, &'static str, i64); 17] = [
        ("games", "games", all(games::table.count().get_result(connection)?)),
        ("timelines", "games", all(timelines::table.count().get_result(connection)?)),
        ("deployments", "games", all(deployments::table.count().get_result(connection)?)),
        ("numbers of games without a record", "unrecorded_numbers", more),
        ("sealed deployments", "sealed", sealed.count().get_result(connection)?),
        ("players", "players", players::table.count().get_result(connection)?),
        ("events", "events", events::table.count().get_result(connection)?),
        ("sites", "sites", sites::table.count().get_result(connection)?),
        ("rule-sets", "rule_sets", rule_sets::table.count().get_result(connection)?),
        // Of people, only what is never deleted; other counters contain the last id only.
        ("accounts", "accounts", accounts::table.count().get_result(connection)?),
        ("organisations", "organisations", organisations::table.count().get_result(connection)?),
        ("merges", "merges", merges::table.count().get_result(connection)?),
        ("moves of merges", "merge_moves", merge_moves::table.count().get_result(connection)?),
        ("retired names", "retired_names", retired_names::table.count().get_result(connection)?),
        ("audit entries", "audit", audit::table.count().get_result(connection)?),
        ("plays", "plays", plays::table.count().get_result(connection)?),
        ("outages", "outages", outages::table.count().get_result(connection)?),
    ];
    counted
        .into_iter()
        .map(|(of, counter, counted)| {
            let maintained: Option<i64> = counters::table
                .find(counter)
                .select(counters::value)
                .first(connection)
                .optional()?;
            Ok(CountCheck { of, maintained, counted })
        })
        .collect()
}
