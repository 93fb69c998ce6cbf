//! Playing without an account, over HTTP and without script: a friend by link, quick pairing, two on one
//! device; what guests may not do; and how a guest becomes an account.

use std::sync::Arc;

use crate::client::Reply;
use crate::markup::{Shown, forms};
use crate::service::Start;
use crate::visitor::{PASSWORD, Visitor};

fn field<'a>(form: &'a Shown, name: &str) -> Option<&'a str> {
    let mut fields = form.fields.iter();
    fields.find(|(own, _)| own.as_str() == name).map(|(_, value)| value.as_str())
}

fn leads_to_game(reply: &Reply) -> String {
    assert_eq!(reply.status, 303, "{}", reply.whole());
    let address = reply.must("location").to_owned();
    assert!(address.len() == 22 && address.starts_with("/play/"), "{address}");
    address
}

/// Makes a link; gives its address.
fn invite(visitor: &mut Visitor, name: &str) -> String {
    let made = visitor.fill("/play/friend", "/play/friend", &[("pace", "600+5"), ("name", name)]);
    assert_eq!(made.status, 303, "{}", made.whole());
    made.must("location").to_owned()
}

/// A game between two guests: both browsers, and its address.
fn two_guests(ana: &str, ben: &str) -> (Visitor, Visitor, String) {
    let (mut first, mut second) = (Visitor::anybody(), Visitor::anybody());
    let link = invite(&mut first, ana);
    let game = leads_to_game(&second.fill(&link, &link, &[("name", ben)]));
    (first, second, game)
}

#[test]
fn a_friend_without_an_account_opens_the_link_and_plays() {
    let (mut ana, mut ben) = (Visitor::anybody(), Visitor::anybody());
    let link = invite(&mut ana, "Ilocos");
    assert!(ana.cookies.contains_key("session"), "{:?}", ana.cookies);
    let waiting = ana.get(&link).text();
    assert!(waiting.contains(&link) && waiting.contains("http-equiv=\"refresh\""), "{waiting}");
    let has_code = waiting.contains("class=\"qr\"");
    assert_eq!(waiting.contains("let them scan the code"), has_code, "{waiting}");
    let invitation = ben.get(&link).text();
    assert!(invitation.contains("Guest Ilocos invites you to a game"), "{invitation}");
    assert!(invitation.contains("10 min + 5 s") && invitation.contains("unrated"), "{invitation}");
    assert!(!ben.get("/play").text().contains("Guest Ilocos"), "no list has it");
    let game = leads_to_game(&ben.fill(&link, &link, &[("name", "")]));
    assert_eq!(leads_to_game(&ana.get(&link)), game, "its creator is led there");
    for player in [&mut ana, &mut ben] {
        let page = player.get(&game).text();
        assert!(page.contains("Guest Ilocos") && page.contains("id=\"deployment\""), "{page}");
        assert!(!page.contains("/report"), "guests report nobody");
    }
    assert_eq!(Visitor::anybody().get(&link).status, 410, "the link is used up");
    assert_eq!(ben.get(&link).status, 303);
}

#[test]
fn a_link_is_cancelled_by_its_creator_alone() {
    let (mut ana, mut ben) = (Visitor::anybody(), Visitor::called("Ilagan"));
    let link = invite(&mut ana, "");
    let token = ben.token("/play/new");
    let cancel = format!("{link}/cancel");
    assert_eq!(ben.post_bare(&cancel, &[("csrf", &*token)], &[]).status, 404);
    assert_eq!(ana.fill(&link, &cancel, &[]).must("location"), "/play?done=offer-gone");
    assert_eq!(ben.get(&link).status, 410);
}

#[test]
fn two_who_press_the_same_button_play_each_other() {
    let (mut ana, mut ben) = (Visitor::anybody(), Visitor::called("Isabela"));
    let pressed = ana.fill("/play", "/play/quick", &[("pace", "1200+5")]);
    assert_eq!(pressed.must("location"), "/play/quick");
    let page = ana.get("/play/quick").text();
    assert!(page.contains("Finding an opponent") && page.contains("1400 to 1600"), "{page}");
    assert!(page.contains("http-equiv=\"refresh\""), "{page}");
    assert!(ben.get("/play").text().contains("1 waiting, 1500–1500"));
    let game = leads_to_game(&ben.fill("/play", "/play/quick", &[("pace", "1200+5")]));
    assert_eq!(leads_to_game(&ana.get("/play/quick")), game);
    assert!(ana.get(&game).text().contains("unrated"), "one of them is a guest");
}

