//! A game at a table: nobody who plays it has an account. Links are given out by the event's official, each
//! phone hands in one set-up, and the device between the players referees.

use serde_json::json;

use adjutant_domain::account::scopes::TokenScopes;

use crate::by_forms::{assert_no_rank, assert_private, main};
use crate::client::Reply;
use crate::markup::{Shown, forms};
use crate::visitor::Visitor;
use crate::world::World;

const WHITE: &str = "3..PL5P../.ASKTP.4S/MBCPPF12P";
const BLACK: &str = "...3FT.../12SLPASKM/BPP4P5PPC";

/// A game at a table in the league's event, and its address.
pub fn game(world: &World) -> String {
    game_by(world, "standard")
}

/// The same by these rules.
fn game_by(world: &World, rules: &str) -> String {
    if rules == "three-generals" {
        world.sql("UPDATE contests SET game = 'three-generals'");
    }
    let organizer = world.token("organizer", TokenScopes::OFFICIATE);
    let asked = json!({
        "round": "1", "white": "Sidapa", "black": "Pandesal", "pace": "-", "venue": "table",
        "disclosure": "game", "rules": rules,
    });
    let path = "/api/v1/events/ranked-evening-10-january/plays";
    let made = world.show(Some(&organizer), "POST", path, &asked.to_string());
    assert_eq!(made.status, 200, "{}", made.whole());
    format!("/play/{}", made.json()["id"].as_str().expect("an id"))
}

/// The link of a pass that the official makes.
pub fn link(world: &World, game: &str, place: &str) -> String {
    let page = world.browser("results").post(&format!("{game}/passes"), &[("place", place)]);
    assert_eq!(page.status, 200, "{}", page.whole());
    assert_eq!(page.must("cache-control"), "private, no-store");
    let text = page.text();
    let link = text.split("/at/").nth(1).and_then(|rest| rest.get(..52)).expect("a link");
    format!("/at/{link}")
}

/// A browser without any account that has opened a link.
pub fn holder(world: &World, link: &str) -> Visitor {
    let mut visitor = Visitor::new(&world.service);
    let opened = visitor.post(link, &[]);
    assert_eq!((opened.status, opened.must("location")), (303, "/at"), "{}", opened.whole());
    visitor
}

#[test]
fn without_clocks_none_are_shown() {
    let world = World::new();
    let (game, _, mut device) = begun(&world);
    let shown = main(&mut device, "/at");
    assert!(!shown.contains("00:00") && shown.contains("data-running=\"\""), "{shown}");
    let answer = world.service.get(&game.replace("/play/", "/api/v1/plays/")).json();
    assert!(answer["clocks"].is_null() && answer["running"].is_null(), "{answer}");
}

#[test]
fn the_pass_of_a_table_is_not_lost_to_a_game_on_one_device() {
    let world = World::new();
    let (_, _, mut device) = begun(&world);
    let other = device.fill("/play/device", "/play/device", &[("game", "three-generals")]);
    assert_eq!(other.status, 409);
    assert!(other.text().contains("Use another browser or device."));
    assert!(main(&mut device, "/at").contains("id=\"table\""), "it still shows its game");
}

fn page(visitor: &mut Visitor) -> String {
    let page = visitor.get("/at");
    assert_private(&page);
    page.text()
}

fn form_to(page: &str, action: &str) -> Shown {
    let form = forms(page).into_iter().find(|form| form.action == action);
    form.unwrap_or_else(|| panic!("no form to {action}: {page}"))
}

fn send(visitor: &mut Visitor, shown: &Shown, fields: &[(&str, &str)]) -> Reply {
    let mut all: Vec<(&str, &str)> =
        shown.fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    all.retain(|(name, _)| !fields.iter().any(|(own, _)| own == name) && *name != "cell");
    all.extend_from_slice(fields);
    visitor.post_bare(&shown.action, &all, &[])
}

fn deploys(visitor: &mut Visitor, setup: &str) {
    let text = page(visitor);
    let sent = send(visitor, &form_to(&text, "/at/deployment"), &[("setup", setup)]);
    assert_eq!((sent.status, sent.must("location")), (303, "/at"), "{}", sent.whole());
}

/// A table at which both have deployed: White's phone, and the device.
fn begun(world: &World) -> (String, Visitor, Visitor) {
    let (game, white, _, device) = with_phones(world);
    (game, white, device)
}

