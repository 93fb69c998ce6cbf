//! What lies beside plays: seeks, notes, reports, outages.

use adjutant_domain::play::Outage;
use adjutant_store::outages;
use adjutant_store::seeks::{self, NewSeekRow, SeekRow};
use adjutant_store::{Store, play_notes, play_reports, plays};
use salpakan::rules::Color;

use super::whole::whole;
use super::{id_of, player, read, write};
use crate::support::{NOW, Place, on_both_engines};

fn ids(rows: &[SeekRow]) -> Vec<i32> {
    rows.iter().map(|row| row.id).collect()
}

fn seek(store: &Store, number: u64, player_id: i32, to_player: Option<i32>, lives: i64) -> i32 {
    let new = NewSeekRow {
        public_id: id_of(number),
        player_id,
        account_id: 1,
        to_player,
        terms: b"terms",
        color: Some(Color::White),
        by_link: false,
        created_at: NOW,
        expires_at: NOW + lives,
    };
    write(store, |connection| seeks::add(connection, &new))
}

on_both_engines! {
    fn seeks_are_found_while_they_live_by_whom_they_are_for(place: &Place) {
        let whole = whole(place);
        let (store, [ana, ben]) = (&whole.store, whole.players);
        let cleo = player(store, "Cleo");
        place.run_sql("DELETE FROM seeks");
        let own = [
            seek(store, 11, ana, None, 10),
            seek(store, 12, ana, None, 20),
            seek(store, 13, ana, Some(ben), 20),
            seek(store, 14, ana, Some(cleo), 20),
            seek(store, 15, ben, None, 30),
        ];
        let open = |now, before, limit| {
            ids(&read(store, |connection| seeks::open_seeks(connection, now, before, limit)))
        };
        assert_eq!(open(NOW, i32::MAX, 9), [own[4], own[1], own[0]]);
        assert_eq!(open(NOW, i32::MAX, 1), [own[4]]);
        assert_eq!(open(NOW, own[4], 9), [own[1], own[0]]);
        assert_eq!(open(NOW + 10, i32::MAX, 9), [own[4], own[1]], "one is over");
        let to = |players: &[i32], now| {
            ids(&read(store, |connection| seeks::invitations_to_players(connection, players, now, 9)))
        };
        assert_eq!(to(&[ben], NOW), [own[2]]);
        assert_eq!(to(&[cleo, ben], NOW), [own[3], own[2]], "a person and who was merged into him");
        assert_eq!(to(&[ben], NOW + 20), [0; 0]);
        assert_eq!(to(&[0], NOW), [0; 0], "for everybody is for nobody by name");
        let mine = read(store, |connection| seeks::for_account(connection, 1, 2));
        assert_eq!(ids(&mine), [own[4], own[3]]);
        let found = read(store, |connection| seeks::by_public_id(connection, &id_of(13)));
        let found = found.expect("it is there");
        assert_eq!((found.id, found.to_player, found.color), (own[2], Some(ben), Some(Color::White)));
        assert_eq!((found.terms.as_slice(), found.expires_at), (&b"terms"[..], NOW + 20));
    }

    fn of_many_who_take_a_seek_one_has_it(place: &Place) {
        let whole = whole(place);
        let store = &whole.store;
        let id = seek(store, 21, whole.players[0], None, 50);
        assert!(!write(store, |connection| seeks::accept(connection, id, NOW + 50)), "it is over");
        let taken: usize = std::thread::scope(|scope| {
            let try_it = || {
                scope.spawn(|| write(store, |connection| seeks::accept(connection, id, NOW)))
            };
            let all: Vec<_> = (0..8).map(|_| try_it()).collect();
            all.into_iter().map(|one| usize::from(one.join().expect("an answer"))).sum()
        });
        assert_eq!(taken, 1);
        assert!(!write(store, |connection| seeks::remove(connection, id)), "it is gone");
        let other = seek(store, 22, whole.players[0], None, 50);
        assert!(write(store, |connection| seeks::remove(connection, other)));
    }

    fn notes_are_a_seats_own_and_written_over(place: &Place) {
        let whole = whole(place);
        let store = &whole.store;
        let row = read(store, |c| plays::by_id(c, whole.plays[0])).expect("it is there");
        let notes = |account| {
            let seat = row.seat_of(account).expect("a seat");
            read(store, |connection| play_notes::for_seat(connection, seat))
        };
        for text in [&b"first"[..], b"second"] {
            let seat = row.seat_of(2).expect("a seat");
            write(store, |connection| play_notes::put(connection, seat, text));
            assert_eq!((notes(1), notes(2)), (None, Some(text.to_vec())));
        }
    }

    fn reports_are_found_by_their_play_by_who_made_them_and_all_together(place: &Place) {
        let whole = whole(place);
        let (store, [one, two, three]) = (&whole.store, whole.plays);
        place.run_sql("DELETE FROM play_reports");
        let add = |play, account, text: &str| {
            write(store, |connection| play_reports::add(connection, (play, account), text, NOW))
        };
        let own = [add(one, 1, "a"), add(two, 2, "b"), add(one, 2, "c"), add(three, 1, "d")];
        let ids = |rows: Vec<play_reports::ReportRow>| -> Vec<i32> {
            rows.into_iter().map(|row| row.id).collect()
        };
        let of_play = read(store, |connection| play_reports::for_play(connection, one, 9));
        assert_eq!(of_play[1].text, "c");
        assert_eq!(ids(of_play), [own[0], own[2]]);
        assert_eq!(ids(read(store, |c| play_reports::for_account(c, 2, 9))), [own[2], own[1]]);
        assert_eq!(ids(read(store, |c| play_reports::page(c, i32::MAX, 3))), [own[3], own[2], own[1]]);
        assert_eq!(ids(read(store, |c| play_reports::page(c, own[1], 3))), [own[0]]);
    }

    fn outages_since_a_moment_come_in_the_order_of_their_ends(place: &Place) {
        let whole = whole(place);
        let store = &whole.store;
        let outage = |stopped, resumed| Outage { stopped, resumed };
        let [long, short] = [outage(NOW + 10, NOW + 90), outage(NOW + 20, NOW + 30)];
        for one in [long, short] {
            write(store, |connection| outages::add(connection, one));
        }
        let after = |moment| read(store, |connection| outages::ended_after(connection, moment));
        assert_eq!(after(NOW), [outage(NOW + 3, NOW + 4), short, long]);
        assert_eq!(after(NOW + 4), [short, long]);
        assert_eq!(after(NOW + 30), [long]);
        assert_eq!(after(NOW + 90), []);
    }
}
