//! Plays in the store: what is appended is there once, in order, and a conflict harms nobody.

mod appending;
mod keeping;
mod lists;
mod random;
mod rooms;
mod secrets;
pub mod whole;

use adjutant_store::plays::{
    NewEvent, NewPlay, PlayAppend, PlayRowUpdate, PublicId, SeatHolder, State,
};
use adjutant_store::transaction::in_transaction;
use adjutant_store::{AnyConnection, Store, StoreError, players, plays};
use salpakan::clock::Speed;
use salpakan::rules::{ByColor, Color};

use crate::support::{NOW, Place};
use adjutant_domain::moment::Micros;

/// The migrated store of a place.
pub fn store(place: &Place) -> Store {
    let store = Store::open(place.settings().database).expect("the database opens");
    store.migrate().expect("it is migrated");
    store
}

/// Runs `work` in a transaction that counts.
pub fn write<T>(
    store: &Store,
    work: impl FnOnce(&mut AnyConnection) -> Result<T, StoreError>,
) -> T {
    let mut connection = store.connection().expect("a connection");
    in_transaction(&mut connection, work).expect("it is written")
}

/// Runs `work` on a connection.
pub fn read<T>(store: &Store, work: impl FnOnce(&mut AnyConnection) -> Result<T, StoreError>) -> T {
    work(&mut store.connection().expect("a connection")).expect("it is read")
}

/// The player of this handle, made where there is none.
pub fn player(store: &Store, handle: &str) -> i32 {
    write(store, |connection| match players::by_exact_handle(connection, handle)? {
        Some(row) => Ok(row.id),
        None => players::add(connection, handle),
    })
}

/// Rows that plays refer to: accounts 1 and 2, organisation 5 with the events 8 and 9, and the games
/// 9 and 12.
pub fn referred_to(place: &Place) {
    let empty = if place.postgres.is_some() { "''::bytea" } else { "x''" };
    for id in [1, 2] {
        place.run_sql(&format!(
            "INSERT INTO accounts VALUES ({id}, 'n{id}', 'n{id}', 'n{id}', '', NULL, 0, '', 0, 0, NULL, \
             {empty}, 0, 0, 'en', 0, 0, 0, 0)"
        ));
    }
    place.run_sql(&format!(
        "INSERT INTO organisations VALUES (5, 'l', 'l', 'l', 'l', 1, '', '', '', 0, 0, {empty}, '', 0, 0, 1, '')"
    ));
    for id in [8, 9] {
        place.run_sql(&format!(
            "INSERT INTO events (id, name, name_key, slug, organisation_id) \
             VALUES ({id}, 'e{id}', 'e{id}', 'e{id}', 5)"
        ));
    }
    for id in [9, 12] {
        place.run_sql(&format!(
            "INSERT INTO games (id, content_id, white_id, black_id, event_id, site_id, rule_set_id, round, \
             white_as, black_as, event_as, day, date_text, base_seconds, increment_seconds, first_color, \
             outcome, termination, plies, revealed, provenance, imported_at) \
             VALUES ({id}, 'g{id}', 1, 1, 8, 1, 1, '', '', '', '', 0, '', 0, 0, 0, 0, 0, 0, 0, 0, 0)"
        ));
    }
}

/// Seats without accounts.
pub fn seats(white: i32, black: i32) -> ByColor<SeatHolder> {
    let sitting = |player| SeatHolder { player, account: None };
    ByColor::new(sitting(white), sitting(black))
}

pub fn event(text: &str) -> NewEvent {
    NewEvent { at: NOW, body: text.into() }
}

/// A public id made of a number.
pub fn id_of(number: u64) -> PublicId {
    let mut id = [0; 10];
    id[2..].copy_from_slice(&number.to_be_bytes());
    id
}

/// A play of nobody's that everybody may find; its public id is made of `number`.
pub fn casual(number: u64, seats: ByColor<SeatHolder>) -> NewPlay<'static> {
    NewPlay {
        public_id: id_of(number),
        state: State::Created,
        rule_set: "standard",
        seats,
        organisation_id: None,
        round: "",
        event_id: None,
        rated: true,
        listed: true,
        speed: Speed::Rapid,
        created_at: NOW,
        due_at: Micros(0),
        events: &[],
    }
}

/// A casual play between two players of its own, with one event; gives its id.
pub fn made(store: &Store, number: u64) -> i32 {
    let own = [Color::White, Color::Black].map(|color| player(store, &format!("{color} {number}")));
    let events = [event("created")];
    let new = NewPlay { events: &events, ..casual(number, seats(own[0], own[1])) };
    write(store, |connection| plays::add(connection, &new))
}

/// An append behind `version` that leaves the play running.
pub fn appending(play: i32, version: i32, texts: &[&str]) -> PlayAppend {
    let after = PlayRowUpdate {
        state: State::InPlay,
        due_at: Micros(0),
        ended_at: Micros(0),
        game_id: None,
    };
    PlayAppend { play, version, after, events: texts.iter().map(|text| event(text)).collect() }
}
