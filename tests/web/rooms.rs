//! Review rooms: one leads through a game that is over, others follow, and nothing is told that the game's own page does not have.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use serde_json::{Value, json};

use crate::client::{Reply, connect};
use crate::service::{Service, Start, games, unfinished};
use crate::visitor::{PASSWORD, Visitor};

fn game(service: &Service) -> String {
    let list = service.get("/api/v1/games?termination=flag-captured&limit=1").json();
    list["games"][0]["id"].as_str().expect("a game").to_owned()
}

/// Opens a room; gives its address.
fn opened(visitor: &mut Visitor) -> String {
    let service = Arc::clone(&visitor.service);
    let new = format!("/games/{}/rooms/new", game(&service));
    let reply = visitor.fill(&new, &new, &[]);
    assert_eq!(reply.status, 303, "{}", reply.whole());
    let address = reply.must("location").split('?').next().expect("an address").to_owned();
    assert_eq!(address.len(), "/rooms/".len() + 52, "{address}");
    address
}

/// Sends a form of the room; the token is that of any page.
fn send(visitor: &mut Visitor, address: &str, what: &str, fields: &[(&str, &str)]) -> Reply {
    let token = visitor.token("/play/new");
    let all = [&[("csrf", token.as_str())], fields].concat();
    visitor.post_bare(&format!("{address}/{what}"), &all, &[])
}

fn lead(visitor: &mut Visitor, address: &str, ply: &str, view: &str) -> u16 {
    send(visitor, address, "lead", &[("ply", ply), ("view", view)]).status
}

/// The number by which the leader knows somebody of this name.
fn number(leader: &mut Visitor, address: &str, name: &str) -> String {
    let page = leader.get(address).text();
    let option = page.split("<option value=\"").find(|one| one.contains(&format!(">{name}<")));
    let option = option.unwrap_or_else(|| panic!("{name} is not there: {page}"));
    option.split('"').next().expect("a number").to_owned()
}

/// Somebody who follows on a line.
struct Follower(TcpStream, String);

impl Follower {
    fn open(visitor: &Visitor, address: &str) -> Follower {
        let mut stream = connect(visitor.service.address);
        stream.set_read_timeout(Some(Duration::from_millis(50))).expect("a time-out");
        let cookies: Vec<String> =
            visitor.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let head = format!(
            "GET {address}/events HTTP/1.1\r\nHost: a\r\nCookie: {}\r\n\r\n",
            cookies.join("; ")
        );
        stream.write_all(head.as_bytes()).expect("it is taken");
        Follower(stream, String::new())
    }

    /// Reads until something is so of all that has come.
    fn until(&mut self, what: &str, is_so: impl Fn(&str) -> bool) -> &str {
        let end = Instant::now() + Duration::from_secs(30);
        while !is_so(&self.1) {
            assert!(Instant::now() < end, "{what} does not come: {}", self.1);
            let mut more = [0; 4096];
            if let Ok(count) = self.0.read(&mut more) {
                self.1.push_str(&String::from_utf8_lossy(&more[..count]));
            }
        }
        &self.1
    }

    /// What was told last, once it is so.
    fn told(&mut self, what: &str, is_so: impl Fn(&Value) -> bool) -> Value {
        let last = |text: &str| -> Option<Value> {
            let line = text.lines().filter_map(|line| line.strip_prefix("data: ")).next_back()?;
            serde_json::from_str(line).ok()
        };
        let text = self.until(what, |text| last(text).is_some_and(|told| is_so(&told)));
        last(text).expect("it was there")
    }
}

