//! Lists: pages that follow each other, and whole lists as NDJSON and CSV.

use std::collections::BTreeSet;
use std::process::Command;

use crate::client::Reply;
use crate::service::{BINARY, GAMES, Service, Start, games};

fn lines(reply: &Reply) -> Vec<serde_json::Value> {
    assert_eq!(reply.status, 200, "{}", reply.whole());
    assert_eq!(reply.must("content-type"), "application/x-ndjson");
    reply.text().lines().map(|line| serde_json::from_str(line).expect("JSON a line")).collect()
}

fn ndjson(service: &Service, path: &str) -> Vec<serde_json::Value> {
    lines(&service.ask("GET", path, &[("Accept", "application/x-ndjson")]))
}

#[test]
fn pages_of_games_follow_each_other_without_gap_or_repetition() {
    let service = Service::shared();
    let mut path = "/api/v1/games?limit=7".to_owned();
    let (mut seen, mut pages) = (Vec::new(), 0);
    loop {
        let reply = service.get(&path);
        let page = reply.json();
        seen.extend(page["games"].as_array().expect("games").iter().map(|g| g["id"].to_string()));
        pages += 1;
        let Some(next) = page["next"].as_str() else {
            assert_eq!(reply.header("link"), None);
            break;
        };
        path = format!("/api/v1/games?limit=7&cursor={next}");
        assert_eq!(reply.must("link"), format!("<{path}>; rel=\"next\""));
    }
    assert_eq!((seen.len(), pages), (42, 6));
    assert_eq!(seen.iter().collect::<BTreeSet<_>>().len(), 42);
}

#[test]
fn a_list_as_ndjson_is_whole_however_long() {
    let service = Start::with(&GAMES[..500].concat()).serve();
    let games = ndjson(&service, "/api/v1/games");
    let ids: BTreeSet<String> = games.iter().map(|game| game["id"].to_string()).collect();
    assert_eq!((games.len(), ids.len()), (500, 500));
    let first_page = service.get("/api/v1/games?limit=200").json();
    assert_eq!(first_page["games"].as_array().unwrap()[..], games[..200], "in the same order");
    let mine = ndjson(&service, "/api/v1/games?player=Sidapa");
    assert!(mine.iter().all(|game| game["white"] == "Sidapa" || game["black"] == "Sidapa"));
    assert_eq!(ndjson(&service, "/api/v1/games?limit=3").len(), 3, "or a page, if asked");
    let players = ndjson(&service, "/api/v1/players");
    let handles: BTreeSet<&str> = players.iter().filter_map(|p| p["handle"].as_str()).collect();
    let named: BTreeSet<&str> = GAMES[..500]
        .iter()
        .flat_map(|game| game.lines())
        .filter(|line| line.starts_with("[White \"") || line.starts_with("[Black \""))
        .filter_map(|line| line.split('"').nth(1))
        .collect();
    assert_eq!((players.len(), handles), (named.len(), named));
    assert!(ndjson(&service, "/api/v1/events").len() > 1);
    let board = ndjson(&service, "/api/v1/leaderboards/rapid.ndjson");
    let total = service.get("/api/v1/leaderboards/rapid").json()["total"].as_u64().unwrap();
    assert_eq!(board.len() as u64, total);
    let missing =
        service.ask("GET", "/api/v1/games?player=Nobody", &[("Accept", "application/x-ndjson")]);
    assert_eq!(missing.status, 404);
}

#[test]
fn a_list_as_csv_has_a_head_and_no_formula() {
    let hostile =
        GAMES[0].replace("\"Sidapa\"", "\"=HYPERLINK(1)\"").replace("\"Pandesal\"", "\"@SUM(A1)\"");
    let service = Start::with(&(hostile + &games(3)[GAMES[0].len()..])).serve();
    let reply = service.ask("GET", "/api/v1/games", &[("Accept", "text/csv")]);
    assert_eq!(reply.must("content-type"), "text/csv; charset=utf-8");
    let text = reply.text();
    assert!(text.starts_with("id,white,black,result,"), "{text}");
    assert_eq!(text.lines().count(), 4, "{text}");
    assert!(text.contains(",'=HYPERLINK(1),'@SUM(A1),"), "{text}");
    let board = service.get("/api/v1/leaderboards/rapid.csv").text();
    assert!(board.starts_with("\u{feff}place,handle,title,rating,"), "{board}");
}

/// The cells of a table that a spreadsheet would run.
fn formulas(table: &str) -> Vec<String> {
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    assert!(!rows.is_empty(), "{table}");
    let cells = rows.iter().flatten().filter(|cell| cell.parse::<f64>().is_err());
    cells.filter(|cell| cell.starts_with(['=', '+', '-', '@'])).map(str::to_owned).collect()
}

