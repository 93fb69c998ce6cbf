//! What is said of a player, counted again from the records themselves.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::service::{GAMES, Service, Start};

/// A game as its tags tell it.
#[derive(Debug, Clone)]
struct Told {
    white: String,
    black: String,
    result: String,
    termination: String,
}

impl Told {
    fn of(game: &str) -> Told {
        let tag = |name: &str| {
            let line = game.lines().find(|line| line.starts_with(&format!("[{name} \"")));
            line.and_then(|line| line.split('"').nth(1)).expect("a tag").to_owned()
        };
        Told {
            white: tag("White"),
            black: tag("Black"),
            result: tag("Result"),
            termination: tag("Termination"),
        }
    }

    /// 0 won, 1 drawn, 2 lost, for a player of the game.
    fn for_player(&self, handle: &str) -> Option<usize> {
        let white = self.white == handle;
        (white || self.black == handle).then_some(match (self.result.as_str(), white) {
            ("1-0", true) | ("0-1", false) => 0,
            ("1/2-1/2", _) => 1,
            _ => 2,
        })
    }
}

/// The games of the demo that have a result.
fn told() -> Vec<Told> {
    GAMES.iter().map(|game| Told::of(game)).filter(|game| game.result != "*").collect()
}

type Score = [u64; 3];

fn count<'a>(games: impl Iterator<Item = &'a Told>, handle: &str) -> Score {
    let mut score = [0; 3];
    games.filter_map(|game| game.for_player(handle)).for_each(|at| score[at] += 1);
    score
}

fn score(value: &Value) -> Score {
    ["wins", "draws", "losses"].map(|name| value[name].as_u64().expect("a count"))
}

fn demo() -> Service {
    Start::with(&GAMES.concat()).serve()
}

#[test]
fn results_by_colour_ending_and_opponent_are_those_of_the_records() {
    let (service, games) = (demo(), told());
    for handle in ["Sidapa", "Pandesal", "Lakandula"] {
        let player = service.get(&format!("/api/v1/players/{handle}")).json();
        let mine: Vec<&Told> = games.iter().filter(|g| g.for_player(handle).is_some()).collect();
        let by =
            |test: &dyn Fn(&Told) -> bool| count(mine.iter().copied().filter(|g| test(g)), handle);
        assert_eq!(score(&player["all"]), by(&|_| true), "{handle}");
        assert_eq!(score(&player["as_white"]), by(&|game| game.white == handle), "{handle}");
        assert_eq!(score(&player["as_black"]), by(&|game| game.black == handle), "{handle}");
        let mut endings = 0;
        for ending in player["by_termination"].as_array().expect("endings") {
            let how = ending["termination"].as_str().expect("a word");
            assert_eq!(score(&ending["score"]), by(&|game| game.termination == how), "{how}");
            endings += score(&ending["score"]).iter().sum::<u64>();
        }
        assert_eq!(endings, by(&|_| true).iter().sum::<u64>());
        for opponent in player["opponents"].as_array().expect("opponents") {
            let other = opponent["handle"].as_str().expect("a handle");
            let both = by(&|game| game.white == other || game.black == other);
            assert_eq!(score(&opponent["score"]), both, "{handle} against {other}");
            let path = format!("/api/v1/players/{handle}/versus/{other}");
            let versus = service.get(&path).json();
            assert_eq!(score(&versus["score"]), both, "{path}");
            assert_eq!(versus["games"].as_array().unwrap().len() as u64, both.iter().sum::<u64>());
        }
        assert_eq!(player["partial"], false);
    }
}

#[test]
fn the_most_met_opponents_come_first() {
    let (service, games) = (demo(), told());
    let player = service.get("/api/v1/players/Sidapa").json();
    let shown: Vec<u64> = player["opponents"]
        .as_array()
        .expect("opponents")
        .iter()
        .map(|one| score(&one["score"]).iter().sum())
        .collect();
    let mut met: BTreeMap<&str, u64> = BTreeMap::new();
    for game in games.iter().filter(|game| game.for_player("Sidapa").is_some()) {
        let other = if game.white == "Sidapa" { &game.black } else { &game.white };
        *met.entry(other).or_default() += 1;
    }
    let mut counts: Vec<u64> = met.into_values().collect();
    counts.sort_unstable_by(|a, b| b.cmp(a));
    counts.truncate(10);
    assert_eq!(shown, counts);
}

