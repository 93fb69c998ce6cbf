//! A connection to either database engine.
//!
//! Diesel's `MultiConnection` monomorphises execution for every query and both engines, which was
//! more than a tenth of all code for hundreds of queries. Here a query's type is erased first, so
//! that binding, caching and execution are compiled once.

use diesel::connection::{
    CacheSize, Connection, Instrumentation, LoadConnection, SimpleConnection, TransactionManager,
    TransactionManagerStatus,
};
use diesel::expression::QueryMetadata;
use diesel::internal::derives::multiconnection::ConnectionSealed;
use diesel::migration::MigrationConnection;
use diesel::pg::PgConnection;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::Untyped;
use diesel::sqlite::SqliteConnection;
use diesel::{ConnectionResult, MultiConnection, QueryResult};

/// The engine of a connection, for engine-specific operations.
#[derive(MultiConnection)]
pub enum Engine {
    Postgres(PgConnection),
    Sqlite(SqliteConnection),
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

type Fragment<'query> = dyn QueryFragment<MultiBackend> + 'query;

/// A type-erased query. Its prepared statement is cached by its SQL.
struct AnyQuery<'query>(Box<Fragment<'query>>);

/// A borrowed type-erased query.
struct BorrowedQuery<'query>(&'query Fragment<'query>);

macro_rules! untyped_query {
    ($name:ident) => {
        impl QueryFragment<MultiBackend> for $name<'_> {
            fn walk_ast<'b>(&'b self, pass: AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
                self.0.walk_ast(pass)
            }
        }

        impl QueryId for $name<'_> {
            type QueryId = ();

            const HAS_STATIC_QUERY_ID: bool = false;
        }
    };
}

untyped_query!(AnyQuery);
untyped_query!(BorrowedQuery);

impl Query for AnyQuery<'_> {
    type SqlType = Untyped;
}

impl SimpleConnection for AnyConnection {
    fn batch_execute(&mut self, query: &str) -> QueryResult<()> {
        self.0.batch_execute(query)
    }
}

impl ConnectionSealed for AnyConnection {}

impl Connection for AnyConnection {
    type Backend = MultiBackend;
    type TransactionManager = Transactions;

    fn establish(address: &str) -> ConnectionResult<AnyConnection> {
        Engine::establish(address).map(AnyConnection)
    }

    fn execute_returning_count<T>(&mut self, source: &T) -> QueryResult<usize>
    where
        T: QueryFragment<MultiBackend> + QueryId,
    {
        self.0.execute_returning_count(&BorrowedQuery(source))
    }

    fn transaction_state(&mut self) -> &mut Engine {
        &mut self.0
    }

    fn instrumentation(&mut self) -> &mut dyn Instrumentation {
        self.0.instrumentation()
    }

    fn set_instrumentation(&mut self, instrumentation: impl Instrumentation) {
        self.0.set_instrumentation(instrumentation);
    }

    fn set_prepared_statement_cache_size(&mut self, size: CacheSize) {
        self.0.set_prepared_statement_cache_size(size);
    }
}

impl LoadConnection for AnyConnection {
    type Cursor<'conn, 'query> = <Engine as LoadConnection>::Cursor<'conn, 'query>;
    type Row<'conn, 'query> = <Engine as LoadConnection>::Row<'conn, 'query>;

    fn load<'conn, 'query, T>(
        &'conn mut self,
        source: T,
    ) -> QueryResult<Self::Cursor<'conn, 'query>>
    where
        T: Query + QueryFragment<MultiBackend> + QueryId + 'query,
        MultiBackend: QueryMetadata<T::SqlType>,
    {
        load_any(&mut self.0, AnyQuery(Box::new(source)))
    }
}

fn load_any<'conn, 'query>(
    engine: &'conn mut Engine,
    query: AnyQuery<'query>,
) -> QueryResult<<Engine as LoadConnection>::Cursor<'conn, 'query>> {
    engine.load(query)
}

/// The transaction manager of either engine.
pub struct Transactions;

type Managed = <Engine as Connection>::TransactionManager;

impl TransactionManager<AnyConnection> for Transactions {
    type TransactionStateData = Engine;

    fn begin_transaction(connection: &mut AnyConnection) -> QueryResult<()> {
        Managed::begin_transaction(&mut connection.0)
    }

    fn rollback_transaction(connection: &mut AnyConnection) -> QueryResult<()> {
        Managed::rollback_transaction(&mut connection.0)
    }

    fn commit_transaction(connection: &mut AnyConnection) -> QueryResult<()> {
        Managed::commit_transaction(&mut connection.0)
    }

    fn transaction_manager_status_mut(
        connection: &mut AnyConnection,
    ) -> &mut TransactionManagerStatus {
        Managed::transaction_manager_status_mut(&mut connection.0)
    }

    fn is_broken_transaction_manager(connection: &mut AnyConnection) -> bool {
        Managed::is_broken_transaction_manager(&mut connection.0)
    }
}

impl MigrationConnection for AnyConnection {
    fn setup(&mut self) -> QueryResult<usize> {
        self.0.setup()
    }
}