#[test]
fn no_column_of_any_table_carries_a_formula_that_came_in_with_a_record() {
    let hostile = |game: &String| {
        let lines = game.lines().map(|line| match line.split_once(" \"") {
            Some(("[Event" | "[Site" | "[Round" | "[White" | "[Black", text)) => {
                let at = line.len() - text.len();
                let sign = ["=", "+", "-", "@"][line.len() % 4];
                format!("{}{sign}cmd|calc {}", &line[..at], &line[at..])
            }
            _ => line.to_owned(),
        });
        lines.collect::<Vec<_>>().join("\n") + "\n\n"
    };
    let records: String = GAMES[..500].iter().map(hostile).collect();
    let service = Start::with(&records).serve();
    let games = service.ask("GET", "/api/v1/games", &[("Accept", "text/csv")]).text();
    assert!(games.contains(",'=cmd|calc ") && games.contains(",'-cmd|calc "), "{games}");
    assert_eq!(formulas(&games), Vec::<String>::new());
    let mut boards = 0;
    for pool in ledger_ratings::Pool::ALL {
        let board = service.get(&format!("/api/v1/leaderboards/{}.csv", pool.key)).text();
        if board.lines().count() > 1 {
            assert!(board.contains(",'"), "{board}");
            assert_eq!(formulas(&board), Vec::<String>::new());
            boards += 1;
        }
    }
    assert!(boards > 0, "no board with anybody on it");
}

#[test]
fn filters_hold_alone_and_together() {
    let service = Service::shared();
    let count = |query: &str| ndjson(&service, &format!("/api/v1/games?{query}")).len();
    let all = ndjson(&service, "/api/v1/games");
    let of = |test: &dyn Fn(&serde_json::Value) -> bool| all.iter().filter(|g| test(g)).count();
    assert_eq!(count("result=1-0"), of(&|g| g["result"] == "1-0"));
    assert_eq!(count("result=*"), 2);
    assert_eq!(count("termination=abandoned"), 1);
    assert_eq!(count("min_plies=100"), of(&|g| g["plies"].as_u64() >= Some(100)));
    assert_eq!(count("max_plies=99"), of(&|g| g["plies"].as_u64() < Some(100)));
    assert_eq!(count("ruleset=standard"), of(&|g| g["ruleset"] == "standard"));
    let unknown = service.get("/api/v1/games?ruleset=no-such");
    assert_eq!(unknown.status, 400);
    assert!(unknown.text().contains("krig, three-generals"), "{}", unknown.text());
    assert_eq!(count("round=1"), of(&|g| g["round"] == "1"));
    assert_eq!(count("event=still-going-on"), 2);
    assert_eq!(
        count("player=Sidapa&result=0-1&min_plies=50"),
        of(&|g| (g["white"] == "Sidapa" || g["black"] == "Sidapa")
            && g["result"] == "0-1"
            && g["plies"].as_u64() >= Some(50))
    );
    let day = all[0]["date"].as_str().unwrap().replace('.', "-");
    assert_eq!(count(&format!("from={day}&to={day}")), of(&|g| g["date"] == all[0]["date"]));
    let dots = day.replace('-', ".");
    assert_eq!(count(&format!("from={dots}&to={dots}")), of(&|g| g["date"] == all[0]["date"]));
    let page = service.get(&format!("/games?from={dots}")).text();
    assert!(page.contains(&format!("name=\"from\" value=\"{day}\"")), "{page}");
    assert_eq!(count("opponent=Sidapa"), count("player=Sidapa"), "an opponent of anybody");
    assert_eq!(count("player=sidapa"), count("player=SIDAPA"), "handles in any case");
}

#[test]
fn a_game_dated_in_the_future_is_refused_and_leaderboards_count_from_the_last_of_the_others() {
    let slip =
        GAMES[0].replacen("[Date \"2026", "[Date \"2206", 1).replacen("[Round \"", "[Round \"9", 1);
    let start = Start::with(&GAMES.concat());
    std::fs::write(start.dir().join("slip.ggn"), slip).expect("a file");
    let import =
        Command::new(BINARY).current_dir(start.dir()).args(["import", "slip.ggn"]).output();
    let import = import.expect("the import runs");
    let said = String::from_utf8_lossy(&import.stderr);
    assert!(!import.status.success() && said.contains("which is in the future"), "{said}");
    let service = start.serve();
    let board = service.get("/api/v1/leaderboards/rapid").json();
    assert!(board["total"].as_u64().expect("a number") > 30, "{}", board["total"]);
    let pools = service.get("/api/v1/pools").json();
    let rapid = pools.as_array().expect("pools").iter().find(|pool| pool["key"] == "rapid");
    let day = rapid.expect("a pool")["counted_from"].as_str().expect("a day").to_owned();
    assert!(day.starts_with("2026."), "{day}");
    let page = service.get("/leaderboards/rapid").text();
    let written =
        chrono::NaiveDate::parse_from_str(&day, "%Y.%m.%d").expect("a day").format("%-d %b %Y");
    assert!(page.contains(&written.to_string()), "{page}");
}

