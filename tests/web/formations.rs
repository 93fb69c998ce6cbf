//! Set-ups of revealed games: counted again from the records themselves, and of other games nothing.

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use serde_json::{Value, json};

use salpakan::record::parse_share_code;
use salpakan::rules::{Color, RuleSet};

use crate::client::{Reply, send};
use crate::markup::forms;
use crate::service::{GAMES, Service, Start, games, unfinished};
use crate::visitor::{PASSWORD, Visitor};

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
    let link = replay.split("form=\"set-up-of\" name=\"code\" value=\"").nth(1);
    let code = &link.expect("a button for the set-up")[..15];
    let answer = asked(&service, "", code).json();
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
    let page = shown(&service, "", code);
    assert_eq!((page.status, page.must("cache-control")), (200, "private, no-store"));
    assert!(!page.text().contains("/set-ups/new"), "nobody is signed in");
    let mut visitor = Visitor::called("Kalabaw");
    let page = visitor.post_bare(ONE, &[("code", code)], &[]).text();
    let form = forms(&page).into_iter().find(|form| form.action == "/set-ups/new");
    let editor = visitor.send_form(&form.expect("a way to the editor"), &[("do", "load")]);
    assert_eq!(editor.status, 200);
    let set_up = answer["set_up"].as_str().expect("a set-up").replace('/', "");
    assert_eq!(crate::set_ups::cells(&editor), set_up);
}

#[test]
fn an_invalid_share_code_is_not_found_with_a_reason() {
    let service = Service::shared();
    for (code, word) in [("zzzzzzzzzzzzzzz", "typing mistake"), ("abc", "15"), ("il", "letters")] {
        for page in [shown(&service, "", code), service.get(&format!("/formations/{code}"))] {
            assert_eq!(page.status, 404, "{code}");
            assert!(page.text().contains(word), "{code}: {}", page.text());
        }
        assert_eq!(asked(&service, "", code).status, 404, "{code}");
    }
    for query in
        ["when=X1", "when=Fa4", "square=a4", "rank=FF", "mirror=2", "color=red", "min_rating=x"]
    {
        for path in ["/formations", "/api/v1/formations", "/formations/000000000000000", ONE] {
            assert_eq!(service.get(&format!("{path}?{query}")).status, 400, "{path}?{query}");
        }
        assert_eq!(shown(&service, &format!("?{query}"), CODE).status, 400, "{query}");
        assert_eq!(asked(&service, &format!("?{query}"), CODE).status, 400, "{query}");
    }
    for query in ["player=Nobody", "event=none", "organisation=none", "season=1", "pool=none"] {
        assert_eq!(service.get(&format!("/formations?{query}")).status, 404, "{query}");
        assert_eq!(service.get(&format!("/api/v1/formations?{query}")).status, 404, "{query}");
    }
}

const PATHS: [&str; 4] = [
    "/formations",
    "/formations?mirror=1&weighted=1&square=b1&rank=5",
    "/api/v1/formations",
    "/api/v1/formations?when=Fb1",
];
const ONE: &str = "/formations/set-up";
const CODE: &str = "000000000000000";

/// The page of a set-up, by its share code.
fn shown(service: &Service, query: &str, code: &str) -> Reply {
    let form = [("Content-Type", "application/x-www-form-urlencoded")];
    let body = format!("code={code}");
    send(service.address, "POST", &format!("{ONE}{query}"), &form, body.as_bytes())
}

/// The same over the API.
fn asked(service: &Service, query: &str, code: &str) -> Reply {
    let body = json!({"code": code}).to_string();
    send(service.address, "POST", &format!("/api/v1{ONE}{query}"), &[], body.as_bytes())
}

