//! Notices over HTTP and without script: the bell, the list, and the settings; and over the API.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use adjutant_domain::account::scopes::TokenScopes;
use serde_json::json;

use crate::client::connect;
use crate::lobby::offer;
use crate::markup::forms;
use crate::visitor::Visitor;
use crate::world::World;

/// The number at the bell; empty for none.
fn bell(visitor: &mut Visitor) -> String {
    let reply = visitor.get("/notices/unread");
    assert_eq!((reply.status, reply.must("cache-control")), (200, "private, no-store"));
    reply.text()
}

/// Presses the button of the list whose form sends this field.
fn press(visitor: &mut Visitor, field: &str) -> u16 {
    let page = visitor.get("/notices").text();
    let form =
        forms(&page).into_iter().find(|form| form.fields.iter().any(|(name, _)| name == field));
    visitor.send_form(&form.unwrap_or_else(|| panic!("no form: {page}")), &[]).status
}

#[test]
fn a_game_request_rings_the_bell_until_it_is_read() {
    let (mut ana, mut ben) = (Visitor::called("Quezon"), Visitor::called("Quirino"));
    assert_eq!(bell(&mut ben), "");
    for _ in 0..2 {
        assert_eq!(offer(&mut ana, &[("pace", "3d"), ("to", "Quirino")]).status, 303);
    }
    assert_eq!((bell(&mut ben), bell(&mut ana)), ("2".to_owned(), String::new()));
    let home = ben.get("/").text();
    assert!(home.contains("bell-count") && home.contains("2 unread"), "{home}");
    let list = ben.get("/notices").text();
    assert_eq!(
        list.matches("Quezon asks you for a game.").count(),
        4,
        "each with its button: {list}"
    );
    assert_eq!(press(&mut ben, "one"), 303);
    assert_eq!(bell(&mut ben), "1");
    assert_eq!(press(&mut ben, "all"), 303);
    assert_eq!(bell(&mut ben), "");
    assert!(!ben.get("/notices").text().contains("Mark all as read"));
}

#[test]
fn notices_are_for_signed_in_visitors_only() {
    let mut nobody = Visitor::anybody();
    for path in ["/notices", "/notices/settings", "/notices/unread"] {
        assert_eq!(nobody.get(path).status, 303, "{path}");
    }
    assert!(!nobody.get("/").text().contains("class=\"bell\""));
}

#[test]
fn a_kind_that_is_switched_off_is_not_told() {
    let (mut ana, mut ben) = (Visitor::called("Romblon"), Visitor::called("Rizal"));
    let page = ben.get("/notices/settings").text();
    let form =
        forms(&page).into_iter().find(|form| form.action == "/notices/settings").expect("a form");
    let kept: Vec<(String, String)> = form
        .fields
        .iter()
        .filter(|(name, value)| !(name == "site" && value == "request"))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    let sent: Vec<(&str, &str)> = kept.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    let saved = ben.post_bare("/notices/settings", &sent, &[]);
    assert_eq!(saved.must("location"), "/notices/settings?done=notices-saved", "{}", saved.text());
    assert_eq!(offer(&mut ana, &[("pace", "3d"), ("to", "Rizal")]).status, 303);
    assert_eq!(bell(&mut ben), "");
}

#[test]
fn quiet_hours_need_both_times() {
    let mut ben = Visitor::called("Tiago");
    let page = ben.get("/notices/settings").text();
    assert!(page.contains("For quiet hours and the daily e-mail."), "{page}");
    let form =
        forms(&page).into_iter().find(|form| form.action == "/notices/settings").expect("a form");
    for (given, missing) in [("quiet_from", "quiet_until"), ("quiet_until", "quiet_from")] {
        let refused = ben.send_form(&form, &[(given, "22:00"), (missing, "")]);
        assert_eq!(refused.status, 422);
        let page = refused.text();
        assert!(page.contains("Enter both times, or leave both empty."), "{page}");
        assert!(!page.contains("Not a time"), "{page}");
        assert!(page.contains(&format!("href=\"#notices-{missing}\"")), "{page}");
    }
}

#[test]
fn older_notices_are_on_the_next_page_and_a_page_that_is_none_is_refused() {
    let mut ana = Visitor::called("Sorsogon");
    assert_eq!(ana.get("/notices?before=5").status, 200);
    assert_eq!(ana.get("/notices?before=x").status, 400);
}

