//! One dialect of SQL for both database engines.
//!
//! Diesel's `MultiConnection` compiles each query three times: for either engine and for the type
//! that stands for both. Here a query is written once, with `$1` and `"names"`, which both engines
//! read, and its values are collected once; what either engine gets is a text and a list of values.

use diesel::backend::sql_dialect::*;
use diesel::backend::{Backend, DieselReserveSpecialization, SqlDialect, TrustedBackend};
use diesel::deserialize::{self, FromSql};
use diesel::expression::array_comparison::{In, InExpression, Many, NotIn};
use diesel::pg::{Pg, PgValue};
use diesel::query_builder::{
    AstPass, BindCollector, BoxedLimitOffsetClause, IntoBoxedClause, LimitClause,
    LimitOffsetClause, NoLimitClause, NoOffsetClause, OffsetClause, Query, QueryBuilder,
    QueryFragment, QueryId,
};
use diesel::result::{Error, QueryResult};
use diesel::serialize::{self, IsNull, Output, ToSql};
use diesel::sql_types::{
    Array, BigInt, Binary, Bool, Date, Double, Float, HasSqlType, Integer, Nullable, SingleValue,
    SmallInt, Text, Time, Timestamp, TypeMetadata, Untyped,
};
use diesel::sqlite::Sqlite;

use super::queries::KEYS_PER_STATEMENT;

/// The engine that a query is written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnyBackend {
    Postgres,
    Sqlite,
}

impl Backend for AnyBackend {
    type QueryBuilder = SqlBuilder;
    type RawValue<'a> = AnyValue<'a>;
    type BindCollector<'a> = Binds;
}

impl TypeMetadata for AnyBackend {
    type TypeMetadata = Kind;
    type MetadataLookup = ();
}

impl TrustedBackend for AnyBackend {}
impl DieselReserveSpecialization for AnyBackend {}

/// `ON CONFLICT`, which both engines write alike.
pub struct OnConflict;

impl on_conflict_clause::SupportsOnConflictClause for OnConflict {}
impl on_conflict_clause::SupportsOnConflictClauseWhere for OnConflict {}
impl on_conflict_clause::PgLikeOnConflictClause for OnConflict {}

/// A list of values is one array to PostgreSQL, so that the statement stays the same whatever its
/// length. SQLite gets a placeholder each, and the last value again until there are 1, 2, 4, 8 or so: a statement is
/// prepared once for each of these lengths and not for every other list anew.
pub struct ByEngine;

impl SqlDialect for AnyBackend {
    type ReturningClause = returning_clause::PgLikeReturningClause;
    type OnConflictClause = OnConflict;
    // SQLite has no `DEFAULT` in a list of values.
    type InsertWithDefaultKeyword = default_keyword_for_insert::DoesNotSupportDefaultKeyword;
    type BatchInsertSupport = batch_insert_support::PostgresLikeBatchInsertSupport;
    type ConcatClause = concat_clause::ConcatWithPipesClause;
    type DefaultValueClauseForInsert = default_value_clause::AnsiDefaultValueClause;
    type EmptyFromClauseSyntax = from_clause_syntax::AnsiSqlFromClauseSyntax;
    type SelectStatementSyntax = select_statement_syntax::AnsiSqlSelectStatement;
    type ExistsSyntax = exists_syntax::AnsiSqlExistsSyntax;
    type ArrayComparison = ByEngine;
    type AliasSyntax = alias_syntax::AsAliasSyntax;
    type WindowFrameClauseGroupSupport = window_frame_clause_group_support::IsoGroupWindowFrameUnit;
    type WindowFrameExclusionSupport = window_frame_exclusion_support::FrameExclusionSupport;
    type AggregateFunctionExpressions =
        aggregate_function_expressions::PostgresLikeAggregateFunctionExpressions;
    type BuiltInWindowFunctionRequireOrder =
        built_in_window_function_require_order::NoOrderRequired;
}

/// The text of a query.
#[derive(Default)]
pub struct SqlBuilder {
    sql: String,
    binds: u32,
}

impl QueryBuilder<AnyBackend> for SqlBuilder {
    fn push_sql(&mut self, sql: &str) {
        self.sql.push_str(sql);
    }

    fn push_identifier(&mut self, identifier: &str) -> QueryResult<()> {
        self.sql.push('"');
        self.sql.push_str(&identifier.replace('"', "\"\""));
        self.sql.push('"');
        Ok(())
    }