#[test]
fn no_address_has_a_share_code_and_old_ones_lead_behind_the_sign_that_is_sent_to_nobody() {
    let start = Start::with(&games(12)).env("ADJUTANT_ACCESS_LOG", "on").env("RUST_LOG", "trace");
    let service = start.serve();
    let code =
        asked(&service, "", CODE).json()["nearest"][0]["code"].as_str().expect("one").to_owned();
    let old = service.get(&format!("/formations/{code}?color=white"));
    let location = format!("{ONE}?color=white#{code}");
    assert_eq!((old.status, old.must("location")), (308, location.as_str()));
    assert_eq!(service.get(&format!("/api/v1/formations/{code}")).status, 404);
    let mut visitor = Visitor::new(&Arc::new(service));
    assert_eq!(visitor.sign_up("Bayani", PASSWORD).status, 303);
    let editor = visitor.get(&format!("/set-ups/new?code={code}"));
    assert_eq!(editor.must("location"), format!("/set-ups/new?rules=standard#{code}"));
    let game = visitor.get("/api/v1/games?limit=1").json()["games"][0]["id"]
        .as_str()
        .expect("one")
        .to_owned();
    let one = visitor.post_bare(ONE, &[("code", &code)], &[]);
    assert!(one.text().contains(&code), "{}", one.text());
    assert!(
        !one.text().split("</title>").next().expect("a head").contains(&code),
        "a title is in the history"
    );
    for page in [
        one.text(),
        visitor.get("/formations").text(),
        visitor.get(&format!("/games/{game}")).text(),
    ] {
        for link in page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            let last = link.rsplit(['/', '=']).next().unwrap_or_default();
            let is_code = last.len() == 15
                && parse_share_code(&RuleSet::STANDARD, Color::White, last).is_ok();
            assert!(!is_code, "{link}");
        }
    }
    let log = visitor.service.log();
    assert!(log.contains("\"/formations/set-up\""), "an access log is written");
    assert!(!log.contains(&code), "{:?}", log.lines().find(|line| line.contains(&code)));
}