/// The same with Black's phone behind White's.
fn with_phones(world: &World) -> (String, Visitor, Visitor, Visitor) {
    let game = game(world);
    let mut white = holder(world, &link(world, &game, "white"));
    let mut black = holder(world, &link(world, &game, "black"));
    deploys(&mut white, WHITE);
    deploys(&mut black, BLACK);
    let device = holder(world, &link(world, &game, "device"));
    (game, white, black, device)
}

/// Plays a ply for the side to move by the board's own links and buttons; returns it.
fn plays(device: &mut Visitor) -> String {
    let text = page(device);
    let from = text.split("/at?from=").nth(1).and_then(|rest| rest.get(..2)).expect("a piece");
    let text = device.get(&format!("/at?from={from}")).text();
    let shown = form_to(&text, "/at/ply");
    let ply = text.split("name=\"ply\" value=\"").nth(1).and_then(|rest| rest.get(..5));
    let ply = ply.expect("a goal").to_owned();
    let sent = send(device, &shown, &[("ply", &ply)]);
    assert_eq!(sent.status, 303, "{}", sent.whole());
    ply
}

/// The joint form with this word.
fn joint(device: &mut Visitor, word: &str) -> Option<Shown> {
    let said = |form: &Shown| form.fields.contains(&("word".to_owned(), word.to_owned()));
    forms(&page(device)).into_iter().find(said)
}

#[test]
fn a_game_is_played_by_passes_alone_and_is_a_record_at_the_end() {
    let world = World::new();
    let (game, mut white, mut device) = begun(&world);
    for _ in 0..4 {
        plays(&mut device);
        assert_no_rank(&main(&mut device, "/at"));
        assert_no_rank(&main(&mut white, "/at"));
    }
    let resigns = joint(&mut device, "resign-black").expect("Black may resign");
    assert_eq!(send(&mut device, &resigns, &[]).status, 409, "nobody has ticked a box");
    assert_eq!(send(&mut device, &resigns, &[("black", "yes")]).status, 303);
    let path = format!("/api/v1/plays/{}", game.trim_start_matches("/play/"));
    let official = world.token("results", TokenScopes::OFFICIATE);
    assert_eq!(world.show(None, "GET", &path, "").json()["state"], json!("ended"));
    let confirm = json!({"id": "00000000000000c1", "ruling": "confirm"}).to_string();
    let confirmed = world.show(Some(&official), "POST", &format!("{path}/rulings"), &confirm);
    assert_eq!(confirmed.status, 200, "{}", confirmed.whole());
    let over = world.show(None, "GET", &path, "").json();
    assert_eq!((&over["state"], &over["result"]), (&json!("revealed"), &json!("1-0")));
    let record = over["game"].as_str().expect("a record").to_owned();
    let replay = world.service.get(&format!("/games/{record}/game.ggn")).text();
    assert!(
        replay.contains("Sidapa") && replay.contains("[%setup") || replay.contains("Setup"),
        "{replay}"
    );
}

#[test]
fn a_link_is_opened_once_and_another_ends_the_one_before() {
    let world = World::new();
    let game = game(&world);
    let first = link(&world, &game, "device");
    let mut looked = Visitor::new(&world.service);
    for _ in 0..2 {
        assert_eq!(looked.get(&first).status, 200, "looking at it uses nothing up");
    }
    let mut device = holder(&world, &first);
    let mut late = Visitor::new(&world.service);
    assert_eq!(late.get(&first).status, 410);
    assert_eq!(page(&mut device).matches("data-referee").count(), 1);
    let second = link(&world, &game, "device");
    assert_eq!(device.get("/at").status, 410, "what was opened before ends, too");
    let _other = holder(&world, &second);
    assert_eq!(Visitor::new(&world.service).get("/at").status, 410, "who holds none");
}

#[test]
fn a_phone_hands_one_set_up_in_and_does_nothing_else() {
    let world = World::new();
    let (_, mut white, mut device) = begun(&world);
    let text = page(&mut white);
    assert!(!text.contains("/at/ply") && !text.contains("resign-white"), "{text}");
    let from = first_piece(&mut device);
    let shown = form_to(&device.get(&format!("/at?from={from}")).text(), "/at/ply");
    let mine: Vec<(&str, &str)> =
        vec![("id", "00000000000000d1"), ("number", "1"), ("ply", "e3-e4")];
    let csrf = white.token("/sign-in");
    let mut fields = vec![("csrf", csrf.as_str())];
    fields.extend(mine);
    assert_eq!(white.post_bare("/at/ply", &fields, &[]).status, 404);
    assert_eq!(send(&mut device, &shown, &[("ply", "a1-a9")]).status, 422, "a ply has a form");
}

fn first_piece(device: &mut Visitor) -> String {
    let text = page(device);
    text.split("/at?from=").nth(1).and_then(|rest| rest.get(..2)).expect("a piece").to_owned()
}