    fn push_bind_param(&mut self) {
        self.push_bind_param_value_only();
        self.sql.push('$');
        self.sql.push_str(&self.binds.to_string());
    }

    fn push_bind_param_value_only(&mut self) {
        self.binds += 1;
    }

    fn finish(self) -> String {
        self.sql
    }
}

/// The types of values that a query takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Bool,
    SmallInt,
    Integer,
    BigInt,
    Double,
    Text,
    Binary,
    /// A type of no column.
    Other,
}

/// A value of a query. It cannot be printed: it may be a hash that opens something.
pub enum Bind {
    Bool(Option<bool>),
    SmallInt(Option<i16>),
    Integer(Option<i32>),
    BigInt(Option<i64>),
    Double(Option<f64>),
    Text(Option<String>),
    Binary(Option<Vec<u8>>),
    List(List),
}

/// A list of values, for PostgreSQL.
pub enum List {
    SmallInts(Vec<i16>),
    Integers(Vec<i32>),
    BigInts(Vec<i64>),
    Texts(Vec<String>),
    Binaries(Vec<Vec<u8>>),
}

impl Bind {
    fn null(kind: Kind) -> QueryResult<Bind> {
        Ok(match kind {
            Kind::Bool => Bind::Bool(None),
            Kind::SmallInt => Bind::SmallInt(None),
            Kind::Integer => Bind::Integer(None),
            Kind::BigInt => Bind::BigInt(None),
            Kind::Double => Bind::Double(None),
            Kind::Text => Bind::Text(None),
            Kind::Binary => Bind::Binary(None),
            Kind::Other => return Err(unsupported()),
        })
    }
}

impl List {
    /// A list of values of one kind. NULL equals nothing and is left out.
    fn new(kind: Kind, values: Vec<Bind>) -> QueryResult<List> {
        macro_rules! all {
            ($list:ident, $one:ident) => {
                List::$list(
                    values
                        .into_iter()
                        .filter_map(|value| match value {
                            Bind::$one(value) => value,
                            _ => None,
                        })
                        .collect(),
                )
            };
        }
        Ok(match kind {
            Kind::SmallInt => all!(SmallInts, SmallInt),
            Kind::Integer => all!(Integers, Integer),
            Kind::BigInt => all!(BigInts, BigInt),
            Kind::Text => all!(Texts, Text),
            Kind::Binary => all!(Binaries, Binary),
            Kind::Bool | Kind::Double | Kind::Other => return Err(unsupported()),
        })
    }
}

fn unsupported() -> Error {
    Error::QueryBuilderError("a value of a type that no column has".into())
}

/// The values of a query, in the order of their placeholders.
#[derive(Default)]
pub struct Binds(Vec<Bind>);

impl<'a> BindCollector<'a, AnyBackend> for Binds {
    type Buffer = Option<Bind>;

    fn push_bound_value<T, U>(&mut self, bind: &'a U, lookup: &mut ()) -> QueryResult<()>
    where
        AnyBackend: HasSqlType<T>,
        U: ToSql<T, AnyBackend> + ?Sized + 'a,
    {
        let value = serialize(bind, lookup).map_err(Error::SerializationError)?;
        self.0.push(match value {
            Some(value) => value,
            None => Bind::null(<AnyBackend as HasSqlType<T>>::metadata(lookup))?,
        });
        Ok(())
    }

    fn push_null_value(&mut self, kind: Kind) -> QueryResult<()> {
        self.0.push(Bind::null(kind)?);
        Ok(())
    }
}

/// The value as it is bound; nothing for NULL.
fn serialize<T, U>(value: &U, lookup: &mut ()) -> Result<Option<Bind>, Failure>
where
    U: ToSql<T, AnyBackend> + ?Sized,
{
    let mut out = Output::new(None, lookup);
    Ok(match value.to_sql(&mut out)? {
        IsNull::Yes => None,
        IsNull::No => out.into_inner(),
    })
}

type Failure = Box<dyn std::error::Error + Send + Sync>;

macro_rules! kinds {
    ($($sql_type:ty => $kind:ident),* $(,)?) => {$(
        impl HasSqlType<$sql_type> for AnyBackend {
            fn metadata(_: &mut ()) -> Kind {
                Kind::$kind
            }
        }
    )*};
}

kinds!(
    Bool => Bool,
    SmallInt => SmallInt,
    Integer => Integer,
    BigInt => BigInt,
    Double => Double,
    Text => Text,
    Binary => Binary,
    Float => Other,
    Date => Other,
    Time => Other,
    Timestamp => Other,
);

impl<ST> HasSqlType<Array<ST>> for AnyBackend
where
    AnyBackend: HasSqlType<ST>,
{
    fn metadata(lookup: &mut ()) -> Kind {
        <AnyBackend as HasSqlType<ST>>::metadata(lookup)
    }
}

macro_rules! to_sql {
    ($($rust:ty, $sql_type:ty => $kind:ident),* $(,)?) => {$(
        impl ToSql<$sql_type, AnyBackend> for $rust {
            fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, AnyBackend>) -> serialize::Result {
                out.set_value(Bind::$kind(Some(self.to_owned())));
                Ok(IsNull::No)
            }
        }
    )*};
}