#[test]
fn a_game_that_is_not_revealed_changes_no_byte() {
    let service = Start::with(&games(12)).token().serve();
    let look = || {
        let kept = PATHS.map(|path| service.get(path).must("etag").to_owned());
        let one = [shown(&service, "", CODE).body, asked(&service, "", CODE).body];
        (PATHS.map(|path| service.get(path).body), kept, one)
    };
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
fn hidden_players_are_counted_but_neither_named_nor_searchable() {
    let player = sides(12)[0].player.clone();
    let start = Start::with(&games(12));
    sql(&start, &format!("UPDATE players SET private = 1 WHERE handle = '{player}'"));
    let service = start.serve();
    assert_eq!(service.get("/api/v1/formations").json()["games"], 12);
    for path in PATHS {
        assert!(!service.get(path).text().contains(&player), "{path}");
    }
    for reply in [shown(&service, "", CODE), asked(&service, "", CODE)] {
        assert!(!reply.text().contains(&player), "{}", reply.text());
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
    assert!(page.text().contains("None of your finished games shows a set-up yet."));
    let stranger = Service::shared().get("/formations/mine");
    assert_eq!(stranger.status, 303);
    assert!(visitor.get("/formations").text().contains("/formations/mine"));
}

/// More games than the first request reads.
const MANY: usize = 2_100;

fn many() -> String {
    let game = |round| {
        format!(
            "[Event \"Open\"]\n[Date \"2026.04.30\"]\n[Round \"{round}\"]\n[White \"Lam-ang\"]\n\
             [Black \"Maharlika\"]\n[Result \"0-1\"]\n[Termination \"resignation\"]\n\
             [WhiteSetup \"3..PL5P../.ASKTP.4S/BMCPPF12P\"]\n\
             [BlackSetup \"...3FT.../12SLPASKM/BPP4P5PPC\"]\n\n1. e3-e4 e6-e5 0-1\n\n"
        )
    };
    (0..MANY).map(game).collect::<String>() + &unfinished().concat()
}

/// The figures, once they are there.
fn counted_at_last(service: &Service) -> Value {
    let until = Instant::now() + Duration::from_secs(60);
    loop {
        let answer = service.get("/api/v1/formations");
        if answer.status == 200 {
            return answer.json();
        }
        assert_eq!(answer.status, 503, "{}", answer.text());
        assert!(Instant::now() < until, "set-ups are never counted");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// The file as it is written at last, which is behind the first answer.
fn file_at_last(path: &Path) -> Vec<u8> {
    let until = Instant::now() + Duration::from_secs(60);
    while !path.metadata().is_ok_and(|file| file.is_file()) {
        assert!(Instant::now() < until, "no file is written");
        std::thread::sleep(Duration::from_millis(50));
    }
    std::fs::read(path).expect("the file")
}

#[test]
fn nobody_waits_for_set_ups_that_are_counted_at_a_start_and_the_next_start_has_them() {
    let start = Start::with(&many());
    let file = start.dir().join("data/formations.index");
    // A file that gives nothing until somebody writes to it: the count cannot begin before.
    sql(&start, "UPDATE counters SET value = 1 WHERE name = 'formations_file'");
    assert!(Command::new("mkfifo").arg(&file).status().expect("mkfifo runs").success());
    let service = start.serve();
    let page = service.get("/formations");
    assert_eq!((page.status, page.must("cache-control")), (200, "private, no-store"));
    assert!(page.text().contains("Set-ups are being counted"), "{}", page.text());
    let one = shown(&service, "", CODE);
    assert_eq!(one.status, 200);
    assert!(one.text().contains("Set-ups are being counted"));
    assert!(one.text().contains("boardtable"), "the set-up is shown");
    for answer in [service.get("/api/v1/formations"), asked(&service, "", CODE)] {
        assert_eq!((answer.status, answer.must("retry-after")), (503, "10"));
        assert!(answer.json()["detail"].as_str().is_some_and(|text| text.contains("Try again")));
    }
    assert_eq!(service.get("/api/v1/formations?player=Nobody").status, 404);
    drop(std::fs::OpenOptions::new().write(true).open(&file).expect("it is read"));
    let first = counted_at_last(&service);
    assert_eq!((&first["games"], &first["set_ups"]["games"]), (&MANY.into(), &(2 * MANY).into()));
    assert!(!service.get("/formations").text().contains("Set-ups are being counted"));
    let bytes = file_at_last(&file);
    let mode = file.metadata().expect("the file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let dir = service.dir.clone();
    drop(service);

    // What is on disk answers: the store has no set-up any more.
    let blank = || {
        let start = Start::again(&dir);
        sql(&start, "UPDATE deployments SET body = x'00' WHERE sealed = 0");
        start.serve()
    };
    let service = blank();
    assert_eq!(counted_at_last(&service), first);
    drop(service);
    // In doubt it does not.
    let named = i64::from_le_bytes(bytes[24..32].try_into().expect("eight bytes"));
    let with = |bytes: &[u8], named: i64| {
        std::fs::write(&file, bytes).expect("it is written");
        let start = Start::again(&dir);
        let set = format!("UPDATE counters SET value = {named} WHERE name = 'formations_file'");
        sql(&start, &set);
        counted_at_last(&start.serve())
    };
    let doubts: [fn(&mut Vec<u8>); 3] = [
        |bytes| bytes[200] ^= 1,
        |bytes| bytes.truncate(bytes.len() / 2),
        |bytes| bytes[..24].copy_from_slice(b"adjutant formations 000\n"),
    ];
    for doubt in doubts {
        let mut bytes = bytes.clone();
        doubt(&mut bytes);
        let anew = with(&bytes, named);
        assert_eq!((&anew["games"], &anew["set_ups"]["games"]), (&MANY.into(), &0.into()));
    }
    // Nor does one that another database wrote, or this one before it was brought back.
    assert_eq!(with(&bytes, named + 1)["set_ups"]["games"], 0);
    assert_eq!(with(&bytes, named), first);
}
