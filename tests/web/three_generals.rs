//! The Game of Three Generals on its pages: the rules that are taught, and a game that is passed on.

use adjutant_site::three_generals_diagrams::{Diagram, Shown, all};

use crate::service::{Service, Start};

/// The moves of each diagram, read off the board by hand; those of many moves by their squares.
const TAUGHT: [(&str, &str); 17] = [
    ("tg-rules-start", ""),
    ("tg-pawn", "e4-e5 e4xd5"),
    ("tg-angle", "c3-a5 c3-b4 c3-d4 c3xe5"),
    ("tg-rook", "e5-c5 e5-d5 e5-e1 e5-e2 e5-e3 e5-e4 e5-f5 e5-g5 e5-h5 e5-i5 e5xe6"),
    ("tg-flier", "e3-c5 e3-d4 e3-e4 e3-e5 e3-f4 e3-g5 e3xe6 e3xh6"),
    (
        "tg-queen",
        "e4-a4 e4-b1 e4-b4 e4-c2 e4-c4 e4-d3 e4-d4 e4-d5 e4-e3 e4-e5 e4-f3 e4-f4 e4-f5 e4-g2 e4-g4 e4-h1 e4-h4 e4-i4 \
         e4xe6 e4xg6",
    ),
    ("tg-chariot", "c3-c4 c3-c5 c3xc6"),
    ("tg-bishop", "e4-b1 e4-c2 e4-d3 e4-d5 e4-f3 e4-f5 e4-g2 e4-h1 e4xg6"),
    ("tg-golden-general", "h2-g2 h2-g3 h2-h1 h2-i2 h2xi3"),
    ("tg-jeweled-general", "e2-d1 e2-d2 e2-d3 e2-e1 e2-e3 e2-f1 e2-f2 e2-f3"),
    ("tg-silver-general", "b2-a1 b2-a3 b2-b3 b2-c1 b2-c3"),
    ("tg-rules-palace", "d3-d2 d3-e2 d3-e3"),
    ("tg-rules-stone", ""),
    ("tg-rules-shot", "e2*e8"),
    ("tg-rules-promotion", "e6-b9+ e6-c8 e6-c8+ e6-d7 e6-d7+ e6-f7 e6-f7+ e6-g8 e6-g8+ e6-h9+"),
    (
        "tg-rules-demotion",
        "e8-a8 e8-a8+ e8-b8 e8-b8+ e8-c8 e8-c8+ e8-d8 e8-d8+ e8-e6 e8-e6+ e8-e7 e8-e7+ e8-e9 e8-f8 e8-f8+ e8-g8 \
         e8-g8+ e8-h8 e8-h8+ e8-i8 e8-i8+ e8xe5 e8xe5+",
    ),
    (
        "tg-rules-return",
        "e6-d7+G@g2 e6-d7+G@h2 e6-d7+G@i2 e6-e7+G@g2 e6-e7+G@h2 e6-e7+G@i2 e6-f7+G@g2 e6-f7+G@h2 e6-f7+G@i2",
    ),
];

fn diagram(title: &str) -> Diagram {
    all().find(|one| one.title == title).unwrap_or_else(|| panic!("no diagram is called {title}"))
}

#[test]
fn each_move_that_is_drawn_is_legal_and_none_is_missing() {
    for one in all() {
        let position = one.position().unwrap_or_else(|| panic!("{} is no position", one.title));
        assert_eq!(
            position.to_string(),
            one.position,
            "{} is written in canonical form",
            one.title
        );
        for ply in one.plies() {
            // The check of one ply is written apart from the list of all.
            assert!(position.after(ply).is_ok(), "{}: {ply}", one.title);
        }
        let drops_or_end = ["tg-rules-drop", "tg-rules-stalemate"].contains(&one.title);
        assert_eq!(
            TAUGHT.iter().any(|(title, _)| *title == one.title),
            !drops_or_end,
            "{} is read off by hand",
            one.title
        );
    }
    for (title, expected) in TAUGHT {
        let mut found: Vec<String> =
            diagram(title).plies().iter().map(ToString::to_string).collect();
        found.sort_unstable();
        assert_eq!(found.join(" "), expected, "{title}");
    }
}

