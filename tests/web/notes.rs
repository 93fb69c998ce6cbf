//! A player's notes on the opponent's pieces are private; a report about the opponent reaches the
//! moderators' desk, and nobody else.

use std::time::Duration;

use crate::by_forms::{BLACK, WHITE, begun, between, deploy, main, word};
use crate::visitor::{PASSWORD, Visitor};
use crate::world::World;

fn note(visitor: &mut Visitor, address: &str, piece: &str, words: &str) -> u16 {
    let notes = format!("{address}/notes");
    visitor.fill(address, &notes, &[("piece", piece), ("words", words)]).status
}

/// Resigns; gives the address of the record that comes of it.
fn ended(visitor: &mut Visitor, address: &str) -> String {
    let form = word(visitor, &format!("{address}?ask=resign"), "resign");
    assert_eq!(visitor.send_form(&form, &[]).status, 303);
    let record = (0..100).find_map(|_| {
        std::thread::sleep(Duration::from_millis(100));
        let page = main(visitor, address);
        let link = page.split("href=\"/games/").nth(1).and_then(|rest| rest.split('"').next());
        link.map(|id| format!("/games/{id}"))
    });
    record.expect("it is kept as a record")
}

#[test]
fn who_played_black_sees_the_replay_from_their_side() {
    let (mut white, mut black, address) = begun("Sarangani", "Guimaras");
    let record = ended(&mut black, &address);
    let flipped = |visitor: &mut Visitor, path: &str| {
        let page = visitor.get(path).text();
        let is_flipped = |value: bool| page.contains(&format!("data-flipped=\"{value}\""));
        assert_ne!(is_flipped(true), is_flipped(false), "{page}");
        is_flipped(true)
    };
    assert!(flipped(&mut black, &record));
    for visitor in [&mut white, &mut Visitor::anybody()] {
        assert!(!flipped(visitor, &record));
    }
    // Links say how the board is seen, and the button shows it from the other side.
    let page = black.get(&record).text().replace("&#38;", "&");
    let links = page.split("href=\"").filter_map(|rest| rest.split('"').next());
    let of_the_board = links.filter(|link| link.contains("?ply=") && link.contains("&view="));
    let (kept, turned): (Vec<_>, Vec<_>) = of_the_board.partition(|link| link.contains("flip=1"));
    assert!(kept.len() > 1, "{page}");
    let [turned] = turned[..] else { panic!("{turned:?}") };
    assert!(!flipped(&mut black, turned), "{turned}");
}

#[test]
fn a_note_is_shown_to_its_author_alone_in_play_and_in_his_replay() {
    let (mut ana, mut ben, address) = begun("Catanduanes", "Cavite");
    assert_eq!(note(&mut ana, &address, "e6", "Spy? ★"), 303);
    assert_eq!(note(&mut ana, &address, "h7", "bluff"), 303);
    let page = main(&mut ana, &address);
    assert!(page.contains("aria-label=\"Black: hidden rank, e6. Your note: Spy? ★\""), "{page}");
    assert!(page.contains(">bluff</text>"), "it stands on the piece: {page}");
    let mut cora = Visitor::anybody();
    for visitor in [&mut ben, &mut cora] {
        let page = main(visitor, &address);
        assert!(!page.contains("Spy?") && !page.contains("bluff"), "{page}");
    }
    assert_eq!(note(&mut ana, &address, "h7", ""), 303);
    assert!(!main(&mut ana, &address).contains("bluff"), "it is taken away");
    for (piece, words) in [("e3", "own"), ("a5", "nobody"), ("x", "y"), ("e6", "far too long")] {
        assert_eq!(note(&mut ana, &address, piece, words), 422, "{piece} {words}");
    }
    let token = cora.token("/sign-in");
    let notes = format!("{address}/notes");
    let fields = [("csrf", token.as_str()), ("piece", "e6"), ("words", "mine")];
    assert_eq!(cora.post_bare(&notes, &fields, &[]).status, 401, "she is asked to sign in");
    assert!(main(&mut ana, &address).contains("Spy? ★"), "it is as it was");
    assert_eq!(note(&mut ana, &address, "h7", "PVT 80"), 303);
    let record = ended(&mut ben, &address);
    let replay = ana.get(&record).text();
    let scored = "Notes that name one rank: 1. Average Brier score: 0.";
    assert!(replay.contains(scored), "of the two one is a forecast: {replay}");
    assert!(replay.contains("Your notes") && replay.contains("Spy? ★"), "{replay}");
    for visitor in [&mut ben, &mut cora] {
        let replay = visitor.get(&record).text();
        assert!(!replay.contains("Spy?") && !replay.contains("Your notes"), "{replay}");
    }
    worth_of_one_note(&mut ana, &record, &replay);
    let none = ben.get("/reviews/notes").text();
    assert!(none.contains("None of your finished games") && !none.contains("PVT"), "{none}");
    assert_eq!(cora.get("/reviews/notes").status, 303, "she is asked to sign in");
    let token = ana.token("/play/new");
    let fields = [("csrf", token.as_str()), ("piece", "e6"), ("words", "late")];
    assert_eq!(ana.post_bare(&notes, &fields, &[]).status, 409, "The game is over");
}