#[test]
fn results_by_the_opponents_strength_add_up_and_compare_the_ratings() {
    let service = demo();
    for handle in ["Sidapa", "Pandesal", "Lakandula"] {
        let player = service.get(&format!("/api/v1/players/{handle}")).json();
        let mut expected: BTreeMap<&str, Score> = BTreeMap::new();
        for own in player["ratings"].as_array().expect("ratings") {
            let pool = own["pool"].as_str().expect("a pool");
            let path = format!("/api/v1/players/{handle}/ratings/{pool}");
            for game in service.get(&path).json().as_array().expect("a history") {
                let opponent = game["opponent"].as_str().expect("an opponent");
                let theirs = service.get(&format!("/api/v1/players/{opponent}")).json();
                let theirs = theirs["ratings"].as_array().expect("ratings").iter();
                let theirs = theirs.clone().find(|one| one["pool"] == pool).expect("a rating");
                // Whole points hide the hundredths: near a bound either class is right.
                let above = theirs["rating"].as_i64().unwrap() - own["rating"].as_i64().unwrap();
                let class = match above {
                    150.. => "much-stronger",
                    50.. => "stronger",
                    -49.. => "equal",
                    -149.. => "weaker",
                    _ => "much-weaker",
                };
                let at = 2 - game["half_points"].as_u64().expect("half points") as usize;
                expected.entry(class).or_default()[at] += 1;
            }
        }
        let shown = player["by_strength"].as_array().expect("strengths");
        let sum = |scores: &mut dyn Iterator<Item = Score>| {
            scores.fold([0; 3], |a, b| [a[0] + b[0], a[1] + b[1], a[2] + b[2]])
        };
        let all = sum(&mut shown.iter().map(|one| score(&one["score"])));
        assert_eq!(all, sum(&mut expected.values().copied()), "{handle}");
        for one in shown {
            let class = one["opponents"].as_str().expect("a class");
            let games = |score: &Score| score.iter().sum::<u64>();
            let (seen, wanted) = (score(&one["score"]), expected.get(class).copied());
            let off = games(&seen).abs_diff(games(&wanted.unwrap_or_default()));
            assert!(off <= 2, "{handle} {class}: {seen:?}, {wanted:?}");
        }
    }
}

#[test]
fn streaks_are_the_longest_and_the_newest_of_the_games_in_order() {
    let service = demo();
    for handle in ["Sidapa", "Pandesal", "Lakandula"] {
        let asked = format!("/api/v1/games?player={handle}");
        let reply = service.ask("GET", &asked, &[("Accept", "application/x-ndjson")]).text();
        let mut games: Vec<Value> =
            reply.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        games.reverse();
        let (mut wins, mut unbeaten, mut longest) = (0, 0, (0, 0));
        for game in games.iter().filter(|game| game["result"] != "*") {
            let white = game["white"] == handle;
            let won = game["result"] == if white { "1-0" } else { "0-1" };
            let drawn = game["result"] == "1/2-1/2";
            wins = if won { wins + 1 } else { 0 };
            unbeaten = if won || drawn { unbeaten + 1 } else { 0 };
            longest = (longest.0.max(wins), longest.1.max(unbeaten));
        }
        let streaks = &service.get(&format!("/api/v1/players/{handle}")).json()["streaks"];
        assert_eq!(streaks["current_wins"], wins, "{handle}");
        assert_eq!(streaks["longest_wins"], longest.0, "{handle}");
        assert_eq!(streaks["longest_unbeaten"], longest.1, "{handle}");
    }
}

#[test]
fn the_page_shows_what_the_api_says() {
    let service = demo();
    let player = service.get("/api/v1/players/Lakandula").json();
    let page = service.get("/players/Lakandula").text();
    let row = |name: &str, value: &Value| {
        let [wins, draws, losses] = score(value);
        let line = format!("{name}</th><td class=\"num\">{wins}/{draws}/{losses}<");
        assert!(page.contains(&line), "{line}");
    };
    row("White", &player["as_white"]);
    row("Black", &player["as_black"]);
    let names = [
        ("much-stronger", "150 or more points stronger"),
        ("stronger", "50 to 149 points stronger"),
        ("equal", "About equal"),
        ("weaker", "50 to 149 points weaker"),
        ("much-weaker", "150 or more points weaker"),
    ];
    for one in player["by_strength"].as_array().expect("strengths") {
        let name = names.iter().find(|(key, _)| one["opponents"] == *key).expect("a name").1;
        row(name, &one["score"]);
    }
    for one in player["opponents"].as_array().expect("opponents") {
        let handle = one["handle"].as_str().expect("a handle");
        assert!(page.contains(&format!("/players/Lakandula/versus/{handle}\"")), "{handle}");
    }
    for one in player["ratings"].as_array().expect("ratings") {
        assert!(page.contains(&format!("/leaderboards/{}\"", one["pool"].as_str().unwrap())));
        assert!(page.contains(&format!("<dd>{} <span", one["rating"])), "{one}");
    }
    assert!(page.contains("<circle class=\"dot\"") && page.contains("<path class=\"line\""));
}