to_sql!(
    bool, Bool => Bool,
    i16, SmallInt => SmallInt,
    i32, Integer => Integer,
    i64, BigInt => BigInt,
    f64, Double => Double,
    str, Text => Text,
    [u8], Binary => Binary,
);

impl<ST, T> ToSql<Array<ST>, AnyBackend> for Vec<T>
where
    AnyBackend: HasSqlType<ST>,
    T: ToSql<ST, AnyBackend>,
{
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, AnyBackend>) -> serialize::Result {
        let mut values = Vec::with_capacity(self.len());
        for value in self {
            values.extend(serialize(value, out.metadata_lookup())?);
        }
        let kind = <AnyBackend as HasSqlType<ST>>::metadata(out.metadata_lookup());
        out.set_value(Bind::List(List::new(kind, values)?));
        Ok(IsNull::No)
    }
}

/// A value of a row.
pub enum AnyValue<'a> {
    Postgres(PgValue<'a>),
    Sqlite(<Sqlite as Backend>::RawValue<'a>),
}

macro_rules! from_sql {
    ($($rust:ty, $sql_type:ty);* $(;)?) => {$(
        impl FromSql<$sql_type, AnyBackend> for $rust {
            fn from_sql(value: AnyValue<'_>) -> deserialize::Result<$rust> {
                match value {
                    AnyValue::Postgres(value) => FromSql::<$sql_type, Pg>::from_sql(value),
                    AnyValue::Sqlite(value) => FromSql::<$sql_type, Sqlite>::from_sql(value),
                }
            }
        }
    )*};
}

from_sql!(
    bool, Bool;
    i16, SmallInt;
    i32, Integer;
    i64, BigInt;
    f64, Double;
    String, Text;
    Vec<u8>, Binary;
);

impl<T, U> QueryFragment<AnyBackend, ByEngine> for In<T, U>
where
    T: QueryFragment<AnyBackend>,
    U: QueryFragment<AnyBackend> + InExpression,
{
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, AnyBackend>) -> QueryResult<()> {
        compare(&self.left, &self.values, [" = ANY(", " IN (", "1=0"], out)
    }
}

impl<T, U> QueryFragment<AnyBackend, ByEngine> for NotIn<T, U>
where
    T: QueryFragment<AnyBackend>,
    U: QueryFragment<AnyBackend> + InExpression,
{
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, AnyBackend>) -> QueryResult<()> {
        compare(&self.left, &self.values, [" != ALL(", " NOT IN (", "1=1"], out)
    }
}

/// Compares with a list: the operators of PostgreSQL and SQLite, and what an empty list is to the
/// latter.
fn compare<'b, T, U>(
    left: &'b T,
    values: &'b U,
    [postgres, sqlite, empty]: [&str; 3],
    mut out: AstPass<'_, 'b, AnyBackend>,
) -> QueryResult<()>
where
    T: QueryFragment<AnyBackend>,
    U: QueryFragment<AnyBackend> + InExpression,
{
    let operator = match out.backend() {
        AnyBackend::Postgres => postgres,
        AnyBackend::Sqlite if values.is_empty() => {
            out.push_sql(empty);
            return Ok(());
        }
        AnyBackend::Sqlite => sqlite,
    };
    left.walk_ast(out.reborrow())?;
    out.push_sql(operator);
    values.walk_ast(out.reborrow())?;
    out.push_sql(")");
    Ok(())
}