#[test]
fn a_slip_is_taken_back_by_both_and_by_nobody_alone() {
    let world = World::new();
    let (_, _, mut device) = begun(&world);
    let before = page(&mut device);
    plays(&mut device);
    let back = ["take-back-white", "take-back-black"].map(|word| joint(&mut device, word));
    let back = back.into_iter().flatten().next().expect("the mover's slip");
    for alone in ["white", "black"] {
        assert_eq!(send(&mut device, &back, &[(alone, "yes")]).status, 409, "{alone} alone");
    }
    let both = [("white", "yes"), ("black", "yes")];
    assert_eq!(send(&mut device, &back, &both).status, 303);
    // Sent again by a browser that has not heard the answer.
    assert_eq!(send(&mut device, &back, &both).status, 303);
    let moves = |text: &str| {
        text.split("data-moves=\"").nth(1).map(|rest| rest.split('"').next().map(str::to_owned))
    };
    assert_eq!(moves(&page(&mut device)), moves(&before));
}

#[test]
fn where_a_flag_stands_its_own_side_shows_by_its_own_phone_and_nobody_else() {
    let world = World::new();
    let (_, mut white, mut black, mut device) = with_phones(&world);
    plays(&mut device);
    for word in ["flag-white", "flag-black"] {
        assert!(joint(&mut device, word).is_none(), "the device has no form for it");
    }
    assert!(joint(&mut black, "flag-white").is_none());
    let shows = joint(&mut white, "flag-white").expect("her own Flag");
    let fields: Vec<(&str, &str)> = shows
        .fields
        .iter()
        .filter(|(name, _)| name != "csrf")
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .chain([("white", "yes")])
        .collect();
    // With another pass the response is as if it did not exist.
    for other in [&mut device, &mut black] {
        let token = other.token("/sign-in");
        let mut all = vec![("csrf", token.as_str())];
        all.extend_from_slice(&fields);
        assert_eq!(other.post_bare("/at/word", &all, &[]).status, 404);
    }
    assert_eq!(send(&mut white, &shows, &[("white", "yes")]).status, 303);
    assert!(main(&mut device, "/at").contains("Flag"));
}

/// What a phone says of a pass that is asked for.
fn answers(phone: &mut Visitor, word: &str) -> u16 {
    let text = page(phone);
    let wanted = ("word".to_owned(), word.to_owned());
    let form = forms(&text).into_iter().find(|form| form.fields.contains(&wanted));
    let form = form.unwrap_or_else(|| panic!("no {word}: {text}"));
    send(phone, &form, &[]).status
}

/// Asks for a pass as an official; gives the page.
fn asks(world: &World, kind: &str, game: &str, fields: &str) -> Reply {
    world.post(kind, &format!("{game}/passes"), fields)
}

#[test]
fn a_device_gets_a_new_pass_in_play_with_both_sides_consent() {
    let world = World::new();
    let (game, mut white, mut black, mut device) = with_phones(&world);
    plays(&mut device);
    let asked = asks(&world, "results", &game, "place=device");
    assert_eq!(asked.status, 200, "{}", asked.text());
    assert!(!asked.text().contains("/at/") && asked.text().contains("requested a new pass"));
    assert_eq!(device.get("/at").status, 200, "the one before still holds");
    assert_eq!(asks(&world, "results", &game, "place=device").status, 409, "it waits");
    assert_eq!(answers(&mut white, "agree-device"), 303);
    assert_eq!(asks(&world, "results", &game, "place=device").status, 409, "one side is not both");
    assert!(page(&mut device).contains("an official requested a new pass"));
    assert_eq!(answers(&mut black, "agree-device"), 303);
    let second = link(&world, &game, "device");
    assert_eq!(device.get("/at").status, 410);
    let mut other = holder(&world, &second);
    for told in [&mut white, &mut black, &mut other] {
        assert!(page(told).contains("both players agreed"));
    }
    // Another one is asked for anew, and a side may refuse.
    assert_eq!(asks(&world, "results", &game, "place=device").status, 200);
    assert_eq!(answers(&mut black, "refuse-device"), 303);
    assert!(!page(&mut white).contains("agree-device"));
    let trail = world.ask("owner", "GET", "/organisations/league/audit").text();
    assert!(trail.contains("New pass requested during play"), "{trail}");
}