#[test]
fn a_pawn_is_dropped_on_files_without_one_and_never_on_the_last_row() {
    let mut expected = Vec::new();
    for file in ["b", "d", "f", "h", "i"] {
        // Black's Pawns stand on b7 and h7, White's General on no such file.
        let rows = (1..=8).filter(|row| !(*row == 7 && ["b", "h"].contains(&file)));
        expected.extend(rows.map(|row| format!("P@{file}{row}")));
    }
    let mut found: Vec<String> =
        diagram("tg-rules-drop").plies().iter().map(ToString::to_string).collect();
    found.sort_unstable();
    assert_eq!(found, expected);
}

#[test]
fn what_is_said_of_lost_generals_and_of_the_end_holds_on_the_board() {
    let stone = diagram("tg-rules-stone");
    let position = stone.position().expect("a position");
    let squares = position.stone(three_generals::Color::White);
    let names: Vec<String> = squares.map(|square| square.to_string()).collect();
    assert_eq!(names, ["g1", "h1", "i1"]);
    assert_eq!(stone.shown, Shown::MovesFrom("h1"));
    let ended = diagram("tg-rules-stalemate").position().expect("a position");
    assert!(!ended.has_ply() && ended.plies().is_empty());
    let start = diagram("tg-rules-start").position().expect("a position");
    assert_eq!(start, three_generals::Position::start());
}

#[test]
fn the_page_of_the_rules_has_all_boards_and_marks_our_decisions_in_either_language() {
    let service = Service::shared();
    for (language, decision) in [("en", "Our decision:"), ("fil", "Pasya namin:")] {
        let cookie = format!("language={language}");
        let page = service.ask("GET", "/rules/three-generals", &[("Cookie", &cookie)]).text();
        assert_eq!(page.matches("<figure>").count(), all().count(), "{language}");
        assert_eq!(page.matches(decision).count(), 9, "{language}");
        for one in all().flat_map(|one| one.plies()) {
            assert!(page.contains(&format!("<code>{one}</code>")), "{one}");
        }
    }
    for from in ["/rules", "/search?q=three%20generals"] {
        assert!(service.get(from).text().contains("href=\"/rules/three-generals\""), "{from}");
    }
    assert_eq!(service.get("/rules/three-generals?a=b").status, 400);
}

/// A game of ten plies, with a shot, a promotion and a drop.
const GAME: &str = include_str!("../browser/data/three-generals.ggn");

/// A server with that game alone, and the game's id.
fn served(start: Start) -> (Service, String) {
    let service = start.serve();
    let list = service.get("/api/v1/games").json();
    let id = list["games"][0]["id"].as_str().expect("an id").to_owned();
    (service, id)
}

