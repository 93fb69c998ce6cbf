//! People and the games that they play here: merges, copies of one's own data, leaving.

use adjutant_service::access::Actor;
use adjutant_service::privacy::{self, Part};
use adjutant_service::{App, merging};
use adjutant_store::plays::{self, NewPlay, PlayRow, SeatHolder, State};
use adjutant_store::seal::{NONCE_BYTES, SealedKind, Sealer};
use adjutant_store::seeks::{self, NewSeekRow};
use adjutant_store::transaction::in_transaction;
use adjutant_store::{AnyConnection, Store, StoreError, play_notes, play_reports};
use salpakan::clock::Speed;
use salpakan::rules::{ByColor, Color};

use crate::support::{NOW, Place, exported, game, import_text, ledgers, on_both_engines};

fn write<T>(place: &Place, work: impl FnOnce(&mut AnyConnection) -> Result<T, StoreError>) -> T {
    let store = Store::open(place.settings().database).expect("the database opens");
    let mut connection = store.connection().expect("a connection");
    in_transaction(&mut connection, work).expect("it is written")
}

/// A running play between two handles, who move by these accounts; gives its id.
fn play(place: &Place, number: u8, handles: [&str; 2], accounts: [i32; 2]) -> i32 {
    let sit = |at: usize| SeatHolder {
        player: place.row_of(handles[at]),
        account: Some(accounts[at]).filter(|id| *id != 0),
    };
    let new = NewPlay {
        public_id: [number; 10],
        state: State::InPlay,
        rule_set: "standard",
        seats: ByColor::new(sit(0), sit(1)),
        organisation_id: None,
        event_id: None,
        round: "",
        rated: true,
        listed: true,
        speed: Speed::Rapid,
        created_at: NOW,
        due_at: NOW + 9,
        events: &[],
    };
    write(place, |connection| plays::add(connection, &new))
}

fn row(place: &Place, play: i32) -> PlayRow {
    write(place, |connection| plays::by_id(connection, play)).expect("it is there")
}

/// Seals a seat's notes under the key of the place.
fn note(place: &Place, play: i32, account: i32, text: &str) {
    let sealer = Sealer::load(&place.settings().key_file).expect("the key");
    let row = row(place, play);
    let seat = row.seat_of(account).expect("his seat");
    let room = SealedKind::Notes(seat.color());
    let nonce = [account as u8; NONCE_BYTES];
    let body = sealer.seal(room, &row.public_id, text.as_bytes(), nonce).expect("sealed");
    write(place, |connection| play_notes::put(connection, seat, &body));
}

fn seek(place: &Place, number: u8, account: i32, from: &str, to: Option<&str>) {
    let new = NewSeekRow {
        public_id: [number; 10],
        player_id: place.row_of(from),
        account_id: account,
        to_player: to.map(|handle| place.row_of(handle)),
        terms: b"terms",
        color: None,
        by_link: false,
        created_at: NOW,
        expires_at: NOW + 9,
    };
    write(place, |connection| seeks::add(connection, &new));
}

/// Every row that a merge may change and its end must give back.
fn everything(place: &Place) -> Vec<String> {
    let mut all = ledgers(place);
    for sql in [
        "SELECT id || '|' || white_id || '|' || black_id || '|' || white_as || '|' || black_as \
         AS word FROM games ORDER BY id",
        "SELECT id || '|' || white_id || '|' || black_id || '|' || coalesce(white_account, 0) \
         || '|' || coalesce(black_account, 0) || '|' || coalesce(game_id, 0) AS word FROM plays ORDER BY id",
        "SELECT id || '|' || player_id || '|' || coalesce(to_player_id, 0) AS word FROM seeks ORDER BY id",
    ] {
        all.extend(place.words(sql));
    }
    all
}

/// Four players, of whom Juan and Johnny are one person.
fn people(place: &Place) -> App {
    let app = place.open();
    let text = game("Juan", "Tala", 1, "") + &game("Johnny", "Ligaya", 2, "");
    import_text(&app, &text);
    place.account(1, "Johnny", place.row_of("Johnny"));
    place.account(2, "Tala", place.row_of("Tala"));
    app
}