#[test]
fn a_lost_phone_is_replaced_by_two_officials_and_both_sides_read_so() {
    let world = World::new();
    let (game, mut white, mut black, mut device) = with_phones(&world);
    plays(&mut device);
    assert_eq!(asks(&world, "results", &game, "place=white").status, 200);
    assert_eq!(asks(&world, "results", &game, "place=white&do=confirm").status, 409, "the same");
    assert_eq!(asks(&world, "stranger", &game, "place=white&do=confirm").status, 403);
    assert_eq!(asks(&world, "organizer", &game, "place=white&do=confirm").status, 200);
    let again = link(&world, &game, "white");
    assert_eq!(white.get("/at").status, 410);
    let mut white = holder(&world, &again);
    for told in [&mut white, &mut black, &mut device] {
        assert!(page(told).contains("a second official confirmed it"));
    }
    let trail = world.ask("owner", "GET", "/organisations/league/audit").text();
    assert!(trail.contains("New pass confirmed by a second official"), "{trail}");
}

#[test]
fn both_agree_on_a_draw_by_one_form() {
    let world = World::new();
    let (game, _, mut device) = begun(&world);
    plays(&mut device);
    let draw = joint(&mut device, "draw").expect("a draw may be agreed on");
    let both = [("white", "yes"), ("black", "yes")];
    assert_eq!(send(&mut device, &draw, &both).status, 303);
    assert_eq!(send(&mut device, &draw, &both).status, 303, "sent again it is done once");
    let path = format!("/api/v1/plays/{}", game.trim_start_matches("/play/"));
    assert_eq!(world.show(None, "GET", &path, "").json()["result"], json!("1/2-1/2"));
}

#[test]
fn passes_are_given_out_by_the_events_officials_alone_and_for_tables_alone() {
    let world = World::new();
    let game = game(&world);
    for kind in ["stranger", "elsewhere", "foreign", "moderator", "operator"] {
        assert_eq!(world.ask(kind, "GET", &format!("{game}/passes")).status, 403, "{kind}");
        assert_eq!(
            world.post(kind, &format!("{game}/passes"), "place=device").status,
            403,
            "{kind}"
        );
    }
    assert_eq!(world.ask("organizer", "GET", &format!("{game}/passes")).status, 200);
    assert_eq!(world.post("results", &format!("{game}/passes"), "place=umpire").status, 404);
    let trail = world.ask("owner", "GET", "/organisations/league/audit").text();
    assert!(!trail.contains("/at/"), "no link is in the trail");
}

#[test]
fn three_generals_at_a_table_takes_the_device_alone() {
    let world = World::new();
    let game = game_by(&world, "three-generals");
    let passes = world.browser("results").get(&format!("{game}/passes")).text();
    let places = ["white", "black", "device"];
    let offered = places.map(|place| passes.contains(&format!("name=\"place\" value=\"{place}\"")));
    assert_eq!(offered, [false, false, true], "{passes}");
    let mut device = holder(&world, &link(&world, &game, "device"));
    let jointly = |device: &mut Visitor, word: &str, consents: &[(&str, &str)]| {
        let text = page(device);
        let wanted =
            |form: &Shown| form.fields.iter().any(|(name, value)| name == "word" && value == word);
        let form = forms(&text).into_iter().find(wanted);
        let form = form.unwrap_or_else(|| panic!("nobody can say {word}: {text}"));
        let mut shown = form;
        shown.fields.retain(|(name, _)| name != "white" && name != "black");
        send(device, &shown, consents)
    };
    let both = [("white", "on"), ("black", "on")];
    let one_alone = jointly(&mut device, "begin", &both[..1]);
    assert_eq!(one_alone.status, 409, "both have to agree: {}", one_alone.whole());
    assert_eq!(jointly(&mut device, "begin", &both).status, 303);
    for from in ["c3", "c7"] {
        let text = device.get(&format!("/at?from={from}")).text();
        let shown = form_to(&text, "/at/ply");
        let ply = format!("{from}-{}{}", &from[..1], if from == "c3" { 4 } else { 6 });
        assert_eq!(send(&mut device, &shown, &[("ply", &ply)]).status, 303);
    }
    assert_eq!(jointly(&mut device, "take-back-black", &both).status, 303);
    assert_eq!(jointly(&mut device, "resign-white", &both[..1]).status, 303);
    let answer = world.service.get(&game.replace("/play/", "/api/v1/plays/")).json();
    assert_eq!(answer["plies"], json!(["c3-c4"]));
    assert_eq!((&answer["result"], &answer["provisional"]), (&json!("0-1"), &json!(true)));
    assert_eq!(answer["position"]["pieces"].as_array().map(Vec::len), Some(42));
    assert!(answer.get("commitment").is_none(), "there is no toss: {answer}");
}
