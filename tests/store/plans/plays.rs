//! What the store asks and writes of games that are played here, each statement once.

use adjutant_domain::play::Outage;
use adjutant_store::outages;
use adjutant_store::play_queries::{self, PlayScope};
use adjutant_store::plays::{self, AppendOutcome, NewPlay, PlayAppend, PlayRowUpdate, State};
use adjutant_store::seeks::{self, NewSeekRow};
use adjutant_store::{
    AnyConnection, StoreError, play_notes, play_reports, retention, set_ups, toss_seeds,
};
use salpakan::rules::Color;

use crate::plays::{casual, event, id_of, player, read, seats, store, write};
use crate::support::{NOW, Place};
use adjutant_domain::moment::Micros;

pub fn ask(place: &Place) {
    let store = store(place);
    let own = seats(player(&store, "Ana of plays"), player(&store, "Ben of plays"));
    let events = [event("created")];
    let mut new = NewPlay { events: &events, ..casual(1, own) };
    new.seats.white.account = Some(1);
    let id = write(&store, |connection| plays::add(connection, &new));
    let after =
        PlayRowUpdate { state: State::InPlay, due_at: NOW, ended_at: Micros(0), game_id: None };
    for (version, game_id) in [(1, None), (2, Some(1))] {
        let after = PlayRowUpdate { game_id, ..after };
        let one = PlayAppend { play: id, version, after, events: vec![event("ply")] };
        let fates = write(&store, |connection| plays::append_all(connection, &[one]));
        assert_eq!(fates, [AppendOutcome::Stored]);
    }
    read(&store, |connection| look(connection, id, own.white.player));
    write(&store, |connection| secrets(connection, id));
    write(&store, |connection| beside(connection, id, own.white.player));
}

/// Every way in which plays are found.
fn look(connection: &mut AnyConnection, id: i32, player: i32) -> Result<(), StoreError> {
    plays::by_id(connection, id)?.expect("by its row");
    plays::by_public_id(connection, &id_of(1))?.expect("by its id");
    plays::events_from(connection, id, 2)?;
    play_queries::due_plays(connection, NOW, 50)?;
    play_queries::running_for_account(connection, 1, 50)?;
    play_queries::ended_for_account(connection, 1, 50)?;
    for of in [PlayScope::Everybody, PlayScope::Organisation(1), PlayScope::Event(1)] {
        play_queries::running(connection, of, i32::MAX, 50)?;
    }
    play_queries::running_for_event(connection, 1, 50)?;
    play_queries::ended_in_event(connection, 1, State::Final, (Micros(0), 0), 50)?;
    for color in Color::ALL {
        play_queries::for_player(connection, player, color, (Micros(0), 0), 50)?;
    }
    play_queries::by_game(connection, 1)?.expect("by its record");
    Ok(())
}

fn secrets(connection: &mut AnyConnection, id: i32) -> Result<(), StoreError> {
    let row = plays::by_id(connection, id)?.expect("it is there");
    let seat = row.seat_of(1).expect("White's seat");
    for color in Color::ALL {
        set_ups::insert_once(connection, id, color, b"sealed")?;
    }
    set_ups::for_seat(connection, seat)?.expect("his own");
    set_ups::for_both_sides(connection, id)?.expect("the arbiter's");
    assert!(set_ups::has_any(connection)? && !set_ups::newest_sealed(connection, 4)?.is_empty());
    toss_seeds::insert_once(connection, id, b"sealed")?;
    toss_seeds::for_play(connection, id)?.expect("a seed");
    assert!(
        toss_seeds::has_any(connection)? && !toss_seeds::newest_sealed(connection, 4)?.is_empty()
    );
    play_notes::put(connection, seat, b"sealed")?;
    play_notes::for_seat(connection, seat)?.expect("his notes");
    assert_eq!(play_notes::for_account(connection, 1, 50)?.len(), 1, "on the game that came of it");
    play_notes::remove_for_account(connection, 1)?;
    play_notes::remove_for_players(connection, &[1, 2])?;
    Ok(())
}

fn beside(connection: &mut AnyConnection, id: i32, player: i32) -> Result<(), StoreError> {
    let new = NewSeekRow {
        public_id: id_of(1),
        player_id: player,
        account_id: 1,
        to_player: None,
        terms: b"terms",
        color: None,
        by_link: false,
        created_at: NOW,
        expires_at: NOW + 9,
    };
    let seek = seeks::add(connection, &new)?;
    seeks::by_public_id(connection, &id_of(1))?.expect("it is there");
    seeks::open_seeks(connection, NOW, i32::MAX, 50)?;
    seeks::invitations_to_players(connection, &[1, 2], NOW, 50)?;
    seeks::for_account(connection, 1, 50)?;
    assert!(!seeks::accept(connection, seek, NOW + 9)?);
    assert!(seeks::remove(connection, seek)?);
    seeks::remove_for_account(connection, 1)?;
    seeks::remove_for_players(connection, &[1, 2])?;
    retention::delete(connection, retention::Ended::Seeks, NOW, 50)?;
    outages::add(connection, Outage { stopped: NOW, resumed: NOW })?;
    outages::ended_after(connection, NOW)?;
    let report = play_reports::add(connection, (id, 1), "words", NOW)?;
    play_reports::for_play(connection, id, 50)?;
    play_reports::for_account(connection, 1, 50)?;
    play_reports::page(connection, i32::MAX, 50)?;
    play_reports::texts_about_players(connection, &[player])?;
    play_reports::update_text(connection, report, "other words")?;
    play_reports::remove_for_account(connection, 1)?;
    plays::clear_account_seats(connection, 1)
}