#[test]
fn who_cancels_waits_no_more() {
    let mut ana = Visitor::called("Itbayat");
    assert_eq!(ana.fill("/play", "/play/quick", &[("pace", "660+5")]).status, 303);
    let left = ana.fill("/play/quick", "/play/quick/leave", &[]);
    assert_eq!(left.must("location"), "/play");
    let page = ana.get("/play/quick").text();
    assert!(
        page.contains("You are no longer waiting") && page.contains("value=\"600+5\""),
        "{page}"
    );
    let token = ana.token("/play");
    for pace in ["3d", "soon", ""] {
        let refused = ana.post_bare("/play/quick", &[("csrf", &*token), ("pace", pace)], &[]);
        assert_eq!(refused.status, 400, "{pace}: {}", refused.text());
    }
}

#[test]
fn a_guest_plays_and_does_nothing_else() {
    let (mut ana, _, game) = two_guests("Ifugao", "Ibanag");
    let mut member = Visitor::called("Itogon");
    let offered = member.fill("/play/new", "/play/new", &[("pace", "600+5")]);
    assert_eq!(offered.status, 303);
    let lobby = ana.get("/play").text();
    assert!(lobby.contains("You play as Guest Ifugao"), "{lobby}");
    assert!(lobby.contains(&format!("data-play=\"{game}\"")), "{lobby}");
    assert!(lobby.contains("Itogon") && !lobby.contains("/accept"), "sees what is open: {lobby}");
    let theirs = member.get("/play").text();
    let offer = theirs.split("/play/offers/").nth(1).and_then(|rest| rest.split('/').next());
    let offer = offer.expect("an offer").to_owned();
    let token = ana.token("/play");
    for path in [
        format!("/play/offers/{offer}/accept"),
        format!("/play/offers/{offer}/take-back"),
        "/play/new".to_owned(),
        format!("{game}/report"),
        "/set-ups/new".to_owned(),
        "/organisations/new".to_owned(),
        "/account/password".to_owned(),
        "/account/delete".to_owned(),
        "/account/tokens/new".to_owned(),
    ] {
        let refused = ana.post_bare(&path, &[("csrf", &*token)], &[]);
        assert_eq!(refused.status, 401, "{path}: {}", refused.text());
        assert!(ana.get(&path).must("location").starts_with("/sign-in?next="), "{path}");
    }
    let header = ana.get("/").text();
    assert!(header.contains("/sign-in") && !header.contains("/sign-out"), "{header}");
    for list in ["/players", "/players?q=Guest", "/leaderboards/rapid"] {
        assert!(!ana.get(list).text().contains("Guest Ifugao"), "{list}");
    }
}

#[test]
fn who_signs_up_in_the_same_browser_keeps_the_games() {
    let (mut ana, mut ben, game) = two_guests("Iloilo", "Imus");
    let page = ana.get("/sign-up").text();
    assert!(page.contains("Keep the games played as Guest Iloilo"), "{page}");
    let fields = [("name", "Irosin"), ("password", PASSWORD), ("keep", "1")];
    let signed = ana.fill("/sign-up", "/sign-up", &fields);
    assert_eq!(signed.status, 303, "{}", signed.text());
    assert!(ana.is_signed_in());
    let page = ana.get(&game).text();
    assert!(page.contains("Irosin") && page.contains("id=\"deployment\""), "still hers: {page}");
    assert!(ben.get(&game).text().contains("Irosin"), "and her opponent sees who it is");
    assert!(ben.get("/players/Guest%20Iloilo").status == 404);
    let mut other = Visitor::anybody();
    let link = invite(&mut other, "Iriga");
    let without = [("name", "Itbayat Dos"), ("password", PASSWORD), ("keep", "")];
    let form =
        forms(&other.get("/sign-up").text()).into_iter().find(|form| form.action == "/sign-up");
    let form = form.expect("a form");
    assert_eq!(field(&form, "keep"), Some("1"), "ticked unless somebody unticks it");
    let token = other.token("/sign-up");
    let sent = [("csrf", &*token), without[0], without[1], ("email", ""), ("invitation", "")];
    assert_eq!(other.post_bare("/sign-up", &sent, &[]).status, 303);
    assert!(other.get(&link).text().contains("Guest Iriga invites you"), "somebody else's now");
}