#[test]
fn followers_and_the_page_get_what_the_leader_shows() {
    let (mut ana, mut cora) = (Visitor::called("Agusan"), Visitor::anybody());
    let address = opened(&mut ana);
    assert!(ana.get(&address).text().contains("You lead."));
    let page = cora.get(&address);
    assert_eq!((page.status, page.must("cache-control")), (200, "private, no-store"));
    let page = page.text();
    assert!(page.contains("Agusan leads.") && page.contains("noindex"), "{page}");
    for deed in ["/lead", "/crown", "/end"] {
        assert!(!page.contains(&format!("{address}{deed}")), "{deed}");
    }
    let mut line = Follower::open(&cora, &address);
    let told = line.told("the beginning", |told| told["ply"] == 0);
    assert_eq!(told["leader"], json!({"number": 1, "name": "Agusan"}));
    line.told("himself", |told| told["strangers"] == 1);
    let fields = [
        ("ply", "7"),
        ("view", "white"),
        ("flip", "1"),
        ("shade", "flag"),
        ("ghost", "1"),
        ("piece", "a8"),
    ];
    assert_eq!(send(&mut ana, &address, "lead", &fields).status, 303);
    let mut told = line.told("the seventh ply", |told| told["ply"] == 7);
    // A place and who is there, and nothing else: what stands there the page knows.
    let expected = json!({
        "version": 2, "ply": 7, "view": "white", "flipped": true, "shade": "flag", "ghost": true,
        "piece": "a8", "leader": {"number": 1, "name": "Agusan"}, "followers": [], "strangers": 1,
    });
    told["followers"] = json!([]);
    assert_eq!(told, expected);
    let page = cora.get(&address).text();
    assert!(page.contains("data-ply=\"7\" data-view=\"white\""), "{page}");
    assert!(page.contains("Followers: 1"), "{page}");
    assert!(!page.contains("data-ply=\"7\" data-view=\"revealed\""));
    assert_eq!(lead(&mut ana, &address, "1000000", "public"), 303);
    let last = line.told("the last ply", |told| told["view"] == "public")["ply"].clone();
    assert!(last.as_u64().is_some_and(|last| last > 7 && last < 1_000), "{last}");
}

#[test]
fn by_script_the_leader_hears_the_rooms_version_and_why_not_in_his_language() {
    let mut ana = Visitor::called("Aurora Norte");
    let address = opened(&mut ana);
    let token = ana.token("/play/new");
    let json = [("Accept", "application/json")];
    let fields = [("csrf", token.as_str()), ("ply", "2"), ("view", "revealed")];
    let reply = ana.post_bare(&format!("{address}/lead"), &fields, &json);
    assert_eq!((reply.status, reply.json()), (200, json!({"version": 2})));
    let nowhere = format!("/rooms/{}/lead", "a".repeat(52));
    let reply = ana.post_bare(&nowhere, &fields, &json);
    assert_eq!(reply.status, 404);
    assert!(reply.json()["detail"].as_str().is_some_and(|why| why.contains("Room not found")));
}

#[test]
fn the_lead_is_handed_to_a_follower_and_taken_back_by_who_opened_the_room() {
    let (mut ana, mut ben) = (Visitor::called("Basey"), Visitor::called("Batac"));
    let address = opened(&mut ana);
    assert!(ana.get(&address).text().contains("No follower with an account"));
    assert_eq!(lead(&mut ben, &address, "3", "black"), 409, "he does not lead");
    assert_eq!(send(&mut ben, &address, "end", &[]).status, 409);
    let mut line = Follower::open(&ben, &address);
    line.told("he is there", |told| told["followers"].as_array().is_some_and(|all| all.len() == 1));
    let to = number(&mut ana, &address, "Batac");
    assert_eq!(send(&mut ana, &address, "crown", &[("to", "99")]).status, 409);
    assert_eq!(send(&mut ana, &address, "crown", &[("to", &to)]).status, 303);
    line.told("he leads", |told| told["leader"]["name"] == "Batac");
    assert_eq!(lead(&mut ana, &address, "3", "black"), 409);
    assert_eq!(lead(&mut ben, &address, "4", "black"), 303);
    let page = ana.get(&address).text();
    assert!(page.contains("Batac leads.") && page.contains("Take back the lead"), "{page}");
    assert!(page.contains("data-ply=\"4\""));
    assert_eq!(send(&mut ben, &address, "crown", &[("to", "back")]).status, 409);
    assert_eq!(send(&mut ana, &address, "crown", &[("to", "back")]).status, 303);
    line.told("she leads", |told| told["leader"]["name"] == "Basey");
    assert_eq!(lead(&mut ben, &address, "5", "black"), 409);
}

#[test]
fn a_room_that_ends_is_over_for_everybody() {
    let (mut ana, mut cora) = (Visitor::called("Batuan"), Visitor::anybody());
    let address = opened(&mut ana);
    let mut line = Follower::open(&cora, &address);
    line.told("the beginning", |told| told["ply"] == 0);
    let ended = send(&mut ana, &address, "end", &[]);
    assert_eq!((ended.status, &ended.must("location")[..7]), (303, "/games/"));
    // The line is told, and ends.
    line.until("the end", |text| text.contains("event: over") && text.ends_with("0\r\n\r\n"));
    let page = cora.get(&address);
    assert_eq!(page.status, 404);
    assert!(page.text().contains("It has ended, or the link is incomplete"));
    assert_eq!(cora.get(&format!("{address}/events")).status, 404);
    assert_eq!(lead(&mut ana, &address, "1", "public"), 404);
}

