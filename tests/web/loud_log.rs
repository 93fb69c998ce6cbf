//! The log at its loudest, while whole games are played and set-ups are refused in every way: not one
//! line of it names a rank.

use std::time::Duration;

use serde_json::json;

use crate::by_forms::{begins, between, main, word};
use crate::markup::forms;
use crate::plays::{BLACK, Table, WHITE};
use crate::service::{Start, games, unfinished};
use crate::visitor::{PASSWORD, Visitor};
use crate::world::World;

/// What a rank is called anywhere, alone or as a part of a longer name. The "flags" of a library are none.
const RANKS: [&str; 9] =
    ["general", "colonel", "major", "captain", "lieutenant", "sergeant", "private", "spy", "flag"];

/// The words of a text, in small letters.
fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
}

/// The first line with the name of a rank, a letter of one in brackets, or a row of a set-up.
fn named<'a>(log: &'a str, setups: &[String]) -> Option<&'a str> {
    let rows: Vec<&str> = setups.iter().flat_map(|setup| setup.split('/')).collect();
    log.lines().find(|line| {
        words(line).any(|word| RANKS.contains(&word.as_str()))
            || rows.iter().any(|row| row.len() > 3 && line.contains(row))
            || line.contains("instead of")
    })
}

/// Set-ups that are refused: a rank too many, one too few, no piece's letter, too few rows, too long ones.
fn wrong() -> Vec<String> {
    vec![
        WHITE.replace('F', "S"),
        WHITE.replacen('P', ".", 1),
        WHITE.replace('5', "X"),
        "3..PL5P../.ASKTP.4S".to_owned(),
        WHITE.replace("../", ".../"),
        format!("F{}", &WHITE[1..]),
        BLACK.replace("FT", "FF"),
    ]
}

fn by_programs(table: &mut Table) {
    for color in ["white", "black"] {
        for setup in wrong() {
            let refused = table.send(color, "/deployment", json!({"setup": setup}));
            assert_eq!(refused.status, 400, "{setup}: {}", refused.whole());
        }
        let body = json!({"setup": ["General", "Spy"]});
        assert_eq!(table.send(color, "/deployment", body).status, 400);
        let body = json!({"setup": WHITE, "flag": "Spy"});
        assert_eq!(table.send(color, "/deployment", body).status, 400);
    }
    table.deploy(WHITE, BLACK);
    for color in ["white", "black"] {
        assert_eq!(table.send(color, "/deployment", json!({"setup": wrong()[0]})).status, 400);
    }
    for _ in 0..4 {
        assert_eq!(table.step().status, 200);
    }
    let unknown = table.send("white", "/words", json!({"word": "captain"}));
    assert_eq!(unknown.status, 400);
    assert_eq!(table.send("black", "/words", json!({"word": "resign"})).status, 200);
}

fn by_forms(world: &World) {
    let mut people = ["Gabriela", "Diego"].map(|name| {
        let mut visitor = Visitor::new(&world.service);
        assert_eq!(visitor.sign_up(name, PASSWORD).status, 303);
        visitor
    });
    let [ana, ben] = &mut people;
    let address = between(ana, ben, "Gabriela");
    for visitor in [&mut *ana, &mut *ben] {
        for setup in wrong() {
            let sent =
                visitor.fill(&address, &format!("{address}/deployment"), &[("setup", &setup)]);
            assert_eq!(sent.status, 422, "{setup}: {}", sent.text());
        }
    }
    begins(ana, ben, &address);
    let resigned = word(ben, &format!("{address}?ask=resign"), "resign");
    assert_eq!(ben.send_form(&resigned, &[]).status, 303);
    assert!(main(ana, &address).contains("Resignation"));
    let page = ana.get("/set-ups/new").text();
    let form =
        forms(&page).into_iter().find(|form| form.action == "/set-ups/new").expect("a board");
    for (act, code) in [("check", ""), ("save", ""), ("load", "FSP"), ("load", &wrong()[2])] {
        let sent = ana.send_form(&form, &[("name", "Spy"), ("do", act), ("code", code)]);
        assert_eq!(sent.status, 422, "{act} {code}");
    }
}

#[test]
fn no_line_of_the_log_at_its_loudest_names_a_rank_where_set_ups_are_refused() {
    let world = World::of(Start::with(&games(40)).env("RUST_LOG", "trace"));
    let mut table = Table::on(world, "600+5");
    by_programs(&mut table);
    by_forms(&table.world);
    let broken = unfinished().concat().replace("[WhiteSetup \"", "[WhiteSetup \"F");
    assert_eq!(table.world.service.post_records(broken.as_bytes()).status, 200);
    let _kept = table.world.service.get("/games");
    std::thread::sleep(Duration::from_millis(500));
    let log = table.world.service.log();
    assert!(log.contains("400") && log.len() > 50_000, "{} bytes of log", log.len());
    let secrets = [wrong(), vec![WHITE.to_owned(), BLACK.to_owned()]].concat();
    assert_eq!(named(&log, &secrets), None);
    for leak in ["2 of Spy (S) instead of 1", "setup: General", "3..PL5P.."] {
        assert!(named(leak, &secrets).is_some(), "{leak} would be noticed");
    }
}