impl<ST, T> QueryFragment<AnyBackend, ByEngine> for Many<ST, T>
where
    ST: SingleValue,
    AnyBackend: HasSqlType<ST>,
    T: ToSql<ST, AnyBackend>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, AnyBackend>) -> QueryResult<()> {
        if *out.backend() == AnyBackend::Postgres {
            return out.push_bind_param::<Array<ST>, Vec<T>>(&self.values);
        }
        let count = self.values.len();
        if count > KEYS_PER_STATEMENT {
            out.unsafe_to_cache_prepared();
        }
        let more = if count > KEYS_PER_STATEMENT { 0 } else { count.next_power_of_two() - count };
        let last = self.values.last().into_iter().cycle();
        for (at, value) in self.values.iter().chain(last.take(more)).enumerate() {
            if at > 0 {
                out.push_sql(", ");
            }
            out.push_bind_param::<ST, T>(value)?;
        }
        Ok(())
    }
}

/// SQLite takes an offset only after a limit, and -1 as none.
fn begin_offset(out: &mut AstPass<'_, '_, AnyBackend>, is_limited: bool) {
    if !is_limited && *out.backend() == AnyBackend::Sqlite {
        out.push_sql(" LIMIT -1");
    }
}

impl QueryFragment<AnyBackend> for LimitOffsetClause<NoLimitClause, NoOffsetClause> {
    fn walk_ast<'b>(&'b self, _: AstPass<'_, 'b, AnyBackend>) -> QueryResult<()> {
        Ok(())
    }
}

impl<L> QueryFragment<AnyBackend> for LimitOffsetClause<LimitClause<L>, NoOffsetClause>
where
    LimitClause<L>: QueryFragment<AnyBackend>,
{
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, AnyBackend>) -> QueryResult<()> {
        self.limit_clause.walk_ast(out)
    }
}

impl<O> QueryFragment<AnyBackend> for LimitOffsetClause<NoLimitClause, OffsetClause<O>>
where
    OffsetClause<O>: QueryFragment<AnyBackend>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, AnyBackend>) -> QueryResult<()> {
        begin_offset(&mut out, false);
        self.offset_clause.walk_ast(out)
    }
}

impl<L, O> QueryFragment<AnyBackend> for LimitOffsetClause<LimitClause<L>, OffsetClause<O>>
where
    LimitClause<L>: QueryFragment<AnyBackend>,
    OffsetClause<O>: QueryFragment<AnyBackend>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, AnyBackend>) -> QueryResult<()> {
        self.limit_clause.walk_ast(out.reborrow())?;
        self.offset_clause.walk_ast(out)
    }
}

impl QueryFragment<AnyBackend> for BoxedLimitOffsetClause<'_, AnyBackend> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, AnyBackend>) -> QueryResult<()> {
        if let Some(limit) = &self.limit {
            limit.walk_ast(out.reborrow())?;
        }
        if let Some(offset) = &self.offset {
            begin_offset(&mut out, self.limit.is_some());
            offset.walk_ast(out)?;
        }
        Ok(())
    }
}

impl<'a> IntoBoxedClause<'a, AnyBackend> for LimitOffsetClause<NoLimitClause, NoOffsetClause> {
    type BoxedClause = BoxedLimitOffsetClause<'a, AnyBackend>;

    fn into_boxed(self) -> Self::BoxedClause {
        BoxedLimitOffsetClause { limit: None, offset: None }
    }
}

impl<'a, L> IntoBoxedClause<'a, AnyBackend> for LimitOffsetClause<LimitClause<L>, NoOffsetClause>
where
    LimitClause<L>: QueryFragment<AnyBackend> + Send + 'a,
{
    type BoxedClause = BoxedLimitOffsetClause<'a, AnyBackend>;

    fn into_boxed(self) -> Self::BoxedClause {
        BoxedLimitOffsetClause { limit: Some(Box::new(self.limit_clause)), offset: None }
    }
}

/// A query as either engine gets it.
pub struct Statement {
    sql: String,
    binds: Binds,
    /// Whether its text is the same for all values.
    is_cacheable: bool,
}

impl Statement {
    /// Writes a query.
    pub fn new(
        query: &dyn QueryFragment<AnyBackend>,
        backend: AnyBackend,
    ) -> QueryResult<Statement> {
        let mut sql = SqlBuilder::default();
        query.to_sql(&mut sql, &backend)?;
        let mut binds = Binds::default();
        query.collect_binds(&mut binds, &mut (), &backend)?;
        let is_cacheable = query.is_safe_to_cache_prepared(&backend)?;
        Ok(Statement { sql: sql.finish(), binds, is_cacheable })
    }
}