#[test]
fn hidden_players_are_counted_but_not_named_and_may_lead() {
    let (mut ana, mut ben) = (Visitor::called("Bilar"), Visitor::called("Bohol Uno"));
    assert_eq!(ben.post("/account/player", &[("age", "13-17")]).status, 303);
    let address = opened(&mut ana);
    let mut line = Follower::open(&ben, &address);
    let told = line.told("he is counted", |told| told["followers"][0]["number"] == 2);
    assert_eq!(told["followers"][0]["name"], "");
    assert!(!ana.get(&address).text().contains("Bohol Uno"));
    let to = number(&mut ana, &address, "Guest 2");
    assert_eq!(send(&mut ana, &address, "crown", &[("to", &to)]).status, 303);
    assert_eq!(lead(&mut ben, &address, "2", "public"), 303);
    let page = Visitor::anybody().get(&address).text();
    assert!(page.contains("Guest 2 leads.") && !page.contains("Bohol Uno"), "{page}");
    assert!(!line.told("he leads", |told| told["ply"] == 2).to_string().contains("Bohol Uno"));
}

#[test]
fn nobody_leads_without_an_account_and_what_is_wrong_changes_nothing() {
    let (mut ana, mut cora) = (Visitor::called("Bugasong"), Visitor::anybody());
    let address = opened(&mut ana);
    let token = cora.token("/sign-in");
    let fields = [("csrf", token.as_str()), ("ply", "1"), ("view", "public")];
    assert_eq!(cora.post_bare(&format!("{address}/lead"), &fields, &[]).status, 401);
    let stale = [("ply", "1"), ("view", "public")];
    assert_eq!(ana.post_bare(&format!("{address}/lead"), &stale, &[]).status, 403);
    for wrong in [
        vec![("ply", "-1"), ("view", "public")],
        vec![("ply", "1"), ("view", "everything")],
        vec![("ply", "1"), ("view", "public"), ("shade", "spy")],
        vec![("ply", "1"), ("view", "public"), ("piece", "z9")],
        vec![("ply", "1"), ("view", "public"), ("rank", "F")],
    ] {
        assert_eq!(send(&mut ana, &address, "lead", &wrong).status, 400, "{wrong:?}");
    }
    assert!(cora.get(&address).text().contains("data-ply=\"0\""));
    let game = game(&Service::lively());
    let new = format!("/games/{game}/rooms/new");
    assert_eq!(cora.get(&new).status, 303, "to where one signs in");
    assert!(!cora.get(&format!("/games/{game}")).text().contains("/rooms/new"));
    for nowhere in ["/rooms/x", &address[..address.len() - 1], "/rooms/x/events"] {
        assert_eq!(cora.get(nowhere).status, 404, "{nowhere}");
    }
}

#[test]
fn an_account_has_few_rooms_at_a_time_and_finds_them_again() {
    let mut ana = Visitor::called("Bulusan");
    let all: Vec<String> = (0..5).map(|_| opened(&mut ana)).collect();
    let new = format!("/games/{}/rooms/new", game(&Service::lively()));
    let refused = ana.fill(&new, &new, &[]);
    assert_eq!(refused.status, 409);
    let page = refused.text();
    assert!(page.contains("You already have 5 rooms open. Close one first."), "{page}");
    assert!(all.iter().all(|address| page.contains(&format!("href=\"{address}\""))), "{page}");
    assert_eq!(send(&mut ana, &all[0], "end", &[]).status, 303);
    opened(&mut ana);
}

#[test]
fn only_games_whose_ranks_are_open_have_rooms_and_one_that_is_closed_again_ends_its_room() {
    let start = Start::with(&(games(40) + &unfinished().concat()));
    let path = start.dir().join("data/adjutant.sqlite");
    let service = Arc::new(start.serve());
    let list = service.get("/api/v1/games?termination=unterminated").json();
    let closed = list["games"][0]["id"].as_str().expect("it is listed").to_owned();
    let (mut ana, cora) = (Visitor::new(&service), Visitor::new(&service));
    assert_eq!(ana.sign_up("Albay", PASSWORD).status, 303);
    assert_eq!(ana.get(&format!("/games/{closed}/rooms/new")).status, 404);
    assert!(!ana.get(&format!("/games/{closed}")).text().contains("/rooms/new"));
    let address = opened(&mut ana);
    let mut line = Follower::open(&cora, &address);
    line.told("the beginning", |told| told["ply"] == 0);
    let mut raw = SqliteConnection::establish(path.to_str().expect("UTF-8")).expect("a file");
    raw.batch_execute("UPDATE games SET revealed = 0").expect("they are closed");
    assert_eq!(ana.get(&address).status, 404);
    line.until("the end", |text| text.contains("event: over"));
}

