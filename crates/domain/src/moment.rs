//! Moments and spans of time.

use std::fmt;
use std::ops::{Add, AddAssign, Sub, SubAssign};

use chrono::{DateTime, TimeZone, Utc};
use ledger_ratings::Day;
pub use salpakan::clock::{DAY, SECOND};
use serde::{Deserialize, Serialize};

/// A span of time is a number of microseconds.
pub const MINUTE: i64 = 60 * SECOND;
pub const HOUR: i64 = 60 * MINUTE;

/// A moment, in microseconds since 1970-01-01 UTC. The difference of two moments is a span.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
#[cfg_attr(
    feature = "diesel",
    derive(diesel::expression::AsExpression, diesel::deserialize::FromSqlRow),
    diesel(sql_type = diesel::sql_types::BigInt)
)]
pub struct Micros(pub i64);

impl Micros {
    /// Stored for what has not happened.
    pub const NEVER: Micros = Micros(0);
    pub const MIN: Micros = Micros(i64::MIN);
    pub const MAX: Micros = Micros(i64::MAX);

    /// The moment, unless it is [`Micros::NEVER`].
    pub fn if_ever(self) -> Option<Micros> {
        (self != Micros::NEVER).then_some(self)
    }

    pub const fn saturating_add(self, span: i64) -> Micros {
        Micros(self.0.saturating_add(span))
    }

    pub const fn saturating_sub(self, span: i64) -> Micros {
        Micros(self.0.saturating_sub(span))
    }

    /// The span since an earlier moment, at most `i64::MAX`; negative if `earlier` is later.
    pub const fn since(self, earlier: Micros) -> i64 {
        self.0.saturating_sub(earlier.0)
    }

    /// The beginning of a day, in UTC.
    pub const fn start_of(day: Day) -> Micros {
        Micros(day.0 as i64 * DAY)
    }

    /// The day in UTC, which the dates of records are in.
    pub fn day(self) -> Day {
        self.day_in(Utc)
    }

    /// The day in a time zone.
    pub fn day_in(self, zone: impl TimeZone) -> Day {
        let at = self.to_utc().unwrap_or_default().with_timezone(&zone);
        Day(at.date_naive().to_epoch_days())
    }

    /// The moment in the calendar; `None` if it is too far away.
    pub const fn to_utc(self) -> Option<DateTime<Utc>> {
        DateTime::from_timestamp_micros(self.0)
    }
}

/// Written as the number of microseconds.
impl fmt::Display for Micros {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<Zone: TimeZone> From<DateTime<Zone>> for Micros {
    fn from(at: DateTime<Zone>) -> Micros {
        Micros(at.timestamp_micros())
    }
}

impl From<i64> for Micros {
    fn from(micros: i64) -> Micros {
        Micros(micros)
    }
}

impl Add<i64> for Micros {
    type Output = Micros;

    fn add(self, span: i64) -> Micros {
        Micros(self.0 + span)
    }
}

impl AddAssign<i64> for Micros {
    fn add_assign(&mut self, span: i64) {
        self.0 += span;
    }
}

impl Sub<i64> for Micros {
    type Output = Micros;

    fn sub(self, span: i64) -> Micros {
        Micros(self.0 - span)
    }
}

impl SubAssign<i64> for Micros {
    fn sub_assign(&mut self, span: i64) {
        self.0 -= span;
    }
}

impl Sub for Micros {
    type Output = i64;

    fn sub(self, earlier: Micros) -> i64 {
        self.0 - earlier.0
    }
}

/// Stored as the number, wherever a number of that size can be.
#[cfg(feature = "diesel")]
mod sql {
    use diesel::backend::Backend;
    use diesel::deserialize::{self, FromSql};
    use diesel::serialize::{self, Output, ToSql};
    use diesel::sql_types::BigInt;

    use super::Micros;

    impl<DB: Backend> FromSql<BigInt, DB> for Micros
    where
        i64: FromSql<BigInt, DB>,
    {
        fn from_sql(bytes: DB::RawValue<'_>) -> deserialize::Result<Micros> {
            i64::from_sql(bytes).map(Micros)
        }
    }

    impl<DB: Backend> ToSql<BigInt, DB> for Micros
    where
        i64: ToSql<BigInt, DB>,
    {
        fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, DB>) -> serialize::Result {
            self.0.to_sql(out)
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono_tz::Asia::Manila;

    use super::*;

    #[test]
    fn a_day_begins_at_midnight_of_its_zone() {
        let midnight = Micros::start_of(Day(20_000));
        assert_eq!((midnight.day(), (midnight - 1).day()), (Day(20_000), Day(19_999)));
        assert_eq!((midnight + 16 * HOUR).day_in(Manila), Day(20_001));
        assert_eq!((midnight + 16 * HOUR - 1).day_in(Manila), Day(20_000));
        assert_eq!(midnight.to_utc().map(Micros::from), Some(midnight));
    }

    #[test]
    fn nothing_overflows_beyond_the_last_moments() {
        assert_eq!(Micros::MAX.saturating_add(DAY), Micros::MAX);
        assert_eq!(Micros::MIN.saturating_sub(DAY), Micros::MIN);
        assert_eq!(Micros::MAX.since(Micros::MIN), i64::MAX);
        assert_eq!(Micros::MAX.to_utc(), None);
    }
}