/// The bell's stream of a visitor.
struct Bell(TcpStream, String);

impl Bell {
    fn of(visitor: &Visitor) -> Bell {
        let mut stream = connect(visitor.service.address);
        stream.set_read_timeout(Some(Duration::from_millis(50))).expect("a time-out");
        let cookies: Vec<String> =
            visitor.cookies.iter().map(|(n, v)| format!("{n}={v}")).collect();
        let head = format!(
            "GET /notices/events HTTP/1.1\r\nHost: a\r\nCookie: {}\r\n\r\n",
            cookies.join("; ")
        );
        stream.write_all(head.as_bytes()).expect("it is taken");
        Bell(stream, String::new())
    }

    /// The numbers that were sent, once there are so many.
    fn numbers(&mut self, count: usize) -> Vec<String> {
        let end = Instant::now() + Duration::from_secs(20);
        loop {
            let parts = self.1.split("{\"unread\":\"").skip(1);
            let all: Vec<String> =
                parts.map(|part| part.split('"').next().unwrap_or_default().to_owned()).collect();
            if all.len() >= count {
                return all;
            }
            assert!(Instant::now() < end, "no number {count}: {}", self.1);
            let mut more = [0; 4096];
            if let Ok(read) = self.0.read(&mut more) {
                self.1 += &String::from_utf8_lossy(&more[..read]);
            }
        }
    }
}

#[test]
fn the_stream_of_the_bell_tells_the_number_of_its_own_account_whenever_it_changes() {
    let (mut ana, mut ben) = (Visitor::called("Tarlac"), Visitor::called("Tawi"));
    let (mut own, mut of_another) = (Bell::of(&ben), Bell::of(&ana));
    assert_eq!((own.numbers(1), of_another.numbers(1)), (vec![String::new()], vec![String::new()]));
    assert_eq!(offer(&mut ana, &[("pace", "3d"), ("to", "Tawi")]).status, 303);
    assert_eq!(own.numbers(2), ["", "1"]);
    assert_eq!(press(&mut ben, "all"), 303);
    assert_eq!(own.numbers(3), ["", "1", ""]);
    assert!(own.1.contains("text/event-stream"));
    assert_eq!(of_another.numbers(1), [""], "what others are told of");
}

#[test]
fn programs_mark_notices_as_read_and_only_their_own() {
    let world = World::new();
    // Old ones are tidied away.
    let now = chrono::Utc::now().timestamp_micros();
    for (id, account) in [(1, 1), (2, 1), (3, 1), (4, 2)] {
        world.sql(&format!(
            "INSERT INTO notices (id, account_id, cause, kind, body, on_site, made_at, read_at)
             VALUES ({id}, {account}, 'cause {id}', 2, '{{\"notice\":\"your-move\",\"play\":\"0123456789abcdef\"}}', 1, {now}, 0)"
        ));
    }
    let token = world.token("stranger", TokenScopes::NOTICES.union(TokenScopes::PROFILE_READ));
    let mark = |path: &str, body: &str| world.show(Some(&token), "POST", path, body);
    let one = mark("/api/v1/me/notices/1/read", "");
    assert_eq!((one.status, one.json()), (200, json!({"unread": 2})), "{}", one.whole());
    assert_eq!(mark("/api/v1/me/notices/4/read", "").status, 404, "of another account");
    assert_eq!(mark("/api/v1/me/notices/read", "{\"up_to\": \"x\"}").status, 400);
    assert_eq!(mark("/api/v1/me/notices/read", "{\"up_to\": 2}").json(), json!({"unread": 1}));
    assert_eq!(mark("/api/v1/me/notices/read", "{\"up_to\": 9}").json(), json!({"unread": 0}));
    let list = world.show(Some(&token), "GET", "/api/v1/me/notices", "").json();
    assert!(
        list["notices"].as_array().expect("a list").iter().all(|one| !one["read_at"].is_null()),
        "{list}"
    );
    let other = world.token("results", TokenScopes::PROFILE_READ);
    let list = world.show(Some(&other), "GET", "/api/v1/me/notices", "").json();
    assert!(list["notices"][0]["read_at"].is_null(), "{list}");
}