fn count(place: &Place, table: &str) -> String {
    place.words(&format!("SELECT CAST(count(*) AS TEXT) AS word FROM {table}")).remove(0)
}

on_both_engines! {
    fn seats_in_plays_follow_a_merge_and_are_given_back_exactly(place: &Place) {
        let app = people(place);
        let own = [
            play(place, 1, ["Johnny", "Tala"], [1, 2]),
            play(place, 2, ["Tala", "Johnny"], [2, 1]),
            play(place, 3, ["Juan", "Tala"], [0, 2]),
        ];
        seek(place, 4, 1, "Johnny", None);
        seek(place, 5, 2, "Tala", Some("Johnny"));
        let (before, text) = (everything(place), exported(&app));
        let made = merging::merge(&app, &Actor::for_command(), "Johnny", "Juan", "one person", NOW)
            .expect("merged");
        let juan = place.row_of("Juan");
        let seats = own.map(|id| row(place, id).seats.map(|seat| seat.player == juan));
        assert_eq!(seats.map(|seat| (seat.white, seat.black)), [(true, false), (false, true), (true, false)]);
        assert_eq!(row(place, own[0]).seats.white.account, Some(1), "who moves is who moved");
        merging::undo(&app, &Actor::for_command(), made.id, "two after all", NOW).expect("undone");
        assert_eq!(everything(place), before);
        assert_eq!(exported(&app), text);
        // These plays have no events of a game and no set-ups; of whose they are nothing is wrong.
        let known = ["a set-up is missing", "a play begins with its making"];
        let found = crate::support::faults(&app);
        let others = found.iter().filter(|fault| !known.iter().any(|words| fault.contains(words)));
        assert_eq!(others.collect::<Vec<_>>(), Vec::<&String>::new());
    }

    fn the_record_of_a_play_goes_back_with_it_whatever_name_it_was_written_under(place: &Place) {
        let app = people(place);
        let own = [
            play(place, 1, ["Johnny", "Tala"], [1, 2]),
            play(place, 2, ["Tala", "Johnny"], [2, 1]),
        ];
        let later = play(place, 3, ["Juan", "Tala"], [0, 2]);
        let made = merging::merge(&app, &Actor::for_command(), "Johnny", "Juan", "one person", NOW)
            .expect("merged");
        import_text(&app, &(game("Juan", "Tala", 7, "") + &game("Tala", "JUAN", 8, "") + &game("Juan", "Tala", 9, "")));
        let games = place.words("SELECT CAST(id AS TEXT) AS word FROM games WHERE round IN ('7', '8', '9') ORDER BY round");
        for (play, game) in [own[0], own[1], later].iter().zip(&games) {
            place.run_sql(&format!("UPDATE plays SET game_id = {game} WHERE id = {play}"));
        }
        let text = exported(&app);
        merging::undo(&app, &Actor::for_command(), made.id, "two after all", NOW).expect("undone");
        let seats = place.words(&format!(
            "SELECT w.handle || '|' || white_as || '|' || b.handle || '|' || black_as AS word FROM games g \
             JOIN players w ON w.id = white_id JOIN players b ON b.id = black_id \
             WHERE g.id IN ({}) ORDER BY round", games.join(", ")
        ));
        assert_eq!(seats, ["Johnny|Juan|Tala|", "Tala||Johnny|JUAN", "Juan||Tala|"]);
        assert_eq!(exported(&app), text, "the records say what they said");
    }

    fn who_sat_against_each_other_are_two_people(place: &Place) {
        let app = people(place);
        play(place, 1, ["Juan", "Johnny"], [0, 1]);
        for [from, into] in [["Juan", "Johnny"], ["Johnny", "Juan"]] {
            let refused = merging::merge(&app, &Actor::for_command(), from, into, "one person", NOW);
            let said = refused.expect_err("they play each other").to_string();
            assert!(said.contains("have met on this site (game 040g2081040g2081)"), "{said}");
        }
    }

    fn who_leaves_takes_his_offers_notes_and_words_along_and_his_seats_stay(place: &Place) {
        let app = people(place);
        let own = play(place, 1, ["Johnny", "Tala"], [1, 2]);
        let other = play(place, 2, ["Juan", "Tala"], [0, 2]);
        note(place, own, 1, "his Spy is on e6");
        note(place, own, 2, "mine is on a8");
        note(place, other, 2, "Juan always charges");
        seek(place, 4, 1, "Johnny", None);
        seek(place, 5, 2, "Tala", Some("Johnny"));
        seek(place, 6, 2, "Tala", None);
        for (account, text) in [(1, "Tala is slow"), (2, "JOHNNY swears; Johnny's brother, too")] {
            write(place, |connection| play_reports::add(connection, (own, account), text, NOW));
        }
        let actor = Actor { account: 1, ..Actor::for_command() };
        let deleted = privacy::delete(&app, &actor, 1, NOW).expect("deleted");
        let handle = deleted.handle.expect("an anonymous handle");
        let seats = row(place, own).seats;
        assert_eq!(seats.white, SeatHolder { player: place.row_of(&handle), account: None });
        assert_eq!(seats.black, SeatHolder { player: place.row_of("Tala"), account: Some(2) });
        let open = place.words("SELECT CAST(player_id AS TEXT) AS word FROM seeks");
        assert_eq!(open, [place.row_of("Tala").to_string()], "an invitation of nobody goes, too");
        assert_eq!(count(place, "play_notes"), "2");
        let told = place.words("SELECT text AS word FROM play_reports");
        assert_eq!(told, [format!("{handle} swears; {handle}'s brother, too")]);
    }

    fn a_player_without_an_account_leaves_the_same_way(place: &Place) {
        let app = people(place);
        play(place, 1, ["Juan", "Tala"], [0, 2]);
        seek(place, 5, 2, "Tala", Some("Juan"));
        privacy::delete_player(&app, &Actor::for_command(), "Juan", "he wrote to us", NOW).expect("gone");
        assert_eq!((count(place, "plays"), count(place, "seeks")), ("1".to_owned(), "0".to_owned()));
    }

    fn a_person_gets_his_plays_notes_offers_and_words_and_nothing_of_his_opponents(place: &Place) {
        let app = people(place);
        let own = play(place, 1, ["Johnny", "Tala"], [1, 2]);
        play(place, 2, ["Tala", "Johnny"], [2, 1]);
        play(place, 3, ["Tala", "Ligaya"], [2, 0]);
        note(place, own, 1, "his Spy is on e6");
        note(place, own, 2, "mine is on a8");
        seek(place, 4, 1, "Johnny", Some("Tala"));
        seek(place, 5, 2, "Tala", None);
        write(place, |connection| play_reports::add(connection, (own, 1), "Tala is slow", NOW));
        write(place, |connection| play_reports::add(connection, (own, 2), "Johnny swears", NOW));
        let actor = Actor { account: 1, ..Actor::for_command() };
        let (mut played, mut offered, mut told) = (Vec::new(), Vec::new(), Vec::new());
        privacy::export(&app, &actor, 1, NOW, &mut |part| {
            match part {
                Part::Play(one) => played.push((one.color, one.notes.clone(), one.state)),
                Part::Seek(one) => offered.push(one.to.clone()),
                Part::Report(one) => told.push(one.text.clone()),
                _ => {}
            }
            true
        })
        .expect("exported");
        let state = State::InPlay;
        let notes = "his Spy is on e6".to_owned();
        assert_eq!(played, [(Color::White, notes, state), (Color::Black, String::new(), state)]);
        assert_eq!(offered, [Some("Tala".to_owned())]);
        assert_eq!(told, ["Tala is slow"]);
    }
}
