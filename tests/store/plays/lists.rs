//! Which plays are found: those that are due, somebody's, and everybody's.

use adjutant_store::Store;
use adjutant_store::play_queries::{self, PlayScope};
use adjutant_store::plays::{
    self, AppendOutcome, NewPlay, PlayAppend, PlayRow, PlayRowUpdate, State,
};
use salpakan::rules::Color;

use super::{appending, casual, made, player, read, referred_to, seats, store, write};
use crate::support::{NOW, Place, on_both_engines};
use adjutant_domain::moment::Micros;

/// Ends a play that has one event.
fn end(store: &Store, play: i32, state: State, at: Micros) {
    let after = PlayRowUpdate { state, due_at: Micros(0), ended_at: at, game_id: None };
    let over = PlayAppend { after, ..appending(play, 1, &["over"]) };
    let appended = write(store, |connection| plays::append(connection, &over));
    assert_eq!(appended, AppendOutcome::Stored);
}

fn ids(rows: &[PlayRow]) -> Vec<i32> {
    rows.iter().map(|row| row.id).collect()
}

on_both_engines! {
    fn the_longest_due_comes_first_and_what_is_not_due_not_at_all(place: &Place) {
        let store = store(place);
        let plays: Vec<i32> = (1..=6).map(|number| made(&store, number)).collect();
        for (play, due_at) in plays.iter().zip([30, 10, 0, 20, 40, 10]) {
            let after = PlayRowUpdate { state: State::InPlay, due_at: Micros(due_at), ended_at: Micros(0), game_id: None };
            let one = PlayAppend { after, ..appending(*play, 1, &["ply"]) };
            assert_eq!(write(&store, |connection| plays::append(connection, &one)), AppendOutcome::Stored);
        }
        let due = |now, limit| {
            let found = read(&store, |connection| play_queries::due_plays(connection, now, limit));
            found.into_iter().map(|(play, at)| (play, at.0)).collect::<Vec<_>>()
        };
        assert_eq!(due(Micros(9), 9), []);
        assert_eq!(due(Micros(30), 9), [(plays[1], 10), (plays[5], 10), (plays[3], 20), (plays[0], 30)]);
        assert_eq!(due(NOW, 2), [(plays[1], 10), (plays[5], 10)]);
    }

    fn a_person_finds_his_running_plays_on_either_side_newest_first(place: &Place) {
        let store = store(place);
        referred_to(place);
        let (ana, ben) = (player(&store, "Ana"), player(&store, "Ben"));
        let make = |number, white: (i32, i32), black: (i32, i32)| {
            let mut new = casual(number, seats(white.0, black.0));
            new.seats.white.account = Some(white.1).filter(|id| *id != 0);
            new.seats.black.account = Some(black.1).filter(|id| *id != 0);
            let events = [super::event("created")];
            let new = NewPlay { events: &events, ..new };
            write(&store, |connection| plays::add(connection, &new))
        };
        let own = [
            make(1, (ana, 1), (ben, 2)),
            make(2, (ben, 2), (ana, 1)),
            make(3, (ana, 1), (ben, 0)),
            make(4, (ben, 2), (ana, 0)),
        ];
        let account = |account, limit| {
            ids(&read(&store, |c| play_queries::running_for_account(c, account, limit)))
        };
        assert_eq!(account(1, 9), [own[2], own[1], own[0]]);
        assert_eq!(account(1, 2), [own[2], own[1]]);
        assert_eq!(account(0, 9), [0; 0], "nobody's seats are nobody's");
        end(&store, own[1], State::Aborted, NOW);
        end(&store, own[2], State::Ended, NOW);
        assert_eq!(account(1, 9), [own[0]]);
        let all = |color, after| {
            read(&store, |c| play_queries::for_player(c, ana, color, after, 9))
        };
        let white = all(Color::White, (Micros(0), 0));
        assert_eq!(ids(&white), [own[0], own[2]], "running ones first");
        assert_eq!(ids(&all(Color::White, (white[0].ended_at, white[0].id))), [own[2]]);
        assert_eq!(ids(&all(Color::White, (white[1].ended_at, white[1].id))), [0; 0]);
        assert_eq!(ids(&all(Color::Black, (Micros(0), 0))), [own[3], own[1]]);
    }

    fn everybody_finds_running_plays_that_are_listed_page_by_page(place: &Place) {
        let store = store(place);
        referred_to(place);
        let (ana, ben) = (player(&store, "Ana"), player(&store, "Ben"));
        let events = [super::event("created")];
        let make = |number, organisation_id, event_id, listed| {
            let new = casual(number, seats(ana, ben));
            let new = NewPlay { organisation_id, event_id, listed, events: &events, ..new };
            write(&store, |connection| plays::add(connection, &new))
        };
        let casual = make(1, None, None, true);
        let hidden = make(2, None, None, false);
        let cup = [make(3, Some(5), Some(8), true), make(4, Some(5), Some(8), false), make(5, Some(5), Some(8), true)];
        let other = make(6, Some(5), Some(9), true);
        let page = |of, before, limit| {
            ids(&read(&store, |c| play_queries::running(c, of, before, limit)))
        };
        assert_eq!(page(PlayScope::Everybody, i32::MAX, 9), [other, cup[2], cup[0], casual]);
        assert_eq!(page(PlayScope::Everybody, i32::MAX, 2), [other, cup[2]]);
        assert_eq!(page(PlayScope::Everybody, cup[2], 2), [cup[0], casual]);
        assert_eq!(page(PlayScope::Organisation(5), i32::MAX, 9), [other, cup[2], cup[0]]);
        assert_eq!(page(PlayScope::Event(8), i32::MAX, 9), [cup[2], cup[0]]);
        assert_eq!(page(PlayScope::Event(8), cup[2], 9), [cup[0]]);
        let officials = read(&store, |c| play_queries::running_for_event(c, 8, 9));
        assert_eq!(ids(&officials), [cup[2], cup[1], cup[0]]);
        end(&store, cup[2], State::Final, NOW + 1);
        end(&store, cup[0], State::Final, NOW + 2);
        end(&store, cup[1], State::Ended, NOW + 3);
        end(&store, hidden, State::Final, NOW);
        assert_eq!(page(PlayScope::Everybody, i32::MAX, 9), [other, casual]);
        let over = |state, after| {
            ids(&read(&store, |c| play_queries::ended_in_event(c, 8, state, after, 9)))
        };
        assert_eq!(over(State::Final, (Micros(0), 0)), [cup[2], cup[0]], "in the order of their ends");
        assert_eq!(over(State::Final, (NOW + 1, cup[2])), [cup[0]]);
        assert_eq!(over(State::Ended, (Micros(0), 0)), [cup[1]]);
    }

    fn a_record_leads_back_to_its_play(place: &Place) {
        let store = store(place);
        referred_to(place);
        let play = made(&store, 1);
        let of_game = |game| read(&store, |connection| play_queries::by_game(connection, game));
        assert_eq!(of_game(0), None, "plays without a record are no record's");
        let after = PlayRowUpdate { state: State::Final, due_at: Micros(0), ended_at: NOW, game_id: Some(12) };
        let over = PlayAppend { after, ..appending(play, 1, &["over"]) };
        assert_eq!(write(&store, |connection| plays::append(connection, &over)), AppendOutcome::Stored);
        assert_eq!(of_game(12).map(|row| row.id), Some(play));
        assert_eq!(of_game(13), None);
    }
}