impl Query for Statement {
    type SqlType = Untyped;
}

impl QueryId for Statement {
    type QueryId = ();

    const HAS_STATIC_QUERY_ID: bool = false;
}

/// Writes a statement for an engine, lists by a function of it.
macro_rules! statement_for {
    ($backend:ty, $push_list:expr) => {
        impl QueryFragment<$backend> for Statement {
            fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, $backend>) -> QueryResult<()> {
                if !self.is_cacheable {
                    out.unsafe_to_cache_prepared();
                }
                out.push_sql(&self.sql);
                for bind in &self.binds.0 {
                    match bind {
                        Bind::Bool(value) => push::<Nullable<Bool>, _, _>(&mut out, value),
                        Bind::SmallInt(value) => push::<Nullable<SmallInt>, _, _>(&mut out, value),
                        Bind::Integer(value) => push::<Nullable<Integer>, _, _>(&mut out, value),
                        Bind::BigInt(value) => push::<Nullable<BigInt>, _, _>(&mut out, value),
                        Bind::Double(value) => push::<Nullable<Double>, _, _>(&mut out, value),
                        Bind::Text(value) => push::<Nullable<Text>, _, _>(&mut out, value),
                        Bind::Binary(value) => push::<Nullable<Binary>, _, _>(&mut out, value),
                        Bind::List(list) => $push_list(&mut out, list),
                    }?;
                }
                Ok(())
            }
        }
    };
}

statement_for!(Sqlite, |_: &mut AstPass<'_, '_, Sqlite>, _: &List| Err(unsupported()));
statement_for!(Pg, push_array);

/// Adds a value whose placeholder is written already.
fn push<'b, ST, T, DB>(out: &mut AstPass<'_, 'b, DB>, value: &'b T) -> QueryResult<()>
where
    DB: Backend + HasSqlType<ST>,
    T: ToSql<ST, DB>,
{
    out.push_bind_param_value_only::<ST, T>(value)
}

fn push_array<'b>(out: &mut AstPass<'_, 'b, Pg>, list: &'b List) -> QueryResult<()> {
    match list {
        List::SmallInts(values) => push::<Array<SmallInt>, _, _>(out, values),
        List::Integers(values) => push::<Array<Integer>, _, _>(out, values),
        List::BigInts(values) => push::<Array<BigInt>, _, _>(out, values),
        List::Texts(values) => push::<Array<Text>, _, _>(out, values),
        List::Binaries(values) => push::<Array<Binary>, _, _>(out, values),
    }
}

#[cfg(test)]
mod tests {
    use diesel::prelude::*;

    use super::{AnyBackend, Bind, Statement};
    use crate::schema::games;

    fn asked(count: i32, backend: AnyBackend) -> Statement {
        let ids: Vec<i32> = (0..count).collect();
        let query = games::table.filter(games::id.eq_any(ids)).filter(games::plies.gt(7));
        Statement::new(&query.select(games::id), backend).expect("a statement")
    }

    fn integers(statement: &Statement) -> Vec<Option<i32>> {
        let integer = |bind: &Bind| match bind {
            Bind::Integer(value) => *value,
            _ => None,
        };
        statement.binds.0.iter().map(integer).collect()
    }

    #[test]
    fn sqlite_is_asked_with_one_statement_for_lists_of_nearly_the_same_length() {
        let (five, eight) = (asked(5, AnyBackend::Sqlite), asked(8, AnyBackend::Sqlite));
        assert_eq!(five.sql, eight.sql);
        assert!(
            five.is_cacheable && five.sql.contains("$8)") && five.sql.ends_with("> $9))"),
            "{}",
            five.sql
        );
        let expected = [0, 1, 2, 3, 4, 4, 4, 4, 7].map(Some);
        assert_eq!(integers(&five), expected);
        assert_eq!(integers(&eight), [0, 1, 2, 3, 4, 5, 6, 7, 7].map(Some));
        assert!(!asked(501, AnyBackend::Sqlite).is_cacheable, "lists that long are rare");
    }

    #[test]
    fn postgresql_is_asked_with_one_statement_for_all_lists() {
        let (five, many) = (asked(5, AnyBackend::Postgres), asked(501, AnyBackend::Postgres));
        assert_eq!((&five.sql, five.is_cacheable), (&many.sql, many.is_cacheable));
        assert!(many.is_cacheable);
    }
}
