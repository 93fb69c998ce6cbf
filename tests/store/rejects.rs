//! Where `adjutant import` puts what it refuses: all of it, and never over an input.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Stdio;

use adjutant_service::games::totals;

use crate::support::{Place, resignation, said};

/// A game with an illegal second ply.
fn bad(white: &str) -> String {
    resignation("Cup", white, "2").replace("e6-e5", "e6-e4")
}

fn good(white: &str) -> String {
    resignation("Cup", white, "1")
}

fn place_with(files: &[(&str, &str)]) -> Place {
    let place = Place::without_database();
    for (name, text) in files {
        fs::write(place.dir.path().join(name), text).expect("it is written");
    }
    place
}

fn run(place: &Place, arguments: &[&str]) -> (Option<i32>, String) {
    said(&place.adjutant(arguments).output().expect("it runs"))
}

fn read(place: &Place, name: &str) -> String {
    fs::read_to_string(place.dir.path().join(name)).expect("it is there")
}

/// What lies in the place but the database and its key.
fn left_over(place: &Place) -> Vec<String> {
    let names = fs::read_dir(place.dir.path()).expect("a directory").flatten();
    let names = names.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let own = |name: &String| name.starts_with("adjutant.sqlite") || name == "seal.key";
    let mut names: Vec<String> = names.filter(|name| !own(name)).collect();
    names.sort();
    names
}

