//! What could be known of a published game, by page and API: the numbers that were worked out by hand. Of any other game
//! there is nothing, whoever asks and whatever it hides.

use serde_json::Value;

use crate::client::Reply;
use crate::markup::tags;
use crate::service::{Service, Start, unfinished};

/// The first game of the demo, whose first challenges were worked out by hand.
fn first(service: &Service) -> String {
    let asked = "/api/v1/games?player=Sidapa&opponent=Pandesal&from=2026-01-10&to=2026-01-10&termination=flag-reached";
    let list = service.get(asked).json();
    list["games"][0]["id"].as_str().expect("the game").to_owned()
}

/// The claims about it: ply, viewer, piece, rank, share, and the number of armies where it is told.
fn claims() -> Vec<[String; 6]> {
    let file: toml::Table =
        include_str!("../../crates/salpakan-knowledge/tests/knowledge/data/proofs.toml")
            .parse()
            .expect("TOML");
    let games = file["game"].as_array().expect("games");
    let own = games.iter().find(|game| game["name"].as_str() == Some("The first game of the demo"));
    let claims = own.expect("the game")["claim"].as_array().expect("claims");
    let word = |claim: &toml::Value, key: &str| {
        let value = claim.get(key).map(ToString::to_string).unwrap_or_default();
        value.trim_matches('"').to_owned()
    };
    let keys = ["ply", "viewer", "piece", "rank", "share", "armies"];
    claims.iter().map(|claim| keys.map(|key| word(claim, key))).collect()
}

fn piece<'a>(position: &'a Value, origin: &str) -> &'a Value {
    let pieces = position["pieces"].as_array().expect("pieces");
    pieces.iter().find(|piece| piece["origin"] == origin).expect("the piece")
}

fn rank<'a>(piece: &'a Value, letter: &str) -> &'a Value {
    let ranks = piece["ranks"].as_array().expect("ranks");
    ranks.iter().find(|rank| rank["rank"] == letter).expect("a possible rank")
}

/// The text of a page without its tags.
fn text(reply: &Reply) -> String {
    assert_eq!(reply.status, 200, "{}", reply.whole());
    let parts = tags(&reply.text()).unwrap_or_else(|e| panic!("{e}"));
    parts.into_iter().map(|tag| tag.text).collect::<Vec<_>>().join(" ")
}

#[test]
fn page_and_api_tell_what_was_worked_out_by_hand() {
    let service = Service::shared();
    let game = first(&service);
    let claims = claims();
    assert!(claims.len() >= 6);
    for [ply, viewer, origin, letter, share, armies] in claims {
        let name = format!("{ply} {viewer} {origin} {letter}");
        let asked = format!("/api/v1/games/{game}/knowledge?viewer={viewer}&ply={ply}");
        let answer = service.get(&asked).json();
        let position = &answer["positions"][0];
        let found = rank(piece(position, &origin), &letter);
        assert_eq!(found["share"], share, "{name}");
        let (part, of) = share.split_once('/').expect("a fraction");
        let wanted = part.parse::<f64>().expect("a number") / of.parse::<f64>().expect("a number");
        assert!((found["probability"].as_f64().expect("a number") - wanted).abs() < 1e-8, "{name}");
        if !armies.is_empty() {
            assert_eq!(position["armies"], armies, "{name}");
        }
        let asked = format!("/games/{game}?ply={ply}&view={viewer}&piece={origin}&table=1");
        let page = text(&service.get(&asked));
        let percent = format!("{:.1} %", wanted * 100.0);
        assert!(page.contains(&percent), "{name}: {percent} in {page}");
        assert!(page.contains("What White could know") || viewer == "black", "{name}");
    }
}