/// What the page of all notes says of one, `PVT 80`, in a game without any ply: six of 21 are Privates.
fn worth_of_one_note(visitor: &mut Visitor, record: &str, replay: &str) {
    let counted: f64 = 6.0 / 21.0;
    let right = replay.contains("right · Brier score 0.04");
    let uniform = if right { (1.0 - counted).powi(2) } else { counted.powi(2) };
    let (share, own) = if right { ("100 %", "0.040") } else { ("0 %", "0.640") };
    let page = visitor.get("/reviews/notes").text();
    let cells =
        |words: [&str; 3]| words.map(|word| format!("<td class=\"num\">{word}</td>")).concat();
    let row = cells(["1", "80 %", share]);
    let scores = format!("<td class=\"num\">{own}</td><td class=\"num\">{uniform:.3}</td>");
    for words in [&row, &scores, "80–99 %", "Private", "In one game.", &format!("{record}#notes")]
    {
        assert!(page.contains(words), "{words}: {page}");
    }
    let link = "href=\"/reviews/notes\"";
    assert!(visitor.get("/reviews").text().contains(link));
    assert!(visitor.get("/players/Catanduanes").text().contains(link));
    assert!(!Visitor::anybody().get("/players/Catanduanes").text().contains(link));
}

#[test]
fn a_report_reaches_the_moderators_and_neither_the_opponent_nor_the_trail_has_its_words() {
    let world = World::new();
    let called = |name: &str| {
        let mut visitor = Visitor::new(&world.service);
        assert_eq!(visitor.sign_up(name, PASSWORD).status, 303);
        visitor
    };
    let (mut ana, mut ben, mut cora) = (called("Cebu"), called("Compostela"), called("Cotabato"));
    let address = between(&mut ana, &mut ben, "Cebu");
    deploy(&mut ana, &address, WHITE);
    deploy(&mut ben, &address, BLACK);
    let report = format!("{address}/report");
    assert!(main(&mut ana, &address).contains(&format!("href=\"{report}\"")));
    assert!(!main(&mut cora, &address).contains("/report"), "who looks on does not play him");
    assert_eq!(cora.get(&report).status, 404);
    let refused = ana.fill(&report, &report, &[("words", "he waits for ever")]);
    assert_eq!(refused.status, 422);
    assert!(refused.text().contains("href=\"#report-ground-1\""), "{}", refused.text());
    let told = [("ground", "stalling"), ("words", "he waits for ever")];
    let sent = ana.fill(&report, &report, &told);
    assert_eq!(sent.must("location"), format!("{address}?done=play-reported"));
    let again = main(&mut ana, &format!("{address}?done=play-reported"));
    assert!(again.contains("Your report was sent to the moderators."), "{again}");
    assert_eq!(ana.fill(&report, &report, &told).status, 409, "once a game");
    let mut moderator = world.browser("moderator");
    let desk = moderator.get("/operator/reports").text();
    for words in
        ["he waits for ever", "lets the time run", "reported by Cebu", "Compostela", &address]
    {
        assert!(desk.contains(words), "{words}: {desk}");
    }
    world
        .sql("UPDATE plays SET black_account = (SELECT id FROM accounts WHERE name = 'moderator')");
    let own = moderator.get("/operator/reports").text();
    assert!(!own.contains("he waits for ever"), "nobody reads of a game that he plays in: {own}");
    world.sql(
        "UPDATE plays SET black_account = (SELECT id FROM accounts WHERE name = 'Compostela')",
    );
    let trails = ["/operator/audit", "/operator/audit.csv"].map(|path| moderator.get(path).text());
    assert!(trails[0].contains("Opponent reported"), "{}", trails[0]);
    let own = ben.get("/account/audit").text();
    assert!(!own.contains("reported"), "he hears nothing of it: {own}");
    for trail in trails.iter().chain([&own]) {
        assert!(!trail.contains("he waits for ever"), "{trail}");
    }
    for visitor in [&mut ana, &mut ben, &mut cora] {
        assert_eq!(visitor.get("/operator/reports").status, 403);
    }
}
