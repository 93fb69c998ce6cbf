//! Organisations, their members and their officials as sentences, on SQLite and on PostgreSQL.

mod arranged;
mod attacks;
#[path = "../support/engines.rs"]
mod engines;
mod event_days;
mod event_history;
mod events;
mod founding;
mod members;
#[path = "../support/postgres.rs"]
mod postgres;
mod rated_results;
mod rating_fill;
mod rating_lists;
mod roles;
mod rosters;
mod support;
