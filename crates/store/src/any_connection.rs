//! A connection to either database engine, for queries of [`AnyBackend`].

use std::ops::Range;

use diesel::connection::{
    CacheSize, Connection, ConnectionSealed, DefaultLoadingMode, Instrumentation, LoadConnection,
    SimpleConnection, TransactionManager, TransactionManagerStatus,
};
use diesel::expression::QueryMetadata;
use diesel::migration::MigrationConnection;
use diesel::pg::{PgConnection, PgRowByRowLoadingMode};
use diesel::query_builder::{Query, QueryFragment, QueryId};
use diesel::row::{Field, PartialRow, Row, RowIndex, RowSealed};
use diesel::sqlite::SqliteConnection;
use diesel::{ConnectionResult, QueryResult};

use super::any_backend::{AnyBackend, AnyValue, Statement};

/// The engine of a connection, for engine-specific operations.
pub enum Engine {
    Postgres(PgConnection),
    Sqlite(SqliteConnection),
}

/// The same on the connection of either engine.
macro_rules! either {
    ($engine:expr, $inner:pat => $result:expr) => {
        match $engine {
            Engine::Postgres($inner) => $result,
            Engine::Sqlite($inner) => $result,
        }
    };
}

/// A connection to either database engine.
pub struct AnyConnection(Engine);

impl AnyConnection {
    pub fn engine(&mut self) -> &mut Engine {
        &mut self.0
    }

    pub fn is_sqlite(&self) -> bool {
        matches!(self.0, Engine::Sqlite(_))
    }

    fn statement(&self, query: &dyn QueryFragment<AnyBackend>) -> QueryResult<Statement> {
        let backend = match self.0 {
            Engine::Postgres(_) => AnyBackend::Postgres,
            Engine::Sqlite(_) => AnyBackend::Sqlite,
        };
        Statement::new(query, backend)
    }
}

impl From<PgConnection> for AnyConnection {
    fn from(inner: PgConnection) -> AnyConnection {
        AnyConnection(Engine::Postgres(inner))
    }
}

impl From<SqliteConnection> for AnyConnection {
    fn from(inner: SqliteConnection) -> AnyConnection {
        AnyConnection(Engine::Sqlite(inner))
    }
}

impl SimpleConnection for AnyConnection {
    fn batch_execute(&mut self, query: &str) -> QueryResult<()> {
        either!(&mut self.0, inner => inner.batch_execute(query))
    }
}

impl ConnectionSealed for AnyConnection {}

impl Connection for AnyConnection {
    type Backend = AnyBackend;
    type TransactionManager = Transactions;

    fn establish(address: &str) -> ConnectionResult<AnyConnection> {
        match address.starts_with("postgres") {
            true => PgConnection::establish(address).map(AnyConnection::from),
            false => SqliteConnection::establish(address).map(AnyConnection::from),
        }
    }

    fn execute_returning_count<T>(&mut self, source: &T) -> QueryResult<usize>
    where
        T: QueryFragment<AnyBackend> + QueryId,
    {
        let statement = self.statement(source)?;
        either!(&mut self.0, inner => inner.execute_returning_count(&statement))
    }

    fn transaction_state(&mut self) -> &mut Engine {
        &mut self.0
    }

    fn instrumentation(&mut self) -> &mut dyn Instrumentation {
        either!(&mut self.0, inner => inner.instrumentation())
    }

    fn set_instrumentation(&mut self, instrumentation: impl Instrumentation) {
        either!(&mut self.0, inner => inner.set_instrumentation(instrumentation));
    }

    fn set_prepared_statement_cache_size(&mut self, size: CacheSize) {
        either!(&mut self.0, inner => inner.set_prepared_statement_cache_size(size));
    }
}

impl LoadConnection for AnyConnection {
    type Cursor<'conn, 'query> = AnyCursor<'conn, 'query>;
    type Row<'conn, 'query> = AnyRow<'conn, 'query>;

    fn load<'conn, 'query, T>(&'conn mut self, source: T) -> QueryResult<AnyCursor<'conn, 'query>>
    where
        T: Query + QueryFragment<AnyBackend> + QueryId + 'query,
        AnyBackend: QueryMetadata<T::SqlType>,
    {
        load(self.statement(&source)?, &mut self.0, |statement, inner| {
            LoadConnection::<DefaultLoadingMode>::load(inner, statement).map(AnyCursor::Postgres)
        })
    }
}

/// Takes rows one by one. PostgreSQL would otherwise send all of them before the first is seen.
pub struct RowByRow;

impl LoadConnection<RowByRow> for AnyConnection {
    type Cursor<'conn, 'query> = AnyCursor<'conn, 'query>;
    type Row<'conn, 'query> = AnyRow<'conn, 'query>;