#[test]
fn a_leaderboard_without_places_says_why() {
    let service = Start::with(&games(3)).serve();
    let page = service.get("/leaderboards/rapid").text();
    assert!(page.contains("have too few rated games."), "{page}");
    assert!(page.contains("too few opponents."), "{page}");
    assert!(!page.contains("inactive"), "{page}");
}

#[test]
fn a_filter_that_fits_nothing_near_says_so_and_leads_on() {
    use diesel::Connection;
    use diesel::connection::SimpleConnection;
    let start = Start::with(&games(1));
    let path = start.dir().join("data/adjutant.sqlite");
    let mut raw =
        diesel::SqliteConnection::establish(path.to_str().expect("UTF-8")).expect("a file");
    raw.batch_execute(
        "CREATE TEMP TABLE more AS SELECT * FROM games;
         UPDATE more SET plies = 1;
         WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i <= 20050)
         INSERT INTO games (id, content_id, white_id, black_id, event_id, site_id, rule_set_id, round,
             white_as, black_as, event_as, day, date_text, base_seconds, increment_seconds,
             first_color, outcome, termination, plies, revealed, provenance, imported_at)
         SELECT i, randomblob(10), white_id, black_id, event_id, site_id,
             rule_set_id, round, white_as, black_as, event_as, day + 1, date_text, base_seconds,
             increment_seconds, first_color, outcome, termination, plies, revealed, provenance,
             imported_at FROM more, n;",
    )
    .expect("the rows go in");
    drop(raw);
    let service = start.serve();
    let first = service.get("/api/v1/games?min_plies=2").json();
    assert_eq!(first["games"].as_array().expect("games").len(), 0);
    let next = first["next"].as_str().expect("more to look at");
    let second = service.get(&format!("/api/v1/games?min_plies=2&cursor={next}")).json();
    assert_eq!(second["games"].as_array().expect("games").len(), 1);
    assert!(second["next"].is_null());
    for (language, none, further) in [
        ("en", "No match in the 20000 games searched so far", "Search further"),
        ("fil", "Walang tugma sa 20000 larong", "Maghanap pa"),
    ] {
        let page =
            service.ask("GET", "/games?min_plies=2", &[("Accept-Language", language)]).text();
        assert!(page.contains(none) && page.contains(further), "{page}");
        assert!(page.contains(&format!("min_plies=2&#38;cursor={next}")), "{page}");
    }
    let page = service.get("/games?min_plies=1000").text();
    assert!(page.contains("Search further"), "{page}");
    let page = service.get(&format!("/games?min_plies=1000&cursor={next}")).text();
    assert!(page.contains("No games match these filters."), "{page}");
}

#[test]
fn an_event_of_many_players_has_standings_without_a_cross_table() {
    let crowd: String = (0..45)
        .map(|n| GAMES[0].replacen("[White \"Sidapa\"]", &format!("[White \"Player {n}\"]"), 1))
        .collect();
    let unknown: String = GAMES[40..42]
        .iter()
        .map(|game| game[game.find('\n').expect("a line") + 1..].to_owned())
        .collect();
    let few = GAMES[60].clone();
    let service = Start::with(&(crowd + &unknown + &few)).serve();
    let events = service.get("/api/v1/events").json();
    let events = events["events"].as_array().expect("events");
    let days: Vec<&str> = events.iter().filter_map(|event| event["last_day"].as_str()).collect();
    assert!(days.len() == 2 && days.is_sorted_by(|a, b| a >= b), "{days:?}");
    // Games without an event are listed as none, and have a page of their own.
    let slugs = events.iter().map(|event| event["slug"].as_str().expect("a slug"));
    for slug in slugs.chain(["unnamed"]) {
        let answer = service.get(&format!("/api/v1/events/{slug}")).json();
        let page = service.get(&format!("/events/{slug}")).text();
        if slug == "unnamed" {
            assert!(answer["standings"].is_null() && answer["players"].is_null(), "{answer}");
            assert!(page.contains("<h1>Games without a known event</h1>"), "{page}");
            assert!(page.contains("there are no standings") && !page.contains("class=\"cross\""));
            continue;
        }
        let rows = answer["standings"].as_array().expect("standings");
        assert_eq!(answer["players"], rows.len());
        let crossed = rows.iter().filter(|row| row.get("against").is_some()).count();
        assert_eq!(crossed, if rows.len() > 40 { 0 } else { rows.len() });
        assert_eq!(page.contains("class=\"self\""), crossed > 0);
    }
    let list = service.get("/events").text();
    assert!(!list.contains("Games without a known event"), "{list}");
    assert_eq!(service.get("/api/v1/events?before=7").status, 400);
}