#[test]
fn positions_and_the_whole_game_are_drawn_at_their_addresses() {
    let (service, id) = served(Start::with(GAME));
    let picture = |query: &str| {
        let reply = service.get(&format!("/games/{id}/board.png{query}"));
        assert_eq!((reply.status, reply.must("content-type")), (200, "image/png"), "{query}");
        assert_eq!(reply.must("cache-control"), "public, max-age=3600", "{query}");
        image::load_from_memory(&reply.body).expect("a picture")
    };
    let size = |query: &str| (picture(query).width(), picture(query).height());
    assert_eq!(size("?ply=4"), (1200, 630), "a card where nothing is said");
    // Nine squares and the frame, above and below a name and a hand.
    assert_eq!(size("?ply=4&size=small"), (328, 452));
    assert_eq!(size("?ply=4&size=medium"), (472, 640));
    assert_eq!(size("?ply=4&size=large"), (670, 846));
    assert_eq!(picture("?ply=99"), picture(""), "beyond the end is the end");
    assert_ne!(picture("?ply=3&size=small"), picture("?ply=4&size=small"));
    assert_ne!(picture("?ply=4&size=small"), picture("?ply=4&size=small&flip=1"));
    assert_eq!(picture("?ply=4&view=public"), picture("?ply=4&view=white"), "all see the same");
    let film = service.get(&format!("/games/{id}/game.gif?size=small"));
    assert_eq!((film.status, film.must("content-type")), (200, "image/gif"));
    assert!(film.body.starts_with(b"GIF89a"));
    for (wrong, told) in [
        ("board.png?ply=x", "ply"),
        ("board.png?ply=-1", "ply"),
        ("board.png?ply=9999999", "ply"),
        ("board.png?size=huge", "size"),
        ("game.gif?from=9&to=3", "from"),
        ("game.gif?ply=3", "ply"),
    ] {
        let reply = service.get(&format!("/games/{id}/{wrong}"));
        assert_eq!(reply.status, 400, "{wrong}");
        let page = reply.text();
        assert!(page.contains(&format!("“{told}”")), "{wrong}");
    }
}

#[test]
fn other_sites_show_the_game_in_a_frame_that_is_as_high_as_its_board() {
    let start = Start::with(GAME).arg("--public-url").arg("https://salpakan.example");
    let (service, id) = served(start);
    let page = service.get(&format!("/games/{id}?ply=8&flip=1")).text();
    let card = format!("https://salpakan.example/games/{id}/board.png?ply=8");
    assert!(page.contains(&format!("property=\"og:image\" content=\"{card}\"")));
    let link = page.split("application/json+oembed\" href=\"").nth(1).expect("a discovery link");
    let link = crate::markup::plain(link.split('"').next().expect("its end"));
    let reply = service.get(link.strip_prefix("https://salpakan.example").expect("on this site"));
    assert_eq!((reply.status, reply.must("content-type")), (200, "application/json"));
    let answer = reply.json();
    let html = answer["html"].as_str().expect("markup");
    let source = format!("src=\"https://salpakan.example/embed/games/{id}?ply=8&amp;flip=1\"");
    assert!(html.contains(&source) && html.contains("width=\"480\" height=\"780\""), "{html}");
    assert_eq!(answer["title"], "Lakandula – Maharlika");
    let thumbnail = answer["thumbnail_url"].as_str().expect("a picture");
    let path = thumbnail.strip_prefix("https://salpakan.example").expect("on this site");
    assert_eq!(service.get(path).must("content-type"), "image/png");
    // The panel offers the same code.
    assert!(crate::markup::plain(&page).contains(html));
    let ask =
        |more: &str| service.get(&format!("/oembed?url=https://salpakan.example/games/{id}{more}"));
    assert!(ask("&maxheight=600").json()["height"].as_u64().expect("a height") <= 600);

    let reply = service.get(&format!("/embed/games/{id}?ply=8&flip=1&theme=dark"));
    assert_eq!((reply.status, reply.header("set-cookie")), (200, None));
    assert!(reply.must("content-security-policy").contains("frame-ancestors *"));
    let page = reply.text();
    assert!(page.contains("data-ply=\"8\" data-last=\"10\""));
    assert!(page.contains("data-theme=\"dark\"") && !page.contains("<form"));
    let next = format!("/embed/games/{id}?ply=9&flip=1&theme=dark");
    assert!(crate::markup::plain(&page).contains(&next));
    assert!(!page.contains("view="), "a game that hides nothing has one view");
    // Black captured three Pawns of White by then.
    assert!(page.contains("Pawn in hand: 3"));
    assert_eq!(service.get(&format!("/embed/games/{id}?ply=x")).status, 400);
}