#[test]
fn a_game_is_told_whole_change_by_change_and_as_lines() {
    let service = Service::shared();
    let game = first(&service);
    let asked = format!("/api/v1/games/{game}/knowledge?viewer=white");
    let whole = service.get(&asked).json();
    let positions = whole["positions"].as_array().expect("positions");
    assert_eq!(
        (&positions[0]["since"], &positions[0]["armies"]),
        (&0.into(), &"35479820952576000".into())
    );
    let ends = positions
        .windows(2)
        .all(|two| two[0]["until"].as_u64().map(|until| until + 1) == two[1]["since"].as_u64());
    assert!(ends && positions.len() > 10, "no ply is left out");
    let one = service.get(&format!("{asked}&ply=15")).json();
    let holds = |position: &&Value| {
        position["since"].as_u64() <= Some(15) && position["until"].as_u64() >= Some(15)
    };
    assert_eq!(Some(&one["positions"][0]), positions.iter().find(holds));
    let lines = service.ask("GET", &asked, &[("Accept", "application/x-ndjson")]);
    assert_eq!(lines.must("content-type"), "application/x-ndjson");
    let lines: Vec<Value> =
        lines.text().lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(&lines, positions);
}

#[test]
fn spectators_are_told_of_both_armies_and_how_sure_it_is() {
    let service = Service::shared();
    let game = first(&service);
    let at = |ply: u32| {
        let asked = format!("/api/v1/games/{game}/knowledge?viewer=public&ply={ply}");
        service.get(&asked).json()["positions"][0].clone()
    };
    let start = at(0);
    assert_eq!((&start["precision"], &start["sets"]), (&"exact".into(), &"exact".into()));
    assert_eq!(start["pieces"].as_array().map(Vec::len), Some(42));
    let last = at(16);
    for piece in last["pieces"].as_array().expect("pieces") {
        let ranks = piece["ranks"].as_array().expect("ranks");
        let sum: f64 = ranks.iter().filter_map(|rank| rank["probability"].as_f64()).sum();
        assert!(
            (sum - 1.0).abs() < 1e-6 && ranks.iter().all(|rank| rank["share"].is_null()),
            "{piece}"
        );
    }
    let plain = service.get(&format!("/api/v1/games/{game}/knowledge")).json();
    assert_eq!((&plain["viewer"], &plain["positions"][0]), (&"public".into(), &start));
}

#[test]
fn the_ledger_adds_up_and_the_page_says_the_same() {
    let service = Service::shared();
    let game = first(&service);
    let ledger = service.get(&format!("/api/v1/games/{game}/ledger")).json();
    let challenges = ledger["challenges"].as_array().expect("challenges");
    // White's 2*G stood against 6 of 21; Black's 1*G told that it is one of 14.
    let (first, bits) = (&challenges[0], |of: f64| (21.0_f64 / of).log2());
    assert_eq!((&first["ply"], &first["verdict"]), (&14.into(), &"defender".into()));
    for (side, of) in [("white", 6.0), ("black", 14.0)] {
        let told = first[side]["bits"].as_f64().expect("bits");
        assert!((told - bits(of)).abs() < 1e-6, "{side}: {told}");
    }
    let last = ledger["curve"].as_array().and_then(|curve| curve.last()).expect("a curve");
    for side in ["white", "black"] {
        assert_eq!(last[side], ledger[side]["told"], "{side}");
    }
    let page = text(&service.get(&format!("/games/{game}?ply=14")));
    for side in ["white", "black"] {
        let told = format!("{:.1}", ledger[side]["told"].as_f64().expect("bits"));
        assert!(page.contains(&told), "{side}: {told}");
    }
    assert!(page.contains("Information ledger") && page.contains("14 h5xi5-"), "{page}");
}

