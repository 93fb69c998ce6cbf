//! Games that are played here as sentences, on SQLite and on PostgreSQL, before a clock that is moved by hand.

mod arena;
mod arranged;
mod bots;
mod catching_up;
mod computer;
mod ends;
#[path = "../support/engines.rs"]
mod engines;
mod events;
mod faults;
mod ladder;
mod lobby;
mod lost_key;
mod notices;
mod officials;
mod one_device;
mod outbox;
#[path = "../support/place.rs"]
mod place;
mod playing;
#[path = "../support/postgres.rs"]
mod postgres;
mod quick_pairing;
mod records;
mod retries;
mod rounds;
mod rulings;
mod stand_in;
mod starting;
mod support;
mod teams;
mod three_generals;
mod three_generals_events;
mod two_servers;
mod watching;
