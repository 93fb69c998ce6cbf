//! Integrity checks of the database engines, and of counters.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text};

use super::schema::{
    accounts, audit, counters, deployments, events, games, merge_moves, merges, organisations,
    outages, players, plays, retired_names, rule_sets, sites, timelines, unrecorded_games,
};
use super::{AnyConnection, Engine, Result, id_sequence};

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
pub fn check_engine(conn: &mut AnyConnection) -> Result<Vec<String>> {
    match conn.engine() {
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

/// The references of games and of the events of live games, which PostgreSQL does not enforce: table,
/// column and target.
const POSTGRES_REFERENCES: [(&str, &str, &str); 10] = [
    ("games", "white_id", "players"),
    ("games", "black_id", "players"),
    ("games", "event_id", "events"),
    ("games", "site_id", "sites"),
    ("games", "rule_set_id", "rule_sets"),
    ("games", "organisation_id", "organisations"),
    ("games", "imported_by", "accounts"),
    ("timelines", "game_id", "games"),
    ("deployments", "game_id", "games"),
    ("play_events", "play_id", "plays"),
];

/// Counts dangling references by column.
fn dangling_references(inner: &mut PgConnection) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for (table, column, target) in POSTGRES_REFERENCES {
        let query = dangling(table, column, target, &format!("t.{column} IS NOT NULL"));
        let found: CountRow = diesel::sql_query(query).get_result(inner)?;
        faults.extend(dangling_fault(table, column, target, found.count));
    }
    Ok(faults)
}

fn dangling(table: &str, column: &str, target: &str, which: &str) -> String {
    format!(
        "SELECT count(*) AS count FROM {table} t WHERE {which} \
         AND NOT EXISTS (SELECT 1 FROM {target} o WHERE o.id = t.{column})"
    )
}

fn dangling_fault(table: &str, column: &str, target: &str, count: i64) -> Option<String> {
    (count > 0).then(|| format!("{count} rows of {table} point by {column} to no row of {target}"))
}

/// What merges moved: the table depends on the kind, so that neither engine can enforce it.
const MERGE_REFERENCES: [(&str, &str); 2] =
    [("games", "t.color < 2"), ("plays", "t.color IN (5, 6)")];

/// Counts moves of merges that refer to nothing.
pub fn check_merge_references(conn: &mut AnyConnection) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for (target, which) in MERGE_REFERENCES {
        let query = dangling("merge_moves", "game_id", target, which);
        let found: CountRow = diesel::sql_query(&query).get_result(conn)?;
        faults.extend(dangling_fault("merge_moves", "game_id", target, found.count));
    }
    Ok(faults)
}

/// Counts events whose last day is not that of their last game; events run on this site may have a
/// later one.
pub fn count_events_with_wrong_day(conn: &mut AnyConnection) -> Result<i64> {
    let query = "SELECT count(*) AS count FROM events WHERE last_day <> COALESCE( \
                 (SELECT MAX(day) FROM games WHERE games.event_id = events.id), last_day) \
                 AND NOT (EXISTS (SELECT 1 FROM contests WHERE contests.id = events.id) \
                 AND last_day > (SELECT MAX(day) FROM games WHERE games.event_id = events.id))";
    let found: CountRow = diesel::sql_query(query).get_result(conn)?;
    Ok(found.count)
}

/// Counts games in an event of another owner, and games rated in a pool of another owner.
pub fn count_games_with_wrong_owner(conn: &mut AnyConnection) -> Result<(i64, i64)> {
    let in_event = "SELECT count(*) AS count FROM games g JOIN events e ON e.id = g.event_id \
                    WHERE e.name_key <> '?' AND (e.by_member <> g.by_member \
                    OR e.organisation_id IS DISTINCT FROM g.organisation_id)";
    let rated = "SELECT count(*) AS count FROM games WHERE NOT ( \
                 rated_in = -1 OR (organisation_id IS NULL AND by_member = 0 AND rated_in = 0) \
                 OR (rated_in = -2 AND EXISTS (SELECT 1 FROM record_annulments WHERE game_id = games.id)) \
                 OR (organisation_id IS NOT NULL AND ABS(rated_in) IN (100 + 2 * organisation_id, 101 + 2 * organisation_id)))";
    let mut count = |query: &str| -> Result<i64> {
        let found: CountRow = diesel::sql_query(query).get_result(conn)?;
        Ok(found.count)
    };
    Ok((count(in_event)?, count(rated)?))
}

/// The missing rows to which a game refers, such as `player 7`.
pub fn missing_references(conn: &mut AnyConnection, game: i32) -> Result<Vec<String>> {
    let (white, black, event, site, rule_set): (i32, i32, i32, i32, i32) = games::table
        .find(game)
        .select((
            games::white_id,
            games::black_id,
            games::event_id,
            games::site_id,
            games::rule_set_id,
        ))
        .first(conn)?;
    let mut missing = Vec::new();
    macro_rules! look {
        ($table:ident, $what:literal, $id:expr) => {
            let found: i64 = $table::table.filter($table::id.eq($id)).count().get_result(conn)?;
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
pub fn check_counts(conn: &mut AnyConnection) -> Result<Vec<CountCheck>> {
    let sealed = deployments::table.filter(deployments::sealed.ne(0));
    // Results without a record use ids of games.
    let numbered = unrecorded_games::table.filter(unrecorded_games::number.ne(0));
    let more: i64 = numbered.count().get_result(conn)?;
    let all = |count: i64| count + more;
    let kept: i64 = events::table.count().get_result(conn)?;
    let events_ever = kept + id_sequence::counter(conn, "deleted_events")?;
    let counted: [(&'static str, &'static str, i64); 17] = [
        ("games", "games", all(games::table.count().get_result(conn)?)),
        ("timelines", "games", all(timelines::table.count().get_result(conn)?)),
        ("deployments", "games", all(deployments::table.count().get_result(conn)?)),
        ("numbers of games without a record", "unrecorded_numbers", more),
        ("sealed deployments", "sealed", sealed.count().get_result(conn)?),
        ("players", "players", players::table.count().get_result(conn)?),
        ("events", "events", events_ever),
        ("sites", "sites", sites::table.count().get_result(conn)?),
        ("rule-sets", "rule_sets", rule_sets::table.count().get_result(conn)?),
        // Of people, only what is never deleted; other counters contain the last id only.
        ("accounts", "accounts", accounts::table.count().get_result(conn)?),
        ("organisations", "organisations", organisations::table.count().get_result(conn)?),
        ("merges", "merges", merges::table.count().get_result(conn)?),
        ("moves of merges", "merge_moves", merge_moves::table.count().get_result(conn)?),
        ("retired names", "retired_names", retired_names::table.count().get_result(conn)?),
        ("audit entries", "audit", audit::table.count().get_result(conn)?),
        ("plays", "plays", plays::table.count().get_result(conn)?),
        ("outages", "outages", outages::table.count().get_result(conn)?),
    ];
    counted
        .into_iter()
        .map(|(of, counter, counted)| {
            let maintained: Option<i64> =
                counters::table.find(counter).select(counters::value).first(conn).optional()?;
            Ok(CountCheck { of, maintained, counted })
        })
        .collect()
}