#[test]
fn the_panel_offers_pictures_and_frames_without_views() {
    let (service, id) = served(Start::with(GAME));
    let page = service.get(&format!("/games/{id}?ply=3")).text();
    for part in [
        format!("action=\"/games/{id}/board.png\""),
        format!("action=\"/games/{id}/game.gif\""),
        format!("href=\"/games/{id}/sheet\""),
        "name=\"limit\"".to_owned(),
    ] {
        assert!(page.contains(&part), "{part}");
    }
    assert!(!page.contains("name=\"view\""));
}

#[test]
fn a_score_sheet_has_the_plies_and_no_set_ups() {
    let (service, id) = served(Start::with(GAME));
    let page = service.get(&format!("/games/{id}/sheet")).text();
    for part in ["e3-e4", "e2*e8", "c9xi3+", "P@e3", "Signature:", "Maharlika", "* a shot"] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("class=\"squares\""), "both always stand alike");
}

#[test]
fn what_is_for_salpakan_alone_says_where_the_record_is() {
    let (service, id) = served(Start::with(GAME));
    let reply = service.get(&format!("/api/v1/games/{id}/replay"));
    assert_eq!((reply.status, reply.must("content-type")), (404, "application/problem+json"));
    let problem = reply.json();
    let detail = problem["detail"].as_str().expect("a detail");
    let remedy = format!("/api/v1/games/{id}");
    assert!(detail.contains("Three Generals") && detail.contains(&remedy), "{detail}");
    let record = service.get(&remedy).json();
    assert_eq!(record["plies"].as_array().map(Vec::len), Some(10));
    let page = service.ask(
        "GET",
        &format!("/games/{id}/reviews/new"),
        &[("Cookie", "language=fil"), ("Accept", "text/html")],
    );
    assert!([303, 404].contains(&page.status), "{}", page.status);
    let nothing = service.get("/api/v1/games/00000000000000000000000000000000/replay").json();
    assert!(!nothing["detail"].as_str().expect("a detail").contains("Three Generals"));
}

#[test]
fn a_reader_plays_on_from_any_ply_by_links_alone() {
    let (service, id) = served(Start::with(GAME));
    let page = |query: &str| {
        let reply = service.get(&format!("/games/{id}/variation{query}"));
        assert_eq!(reply.status, 200, "{query}");
        crate::markup::plain(&reply.text())
    };
    assert!(service.get(&format!("/games/{id}?ply=7")).text().contains("/variation?ply=7"));
    // After White's shot Black's Angle on c9 can capture on i3, where it may turn.
    let chosen = page("?ply=7&piece=c9");
    for way in ["line=c9xi3&", "line=c9xi3%2B&", "line=c9-e7&", "&piece=c9&to=i3"] {
        assert!(chosen.contains(way) || chosen.contains(&way.replace('&', "\"")), "{way}");
    }
    let asked = page("?ply=7&piece=c9&to=i3");
    assert!(
        asked.contains("line=c9xi3%2B") && !asked.contains("title=\"Black: Angle from c9 to e7")
    );
    let turned = page("?kept=7&line=c9xi3%2B");
    assert!(turned.contains("It turns.") && turned.contains("White to move."));
    // White has captured nothing; the Pawns in Black's hand are not his.
    assert!(!turned.contains("piece=P"));
    assert!(page("?ply=9").contains("piece=P"), "Black may drop a Pawn");
    assert!(page("?kept=9&line=P%40e3&ply=8").contains("8. Black: Angle"), "plies before it, too");
    // A Queen that is Stone has no link.
    assert!(!page("?ply=7").contains("piece=e9"));
    for (wrong, status) in
        [("?kept=7&line=c9-c8", 400), ("?line=nonsense", 400), ("?ply=x", 400), ("?swap=a1b1", 400)]
    {
        assert_eq!(service.get(&format!("/games/{id}/variation{wrong}")).status, status, "{wrong}");
    }
    let told = service.get(&format!("/games/{id}/variation?kept=7&line=c9-c8")).text();
    assert!(told.contains("move 1 of this line is illegal"));
}

