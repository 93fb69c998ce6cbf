//! Lines of events end with the rights by which they were opened.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use adjutant_domain::account::scopes::TokenScopes;

use crate::client::connect;
use crate::plays::{BLACK, Table, WHITE};
use crate::service::{Service, Start};

/// A change of rights is felt within this time; a second, and what a busy machine needs to notice.
const SOON: Duration = Duration::from_millis(2_500);

/// A line that somebody holds open.
struct Line(TcpStream, Vec<u8>);

impl Line {
    fn open(table: &Table, path: &str, mark: &str) -> Line {
        Line::open_at(&table.world.service, path, mark)
    }

    fn open_at(service: &Service, path: &str, mark: &str) -> Line {
        let mut stream = connect(service.address);
        stream.set_read_timeout(Some(Duration::from_millis(50))).expect("a time-out");
        let head = format!("GET {path} HTTP/1.1\r\nHost: a\r\n{mark}\r\n\r\n");
        stream.write_all(head.as_bytes()).expect("it is taken");
        let mut line = Line(stream, Vec::new());
        let end = Instant::now() + Duration::from_secs(10);
        while !line.text().contains("retry: ") {
            line.read();
            assert!(Instant::now() < end, "the line does not open: {}", line.text());
        }
        line
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.1).into_owned()
    }

    fn read(&mut self) {
        let mut more = [0; 4096];
        if let Ok(count) = self.0.read(&mut more) {
            self.1.extend_from_slice(&more[..count]);
        }
    }

    /// Whether it ends within this time.
    fn ends_within(&mut self, time: Duration) -> bool {
        let end = Instant::now() + time;
        while Instant::now() < end {
            self.read();
            if self.text().ends_with("\r\n0\r\n\r\n") {
                return true;
            }
        }
        false
    }
}

fn bearer(token: &str) -> String {
    format!("Authorization: Bearer {token}")
}

/// A game that has begun between account 1, White, and account 4.
fn begun() -> Table {
    let mut table = Table::new();
    table.deploy(WHITE, BLACK);
    table
}

#[test]
fn a_line_ends_within_a_second_of_any_change_of_the_rights_behind_it() {
    let table = begun();
    let api = table.path("/events");
    let page = format!("/play/{}/events", table.play);
    // An official of the event hears at once what spectators hear late.
    table.world.sql("UPDATE plays SET organisation_id = 1, event_id = 1");
    let now = "strftime('%s', 'now') * 1000000";
    let changes = [
        (
            "a token that is ended",
            format!("UPDATE tokens SET revoked_at = {now} WHERE account_id = 2"),
        ),
        ("a role that is taken", "DELETE FROM roles WHERE account_id = 2".to_owned()),
        (
            "a role that is given",
            format!("INSERT INTO roles VALUES (90, 2, 1, 2, NULL, 0, NULL, {now})"),
        ),
        ("a suspension", "UPDATE accounts SET state = 1 WHERE id = 2".to_owned()),
    ];
    for (what, change) in changes {
        let token = table.world.token("results", TokenScopes::PLAY);
        let mut bound = Line::open(&table, &api, &bearer(&token));
        let mut free = Line::open(&table, &api, "Accept: */*");
        assert!(!bound.ends_within(Duration::from_millis(1_200)), "{what}: nothing has changed");
        table.world.sql(&change);
        assert!(bound.ends_within(SOON), "{what}");
        assert!(!free.ends_within(Duration::from_millis(100)), "{what}: nobody else's line ends");
    }
    let cookie = |kind: &str| {
        let own = table.world.browser(kind).cookies;
        format!("Cookie: session={}", own.get("session").expect("a session"))
    };
    for (kind, change) in [
        ("foreign", "DELETE FROM sessions WHERE account_id = 6".to_owned()),
        ("moderator", "UPDATE accounts SET site_role = 0 WHERE id = 7".to_owned()),
    ] {
        let mut bound = Line::open(&table, &page, &cookie(kind));
        assert!(!bound.ends_within(Duration::from_millis(1_200)), "{kind}: nothing has changed");
        table.world.sql(&change);
        assert!(bound.ends_within(SOON), "{kind}");
    }
}

#[test]
fn a_suspended_player_is_gone_even_if_he_reads_no_more() {
    let table = begun();
    let token = table.world.token("organizer", TokenScopes::PLAY);
    // Held open, and never read again.
    let game = Line::open(&table, &table.path("/events"), &bearer(&token));
    let calls = Line::open(&table, "/api/v1/me/events", &bearer(&token));
    std::thread::sleep(Duration::from_millis(1_200));
    assert!(table.see("white")["gone"].is_null(), "he listens");
    table.world.sql("UPDATE accounts SET state = 1 WHERE id = 4");
    let end = Instant::now() + SOON;
    while table.see("white")["gone"].is_null() {
        assert!(Instant::now() < end, "who may not play counts as present");
        std::thread::sleep(Duration::from_millis(50));
    }
    drop((game, calls));
}

/// Whether a stream is opened, or refused for now.
fn try_open(service: &Service, path: &str) -> Option<Line> {
    let mut stream = connect(service.address);
    stream.set_read_timeout(Some(Duration::from_millis(50))).expect("a time-out");
    let head = format!("GET {path} HTTP/1.1\r\nHost: a\r\n\r\n");
    stream.write_all(head.as_bytes()).expect("it is taken");
    let mut line = Line(stream, Vec::new());
    while !line.text().contains("\r\n\r\n") {
        line.read();
    }
    let answer = line.text();
    let is_refused = answer.starts_with("HTTP/1.1 429") && answer.contains("retry-after: 3\r\n");
    assert!(is_refused || answer.starts_with("HTTP/1.1 200"), "{answer}");
    (!is_refused).then_some(line)
}

#[test]
fn closed_tabs_of_one_address_soon_leave_room_for_new_ones() {
    let service = Start::empty().env("ADJUTANT_STREAMS_AN_ADDRESS", "16").serve();
    let path = "/api/v1/plays/events";
    let open = || Line::open_at(&service, path, "Accept: */*");
    let mut closed: Vec<Line> = (0..12).map(|_| open()).collect();
    // What is left unread would be answered with a reset at once, which tells the server.
    closed.iter_mut().for_each(Line::read);
    drop(closed);
    let mut listeners: Vec<Line> = (0..4).map(|_| open()).collect();
    let end = Instant::now() + SOON;
    let mut tabs = Vec::new();
    while tabs.len() < 12 {
        match try_open(&service, path) {
            Some(line) => tabs.push(line),
            None => std::thread::sleep(Duration::from_millis(50)),
        }
        assert!(Instant::now() < end, "closed tabs still count; {} are open", tabs.len());
    }
    let listener = &mut listeners[0];
    assert!(!listener.ends_within(Duration::from_millis(100)), "who listens is not cut off");
    assert!(listener.text().contains(":\n\n"), "{}", listener.text());
}
