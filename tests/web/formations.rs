//! Set-ups of revealed games: counted again from the records themselves, and of other games nothing.

use std::collections::BTreeMap;

use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use serde_json::Value;

use crate::service::{GAMES, Service, Start, games, unfinished};
use crate::visitor::Visitor;

/// A side of a game as its record tells it.
struct Side {
    player: String,
    /// From its own side, the front row first.
    cells: Vec<char>,
    /// Wins, draws, losses.
    result: usize,
}

fn sides(count: usize) -> Vec<Side> {
    let mut found = Vec::new();
    for game in &GAMES[..count] {
        let tag = |name: &str| {
            let line = game.lines().find(|line| line.starts_with(&format!("[{name} \"")));
            line.and_then(|line| line.split('"').nth(1)).unwrap_or_default().to_owned()
        };
        let won = match tag("Result").as_str() {
            "1-0" => 0,
            "1/2-1/2" => 1,
            _ => 2,
        };
        let cells = |text: String| text.chars().filter(|one| *one != '/').collect::<Vec<char>>();
        let (white, mut black) = (cells(tag("WhiteSetup")), cells(tag("BlackSetup")));
        black.reverse();
        found.push(Side { player: tag("White"), cells: white, result: won });
        found.push(Side { player: tag("Black"), cells: black, result: 2 - won });
    }
    found
}

/// The square of a cell, seen from its own side.
fn square(at: usize) -> String {
    format!("{}{}", char::from(b'a' + (at % 9) as u8), 3 - at / 9)
}

/// Games by square of this rank.
fn counted<'a>(sides: impl Iterator<Item = &'a Side>, rank: char) -> BTreeMap<String, [u64; 3]> {
    let mut squares: BTreeMap<String, [u64; 3]> = BTreeMap::new();
    for side in sides {
        for (at, _) in side.cells.iter().enumerate().filter(|(_, own)| **own == rank) {
            squares.entry(square(at)).or_default()[side.result] += 1;
        }
    }
    squares
}

/// The same as the API tells it.
fn told(answer: &Value, rank: char) -> BTreeMap<String, u64> {
    let places = answer["places"].as_array().expect("places");
    let own = places.iter().filter(|place| place["rank"] == rank.to_string());
    own.map(|place| {
        let square = place["square"].as_str().expect("a square").to_owned();
        (square, place["games"].as_u64().expect("a number"))
    })
    .collect()
}

const COUNT: usize = 40;

#[test]
fn every_square_is_counted_as_in_the_records() {
    let service = Service::shared();
    let all = sides(COUNT);
    let answer = service.get("/api/v1/formations").json();
    assert_eq!(answer["games"], COUNT);
    assert_eq!(answer["set_ups"]["games"], 2 * COUNT);
    for rank in "F5SP".chars() {
        let slow = counted(all.iter(), rank);
        let slow: BTreeMap<String, u64> =
            slow.into_iter().map(|(square, results)| (square, results.iter().sum())).collect();
        assert_eq!(told(&answer, rank), slow, "{rank}");
    }
    let player = &all[0].player;
    let own = service.get(&format!("/api/v1/formations?player={player}")).json();
    let slow = counted(all.iter().filter(|side| side.player == *player), 'F');
    let slow: BTreeMap<String, u64> =
        slow.into_iter().map(|(square, results)| (square, results.iter().sum())).collect();
    assert_eq!(told(&own, 'F'), slow);
}

#[test]
fn conditions_leave_the_set_ups_that_meet_them() {
    let service = Service::shared();
    let all = sides(COUNT);
    let flag = all[0].cells.iter().position(|own| *own == 'F').expect("a Flag");
    let when = format!("F{}", square(flag));
    let answer = service.get(&format!("/api/v1/formations?when={when}")).json();
    let own = || all.iter().filter(|side| side.cells[flag] == 'F');
    assert_eq!(answer["set_ups"]["games"], own().count());
    let slow = counted(own(), 'S');
    let slow: BTreeMap<String, u64> =
        slow.into_iter().map(|(square, results)| (square, results.iter().sum())).collect();
    assert_eq!(told(&answer, 'S'), slow);
    let page =
        service.get(&format!("/formations?when={when}&square=a1&rank=S&mirror=1&weighted=1"));
    assert_eq!(page.status, 200);
}

