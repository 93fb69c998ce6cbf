//! “What if …?”: other plies and other set-ups, of games whose ranks are open alone.

use crate::service::{Service, Start, games, unfinished};

fn game() -> String {
    let list = Service::lively().get("/api/v1/games?termination=flag-captured&limit=1").json();
    list["games"][0]["id"].as_str().expect("a game").to_owned()
}

fn page(address: &str) -> String {
    let reply = Service::lively().get(address);
    assert_eq!(reply.status, 200, "{address}: {}", reply.whole());
    reply.text()
}

/// The first link of a page behind this mark.
fn link(page: &str, mark: &str) -> String {
    let rest = page.split(mark).nth(1).unwrap_or_else(|| panic!("no {mark}: {page}"));
    let rest = rest.split("href=\"").nth(1).expect("a link");
    rest.split('"').next().expect("an address").replace("&#38;", "&").replace("&amp;", "&")
}

/// The link of the piece on a square.
fn piece_on(page: &str, square: &str) -> String {
    let pieces = page.split("<g class=\"pieces\">").nth(1).expect("pieces");
    let mut links = pieces.split("<a href=\"").skip(1);
    let there = |link: &&str| {
        let label = link.split("aria-label=\"").nth(1).and_then(|rest| rest.split('"').next());
        label.is_some_and(|label| label.ends_with(square))
    };
    let link = links.find(there).unwrap_or_else(|| panic!("no piece on {square}: {page}"));
    link.split('"').next().expect("an address").replace("&#38;", "&")
}

#[test]
fn one_plays_on_by_links_alone() {
    let game = game();
    let here = format!("/games/{game}/variation");
    assert!(page(&format!("/games/{game}?ply=4")).contains(&format!("{here}?ply=4")));
    let mut shown = page(&format!("{here}?ply=4"));
    assert!(shown.contains("<meta name=\"robots\" content=\"noindex, nofollow\">"));
    let replay = Service::lively().get(&format!("/api/v1/games/{game}/replay")).json();
    for count in 1..=3 {
        let ply = &replay["plies"][3 + count];
        let (from, to) = (ply["from"].as_str().expect("from"), ply["to"].as_str().expect("to"));
        let chosen = page(&piece_on(&shown, from));
        let sign = if ply["challenge"] == true { "x" } else { "-" };
        let step = format!("aria-label=\"{from}{sign}{to}\"");
        let target = chosen.split("<a href=\"").find(|rest| rest.contains(&step));
        let target = target.expect("it may move").split('"').next().expect("an address");
        let target = target.replace("&#38;", "&");
        assert!(target.contains("kept=4&line="), "{target}");
        assert_eq!(target.matches('-').count(), count, "{target}");
        shown = page(&target);
        assert!(shown.contains("Continued from move 4"), "{shown}");
        assert!(shown.contains(&format!(">{}<", ply["text"].as_str().expect("a text"))), "{shown}");
    }
    let back = link(&shown, "Continued from move 4</h2>");
    assert!(page(&back).contains("Continued from move 4"));
}

#[test]
fn a_piece_that_had_been_another_is_followed_to_the_first_other_verdict() {
    let game = game();
    let replay = Service::lively().get(&format!("/api/v1/games/{game}/replay")).json();
    let pieces = replay["pieces"].as_array().expect("pieces");
    let white: Vec<(&str, &str)> = pieces
        .iter()
        .filter(|piece| piece["color"] == "white")
        .map(|piece| (piece["origin"].as_str().expect("o"), piece["rank"].as_str().expect("r")))
        .collect();
    let flag = white.iter().find(|(_, rank)| *rank == "F").expect("a Flag").0;
    let (mut same, mut other) = (0, 0);
    for (origin, _) in white.iter().filter(|(_, rank)| *rank != "F") {
        let shown = page(&format!("/games/{game}/variation?swap={flag}{origin}"));
        assert!(shown.contains(&format!("swapped the pieces deployed on {flag} and {origin}")));
        match shown.contains("would have the same verdict") {
            true => same += 1,
            false => {
                assert!(shown.contains("<dt>In the game</dt>"), "{shown}");
                let told = [
                    "From here the game would have been different.",
                    "The game would not have ended here.",
                    "The game ends:",
                ];
                assert!(told.iter().any(|words| shown.contains(words)), "{shown}");
                other += 1;
            }
        }
    }
    assert!(other > 0, "{same} alike");
    let shown = page(&format!("/games/{game}/variation?ply=3&piece={flag}"));
    assert!(shown.contains("What if it were") && shown.contains("Spy"), "{shown}");
    assert!(shown.contains(&format!("swap={flag}")), "{shown}");
}

#[test]
fn impossible_variations_are_explained() {
    let game = game();
    for (query, word) in [
        ("swap=a1a8", "a1a8 is not a swap"),
        ("swap=xx", "swap"),
        ("line=a4e5&kept=0", "move 1 of this line"),
        ("line=nonsense", "line"),
        ("ply=x", "ply"),
        ("other=1", "other"),
    ] {
        let reply = Service::lively().get(&format!("/games/{game}/variation?{query}"));
        assert_eq!(reply.status, 400, "{query}");
        assert!(reply.text().contains(word), "{query}: {}", reply.text());
    }
    assert_eq!(Service::lively().get("/games/0000000000000000/variation").status, 404);
}

#[test]
fn a_game_whose_ranks_are_closed_has_none() {
    let service = Start::with(&(games(2) + &unfinished().concat())).serve();
    let list = service.get("/api/v1/games?termination=unterminated").json();
    let id = list["games"][0]["id"].as_str().expect("it is listed").to_owned();
    assert_eq!(service.get(&format!("/games/{id}/variation")).status, 404);
    assert!(!service.get(&format!("/games/{id}")).text().contains("/variation"));
}