#[test]
fn one_file_of_rejects_holds_those_of_all_inputs() {
    let [one, two, three] = [bad("Aba"), good("Lakandula"), bad("Bantay")];
    let place = place_with(&[("1.ggn", &one), ("2.ggn", &two), ("3.ggn", &three)]);
    let (code, text) = run(&place, &["import", "--rejects", "r", "1.ggn", "2.ggn", "3.ggn"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("2 refused games are in r"), "{text}");
    assert!(text.contains("2.ggn: 1 game added, 0 already there, 0 refused"), "{text}");
    let rejects = read(&place, "r");
    for part in ["; 1.ggn: game 1: ", "\"Aba\"", "; 3.ggn: game 1: ", "\"Bantay\""] {
        assert!(rejects.contains(part), "{part}: {rejects}");
    }
    assert_eq!(left_over(&place), ["1.ggn", "2.ggn", "3.ggn", "r"]);
    // Mended, they go in from there.
    fs::write(place.dir.path().join("r"), rejects.replace("e6-e4", "e6-e5")).expect("writes");
    assert_eq!(run(&place, &["import", "r"]).0, Some(0));
    assert_eq!(totals(&place.open()).expect("totals").games, 3);
}

#[test]
fn one_refused_game_is_one() {
    let place = place_with(&[("1.ggn", &bad("Aba"))]);
    let (_, text) = run(&place, &["import", "1.ggn"]);
    assert!(text.contains("1 refused game is in 1.ggn.rejects"), "{text}");
}

#[test]
fn rejects_are_never_written_over_an_input_however_it_is_spelled() {
    let text = bad("Aba") + &good("Lakandula");
    let place = place_with(&[("r3.ggn", &text), ("other.ggn", &text)]);
    let dir = place.dir.path();
    symlink("r3.ggn", dir.join("link")).expect("a link");
    fs::hard_link(dir.join("r3.ggn"), dir.join("hard")).expect("a hard link");
    let whole = dir.join("r3.ggn").display().to_string();
    for (rejects, input) in [
        ("r3.ggn", "r3.ggn"),
        ("./r3.ggn", "r3.ggn"),
        ("link", "r3.ggn"),
        ("r3.ggn", "link"),
        ("hard", "r3.ggn"),
        (&whole, "r3.ggn"),
    ] {
        let (code, said) = run(&place, &["import", "--rejects", rejects, "other.ggn", input]);
        assert_eq!(code, Some(2), "{rejects} {input}: {said}");
        assert!(said.contains(rejects) && said.contains("--rejects"), "{said}");
        assert_eq!(read(&place, "r3.ggn"), text, "{rejects} {input}");
    }
    assert!(!dir.join("adjutant.sqlite").exists(), "nothing was imported");
    let mut piped = place.adjutant(&["import", "--rejects", "r3.ggn", "-"]);
    let input = fs::File::open(dir.join("r3.ggn")).expect("it is there");
    let (code, said) = said(&piped.stdin(Stdio::from(input)).output().expect("it runs"));
    assert_eq!((code, read(&place, "r3.ggn")), (Some(2), text), "{said}");
}

#[test]
fn the_rejects_beside_a_file_are_not_written_over_another_input_either() {
    let place = place_with(&[("1.ggn", &bad("Aba")), ("1.ggn.rejects", &bad("Bantay"))]);
    let (code, said) = run(&place, &["import", "1.ggn", "1.ggn.rejects"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("1.ggn.rejects") && said.contains("--rejects"), "{said}");
    assert_eq!(read(&place, "1.ggn.rejects"), bad("Bantay"));
}

#[test]
fn rejects_that_cannot_be_written_are_said_before_anything_is_imported() {
    let place = place_with(&[("1.ggn", &(bad("Aba") + &good("Lakandula")))]);
    fs::create_dir(place.dir.path().join("dir")).expect("a directory");
    for rejects in ["/nonexistent3/r", "dir", "1.ggn/r"] {
        let (code, said) = run(&place, &["import", "--rejects", rejects, "1.ggn"]);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains(&format!("cannot write the refused games to {rejects}")), "{said}");
        assert!(!said.contains("refused game is in"), "{said}");
        assert!(!place.dir.path().join("adjutant.sqlite").exists(), "nothing was imported");
    }
}

#[test]
fn games_rejected_before_an_input_breaks_off_are_kept() {
    let place = place_with(&[("1.ggn", &bad("Aba"))]);
    for named in [&["--rejects", "1.ggn.rejects"][..], &[]] {
        let (code, text) = run(&place, &[&["import", "1.ggn"], named, &["missing.ggn"]].concat());
        assert_eq!(code, Some(2), "{text}");
        assert!(text.contains("adjutant: missing.ggn: No such file"), "{text}");
        assert!(read(&place, "1.ggn.rejects").contains("\"Aba\""));
        fs::remove_file(place.dir.path().join("1.ggn.rejects")).expect("it goes");
    }
    let cut = zstd::encode_all((bad("Aba") + &good("Datu").repeat(4_000)).as_bytes(), 3);
    let cut = cut.expect("it shrinks");
    fs::write(place.dir.path().join("1.ggn"), &cut[..cut.len() - 9]).expect("it is written");
    let (code, text) = run(&place, &["import", "1.ggn"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(read(&place, "1.ggn.rejects").contains("\"Aba\""));
}

#[test]
fn rejects_that_cannot_be_finished_are_no_success() {
    let place = place_with(&[("1.ggn", &(bad("Aba") + &good("Lakandula")))]);
    let (code, said) = run(&place, &["import", "--rejects", "/dev/full", "1.ggn"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("/dev/full") && said.contains("No space left"), "{said}");
    assert!(!said.contains("refused game is in"), "{said}");
    assert_eq!(totals(&place.open()).expect("totals").games, 1, "the others are in");
}

#[test]
fn an_import_from_where_nobody_may_write_needs_a_file_of_rejects_only_for_refused_games() {
    let place = place_with(&[]);
    let shelf = place.dir.path().join("shelf");
    fs::create_dir(&shelf).expect("a directory");
    fs::write(shelf.join("good.ggn"), good("Lakandula")).expect("writes");
    fs::write(shelf.join("bad.ggn"), bad("Aba")).expect("writes");
    // Root may write anywhere: there a directory in the way does the same.
    fs::create_dir(shelf.join("bad.ggn.rejects")).expect("a directory");
    fs::create_dir(shelf.join("good.ggn.rejects")).expect("a directory");
    fs::set_permissions(&shelf, PermissionsExt::from_mode(0o555)).expect("a mode");
    assert_eq!(run(&place, &["import", "shelf/good.ggn"]).0, Some(0));
    let (code, said) = run(&place, &["import", "shelf/bad.ggn"]);
    fs::set_permissions(&shelf, PermissionsExt::from_mode(0o755)).expect("a mode");
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("bad.ggn.rejects") && said.contains("--rejects"), "{said}");
}
