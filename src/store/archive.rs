//! Rows as bytes, for backups that either engine writes and either engine reads.
//!
//! Integers are zigzag varints; texts and byte strings have their length before them.
//! Derived tables (ratings) are not kept: they are made anew from the games.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;

use super::connection::{insert_all, on_engine};
use super::schema::{counters, deployments, events, games, players, rule_sets, sites, timelines};
use super::{AnyConnection, StoreError};

/// Counters that count rows which a backup keeps.
const KEPT_COUNTERS: [&str; 6] = ["games", "sealed", "players", "events", "sites", "rule_sets"];

/// A value of a row.
trait Field: Sized {
    fn put(&self, out: &mut Vec<u8>);
    fn take(bytes: &mut &[u8]) -> Option<Self>;
}

impl Field for i64 {
    fn put(&self, out: &mut Vec<u8>) {
        let mut rest = (*self << 1 ^ *self >> 63) as u64;
        while rest >= 0x80 {
            out.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        out.push(rest as u8);
    }

    fn take(bytes: &mut &[u8]) -> Option<i64> {
        let mut value = 0_u64;
        for shift in (0..64).step_by(7) {
            let (first, rest) = bytes.split_first()?;
            *bytes = rest;
            value |= u64::from(first & 0x7f) << shift;
            if first & 0x80 == 0 {
                return Some((value >> 1) as i64 ^ -((value & 1) as i64));
            }
        }
        None
    }
}

macro_rules! narrow_field {
    ($kind:ty) => {
        impl Field for $kind {
            fn put(&self, out: &mut Vec<u8>) {
                i64::from(*self).put(out);
            }
            fn take(bytes: &mut &[u8]) -> Option<$kind> {
                <$kind>::try_from(i64::take(bytes)?).ok()
            }
        }
    };
}
narrow_field!(i16);
narrow_field!(i32);

impl Field for Vec<u8> {
    fn put(&self, out: &mut Vec<u8>) {
        (self.len() as i64).put(out);
        out.extend_from_slice(self);
    }

    fn take(bytes: &mut &[u8]) -> Option<Vec<u8>> {
        let length = usize::try_from(i64::take(bytes)?).ok()?;
        let (own, rest) = bytes.split_at_checked(length)?;
        *bytes = rest;
        Some(own.to_vec())
    }
}

impl Field for String {
    fn put(&self, out: &mut Vec<u8>) {
        (self.len() as i64).put(out);
        out.extend_from_slice(self.as_bytes());
    }

    fn take(bytes: &mut &[u8]) -> Option<String> {
        String::from_utf8(Vec::take(bytes)?).ok()
    }
}

/// A table that a backup keeps; rows follow the rows that they point to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Table {
    Counters,
    Players,
    Events,
    Sites,
    RuleSets,
    Games,
    Timelines,
    Deployments,
}

/// Rows as bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    pub rows: u32,
    pub bytes: Vec<u8>,
    /// The id of the last row: the next block begins after it.
    pub last: i32,
}

/// Rows a block.
const ROWS: i64 = 4_096;

macro_rules! kept {
    ($($variant:ident $row:ident $table:ident by $key:ident { $($column:ident: $kind:ty),+ $(,)? })+) => {
        $(
            #[derive(Queryable, Insertable)]
            #[diesel(table_name = $table, treat_none_as_default_value = false)]
            struct $row { $($column: $kind),+ }

            impl $row {
                const COLUMNS: &'static [&'static str] = &[$(stringify!($column)),+];

                fn put(&self, out: &mut Vec<u8>) {
                    $(self.$column.put(out);)+
                }

                fn take(bytes: &mut &[u8]) -> Option<$row> {
                    Some($row { $($column: Field::take(bytes)?),+ })
                }
            }
        )+

        impl Table {
            /// The table's name and its columns, as a backup states them.
            #[must_use]
            pub fn columns(self) -> (&'static str, &'static [&'static str]) {
                match self {
                    Table::Counters => ("counters", &["name", "value"]),
                    $(Table::$variant => (stringify!($table), $row::COLUMNS),)+
                }
            }

            /// The rows after the id `after`; `None` where there are no more.
            ///
            /// # Errors
            /// [`StoreError::Database`].
            pub fn read(
                self,
                connection: &mut AnyConnection,
                after: i32,
            ) -> Result<Option<Block>, StoreError> {
                match self {
                    Table::Counters => read_counters(connection, after),
                    $(Table::$variant => {
                        let rows: Vec<$row> = $table::table
                            .filter($table::$key.gt(after))
                            .order($table::$key)
                            .select(($($table::$column,)+))
                            .limit(ROWS)
                            .load(connection)?;
                        let Some(last) = rows.last().map(|row| row.$key) else { return Ok(None) };
                        let mut bytes = Vec::with_capacity(rows.len() * 64);
                        rows.iter().for_each(|row| row.put(&mut bytes));
                        Ok(Some(Block { rows: rows.len() as u32, bytes, last }))
                    })+
                }
            }

            /// Inserts the rows of a block.
            ///
            /// # Errors
            /// [`StoreError::Damaged`] where the bytes are no rows, [`StoreError::Database`].
            pub fn write(
                self,
                connection: &mut AnyConnection,
                count: u32,
                mut bytes: &[u8],
            ) -> Result<(), StoreError> {
                match self {
                    Table::Counters => write_counters(connection, count, bytes),
                    $(Table::$variant => {
                        let rows = (0..count)
                            .map(|_| $row::take(&mut bytes))
                            .collect::<Option<Vec<$row>>>()
                            .filter(|_| bytes.is_empty())
                            .ok_or_else(|| no_rows(self))?;
                        insert_all!(connection, $table::table, rows);
                        Ok(())
                    })+
                }
            }
        }
    };
}

