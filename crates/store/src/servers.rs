//! The servers on a PostgreSQL database: which of them run, and until when one ran.
//!
//! Times are in game time; `clock_at` is by the clock of the database, so that servers can compare theirs.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer};

use super::schema::servers;
use super::{AnyConnection, Result, id_sequence};
use adjutant_domain::moment::Micros;

/// How many rows of servers that are gone are kept.
const MOST_GONE: i64 = 50;
/// The clock of PostgreSQL, in microseconds.
const CLOCK: &str = "(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000)::bigint";

#[derive(Debug, Clone, PartialEq, Eq, HasQuery)]
#[diesel(table_name = servers)]
pub struct ServerRow {
    pub id: i32,
    /// Of the program.
    pub version: String,
    pub started_at: Micros,
    /// Until when it could certainly write.
    pub ran_until: Micros,
    /// Its game time when it wrote that.
    pub game_at: Micros,
    /// The same moment by the clock of the database.
    pub clock_at: Micros,
}

#[derive(QueryableByName)]
struct ClockRow {
    #[diesel(sql_type = BigInt)]
    clock: i64,
}

/// Has beats on this connection return before they are durable: one that is lost with the database is
/// one that never was.
pub fn do_not_wait_for_the_disk(conn: &mut AnyConnection) -> Result<()> {
    Ok(conn.batch_execute("SET synchronous_commit TO off")?)
}

/// The clock of the database.
pub fn clock(conn: &mut AnyConnection) -> Result<Micros> {
    let row: ClockRow = diesel::sql_query(format!("SELECT {CLOCK} AS clock")).get_result(conn)?;
    Ok(Micros(row.clock))
}

/// Enters a server that starts, in a transaction of the caller; returns its id.
pub fn enter(conn: &mut AnyConnection, version: &str, now: Micros, clock: Micros) -> Result<i32> {
    let id = id_sequence::next_ids(conn, "servers", 1)?;
    let row = (
        servers::id.eq(id),
        servers::version.eq(version),
        servers::started_at.eq(now),
        servers::ran_until.eq(now),
        servers::game_at.eq(now),
        servers::clock_at.eq(clock),
        servers::gone.eq(0),
    );
    diesel::insert_into(servers::table).values(row).execute(conn)?;
    let kept = servers::table
        .filter(servers::gone.eq(1))
        .order(servers::id.desc())
        .select(servers::id)
        .offset(MOST_GONE);
    let oldest: Option<i32> = kept.first(conn).optional()?;
    if let Some(oldest) = oldest {
        let old = servers::table.filter(servers::gone.eq(1).and(servers::id.le(oldest)));
        diesel::delete(old).execute(conn)?;
    }
    Ok(id)
}

/// Writes that a server runs. Returns `false` if it counts as gone.
pub fn beat(conn: &mut AnyConnection, id: i32, ran_until: Micros, now: Micros) -> Result<bool> {
    let beat = format!(
        "UPDATE servers SET ran_until = $1, game_at = $2, clock_at = {CLOCK} WHERE id = $3 AND gone = 0"
    );
    let beaten = diesel::sql_query(beat)
        .bind::<BigInt, _>(ran_until.0)
        .bind::<BigInt, _>(now.0)
        .bind::<Integer, _>(id);
    Ok(beaten.execute(conn)? == 1)
}

/// The servers that are not gone, oldest first.
pub fn present(conn: &mut AnyConnection) -> Result<Vec<ServerRow>> {
    Ok(ServerRow::query().filter(servers::gone.eq(0)).order(servers::id).load(conn)?)
}

/// Marks a server as gone if it has not written since `clock_at`; returns whether it was not gone before.
pub fn leave(conn: &mut AnyConnection, id: i32, clock_at: Option<Micros>) -> Result<bool> {
    let own = servers::table.filter(servers::id.eq(id).and(servers::gone.eq(0)));
    let left = match clock_at {
        Some(clock_at) => diesel::update(own.filter(servers::clock_at.eq(clock_at)))
            .set(servers::gone.eq(1))
            .execute(conn)?,
        None => diesel::update(own).set(servers::gone.eq(1)).execute(conn)?,
    };
    Ok(left == 1)
}

/// Until when any server ran.
pub fn last_ran(conn: &mut AnyConnection) -> Result<Option<Micros>> {
    Ok(servers::table.select(diesel::dsl::max(servers::ran_until)).first(conn)?)
}