#[test]
fn a_site_without_guests_asks_to_sign_in() {
    let service = Arc::new(Start::empty().env("ADJUTANT_GUESTS", "false").serve());
    let mut anybody = Visitor::new(&service);
    let lobby = anybody.get("/play").text();
    assert!(!lobby.contains("/play/quick") && lobby.contains("/sign-in?next=%2Fplay"), "{lobby}");
    assert_eq!(anybody.get("/play/friend").must("location"), "/sign-in?next=%2Fplay%2Ffriend");
    assert_eq!(anybody.get("/play/device").status, 403);
    let token = anybody.token("/sign-in");
    for path in ["/play/quick", "/play/friend", "/play/device"] {
        let fields = [("csrf", &*token), ("pace", "600+5")];
        let fields = if path == "/play/device" { &fields[..1] } else { &fields[..] };
        let refused = anybody.post_bare(path, fields, &[]);
        assert_eq!(refused.status, 403, "{path}: {}", refused.text());
    }
    assert_eq!(anybody.sign_up("Itneg", PASSWORD).status, 303);
    let mut member = anybody;
    let link = invite(&mut member, "");
    assert!(
        Visitor::new(&service).get(&link).text().contains("/sign-in?next="),
        "for members only"
    );
}

#[test]
fn registration_that_is_closed_keeps_no_guest_out() {
    let service = Arc::new(Start::empty().env("ADJUTANT_REGISTRATION", "closed").serve());
    let mut anybody = Visitor::new(&service);
    assert_eq!(anybody.fill("/play", "/play/quick", &[("pace", "600+5")]).status, 303);
    assert!(!anybody.get("/play").text().contains("/sign-up"), "but nobody can sign up");
}