#[test]
fn a_leaderboard_finds_a_player_and_says_what_is_missing_for_a_place() {
    let service = demo();
    let board = service.get("/api/v1/leaderboards/rapid?limit=500").json();
    let rows = board["rows"].as_array().expect("rows");
    assert!(rows.len() > 20, "{}", rows.len());
    let found = service.get("/api/v1/leaderboards/rapid?handle=lakandula").json();
    let row = rows.iter().find(|row| row["handle"] == "Lakandula");
    match row {
        Some(row) => {
            assert_eq!(found["standing"]["place"], row["place"]);
            assert_eq!(found["standing"]["placed"], true);
            assert_eq!(found["standing"]["missing"].as_array().map(Vec::len), Some(0));
        }
        None => assert!(!found["standing"]["missing"].as_array().expect("what").is_empty()),
    }
    let placed: Vec<&Value> = rows.iter().map(|row| &row["handle"]).collect();
    let everybody =
        service.ask("GET", "/api/v1/players", &[("Accept", "application/x-ndjson")]).text();
    let mut without_place = 0;
    for line in everybody.lines() {
        let handle = serde_json::from_str::<Value>(line).expect("JSON")["handle"].clone();
        let path = format!("/api/v1/leaderboards/rapid?handle={}", handle.as_str().unwrap());
        let standing = &service.get(&path).json()["standing"];
        assert_eq!(standing["placed"] == true, placed.contains(&&handle), "{handle}");
        if standing["placed"] == false {
            without_place += 1;
            assert!(standing["missing"][0]["needs"].is_number(), "{standing}");
            let page = service.get(&path.replace("/api/v1", "")).text();
            assert!(page.contains("would be number"), "{handle}");
        }
    }
    assert!(without_place > 0, "the demo has players without a place");
}

#[test]
fn places_are_equal_at_ties_and_pages_of_a_board_follow_each_other() {
    let service = demo();
    let whole = service.get("/api/v1/leaderboards/rapid.ndjson").text();
    let rows: Vec<Value> = whole.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for (at, row) in rows.iter().enumerate() {
        let better = |other: &&Value| other["rating"].as_i64() > row["rating"].as_i64();
        assert!(row["place"].as_u64().unwrap() as usize > rows.iter().filter(better).count());
        if let Some(before) = at.checked_sub(1).map(|at| &rows[at]) {
            assert!(before["place"].as_u64() <= row["place"].as_u64());
        }
    }
    let (mut after, mut seen) = (String::new(), Vec::new());
    loop {
        let page = service.get(&format!("/api/v1/leaderboards/rapid?limit=7{after}")).json();
        seen.extend(page["rows"].as_array().unwrap().iter().map(|row| row["handle"].clone()));
        let Some(next) = page["next"].as_str() else { break };
        after = format!("&after={next}");
    }
    assert_eq!(seen, rows.iter().map(|row| row["handle"].clone()).collect::<Vec<_>>());
}

#[test]
fn a_player_of_any_name_has_a_page_that_is_found_by_its_links() {
    let names = ["O'Neil & Söhne <b>", "a/b", "100%", "?x=1#y", "Ñandú 将棋", "a+b c", "%2F"];
    let records: String = names
        .iter()
        .zip(&GAMES[..])
        .map(|(name, game)| {
            let white = Told::of(game).white;
            game.replacen(&format!("[White \"{white}\"]"), &format!("[White \"{name}\"]"), 1)
        })
        .collect();
    let service = Start::with(&records).serve();
    let list = service.get("/players").text();
    let links: Vec<&str> = list
        .split("href=\"")
        .map(|rest| rest.split('"').next().expect("an address"))
        .filter(|link| link.starts_with("/players/"))
        .collect();
    let mut found = 0;
    for link in links {
        let page = service.get(link);
        assert_eq!(page.status, 200, "{link}");
        let api = service.get(&format!("/api/v1{link}"));
        assert_eq!(api.status, 200, "{link}");
        let handle = api.json()["handle"].as_str().expect("a handle").to_owned();
        found += usize::from(names.contains(&handle.as_str()));
        assert!(!page.text().contains("<b>\""), "{link}");
        let games = page.text();
        let all =
            games.split("href=\"/games?player=").nth(1).and_then(|rest| rest.split('"').next());
        let all = format!("/games?player={}", all.expect("a link to all games"));
        let listed = service.get(&all.replace("&#38;", "&"));
        assert_eq!(listed.status, 200, "{all}");
        assert!(listed.text().contains("/events/"), "{all} has no game");
    }
    assert_eq!(found, names.len());
}