#[test]
fn shades_ghost_view_and_focus_work_without_script() {
    let service = Service::shared();
    let game = first(&service);
    let page = |query: &str| service.get(&format!("/games/{game}?ply=16&{query}"));
    let marks = |reply: &Reply, color: &str| {
        reply.text().matches(&format!("class=\"shade {color}\"")).count()
    };
    let enemy = page("view=white&shade=flag");
    assert_eq!((marks(&enemy, "white"), marks(&enemy, "black")), (0, 20));
    let ghost = page("view=white&shade=strength&ghost=1");
    assert_eq!((marks(&ghost, "white"), marks(&ghost, "black")), (20, 0));
    let all = page("view=revealed&shade=strength");
    assert_eq!((marks(&all, "white"), marks(&all, "black")), (20, 20));
    let own = text(&page("view=white&piece=i3"));
    assert!(own.contains("White, deployed on i3") && own.contains("What Black could know"));
    let link = enemy.text().contains("view=white&#38;shade=flag&#38;piece=h7#known");
    assert!(link || enemy.text().contains("view=white&amp;shade=flag&amp;piece=h7#known"));
    assert_eq!(page("piece=e5").status, 200, "nothing was deployed there");
    for wrong in ["piece=z9", "shade=blue", "ghost=2", "table=yes"] {
        assert_eq!(page(wrong).status, 400, "{wrong}");
    }
}

#[test]
fn the_script_gets_the_words_and_marks_of_the_page_for_all_plies_between_which_nothing_is_learnt() {
    let service = Service::shared();
    let game = first(&service);
    let query = "ply=16&view=white&shade=flag&table=1&piece=h7";
    let page = service.get(&format!("/games/{game}?{query}"));
    let parts = service.get(&format!("/games/{game}/known?{query}"));
    let parts_tags = tags(&parts.text()).expect("a page");
    let body = parts_tags.iter().find(|tag| tag.name == "body").expect("a body");
    let ply = |name: &str| body.get(name).and_then(|ply| ply.parse::<u32>().ok());
    let position = service.get(&format!("/api/v1/games/{game}/knowledge?viewer=white&ply=16"));
    let position = &position.json()["positions"][0];
    assert_eq!(
        (ply("data-since").map(Value::from), ply("data-until").map(Value::from)),
        (Some(position["since"].clone()), Some(position["until"].clone()))
    );
    let sections = parts_tags.iter().filter(|tag| tag.name == "section");
    let briefs: Vec<_> = sections.filter_map(|tag| tag.get("data-brief")).collect();
    assert_eq!(briefs.len(), 21);
    assert!(briefs.iter().any(|brief| text(&page).contains(*brief)), "{briefs:?}");
    let (page, parts) = (page.text(), parts.text().replace("%ply%", "16"));
    let between = |text: &str, start: &str, end: &str| {
        let from = text.find(start).unwrap_or_else(|| panic!("no {start}"));
        text[from..][..text[from..].find(end).expect("an end")].to_owned()
    };
    for (start, end) in [("<g class=\"shade ", "</svg>"), ("<table class=\"knowntable", "</table>")]
    {
        // The coordinates lie above the shades.
        let shown = |text| between(text, start, end).replace("<g aria-hidden", "</svg>");
        let shown = |text| shown(text).split("</svg>").next().unwrap_or_default().to_owned();
        assert_eq!(shown(&parts).trim_end_matches("</g>"), shown(&page).trim_end_matches("</g>"));
    }
    assert!(parts.contains(&between(&page, "<ul class=\"plain ranks", "</ul>")));
}