#[test]
fn a_set_up_is_found_by_its_code_from_the_replay_and_stands_among_its_own_games() {
    let service = Service::shared();
    let game =
        service.get("/api/v1/games?termination=flag-captured&limit=1").json()["games"][0]["id"]
            .clone();
    let replay = service.get(&format!("/games/{}", game.as_str().expect("an id"))).text();
    let link = replay.split("/formations/").nth(1).expect("a link to the set-up");
    let code = &link[..15];
    let answer = service.get(&format!("/api/v1/formations/{code}")).json();
    assert_eq!(answer["code"], code);
    let own = |name: &str| answer[name]["games"].as_u64().expect("a number");
    assert!(own("as_it_stands") >= 1);
    assert_eq!(answer["by_distance"][0]["games"], own("as_it_stands") + own("mirrored"));
    let games: u64 = answer["by_distance"]
        .as_array()
        .expect("distances")
        .iter()
        .map(|one| one["games"].as_u64().expect("a number"))
        .sum();
    assert_eq!(games, 2 * COUNT as u64);
    let page = service.get(&format!("/formations/{code}"));
    assert_eq!(page.status, 200);
    assert!(page.text().contains(&format!("/set-ups/new?code={code}")));
    let editor = Visitor::called("Kalabaw").get(&format!("/set-ups/new?code={code}"));
    assert_eq!(editor.status, 200);
    let set_up = answer["set_up"].as_str().expect("a set-up").replace('/', "");
    assert_eq!(crate::set_ups::cells(&editor), set_up);
}

#[test]
fn what_is_no_code_is_not_there_and_says_why() {
    let service = Service::shared();
    for (code, word) in [("zzzzzzzzzzzzzzz", "mistyped"), ("abc", "15"), ("il", "letters")] {
        let page = service.get(&format!("/formations/{code}"));
        assert_eq!(page.status, 404, "{code}");
        assert!(page.text().contains(word), "{code}: {}", page.text());
        assert_eq!(service.get(&format!("/api/v1/formations/{code}")).status, 404, "{code}");
    }
    for query in
        ["when=X1", "when=Fa4", "square=a4", "rank=FF", "mirror=2", "color=red", "min_rating=x"]
    {
        for path in ["/formations", "/api/v1/formations", "/formations/000000000000000"] {
            assert_eq!(service.get(&format!("{path}?{query}")).status, 400, "{path}?{query}");
        }
    }
    for query in ["player=Nobody", "event=none", "organisation=none", "season=1", "pool=none"] {
        assert_eq!(service.get(&format!("/formations?{query}")).status, 404, "{query}");
        assert_eq!(service.get(&format!("/api/v1/formations?{query}")).status, 404, "{query}");
    }
}

const PATHS: [&str; 6] = [
    "/formations",
    "/formations?mirror=1&weighted=1&square=b1&rank=5",
    "/formations/000000000000000",
    "/api/v1/formations",
    "/api/v1/formations?when=Fb1",
    "/api/v1/formations/000000000000000",
];

#[test]
fn a_game_that_is_not_revealed_changes_no_byte() {
    let service = Start::with(&games(12)).token().serve();
    let look =
        || PATHS.map(|path| (service.get(path).body, service.get(path).must("etag").to_owned()));
    let before = look();
    let taken = service.post_records(unfinished().concat().as_bytes());
    assert_eq!(taken.status, 200, "{}", taken.text());
    assert_eq!(service.get("/api/v1/totals").json()["games"], 14);
    assert!(before == look(), "nothing is told of them");
    service.post_records(games(13).as_bytes());
    assert!(before != look(), "a game that is over is counted at once");
    assert_eq!(service.get("/api/v1/formations").json()["games"], 13);
}

fn sql(start: &Start, statement: &str) {
    let path = start.dir().join("data/adjutant.sqlite");
    let mut sqlite = SqliteConnection::establish(path.to_str().expect("UTF-8")).expect("it opens");
    sqlite.batch_execute(statement).expect("it is done");
}

#[test]
fn who_keeps_off_lists_is_counted_and_neither_named_nor_asked_for() {
    let player = sides(12)[0].player.clone();
    let start = Start::with(&games(12));
    sql(&start, &format!("UPDATE players SET private = 1 WHERE handle = '{player}'"));
    let service = start.serve();
    assert_eq!(service.get("/api/v1/formations").json()["games"], 12);
    for path in PATHS {
        assert!(!service.get(path).text().contains(&player), "{path}");
    }
    let missing = |name: &str| {
        let reply = service.get(&format!("/api/v1/formations?player={name}"));
        (reply.status, reply.text().replace(name, "?"))
    };
    assert_eq!(missing(&player).0, 404);
    assert_eq!(missing(&player), missing("Nobody"));
    assert_eq!(service.get(&format!("/formations?opponent={player}")).status, 404);
}

#[test]
fn ones_own_page_is_for_oneself_alone() {
    let mut visitor = Visitor::called("Banaba");
    let page = visitor.get("/formations/mine");
    assert_eq!(page.status, 200);
    assert_eq!(page.must("cache-control"), "private, no-store");
    assert!(page.text().contains("None of your games that are over shows a set-up yet."));
    let stranger = Service::shared().get("/formations/mine");
    assert_eq!(stranger.status, 303);
    assert!(visitor.get("/formations").text().contains("/formations/mine"));
}