/// A game of so many plies, chosen by a fixed rule among those that neither capture nor turn anything,
/// so that it has no end.
fn long_game(count: usize) -> String {
    let mut game = three_generals::Game::new();
    let mut number = 7_u64;
    while game.plies().len() < count {
        // A linear congruence, of which the upper bits are used.
        number =
            number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut legal = game.position().plies();
        legal.retain(|ply| !ply.to_string().contains(['x', '*', '+']));
        let chosen = legal[(number >> 33) as usize % legal.len()];
        game.play(chosen).expect("a legal ply");
        assert_eq!(game.ending(), None);
    }
    let tags = GAME.split("\n\n").next().expect("tags");
    let plies: Vec<String> = game.plies().iter().map(ToString::to_string).collect();
    let pairs =
        (1..).zip(plies.chunks(2)).map(|(number, pair)| format!("{number}. {}", pair.join(" ")));
    format!("{tags}\n\n{} 1-0\n", pairs.collect::<Vec<_>>().join("\n"))
}

#[test]
fn a_game_of_thousands_of_plies_is_gone_through_and_goes_on_otherwise() {
    let (service, id) = served(Start::with(&long_game(2_010)));
    let page = |path: &str| {
        let reply = service.get(&format!("/games/{id}{path}"));
        assert_eq!(reply.status, 200, "{path}");
        reply.text()
    };
    for ply in [0, 2_001, 2_010] {
        let replay = page(&format!("?ply={ply}"));
        assert!(replay.contains(&format!("data-ply=\"{ply}\" data-last=\"2010\"")), "{ply}");
        assert_eq!(
            replay.matches("aria-current=\"true\"").count(),
            1 + usize::from(ply > 0),
            "{ply}"
        );
    }
    assert!(page("/variation?ply=2010").contains("2010. "));
    let wrong = service.get(&format!("/games/{id}/variation?kept=2009&line=e5-e5"));
    assert_eq!(wrong.status, 400);
    assert!(wrong.text().contains("move 1 of this line is illegal"));
}

#[test]
fn a_players_name_leads_to_their_page_whatever_it_is_made_of() {
    let (service, id) = served(Start::with(&GAME.replace("Lakandula", "Ana 100% Reyes")));
    let page = service.get(&format!("/games/{id}")).text();
    let link = page.split("class=\"who\" href=\"").nth(1).expect("a link to the player above");
    let links: Vec<&str> = [link, page.split("class=\"who\" href=\"").nth(2).expect("and below")]
        .map(|link| link.split('"').next().expect("its end"))
        .to_vec();
    assert_eq!(links, ["/players/Maharlika", "/players/Ana%20100%25%20Reyes"]);
    assert!(service.get(links[1]).text().contains("<h1>Ana 100% Reyes</h1>"));
}

#[test]
fn each_game_spells_its_players_as_its_record_does() {
    let loud = GAME.replace("Lakandula", "LAKANDULA").replace("[Round \"1\"]", "[Round \"2\"]");
    assert_ne!(loud, GAME.replace("Lakandula", "LAKANDULA"), "another round");
    let service = Start::with(&format!("{GAME}\n{loud}")).serve();
    let games = service.get("/api/v1/games").json();
    let games = games["games"].as_array().expect("games");
    let page = |game: &serde_json::Value| {
        service.get(&format!("/games/{}", game["id"].as_str().expect("an id"))).text()
    };
    let pages: Vec<String> = games.iter().map(page).collect();
    for white in ["Lakandula", "LAKANDULA"] {
        let own = pages
            .iter()
            .find(|page| page.contains(&format!("class=\"who\" href=\"/players/{white}\"")));
        let title = format!("<h1 class=\"visually-hidden\">{white} – Maharlika ");
        assert!(own.is_some_and(|page| page.contains(&title)), "{white}");
    }
}
