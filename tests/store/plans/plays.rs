//! What the store asks and writes of games that are played here, each statement once.

use adjutant::store::outages::{self, Outage};
use adjutant::store::play_lists::{self, Of};
use adjutant::store::plays::{self, After, Append, Appended, NewPlay, State};
use adjutant::store::seeks::{self, NewSeek};
use adjutant::store::{
    AnyConnection, StoreError, over, play_notes, play_reports, set_ups, toss_seeds,
};
use salpakan::rules::Color;

use crate::plays::{casual, event, id_of, player, read, seats, store, write};
use crate::support::{NOW, Place};

pub fn ask(place: &Place) {
    let store = store(place);
    let own = seats(player(&store, "Ana of plays"), player(&store, "Ben of plays"));
    let events = [event("created")];
    let mut new = NewPlay { events: &events, ..casual(1, own) };
    new.seats.white.account = 1;
    let id = write(&store, |connection| plays::make(connection, &new));
    let after = After { state: State::InPlay, due_at: NOW, ended_at: 0, game_id: None };
    for (version, game_id) in [(1, None), (2, Some(1))] {
        let after = After { game_id, ..after };
        let one = Append { play: id, version, after, events: vec![event("ply")] };
        let fates = write(&store, |connection| plays::append_all(connection, &[one]));
        assert_eq!(fates, [Appended::Stored]);
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
    plays::first_events(connection, &[id])?;
    play_lists::due(connection, NOW, 50)?;
    play_lists::running_of_account(connection, 1, 50)?;
    play_lists::running_of_player(connection, player, 50)?;
    for of in [Of::Everybody, Of::Organisation(1), Of::Event(1)] {
        play_lists::running(connection, of, i32::MAX, 50)?;
    }
    play_lists::running_of_event(connection, 1, 50)?;
    play_lists::over_in_event(connection, 1, State::Final, (0, 0), 50)?;
    for color in Color::ALL {
        play_lists::of_player(connection, player, color, (0, 0), 50)?;
    }
    play_lists::of_game(connection, 1)?.expect("by its record");
    Ok(())
}

fn secrets(connection: &mut AnyConnection, id: i32) -> Result<(), StoreError> {
    let row = plays::by_id(connection, id)?.expect("it is there");
    let seat = row.seat_of(1).expect("White's seat");
    for color in Color::ALL {
        set_ups::put(connection, id, color, b"sealed")?;
    }
    set_ups::of_seat(connection, seat)?.expect("his own");
    set_ups::both(connection, id)?.expect("the arbiter's");
    assert!(set_ups::any(connection)? && !set_ups::newest(connection, 4)?.is_empty());
    toss_seeds::put(connection, id, b"sealed")?;
    toss_seeds::of(connection, id)?.expect("a seed");
    assert!(toss_seeds::any(connection)? && !toss_seeds::newest(connection, 4)?.is_empty());
    play_notes::put(connection, seat, b"sealed")?;
    play_notes::of_seat(connection, seat)?.expect("his notes");
    assert_eq!(play_notes::of_account(connection, 1, 50)?.len(), 1, "on the game that came of it");
    play_notes::remove_of_account(connection, 1)?;
    play_notes::remove_of_players(connection, &[1, 2])?;
    Ok(())
}

fn beside(connection: &mut AnyConnection, id: i32, player: i32) -> Result<(), StoreError> {
    let new = NewSeek {
        public_id: id_of(1),
        player_id: player,
        account_id: 1,
        to_player: None,
        terms: b"terms",
        color: None,
        created_at: NOW,
        expires_at: NOW + 9,
    };
    let seek = seeks::add(connection, &new)?;
    seeks::by_public_id(connection, &id_of(1))?.expect("it is there");
    seeks::open(connection, NOW, i32::MAX, 50)?;
    seeks::to_players(connection, &[1, 2], NOW, 50)?;
    seeks::of_account(connection, 1, 50)?;
    assert!(!seeks::take(connection, seek, NOW + 9)?);
    assert!(seeks::remove(connection, seek)?);
    seeks::remove_of_account(connection, 1)?;
    seeks::remove_of_players(connection, &[1, 2])?;
    over::seeks(connection, NOW, 50)?;
    outages::add(connection, Outage { stopped_at: NOW, resumed_at: NOW })?;
    outages::after(connection, NOW)?;
    let report = play_reports::add(connection, (id, 1), "words", NOW)?;
    play_reports::of_play(connection, id, 50)?;
    play_reports::of_account(connection, 1, 50)?;
    play_reports::page(connection, i32::MAX, 50)?;
    play_reports::about(connection, &[player])?;
    play_reports::put_text(connection, report, "other words")?;
    play_reports::remove_of_account(connection, 1)?;
    plays::leave(connection, 1)
}
