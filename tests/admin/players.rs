//! Two players that are one person.

use adjutant_service::import::import;
use adjutant_service::players;
use adjutant_service::records::Provenance;

use crate::support::{NOW, Place};

/// A resignation with these players.
fn game(white: &str, black: &str) -> String {
    format!(
        "[Event \"Open\"]\n[Date \"2026.04.30\"]\n[Round \"1\"]\n[White \"{white}\"]\n\
         [Black \"{black}\"]\n[Result \"0-1\"]\n[TimeControl \"1200+5\"]\n\
         [Termination \"resignation\"]\n\
         [WhiteSetup \"3..PL5P../.ASKTP.4S/BMCPPF12P\"]\n\
         [BlackSetup \"...3FT.../12SLPASKM/BPP4P5PPC\"]\n\n1. e3-e4 e6-e5 0-1\n\n"
    )
}

/// A place with two players who are one, and somebody who met both.
fn place_with_two(place: Place) -> Place {
    let text = game("J. Cruz", "Maharlika") + &game("Maharlika", "Juan Cruz");
    let mut ignore = |_: &_, _: &_| {};
    import(&place.open(), text.as_bytes(), Provenance::Command, NOW, &mut ignore).expect("games");
    place
}

#[test]
fn two_players_become_one_and_two_again() {
    for place in [Place::sqlite(), Place::postgres()] {
        let place = place_with_two(place);
        let dry = place.admin(&["merge", "J. Cruz", "Juan Cruz", "--dry-run"]);
        assert_eq!(dry.fine(), "1 game would go from J. Cruz to Juan Cruz\n");
        let merged = place.admin(&["merge", "J. Cruz", "Juan Cruz", "--reason", "one person"]);
        assert_eq!(merged.fine(), "merge 1: J. Cruz is Juan Cruz now\n");
        let found = players::by_handle(&place.open(), "J. Cruz").expect("it leads on");
        assert_eq!(found.handle, "Juan Cruz");
        let again = place.admin(&["merge", "J. Cruz", "Juan Cruz", "--reason", "once more"]);
        assert!(again.refused().contains("J. Cruz"));
        let undone = place.admin(&["undo-merge", "1", "--reason", "two cousins"]);
        assert_eq!(undone.fine(), "merge 1 is undone: J. Cruz and Juan Cruz are two again\n");
        assert!(!place.admin(&["undo-merge", "1", "--reason", "x"]).refused().is_empty());
        let trail = place.admin(&["audit", "--action", "player.merged"]).fine();
        assert!(trail.contains("\"reason\":\"one person\""), "{trail}");
    }
}

#[test]
fn a_merge_needs_two_players_and_a_reason() {
    let place = place_with_two(Place::sqlite());
    let without = place.admin(&["merge", "J. Cruz", "Juan Cruz"]);
    assert_eq!(without.code, Some(2), "{without:?}");
    assert!(without.err.contains("--reason <WORDS>"), "{without:?}");
    let unknown = place.admin(&["merge", "Nobody", "Juan Cruz", "--reason", "x"]);
    assert_eq!(unknown.refused(), "adjutant: Player “Nobody” not found.\n");
    let same = place.admin(&["merge", "Juan Cruz", "Juan Cruz", "--reason", "x"]);
    assert_eq!(same.code, Some(1), "{same:?}");
    assert_eq!(place.admin(&["undo-merge", "7", "--reason", "x"]).code, Some(1));
}

#[test]
fn a_player_is_released_from_an_account_that_is_not_his() {
    let place = place_with_two(Place::sqlite());
    let nobodys = place.admin(&["release", "Juan Cruz", "--reason", "x"]);
    assert_eq!(nobodys.refused(), "adjutant: Juan Cruz has no account.\n");
    assert_eq!(place.admin(&["release", "Juan Cruz"]).code, Some(2), "it needs a reason");
    place.admin(&["create-operator", "Ana Reyes"]).fine();
    let released = place.admin(&["release", "Ana Reyes", "--reason", "claimed by somebody else"]);
    assert_eq!(released.fine(), "Ana Reyes belongs to no account now\n");
    assert!(
        place.admin(&["release", "Ana Reyes", "--reason", "x"]).refused().contains("no account")
    );
    let trail = place.admin(&["audit", "--action", "player.released"]).fine();
    assert!(trail.contains("\"reason\":\"claimed by somebody else\""), "{trail}");
}
