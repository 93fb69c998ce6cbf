//! A game over HTTP and without script: two players deploy and play by forms alone, a third watches and
//! never reads a rank.

use std::time::Duration;

use crate::client::Reply;
use crate::lobby::{offer, press};
use crate::markup::{Shown, forms};
use crate::visitor::{Visitor, hidden};

/// Another than the one that pages give as an example.
pub const WHITE: &str = "3..PL5P../.ASKTP.4S/MBCPPF12P";
pub const BLACK: &str = "...3FT.../12SLPASKM/BPP4P5PPC";

/// A game between two who have just signed up; the first has White.
pub fn game(white: &str, black: &str) -> (Visitor, Visitor, String) {
    let (mut ana, mut ben) = (Visitor::called(white), Visitor::called(black));
    let address = between(&mut ana, &mut ben, white);
    (ana, ben, address)
}

/// A game between two who are there; the first, who is called so, has White.
pub fn between(ana: &mut Visitor, ben: &mut Visitor, white: &str) -> String {
    assert_eq!(offer(ana, &[("color", "white")]).status, 303);
    let taken = press(ben, white, "/accept");
    assert_eq!(taken.status, 303, "{}", taken.text());
    taken.must("location").to_owned()
}

/// No cache keeps the page of a game. The device between two players alone opens it again without network.
pub fn assert_private(page: &Reply) {
    let is_device = page.text().contains("data-referee=");
    let control = if is_device { "private, no-cache" } else { "private, no-store" };
    assert_eq!((page.status, page.must("cache-control")), (200, control));
    assert_eq!(page.header("offline-copy").is_some(), is_device);
}

/// What stands between the page's head and its foot.
pub fn main(visitor: &mut Visitor, address: &str) -> String {
    let page = visitor.get(address);
    assert_private(&page);
    let text = page.text();
    let main = text.split("<main").nth(1).and_then(|rest| rest.split("</main>").next());
    main.expect("a page").to_owned()
}

pub fn deploy(visitor: &mut Visitor, address: &str, setup: &str) {
    let sent = visitor.fill(address, &format!("{address}/deployment"), &[("setup", setup)]);
    assert_eq!((sent.status, sent.must("location")), (303, address), "{}", sent.text());
}

pub fn begun(white: &str, black: &str) -> (Visitor, Visitor, String) {
    let (mut ana, mut ben, address) = game(white, black);
    begins(&mut ana, &mut ben, &address);
    (ana, ben, address)
}

/// Both hand their set-ups in.
pub fn begins(ana: &mut Visitor, ben: &mut Visitor, address: &str) {
    deploy(ana, address, WHITE);
    deploy(ben, address, BLACK);
}

pub fn is_to_move(visitor: &mut Visitor, address: &str) -> bool {
    main(visitor, address).contains("<b>Your turn.</b>")
}

/// The form of a ply for some piece that can move, and the plies on its buttons.
pub fn chosen(visitor: &mut Visitor, address: &str) -> (Shown, Vec<String>) {
    let page = main(visitor, address);
    let link = page.split("href=\"").filter(|rest| rest.contains("?from=")).nth(1);
    let link = link.and_then(|rest| rest.split('"').next()).expect("a piece that can move");
    let text = visitor.get(link).text();
    let form = forms(&text).into_iter().find(|form| form.action.ends_with("/ply"));
    let plies = text.split("name=\"ply\" value=\"").skip(1);
    let plies = plies.filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect();
    (form.expect("a form"), plies)
}

/// The form of the button for a word.
pub fn word(visitor: &mut Visitor, page: &str, word: &str) -> Shown {
    let text = visitor.get(page).text();
    let said = |form: &Shown| form.fields.contains(&("word".to_owned(), word.to_owned()));
    forms(&text).into_iter().find(said).unwrap_or_else(|| panic!("no {word}: {text}"))
}

/// No picture of a rank, and no name of one.
pub fn assert_no_rank(page: &str) {
    for part in page.split("#rank-").skip(1) {
        assert!(part.starts_with("hidden"), "a rank is shown: {part}");
    }
    assert!(!page.contains("General") && !page.contains("class=\"label\""), "{page}");
}