#[test]
fn a_server_that_stops_ends_the_lines() {
    let service = Arc::new(Start::with(&games(40)).serve());
    let mut ana = Visitor::new(&service);
    assert_eq!(ana.sign_up("Albay", PASSWORD).status, 303);
    let address = opened(&mut ana);
    let mut line = Follower::open(&ana, &address);
    line.told("the beginning", |told| told["ply"] == 0);
    service.terminate();
    line.until("the end of the line", |text| text.ends_with("0\r\n\r\n"));
}

/// A game of ten plies of Three Generals.
const OPEN_GAME: &str = include_str!("../browser/data/three-generals.ggn");

#[test]
fn a_game_that_hides_nothing_has_rooms_without_views() {
    let service = Arc::new(Start::with(OPEN_GAME).serve());
    let list = service.get("/api/v1/games").json();
    let id = list["games"][0]["id"].as_str().expect("a game").to_owned();
    let (mut ana, mut ben) = (Visitor::new(&service), Visitor::new(&service));
    ana.sign_up("Diwata", PASSWORD);
    ben.sign_up("Mayari", PASSWORD);
    let new = format!("/games/{id}/rooms/new");
    assert!(ana.get(&format!("/games/{id}?ply=6")).text().contains(&format!("{new}?ply=6")));
    let opened = ana.fill(&format!("{new}?ply=6"), &new, &[]);
    assert_eq!(opened.status, 303, "{}", opened.whole());
    let address = opened.must("location").split('?').next().expect("an address").to_owned();
    let page = ana.get(&address).text();
    for part in
        ["data-ply=\"6\" data-last=\"10\"", "data-rows=\"9\"", "In hand: Black", "You lead."]
    {
        assert!(page.contains(part), "{part}: {page}");
    }
    // Nothing of sides' views: no switch, and none in the form of a leader without a script.
    assert!(page.contains("name=\"flip\"") && !page.contains("name=\"view\""), "{page}");
    assert!(!page.contains("data-view") && !page.contains("view="), "{page}");

    let mut line = Follower::open(&ben, &address);
    line.told("the beginning", |told| told["ply"] == 6);
    assert_eq!(send(&mut ana, &address, "lead", &[("ply", "9"), ("flip", "1")]).status, 303);
    line.told("where the leader is", |told| told["ply"] == 9 && told["flipped"] == true);
    let page = ben.get(&address).text();
    assert!(page.contains("Diwata leads.") && page.contains("data-ply=\"9\""), "{page}");
    assert!(page.contains("data-flipped=\"true\""));
    assert_eq!(lead(&mut ana, &address, "99", ""), 303);
    line.told("the last ply", |told| told["ply"] == 10);
    assert_eq!(lead(&mut ana, &address, "3", "nobody"), 400);

    let token = ana.token(&format!("/games/{id}/reviews/new"));
    let begin = [("csrf", &*token), ("title", "The open file")];
    let review = ana.post_bare(&format!("/games/{id}/reviews/new"), &begin, &[]);
    let review = review.must("location").split('?').next().expect("an address").to_owned();
    let remark =
        [("csrf", &*token), ("ply", "10"), ("words", "Look."), ("glyph", ""), ("marks", "Gi9")];
    assert_eq!(ana.post_bare(&format!("{review}/remark"), &remark, &[]).status, 303);
    assert!(!ben.get(&address).text().contains("Look."), "it is not published");
    let publish = [("csrf", &*token), ("do", "publish")];
    assert_eq!(ana.post_bare(&format!("{review}/state"), &publish, &[]).status, 303);
    let page = ben.get(&address).text();
    assert!(page.contains("Look.") && page.contains("data-marks=\"Gi9\""), "{page}");

    let number = number(&mut ana, &address, "Mayari");
    assert_eq!(send(&mut ana, &address, "crown", &[("to", &number)]).status, 303);
    assert_eq!(lead(&mut ana, &address, "1", ""), 409, "he leads now");
    assert_eq!(lead(&mut ben, &address, "1", ""), 303);
    let ended = send(&mut ana, &address, "end", &[]);
    assert_eq!(ended.must("location"), format!("/games/{id}"));
    assert_eq!(ben.get(&address).status, 404);
    line.until("the end", |text| text.contains("event: over"));
}
