//! Columns that are read as values of the domain: `#[diesel(deserialize_as = StateColumn)]`.

use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::prelude::Queryable;
use diesel::serialize::{self, IsNull, Output, ToSql};
use diesel::sql_types::{Binary, Integer, Nullable, SmallInt, Text};

use adjutant_domain::organisation::color::BrandColor;
use adjutant_domain::play::{PlayId, State};
use salpakan::clock::Speed;
use salpakan::rules::{ByColor, Color};

use super::plays::SeatHolder;

/// Declares a column and how the stored value becomes another one, or what is wrong with it.
macro_rules! column {
    ($(#[$doc:meta])* $column:ident($sql:ty): $stored:ty => $value:ty, $read:expr) => {
        $(#[$doc])*
        #[derive(FromSqlRow)]
        pub struct $column($value);

        impl<DB: Backend> FromSql<$sql, DB> for $column
        where
            $stored: FromSql<$sql, DB>,
        {
            fn from_sql(bytes: DB::RawValue<'_>) -> deserialize::Result<Self> {
                let read: fn($stored) -> Result<$value, &'static str> = $read;
                Ok($column(read(<$stored>::from_sql(bytes)?)?))
            }
        }

        impl From<$column> for $value {
            fn from(column: $column) -> $value {
                column.0
            }
        }
    };
}

/// Declares an enum that is stored as a number, and the variant of any other number; with keys, also
/// `ALL`, `key` and `parse`.
macro_rules! stored_enum {
    ($(#[$doc:meta])* $name:ident, else $unknown:ident {
        $($(#[$note:meta])* $variant:ident = $number:literal,)+
    }) => {
        $(#[$doc])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq,
            diesel::deserialize::FromSqlRow, diesel::expression::AsExpression,
        )]
        #[diesel(sql_type = diesel::sql_types::SmallInt)]
        pub enum $name { $($(#[$note])* $variant = $number,)+ }

        impl<DB> diesel::deserialize::FromSql<diesel::sql_types::SmallInt, DB> for $name
        where
            DB: diesel::backend::Backend,
            i16: diesel::deserialize::FromSql<diesel::sql_types::SmallInt, DB>,
        {
            fn from_sql(bytes: DB::RawValue<'_>) -> diesel::deserialize::Result<$name> {
                Ok(match i16::from_sql(bytes)? {
                    $($number => $name::$variant,)+
                    _ => $name::$unknown,
                })
            }
        }

        impl<DB> diesel::serialize::ToSql<diesel::sql_types::SmallInt, DB> for $name
        where
            DB: diesel::backend::Backend,
            i16: diesel::serialize::ToSql<diesel::sql_types::SmallInt, DB>,
        {
            fn to_sql<'b>(
                &'b self,
                out: &mut diesel::serialize::Output<'b, '_, DB>,
            ) -> diesel::serialize::Result {
                match self {
                    $($name::$variant => <i16 as diesel::serialize::ToSql<_, DB>>::to_sql(&$number, out),)+
                }
            }
        }
    };
    ($(#[$doc:meta])* $name:ident, else $unknown:ident {
        $($(#[$note:meta])* $variant:ident = $number:literal $key:literal,)+
    }) => {
        stored_enum! {
            $(#[$doc])*
            $name, else $unknown { $($(#[$note])* $variant = $number,)+ }
        }

        impl $name {
            pub const ALL: [$name; [$($number),+].len()] = [$($name::$variant),+];

            /// The key in the audit log, in addresses and in the catalogues; frozen.
            pub const fn key(self) -> &'static str {
                match self { $($name::$variant => $key,)+ }
            }

            pub fn parse(key: &str) -> Option<$name> {
                $name::ALL.into_iter().find(|one| one.key() == key)
            }
        }
    };
}
pub(super) use stored_enum;

column! {
    /// `None` if it is empty.
    OptionalTextColumn(Text): String => Option<String>,
    |text| Ok(Some(text).filter(|text| !text.is_empty()))
}
column! {
    BrandColorColumn(Integer): i32 => BrandColor, |number| Ok(BrandColor::from_number(number))
}
column! {
    /// Yes unless it is 0.
    FlagColumn(SmallInt): i16 => bool, |number| Ok(number != 0)
}
column! {
    PlayIdColumn(Binary): Vec<u8> => PlayId,
    |bytes| bytes.try_into().map_err(|_| "an id of another length")
}
column! {
    StateColumn(SmallInt): i16 => State,
    |number| u8::try_from(number).ok().and_then(State::from_number).ok_or("an unknown state")
}
column! {
    SpeedColumn(SmallInt): i16 => Speed,
    |number| Speed::ALL.into_iter().find(|one| *one as i16 == number).ok_or("an unknown speed")
}
column! {
    ColorColumn(SmallInt): i16 => Color,
    |number| Color::ALL.into_iter().find(|one| *one as i16 == number).ok_or("an unknown color")
}
column! {
    /// The colour that the maker of a seek wants; 0 for either.
    SeekColorColumn(SmallInt): i16 => Option<Color>,
    |number| match number {
        0 => Ok(None),
        1 => Ok(Some(Color::White)),
        2 => Ok(Some(Color::Black)),
        _ => Err("an unknown color"),
    }
}

/// A reference to a row; 0 stands for none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromSqlRow, AsExpression)]
#[diesel(sql_type = Integer)]
pub struct Reference(pub Option<i32>);

impl From<Reference> for i32 {
    fn from(reference: Reference) -> i32 {
        reference.0.unwrap_or(0)
    }
}

impl<DB: Backend> FromSql<Nullable<Integer>, DB> for Reference
where
    i32: FromSql<Integer, DB>,
{
    fn from_sql(bytes: DB::RawValue<'_>) -> deserialize::Result<Reference> {
        Ok(Reference(Some(i32::from_sql(bytes)?)))
    }

    fn from_nullable_sql(bytes: Option<DB::RawValue<'_>>) -> deserialize::Result<Reference> {
        bytes.map_or(Ok(Reference(None)), Self::from_sql)
    }
}

impl<DB: Backend> ToSql<Integer, DB> for Reference
where
    i32: ToSql<Integer, DB>,
{
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, DB>) -> serialize::Result {
        self.0.as_ref().map_or(Ok(IsNull::Yes), |id| id.to_sql(out))
    }
}

/// The players of White and Black.
#[derive(Queryable)]
pub struct PlayerColumns(i32, i32);

impl From<PlayerColumns> for ByColor<i32> {
    fn from(PlayerColumns(white, black): PlayerColumns) -> ByColor<i32> {
        ByColor::new(white, black)
    }
}

/// The players and then the accounts of White and Black.
#[derive(Queryable)]
pub struct SeatColumns(i32, i32, Option<i32>, Option<i32>);

impl From<SeatColumns> for ByColor<SeatHolder> {
    fn from(row: SeatColumns) -> ByColor<SeatHolder> {
        let seat = |player, account| SeatHolder { player, account };
        ByColor::new(seat(row.0, row.2), seat(row.1, row.3))
    }
}
