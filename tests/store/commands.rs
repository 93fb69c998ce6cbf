//! What the commands say of bad orders: what, where and what to do.

use std::fs;

use crate::support::{Place, demo, import_text, said};

fn run(place: &Place, arguments: &[&str]) -> (Option<i32>, String) {
    said(&place.adjutant(arguments).output().expect("it runs"))
}

#[test]
fn a_database_that_is_not_there_is_not_made_by_reading_it() {
    let place = Place::sqlite();
    let absent = ["--database-url", "absent/adjutant.sqlite"];
    for command in [&["export"][..], &["rate"], &["rate", "--recompute"], &["check"]] {
        let (code, text) = run(&place, &[command, &absent].concat());
        assert_eq!(code, Some(2), "{command:?}: {text}");
        assert!(text.contains("there is no database absent/adjutant.sqlite"), "{text}");
        assert!(text.contains("--data-dir"), "what to do: {text}");
        assert_eq!(fs::read_dir(place.dir.path()).expect("a directory").count(), 0, "{command:?}");
    }
}

#[test]
fn a_rule_set_that_is_none_is_refused_with_those_there_are() {
    let place = Place::sqlite();
    import_text(&place.open(), &demo()[..3].concat());
    for wrong in ["foo", "Standard", ""] {
        let (code, text) = run(&place, &["export", "--ruleset", wrong]);
        assert_eq!(code, Some(2), "{text}");
        assert!(text.contains("standard, electronic, eleven and krig"), "{text}");
    }
    let (code, text) = run(&place, &["export", "--ruleset", "standard+flags"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("open-challenges, open-flag and promotion"), "{text}");
    assert_eq!(run(&place, &["export", "--ruleset", "krig"]), (Some(0), String::new()));
    assert!(run(&place, &["export", "--ruleset", "standard"]).1.contains("[Event "));
}