    fn load<'conn, 'query, T>(&'conn mut self, source: T) -> QueryResult<AnyCursor<'conn, 'query>>
    where
        T: Query + QueryFragment<AnyBackend> + QueryId + 'query,
        AnyBackend: QueryMetadata<T::SqlType>,
    {
        load(self.statement(&source)?, &mut self.0, |statement, inner| {
            LoadConnection::<PgRowByRowLoadingMode>::load(inner, statement)
                .map(AnyCursor::PostgresRowByRow)
        })
    }
}

fn load<'conn, 'query>(
    statement: Statement,
    engine: &'conn mut Engine,
    load_from_postgres: fn(
        Statement,
        &'conn mut PgConnection,
    ) -> QueryResult<AnyCursor<'conn, 'query>>,
) -> QueryResult<AnyCursor<'conn, 'query>> {
    match engine {
        Engine::Postgres(inner) => load_from_postgres(statement, inner),
        Engine::Sqlite(inner) => inner.load(statement).map(AnyCursor::Sqlite),
    }
}

type Cursor<'conn, 'query, C> = <C as LoadConnection>::Cursor<'conn, 'query>;
type InnerRow<'conn, 'query, C> = <C as LoadConnection>::Row<'conn, 'query>;
type InnerField<'row, C> =
    <InnerRow<'row, 'row, C> as Row<'row, <C as Connection>::Backend>>::Field<'row>;

/// The rows of a query.
pub enum AnyCursor<'conn, 'query> {
    Postgres(Cursor<'conn, 'query, PgConnection>),
    PostgresRowByRow(
        <PgConnection as LoadConnection<PgRowByRowLoadingMode>>::Cursor<'conn, 'query>,
    ),
    Sqlite(Cursor<'conn, 'query, SqliteConnection>),
}

impl<'conn, 'query> Iterator for AnyCursor<'conn, 'query> {
    type Item = QueryResult<AnyRow<'conn, 'query>>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            AnyCursor::Postgres(rows) => rows.next().map(|row| row.map(AnyRow::Postgres)),
            AnyCursor::PostgresRowByRow(rows) => rows.next().map(|row| row.map(AnyRow::Postgres)),
            AnyCursor::Sqlite(rows) => rows.next().map(|row| row.map(AnyRow::Sqlite)),
        }
    }
}

/// A row of a query.
pub enum AnyRow<'conn, 'query> {
    Postgres(InnerRow<'conn, 'query, PgConnection>),
    Sqlite(InnerRow<'conn, 'query, SqliteConnection>),
}

impl RowSealed for AnyRow<'_, '_> {}

impl<I> RowIndex<I> for AnyRow<'_, '_>
where
    for<'conn, 'query> InnerRow<'conn, 'query, PgConnection>: RowIndex<I>,
    for<'conn, 'query> InnerRow<'conn, 'query, SqliteConnection>: RowIndex<I>,
{
    fn idx(&self, index: I) -> Option<usize> {
        match self {
            AnyRow::Postgres(row) => row.idx(index),
            AnyRow::Sqlite(row) => row.idx(index),
        }
    }
}

impl<'conn> Row<'conn, AnyBackend> for AnyRow<'conn, '_> {
    type Field<'row>
        = AnyField<'row>
    where
        'conn: 'row,
        Self: 'row;
    type InnerPartialRow = Self;

    fn field_count(&self) -> usize {
        match self {
            AnyRow::Postgres(row) => row.field_count(),
            AnyRow::Sqlite(row) => row.field_count(),
        }
    }

    fn get<'row, I>(&'row self, index: I) -> Option<AnyField<'row>>
    where
        'conn: 'row,
        Self: RowIndex<I>,
    {
        let index = self.idx(index)?;
        match self {
            AnyRow::Postgres(row) => row.get(index).map(AnyField::Postgres),
            AnyRow::Sqlite(row) => row.get(index).map(AnyField::Sqlite),
        }
    }

    fn partial_row(&self, range: Range<usize>) -> PartialRow<'_, Self> {
        PartialRow::new(self, range)
    }
}

/// A field of a row.
pub enum AnyField<'row> {
    Postgres(InnerField<'row, PgConnection>),
    Sqlite(InnerField<'row, SqliteConnection>),
}

impl<'row> Field<'row, AnyBackend> for AnyField<'row> {
    fn field_name(&self) -> Option<&str> {
        match self {
            AnyField::Postgres(field) => field.field_name(),
            AnyField::Sqlite(field) => field.field_name(),
        }
    }

    fn value(&self) -> Option<AnyValue<'_>> {
        match self {
            AnyField::Postgres(field) => field.value().map(AnyValue::Postgres),
            AnyField::Sqlite(field) => field.value().map(AnyValue::Sqlite),
        }
    }
}

/// The transaction manager of either engine.
pub struct Transactions;

type Manager<C> = <C as Connection>::TransactionManager;

/// The same function of the transaction manager of either engine.
macro_rules! managed {
    ($connection:expr, $function:ident) => {
        match &mut $connection.0 {
            Engine::Postgres(inner) => Manager::<PgConnection>::$function(inner),
            Engine::Sqlite(inner) => Manager::<SqliteConnection>::$function(inner),
        }
    };
}

impl TransactionManager<AnyConnection> for Transactions {
    type TransactionStateData = Engine;

    fn begin_transaction(connection: &mut AnyConnection) -> QueryResult<()> {
        managed!(connection, begin_transaction)
    }

    fn rollback_transaction(connection: &mut AnyConnection) -> QueryResult<()> {
        managed!(connection, rollback_transaction)
    }

    fn commit_transaction(connection: &mut AnyConnection) -> QueryResult<()> {
        managed!(connection, commit_transaction)
    }

    fn transaction_manager_status_mut(
        connection: &mut AnyConnection,
    ) -> &mut TransactionManagerStatus {
        managed!(connection, transaction_manager_status_mut)
    }

    fn is_broken_transaction_manager(connection: &mut AnyConnection) -> bool {
        managed!(connection, is_broken_transaction_manager)
    }
}

impl MigrationConnection for AnyConnection {
    fn setup(&mut self) -> QueryResult<usize> {
        either!(&mut self.0, inner => inner.setup())
    }
}