#[test]
fn the_learned_prior_knows_the_same_ranks_and_finds_other_chances() {
    let service = Service::shared();
    let game = first(&service);
    let asked = |prior: &str, ply: u32| {
        let asked = format!("/api/v1/games/{game}/knowledge?viewer=white&ply={ply}&prior={prior}");
        service.get(&asked).json()
    };
    let chances = |answer: &Value, origin: &str| -> Vec<(String, f64)> {
        let ranks = piece(&answer["positions"][0], origin)["ranks"].as_array().expect("ranks");
        let chance = |rank: &Value| rank["probability"].as_f64().expect("a number");
        ranks.iter().map(|rank| (rank["rank"].to_string(), chance(rank))).collect()
    };
    for ply in [0, 16] {
        let (uniform, learned) = (asked("uniform", ply), asked("learned", ply));
        assert_eq!((&uniform["prior"], &learned["prior"]), (&"uniform".into(), &"learned".into()));
        assert!(uniform["learned_from"].is_null());
        assert!(learned["learned_from"]["set_ups"].as_u64() > Some(20), "{learned}");
        assert_eq!(uniform["positions"][0]["armies"], learned["positions"][0]["armies"]);
        let mut differ = false;
        for one in uniform["positions"][0]["pieces"].as_array().expect("pieces") {
            let origin = one["origin"].as_str().expect("a square");
            let (counted, guessed) = (chances(&uniform, origin), chances(&learned, origin));
            let names =
                |all: &[(String, f64)]| all.iter().map(|one| one.0.clone()).collect::<Vec<_>>();
            assert_eq!(names(&counted), names(&guessed), "{origin}");
            let sum: f64 = guessed.iter().map(|one| one.1).sum();
            assert!((sum - 1.0).abs() < 1e-6, "{origin}: {sum}");
            differ |= counted.iter().zip(&guessed).any(|(a, b)| (a.1 - b.1).abs() > 0.01);
        }
        assert!(differ, "people have habits");
    }
    let start = asked("learned", 0);
    let first_rank = &piece(&start["positions"][0], "h7")["ranks"][0];
    assert!(first_rank["share"].is_null() && first_rank["armies"].is_null());
    for wrong in ["viewer=public&prior=learned", "viewer=white&prior=guessed"] {
        let reply = service.get(&format!("/api/v1/games/{game}/knowledge?{wrong}"));
        assert_eq!((reply.status, &reply.json()["field"]), (400, &"prior".into()), "{wrong}");
    }
    let (letter, chance) = chances(&asked("learned", 16), "h7")
        .into_iter()
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .expect("a rank");
    let page =
        text(&service.get(&format!("/games/{game}?ply=16&view=white&piece=h7&prior=learned")));
    let percent = format!("{:.1} %", chance * 100.0);
    assert!(page.contains(&percent) && page.contains("Learned from"), "{letter} {percent}: {page}");
    let plain = text(&service.get(&format!("/games/{game}?ply=16&view=white&piece=h7")));
    assert!(
        plain.contains("Every arrangement that fits what was seen is equally likely")
            && !plain.contains("Learned from")
    );
    let service = Start::with(&unfinished().concat()).serve();
    let list = service.get("/api/v1/games").json();
    let id = list["games"][0]["id"].as_str().expect("it is listed");
    let hidden = service.get(&format!("/api/v1/games/{id}/knowledge?viewer=white&prior=learned"));
    assert_eq!(hidden.status, 404, "whoever asks, and whatever is asked");
}

#[test]
fn a_player_s_page_tells_of_revealed_games_alone() {
    let service = Service::shared();
    let page = text(&service.get("/players/Sidapa"));
    assert!(page.contains("Bits revealed per game") && page.contains("By game"), "{page}");
    let listed = service.get("/api/v1/players/Sidapa/ledgers").json();
    let listed = listed.as_array().expect("games");
    let own = listed.iter().find(|one| one["game"] == first(&service)).expect("the first game");
    let ledger = service.get(&format!("/api/v1/games/{}/ledger", first(&service))).json();
    for key in ["told", "challenges", "wins", "expected_wins", "threats", "bluff_index"] {
        assert_eq!(own[key], ledger["white"][key], "{key}");
    }
    let service = Start::with(&unfinished().concat()).serve();
    assert_eq!(service.get("/api/v1/players/Sidapa/ledgers").json(), serde_json::json!([]));
    assert!(!text(&service.get("/players/Sidapa")).contains("Bits revealed"));
}

#[test]
fn the_words_are_explained_in_both_languages() {
    let service = Service::shared();
    for (language, word) in [("en", "Challenge luck:"), ("fil", "Suwerte sa hamon:")] {
        let page = service.ask("GET", "/knowledge", &[("Accept-Language", language)]);
        assert!(text(&page).contains(word), "{language}");
    }
}
