//! `adjutant admin audit`: the trail as lines of JSON.

use crate::support::Place;

#[test]
fn where_nothing_was_done_nothing_is_written() {
    for place in [Place::sqlite(), Place::postgres()] {
        place.open();
        assert_eq!(place.admin(&["audit"]).fine(), "");
        assert_eq!(place.admin(&["audit", "--until", "2026-01-01"]).fine(), "");
        // But that the trail was taken twice.
        let taken = place.admin(&["audit"]).fine();
        assert_eq!(taken.matches("audit.exported").count(), 2, "{taken}");
        assert_eq!(taken.lines().count(), 2, "{taken}");
    }
}

#[test]
fn where_no_database_is_none_is_made() {
    let place = Place::sqlite();
    let said = place.admin(&["audit"]);
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(said.err.contains("adjutant.sqlite"), "{said:?}");
    assert!(!place.dir().join("adjutant.sqlite").exists());
}

#[test]
fn invalid_actions_and_days_are_refused_with_the_valid_ones() {
    let place = Place::sqlite();
    let said = place.admin(&["audit", "--action", "role.given"]);
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("role.granted, role.changed"), "{said:?}");
    let said = place.admin(&["audit", "--until", "yesterday"]);
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("--until <YYYY-MM-DD>"), "{said:?}");
}