#[test]
fn a_whole_game_is_played_by_forms_while_a_third_watches() {
    let (mut ana, mut ben, address) = game("Quezon", "Quirino");
    let mut cora = Visitor::called("Queen");
    assert!(main(&mut cora, &address).contains("Both sides are deploying."));
    deploy(&mut ana, &address, WHITE);
    assert!(main(&mut ana, &address).contains("You are ready."));
    let waiting = main(&mut ben, &address);
    assert!(waiting.contains("Quezon is ready.") && !waiting.contains(WHITE), "{waiting}");
    deploy(&mut ben, &address, BLACK);
    for number in 1..=6_u32 {
        let mover = if is_to_move(&mut ana, &address) { &mut ana } else { &mut ben };
        let (form, plies) = chosen(mover, &address);
        assert!(form.fields.contains(&("number".to_owned(), number.to_string())), "{form:?}");
        for _again in 0..2 {
            let sent = mover.send_form(&form, &[("ply", &plies[0])]);
            assert_eq!((sent.status, sent.must("location")), (303, address.as_str()));
        }
        let seen = main(&mut cora, &address);
        assert!(seen.contains(&format!("Move {number}, ")), "{seen}");
        assert!(!seen.contains(&format!("Move {}, ", number + 1)), "it is made once");
        assert_no_rank(&seen);
        assert!(!seen.contains("?from=") && !seen.contains("/word"), "she has no side");
    }
    for (player, own, other) in [(&mut ana, "White", "Black"), (&mut ben, "Black", "White")] {
        let page = main(player, &address);
        assert!(page.contains(&format!("{own}: 5★ General of the Army")), "{page}");
        assert!(!page.contains(&format!("{other}: 5★")) && page.contains("#rank-hidden"));
    }
    let offered = word(&mut ana, &address, "offer");
    assert_eq!(ana.send_form(&offered, &[]).status, 303);
    assert!(main(&mut cora, &address).contains("Quezon offers a draw."));
    let declined = word(&mut ben, &address, "decline");
    assert_eq!(ben.send_form(&declined, &[]).status, 303);
    let resigned = word(&mut ben, &format!("{address}?ask=resign"), "resign");
    assert_eq!(ben.send_form(&resigned, &[]).status, 303);
    assert!(main(&mut cora, &address).contains("1–0 White won: Resignation."));
    let record = (0..100).find_map(|_| {
        std::thread::sleep(Duration::from_millis(100));
        let page = main(&mut cora, &address);
        let link = page.split("href=\"/games/").nth(1).and_then(|rest| rest.split('"').next());
        link.map(|id| format!("/games/{id}"))
    });
    let replay = cora.get(&record.expect("it is kept as a record"));
    assert!(replay.status == 200 && replay.text().contains("Quirino"));
}

#[test]
fn refusals_are_shown_on_the_page_and_change_nothing() {
    let (mut ana, mut ben, address) = game("Romblon", "Rizal");
    let deployment = format!("{address}/deployment");
    for (setup, words) in [
        (WHITE.replace('5', "4"), "General: 2 instead of 1"),
        ("<b>".to_owned(), "value=\"&#60;b&#62;\""),
    ] {
        let refused = ana.fill(&address, &deployment, &[("setup", &setup)]);
        assert_eq!(refused.status, 422, "{}", refused.text());
        assert!(refused.text().contains(words), "{words}: {}", refused.text());
    }
    deploy(&mut ana, &address, WHITE);
    deploy(&mut ben, &address, BLACK);
    let (mover, other) =
        if is_to_move(&mut ana, &address) { (&mut ana, &mut ben) } else { (&mut ben, &mut ana) };
    let (form, plies) = chosen(mover, &address);
    for (ply, number, status) in [("a1-a8", "1", 422), ("x", "1", 422), (&*plies[0], "7", 409)] {
        let refused = mover.send_form(&form, &[("ply", ply), ("number", number)]);
        assert_eq!(refused.status, status, "{ply} {number}: {}", refused.text());
        assert!(refused.text().contains("class=\"faults\""));
    }
    let theirs = hidden(&other.get(&address).text(), "csrf").expect("a token");
    let fields = [
        ("csrf", theirs.as_str()),
        ("id", "00000000000000aa"),
        ("number", "1"),
        ("ply", &plies[0]),
    ];
    let json = [("Accept", "application/json")];
    let refused = other.post_bare(&format!("{address}/ply"), &fields, &json);
    assert_eq!(refused.status, 409, "it is not his turn");
    assert_eq!(refused.json()["detail"], "It is your opponent's turn.");
    let mut cora = Visitor::called("Roxas");
    let token = cora.token("/play/new");
    let fields = [("csrf", token.as_str()), ("id", "00000000000000ab"), ("word", "resign")];
    assert_eq!(cora.post_bare(&format!("{address}/word"), &fields, &[]).status, 404);
    assert!(!main(&mut cora, &address).contains("Move 1, "), "nothing was played");
    assert_eq!(cora.get(&format!("{address}?ask=abdicate")).status, 400);
    assert_eq!(cora.get("/play/0123456789abcdef/events").status, 404);
}

#[test]
fn the_page_is_as_long_whatever_its_owner_has_deployed() {
    let (mut ana, mut ben, address) = begun("Samar", "Siquijor");
    let (mut cora, mut dora, other) = game("Sulus", "Siargaos");
    // The Flag and a general exchanged.
    deploy(&mut cora, &other, "3..PL5P../.ASKTP.4S/MBCPP1F2P");
    deploy(&mut dora, &other, BLACK);
    let _unused = (&mut ben, &mut dora);
    let lengths =
        [(&mut ana, &address, "Samar", "Siquijor"), (&mut cora, &other, "Sulus", "Siargaos")].map(
            |(visitor, address, own, opponent)| {
                let page = main(visitor, address);
                let board = page.split("<g class=\"pieces\">").nth(1).expect("a board");
                let board = board.split("<g class=\"aims\"").next().expect("an end");
                assert!(!board.contains(own) && !board.contains(opponent));
                // The side that moves first has links; they are public.
                let links = board.matches("<a href").count();
                board.len() - links * format!("<a href=\"{address}?from=a1\"></a>").len()
            },
        );
    assert_eq!(lengths[0], lengths[1]);
}