kept! {
    Players PlayerRow players by id { id: i32, handle: String, name_key: String }
    Events EventRow events by id { id: i32, name: String, name_key: String, slug: String, organisation_id: i32 }
    Sites SiteRow sites by id { id: i32, name: String }
    RuleSets RuleSetRow rule_sets by id { id: i32, name: String }
    Games GameRow games by id {
        id: i32,
        content_id: Vec<u8>,
        white_id: i32,
        black_id: i32,
        event_id: i32,
        site_id: i32,
        rule_set_id: i32,
        round: String,
        white_as: String,
        black_as: String,
        event_as: String,
        day: i32,
        date_text: String,
        base_seconds: i32,
        increment_seconds: i32,
        first_color: i16,
        outcome: i16,
        termination: i16,
        plies: i32,
        revealed: i16,
        provenance: i16,
        imported_at: i64,
        organisation_id: i32,
        rated_in: i16,
        imported_by: i32,
    }
    Timelines TimelineRow timelines by game_id { game_id: i32, body: Vec<u8>, annotations: Vec<u8>, checksum: i32 }
    Deployments DeploymentRow deployments by game_id { game_id: i32, sealed: i16, body: Vec<u8>, annotations: Vec<u8> }
}

impl Table {
    /// In the order in which rows are written.
    pub const ALL: [Table; 8] = [
        Table::Counters,
        Table::Players,
        Table::Events,
        Table::Sites,
        Table::RuleSets,
        Table::Games,
        Table::Timelines,
        Table::Deployments,
    ];
}

fn no_rows(table: Table) -> StoreError {
    StoreError::Damaged(format!("a block of {} holds something else", table.columns().0))
}

fn read_counters(connection: &mut AnyConnection, after: i32) -> Result<Option<Block>, StoreError> {
    if after == i32::MAX {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    for name in KEPT_COUNTERS {
        let value: i64 = counters::table.find(name).select(counters::value).first(connection)?;
        name.to_owned().put(&mut bytes);
        value.put(&mut bytes);
    }
    Ok(Some(Block { rows: KEPT_COUNTERS.len() as u32, bytes, last: i32::MAX }))
}

fn write_counters(
    connection: &mut AnyConnection,
    count: u32,
    mut bytes: &[u8],
) -> Result<(), StoreError> {
    for _ in 0..count {
        let name = String::take(&mut bytes).ok_or_else(|| no_rows(Table::Counters))?;
        let value = i64::take(&mut bytes).ok_or_else(|| no_rows(Table::Counters))?;
        let row = counters::table.find(&name);
        if diesel::update(row).set(counters::value.eq(value)).execute(connection)? != 1 {
            return Err(StoreError::Damaged(format!("there is no counter {name:?}")));
        }
    }
    Ok(())
}

/// From here on the connection sees the database as it is now, whatever others write,
/// and can itself write nothing. It lasts until the connection is closed.
///
/// # Errors
/// [`StoreError::Database`].
pub fn freeze(connection: &mut AnyConnection) -> Result<(), StoreError> {
    match connection {
        AnyConnection::Sqlite(inner) => inner.batch_execute("PRAGMA query_only = ON; BEGIN")?,
        AnyConnection::Postgres(inner) => {
            inner.batch_execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")?;
        }
    }
    // SQLite looks at the database only when it reads for the first time.
    on_engine!(connection, inner => {
        counters::table.select(counters::value).first::<i64>(inner)?;
    });
    Ok(())
}

/// Whether nothing has been stored yet. Takes the writer's lock, so that it stays so.
///
/// # Errors
/// [`StoreError::Database`].
pub fn claim_empty(connection: &mut AnyConnection) -> Result<bool, StoreError> {
    let games = counters::table.find("games");
    diesel::update(games).set(counters::value.eq(counters::value)).execute(connection)?;
    let counts: Vec<i64> = counters::table
        .filter(counters::name.eq_any(KEPT_COUNTERS))
        .select(counters::value)
        .load(connection)?;
    Ok(counts.iter().all(|count| *count == 0))
}

#[cfg(test)]
mod tests {
    use super::Field;

    #[test]
    fn numbers_and_texts_read_back() {
        let mut bytes = Vec::new();
        let numbers = [0, 1, -1, 63, -64, 64, i64::MAX, i64::MIN];
        numbers.iter().for_each(|number| number.put(&mut bytes));
        "Lakandula ñ".to_owned().put(&mut bytes);
        let mut rest = bytes.as_slice();
        for number in numbers {
            assert_eq!(i64::take(&mut rest), Some(number));
        }
        assert_eq!(String::take(&mut rest).as_deref(), Some("Lakandula ñ"));
        assert!(rest.is_empty());
    }

    #[test]
    fn what_is_cut_or_too_large_is_no_value() {
        assert_eq!(i64::take(&mut [0x80_u8].as_slice()), None);
        assert_eq!(i64::take(&mut [0xff_u8; 11].as_slice()), None);
        assert_eq!(i16::take(&mut [0xff_u8, 0xff, 0x7f].as_slice()), None);
        assert_eq!(Vec::<u8>::take(&mut [20_u8, 1, 2].as_slice()), None);
    }
}