#[test]
fn one_device_shows_each_army_once_and_works_without_script() {
    const WHITE: &str = "3..PL5P../.ASKTP.4S/BMCPPF12P";
    const BLACK: &str = "...3FT.../12SLPASKM/BPP4P5PPC";
    let mut device = Visitor::anybody();
    let begun = device.fill("/play/device", "/play/device", &[]);
    assert_eq!((begun.status, begun.must("location")), (303, "/play/device"));
    let shown = |device: &mut Visitor| {
        let led = device.fill("/play/device", "/play/device/uncover", &[]);
        led.must("location").to_owned()
    };
    for (side, setup) in [("White", WHITE), ("Black", BLACK)] {
        let cover = device.get("/play/device").text();
        assert!(cover.contains(&format!("Hand the device to {side}")), "{cover}");
        let address = shown(&mut device);
        let reply = device.get(&address);
        assert_eq!(reply.must("cache-control"), "private, no-store");
        let form =
            forms(&reply.text()).into_iter().find(|form| form.action.ends_with("/deployment"));
        let form = form.expect("a form");
        let again = device.get(&address).text();
        assert!(
            !again.contains("id=\"deployment\"") && again.contains("Hand the device"),
            "{again}"
        );
        let sent = device.send_form(&form, &[("setup", setup)]);
        assert_eq!(sent.must("location"), "/play/device", "{}", sent.text());
        // Pressed twice, or sent again after an answer that was lost.
        let again = device.send_form(&form, &[("setup", setup)]);
        assert_eq!(again.must("location"), "/play/device", "{}", again.text());
    }
    let cover = device.get("/play/device").text();
    assert!(
        !cover.contains("id=\"table\"") && !cover.contains(WHITE),
        "nothing of a board: {cover}"
    );
    let address = shown(&mut device);
    let board = device.get(&address).text();
    assert!(board.contains("id=\"table\"") && board.contains("General"), "{board}");
    let link =
        board.split("href=\"/play/device?show=").nth(1).and_then(|rest| rest.split('"').next());
    let link = format!(
        "/play/device?show={}",
        link.expect("a piece").replace("&amp;", "&").replace("&#38;", "&")
    );
    let chosen = device.get(&link).text();
    let form =
        forms(&chosen).into_iter().find(|form| form.action.ends_with("/ply")).expect("a form");
    let ply = chosen.split("name=\"ply\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
    let moved = device.send_form(&form, &[("ply", ply.expect("a target"))]);
    assert_eq!(moved.must("location"), "/play/device", "{}", moved.text());
    for old in [&address, &link] {
        let page = device.get(old).text();
        assert!(page.contains("Hand the device") && !page.contains("id=\"table\""), "back: {page}");
    }
    let back = ply.and_then(|ply| ply.split_once('-')).map(|(from, to)| format!("{to}-{from}"));
    let other = device.send_form(&form, &[("ply", &back.expect("a ply"))]);
    assert!(other.status >= 400 && other.text().contains("Hand the device"), "{}", other.status);
    assert!(!other.text().contains("id=\"table\""), "an older page is answered by the other army");
    // An older page speaks for its own side.
    let resign = forms(&chosen)
        .into_iter()
        .find(|form| field(form, "word") == Some("resign"))
        .expect("a form");
    assert_eq!(device.send_form(&resign, &[]).status, 303);
    let over = device.get("/play/device").text();
    let lost = if chosen.contains("class=\"turn white\"") { "0–1" } else { "1–0" };
    assert!(over.contains(lost), "{lost}: {over}");
    assert!(over.contains("Replay with all ranks") && over.contains("New game"), "{over}");
    assert!(
        Visitor::anybody().get("/play/device").text().contains("Start game"),
        "another browser"
    );
}

#[test]
fn an_opponent_is_sought_for_the_game_that_is_chosen() {
    let (mut ana, mut ben) = (Visitor::anybody(), Visitor::called("Itawes"));
    let wanted = [("game", "three-generals"), ("pace", "900+10")];
    assert_eq!(ana.fill("/play", "/play/quick", &wanted).must("location"), "/play/quick");
    let page = ana.get("/play/quick").text();
    assert!(page.contains("Game of Three Generals · "), "{page}");
    let other = ben.fill("/play", "/play/quick", &[("pace", "900+10")]);
    assert_eq!(other.must("location"), "/play/quick", "he waits for another game");
    let game = leads_to_game(&ben.fill("/play", "/play/quick", &wanted));
    assert_eq!(leads_to_game(&ana.get("/play/quick")), game);
    assert!(ana.get(&game).text().contains("Game of Three Generals"));
}

#[test]
fn one_device_lies_between_two_who_play_what_hides_nothing() {
    let mut device = Visitor::anybody();
    assert!(device.get("/play").text().contains("href=\"/play/device\""), "from the lobby");
    let begun = device.fill("/play/device", "/play/device", &[("game", "three-generals")]);
    assert_eq!((begun.status, begun.must("location")), (303, "/at"));
    for (from, to) in [("c3", "c4"), ("c7", "c6")] {
        let page = device.get(&format!("/at?from={from}")).text();
        assert!(page.contains("id=\"table\"") && !page.contains("Hand the device"), "{page}");
        let form = forms(&page).into_iter().find(|form| form.action == "/at/ply").expect("a form");
        let sent = device.send_form(&form, &[("ply", &format!("{from}-{to}"))]);
        assert_eq!(sent.must("location"), "/at", "{}", sent.text());
    }
    let page = device.get("/at").text();
    assert!(page.contains("Two players, one device"));
    assert!(!page.contains("(one device)"), "sides, not the names of players that nobody is");
    assert!(!page.contains("href=\"/players/\""), "who have no pages");
    assert_eq!(device.get("/play/device").must("location"), "/at", "from the lobby back to it");
    let draw = |form: &Shown| field(form, "word") == Some("draw");
    let form = forms(&page).into_iter().find(draw).expect("they can agree to a draw");
    let agreed = [("white", "on"), ("black", "on")];
    assert_eq!(device.send_form(&form, &agreed).status, 303);
    let over = device.get("/at").text();
    assert!(over.contains("½–½") && over.contains("href=\"/play/device?new=1\""));
    let next = device.fill("/play/device?new=1", "/play/device", &[("game", "salpakan")]);
    assert_eq!((next.status, next.must("location")), (303, "/play/device"));
    let cover = device.get("/play/device").text();
    assert!(cover.contains("Hand the device to White"));
    assert!(cover.contains("href=\"/play/device?new=1\""), "one begun by mistake can be left");
    let other = device.fill("/play/device?new=1", "/play/device", &[("game", "three-generals")]);
    assert_eq!(other.must("location"), "/at");
    assert_eq!(device.get("/play/device").must("location"), "/at", "the last one begun");
}
