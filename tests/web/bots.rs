//! Programs that play: by tokens and by the lines on which they are called, and by nothing else.

use std::collections::{BTreeMap, VecDeque};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use adjutant_domain::account::scopes::TokenScopes;
use serde_json::{Value, json};

use crate::client::{connect, send};
use crate::plays::{BLACK, WHITE};
use crate::world::World;

/// A line of server-sent events.
struct Line {
    stream: TcpStream,
    bytes: Vec<u8>,
    read: usize,
    /// The number of the last one.
    last: Option<u64>,
    waiting: VecDeque<Value>,
}

impl Line {
    fn open(world: &World, path: &str, token: &str, last: Option<u64>) -> Line {
        let mut stream = connect(world.service.address);
        stream.set_read_timeout(Some(Duration::from_millis(50))).expect("a time-out");
        let last_id = last.map(|last| format!("Last-Event-ID: {last}\r\n")).unwrap_or_default();
        let head = format!(
            "GET {path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {token}\r\n{last_id}\r\n"
        );
        stream.write_all(head.as_bytes()).expect("it is taken");
        Line { stream, bytes: Vec::new(), read: 0, last, waiting: VecDeque::new() }
    }

    /// What has come by now.
    fn poll(&mut self) -> Option<Value> {
        let mut more = [0; 4096];
        if let Ok(count) = self.stream.read(&mut more) {
            assert!(count > 0, "the line ended");
            self.bytes.extend_from_slice(&more[..count]);
        }
        while let Some(end) = self.bytes[self.read..].windows(2).position(|two| two == b"\n\n") {
            let frame =
                String::from_utf8_lossy(&self.bytes[self.read..self.read + end]).into_owned();
            self.read += end + 2;
            for line in frame.lines() {
                if let Some(id) = line.strip_prefix("id: ") {
                    self.last = id.parse().ok();
                }
                if let Some(data) = line.strip_prefix("data: ") {
                    self.waiting.push_back(serde_json::from_str(data).expect("JSON"));
                }
            }
        }
        self.waiting.pop_front()
    }

    /// Waits until it is there, with nothing to tell yet.
    fn opened(&mut self) {
        let end = Instant::now() + Duration::from_secs(30);
        while !String::from_utf8_lossy(&self.bytes).contains("retry: 1000") {
            assert!(Instant::now() < end, "the line does not open");
            assert_eq!(self.poll(), None);
        }
    }

    /// The next of this kind; others are passed over.
    fn until(&mut self, event: &str) -> Value {
        let end = Instant::now() + Duration::from_secs(30);
        loop {
            match self.poll() {
                Some(told) if told["event"] == event => return told,
                Some(_) => {}
                None => assert!(Instant::now() < end, "{event} does not come"),
            }
        }
    }
}

/// Two accounts with players and tokens.
fn world() -> (World, [String; 2]) {
    let world = World::new();
    world.sql(
        "UPDATE accounts SET player_id = (SELECT id FROM players WHERE handle = 'Sidapa') WHERE id = 1;
         UPDATE accounts SET player_id = (SELECT id FROM players WHERE handle = 'Pandesal') WHERE id = 4;",
    );
    let tokens = ["stranger", "organizer"].map(|kind| world.token(kind, TokenScopes::PLAY));
    (world, tokens)
}

/// A program: a token, its line, and how often it has asked for something.
struct Bot<'a> {
    world: &'a World,
    token: String,
    line: Line,
    asked: u64,
}

impl<'a> Bot<'a> {
    fn new(world: &'a World, token: &str) -> Bot<'a> {
        let line = Line::open(world, "/api/v1/me/events", token, None);
        Bot { world, token: token.to_owned(), line, asked: 0 }
    }

    fn get(&self, path: &str) -> Value {
        let reply = self.world.show(Some(&self.token), "GET", path, "");
        assert_eq!(reply.status, 200, "{}", reply.whole());
        reply.json()
    }

    fn send(&mut self, path: &str, mut body: Value) -> Value {
        self.asked += 1;
        if path.contains("/plays/") {
            body["id"] = json!(format!("{:016x}", self.asked));
        }
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let reply = self.world.show(Some(&self.token), "POST", path, &body);
        assert_eq!(reply.status, 200, "{}", reply.whole());
        reply.json()
    }

    /// Answers a call; whether the game is over.
    fn answer(&mut self, call: &Value) -> bool {
        let play =
            call["play"].as_str().map(|id| format!("/api/v1/plays/{id}")).unwrap_or_default();
        match call["event"].as_str().expect("a kind") {
            "game_started" => {
                let setup = if call["color"] == "white" { WHITE } else { BLACK };
                self.send(&format!("{play}/deployment"), json!({"setup": setup}));
            }
            "your_turn" => {
                let number = call["number"].as_u64().expect("a number");
                if number > 60 {
                    self.send(&format!("{play}/words"), json!({"word": "resign"}));
                } else {
                    let ply = choose(&self.get(&play), number);
                    self.send(&format!("{play}/plies"), json!({"number": number, "ply": ply}));
                }
            }
            "game_over" => return true,
            _ => {}
        }
        false
    }
}

/// A ply for the side to move, from its own view: forward if possible.
fn choose(seen: &Value, number: u64) -> String {
    let own = seen["viewer"].as_str().expect("a side");
    assert_eq!(seen["to_move"], own);
    let square = |text: &str| (text.as_bytes()[0] as i8, text.as_bytes()[1] as i8);
    let pieces: Vec<_> = seen["pieces"].as_array().expect("pieces").iter().collect();
    let mine = |one: &&&Value| one["color"] == own;
    let at = |one: &Value| square(one["square"].as_str().expect("a square"));
    let taken: Vec<(i8, i8)> = pieces.iter().filter(mine).map(|one| at(one)).collect();
    let ahead = if own == "white" { 1 } else { -1 };
    let mut plies = Vec::new();
    for (file, row) in &taken {
        for (right, up) in [(0, ahead), (1, 0), (-1, 0), (0, -ahead)] {
            let to = (file + right, row + up);
            let inside = (b'a' as i8..=b'i' as i8).contains(&to.0)
                && (b'1' as i8..=b'8' as i8).contains(&to.1);
            if inside && !taken.contains(&to) {
                let text =
                    |(file, row): (i8, i8)| format!("{}{}", file as u8 as char, row as u8 as char);
                plies.push((up != ahead, format!("{}-{}", text((*file, *row)), text(to))));
            }
        }
    }
    plies.sort_by_key(|(back, _)| *back);
    let forward = plies.iter().filter(|(back, _)| !back).count().max(1);
    plies[number as usize * 7 % forward].1.clone()
}

#[test]
fn two_bots_play_a_whole_game_by_their_lines_to_the_record_with_all_ranks() {
    let (world, tokens) = world();
    let mut bots = tokens.map(|token| Bot::new(&world, &token));
    let offer = json!({"pace": "600+5", "rated": true, "to": "Pandesal"});
    bots[0].send("/api/v1/seeks/new", offer);
    let seek = bots[1].line.until("offered")["seek"].as_str().expect("an offer").to_owned();
    let made = bots[1].send(&format!("/api/v1/seeks/{seek}/accept"), Value::Null);
    let play = format!("/api/v1/plays/{}", made["id"].as_str().expect("an id"));
    let mut public = Line::open(&world, &format!("{play}/events"), &bots[0].token, None);
    let end = Instant::now() + Duration::from_secs(120);
    let mut over = [false; 2];
    while over != [true; 2] {
        assert!(Instant::now() < end, "the game does not end");
        for (bot, over) in bots.iter_mut().zip(&mut over) {
            while let Some(call) = bot.line.poll() {
                *over = bot.answer(&call) || *over;
            }
        }
    }
    public.until("revealed");
    let seen = bots[0].get(&play);
    assert!(seen["plies"].as_array().expect("plies").len() > 10, "{seen}");
    let game = seen["game"].as_str().expect("a record");
    let replay = world.service.get(&format!("/api/v1/games/{game}/replay")).json();
    assert_eq!((&replay["provenance"], &replay["result"]), (&json!("played"), &seen["result"]));
    assert_eq!(replay["plies"].as_array().map(Vec::len), seen["plies"].as_array().map(Vec::len));
    let ranked =
        replay["pieces"].as_array().expect("pieces").iter().all(|one| one["rank"].is_string());
    assert!(ranked, "{replay}");
    assert_eq!(bots[0].get("/api/v1/me/plays"), json!({"plays": []}));
    // Lists and replays say of whom a program plays for.
    let marks = |path: &str| world.service.get(path).text().matches(">bot</span>").count();
    world.sql("UPDATE players SET bot = 1 WHERE handle = 'Sidapa'");
    assert_eq!(marks(&format!("/games/{game}")), 1);
    assert!(marks("/games") >= 1, "the list says it too");
}

#[test]
fn a_bot_that_was_cut_off_goes_on_where_it_was_and_one_that_comes_anew_hears_how_things_stand() {
    let (world, tokens) = world();
    let mut ana = Bot::new(&world, &tokens[0]);
    let mut ben = Bot::new(&world, &tokens[1]);
    ana.send("/api/v1/seeks/new", json!({"pace": "600+5", "color": "white", "to": "Pandesal"}));
    let offered = ben.line.until("offered");
    let last = ben.line.last;
    let seek = offered["seek"].as_str().expect("an offer").to_owned();
    ben.send(&format!("/api/v1/seeks/{seek}/accept"), Value::Null);
    let started = ana.line.until("game_started");
    assert_eq!(started["color"], "white");
    let mut again = Line::open(&world, "/api/v1/me/events", &tokens[1], last);
    assert_eq!(again.until("game_started")["play"], started["play"], "what came after the offer");
    for bot in [&mut ana, &mut ben] {
        let color = if bot.token == tokens[0] { "white" } else { "black" };
        let call = json!({"event": "game_started", "play": started["play"], "color": color});
        bot.answer(&call);
    }
    let own = ana.get("/api/v1/me/plays");
    assert_eq!(
        (&own["plays"][0]["id"], &own["plays"][0]["state"]),
        (&started["play"], &json!("in-play"))
    );
    let mine = own["plays"][0]["my_turn"].as_bool().expect("yes or no");
    let mover = if mine { &tokens[0] } else { &tokens[1] };
    let mut anew = Line::open(&world, "/api/v1/me/events", mover, None);
    assert_eq!(anew.until("game_started")["play"], started["play"]);
    assert_eq!(
        anew.until("your_turn"),
        json!({"event": "your_turn", "play": started["play"], "number": 1})
    );
}

#[test]
fn who_made_a_game_request_is_told_that_it_is_declined() {
    let (world, tokens) = world();
    let mut ana = Bot::new(&world, &tokens[0]);
    let mut ben = Bot::new(&world, &tokens[1]);
    ana.send("/api/v1/seeks/new", json!({"pace": "600+5", "to": "Pandesal"}));
    let seek = ben.line.until("offered")["seek"].as_str().expect("an offer").to_owned();
    let decline = format!("/api/v1/seeks/{seek}/decline");
    let reply = world.show(Some(&tokens[0]), "POST", &decline, "");
    assert_eq!(reply.status, 404, "one's own is cancelled, not declined: {}", reply.whole());
    assert_eq!(ben.send(&decline, Value::Null), json!({"id": seek}));
    assert_eq!(ana.line.until("declined"), json!({"event": "declined", "seek": seek}));
    assert_eq!(ana.get("/api/v1/seeks")["own"], json!([]));
    let reply = world.show(Some(&tokens[1]), "POST", &decline, "");
    assert_eq!(reply.status, 404, "it is gone: {}", reply.whole());
}

#[test]
fn bots_are_online_while_they_listen_and_people_and_those_who_hide_are_not_listed() {
    let (world, tokens) = world();
    let online = || world.service.get("/api/v1/bots/online").json();
    let _ana = Bot::new(&world, &tokens[0]);
    let mut ben = Bot::new(&world, &tokens[1]);
    ben.line.opened();
    assert_eq!(online(), json!({"bots": []}), "nobody is a bot");
    world.sql("UPDATE players SET bot = 1 WHERE handle IN ('Sidapa', 'Pandesal')");
    assert_eq!(online(), json!({"bots": [{"handle": "Sidapa"}]}), "Pandesal hides");
    world.sql("UPDATE players SET private = 0 WHERE handle = 'Pandesal'");
    assert_eq!(online(), json!({"bots": [{"handle": "Pandesal"}, {"handle": "Sidapa"}]}));
    drop(ben);
    let end = Instant::now() + Duration::from_secs(60);
    while online() != json!({"bots": [{"handle": "Sidapa"}]}) {
        assert!(Instant::now() < end, "who is gone is still listed");
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn an_account_becomes_a_bot_over_the_api_unless_a_person_has_played_for_it() {
    let (world, tokens) = world();
    let become_bot = || world.show(Some(&tokens[0]), "POST", "/api/v1/me/bot", "");
    let reply = become_bot();
    assert_eq!(reply.status, 409, "Sidapa has rated games: {}", reply.whole());
    world.sql(
        "INSERT INTO players (id, handle, name_key, look_key, state, search_key)
             VALUES (900, 'Program', 'program', 'program', 0, 'program');
         UPDATE accounts SET player_id = 900 WHERE id = 1;",
    );
    for _ in 0..2 {
        let reply = become_bot();
        assert_eq!(reply.status, 200, "{}", reply.whole());
        assert_eq!(reply.json(), json!({"player": "Program", "bot": true}));
    }
    assert_eq!(world.service.get("/api/v1/players/Program").json()["bot"], true);
    let own = world.token("stranger", TokenScopes::PROFILE_READ);
    let refused = world.show(Some(&own), "POST", "/api/v1/me/bot", "");
    assert_eq!(refused.status, 403, "it takes the scope play: {}", refused.whole());
}

#[test]
fn who_follows_the_list_of_live_games_is_told_of_what_is_listed_now_and_of_each_change() {
    let (world, tokens) = world();
    world.sql("UPDATE players SET private = 0 WHERE handle = 'Pandesal'");
    let mut ana = Bot::new(&world, &tokens[0]);
    let mut ben = Bot::new(&world, &tokens[1]);
    let mut before = Line::open(&world, "/api/v1/plays/events", &tokens[0], None);
    ana.send("/api/v1/seeks/new", json!({"pace": "600+5", "color": "white", "to": "Pandesal"}));
    let seek = ben.line.until("offered")["seek"].as_str().expect("an offer").to_owned();
    let play = ben.send(&format!("/api/v1/seeks/{seek}/accept"), Value::Null)["id"].clone();
    for bot in [&mut ana, &mut ben] {
        let started = bot.line.until("game_started");
        bot.answer(&started);
    }
    let listed = before.until("listed");
    let items = world.service.get("/api/v1/plays").json();
    assert_eq!(listed["play"], items["plays"][0], "as the list says it");
    assert_eq!(listed["play"]["id"], play);
    let mut after = Line::open(&world, "/api/v1/plays/events", &tokens[0], None);
    assert_eq!(after.until("listed"), listed, "what is listed comes first");
    ana.send(
        &format!("/api/v1/plays/{}/words", play.as_str().expect("an id")),
        json!({"word": "resign"}),
    );
    for line in [&mut before, &mut after] {
        assert_eq!(line.until("unlisted"), json!({"event": "unlisted", "play": play}));
    }
}

/// A line of a paper: the method, the path, the headers and the body.
pub type Curl = (String, String, Vec<(String, String)>, String);

/// The lines of a paper that run curl.
pub fn curls(paper: &str) -> Vec<Curl> {
    let text = paper.replace("\\\n", " ");
    let parse = |line: &str| {
        let (mut words, mut word, mut quote) = (Vec::new(), String::new(), None);
        for c in line.chars() {
            match (c, quote) {
                (c, Some(open)) if c == open => quote = None,
                ('"' | '\'', None) => quote = Some(c),
                (' ', None) => words.push(std::mem::take(&mut word)),
                (c, _) => word.push(c),
            }
        }
        words.push(word);
        let (mut method, mut path, mut headers, mut body) =
            ("GET".to_owned(), String::new(), Vec::new(), String::new());
        let mut words = words.into_iter().filter(|word| !word.is_empty()).skip(1);
        while let Some(word) = words.next() {
            match word.as_str() {
                "-N" => {}
                "-X" => method = words.next().expect("a method"),
                "-H" => {
                    let header = words.next().expect("a header");
                    let (name, value) = header.split_once(": ").expect("a name and a value");
                    headers.push((name.to_owned(), value.to_owned()));
                }
                "-d" => {
                    "POST".clone_into(&mut method);
                    body = words.next().expect("a body");
                }
                _ => path = word.strip_prefix("$SITE").expect("an address").to_owned(),
            }
        }
        (method, path, headers, body)
    };
    text.lines().filter(|line| line.starts_with("curl ")).map(parse).collect()
}

#[test]
fn every_line_of_the_paper_for_bots_does_what_it_says() {
    let lines = curls(include_str!("../../docs/bots.md"));
    assert!(lines.len() >= 10, "{lines:?}");
    let paper = include_str!("../../docs/bots.md");
    for chosen in ["*'\"to_move\":\"white\"'*) MOVER=$TOKEN PLY=e3-e4", "*) MOVER=$OTHER PLY=e6-e5"]
    {
        assert!(paper.contains(chosen), "{chosen}");
    }
    // The toss decides who begins: the lines do what they say in both cases.
    let mut begun = std::collections::BTreeSet::new();
    for _ in 0..40 {
        begun.insert(played_by_the_paper(&lines));
        if begun.len() == 2 {
            return;
        }
    }
    panic!("{begun:?} alone have begun");
}

/// Runs the lines; gives who had the first ply.
fn played_by_the_paper(lines: &[Curl]) -> String {
    let (world, tokens) = world();
    let scopes = TokenScopes::PLAY.union(TokenScopes::PROFILE_READ);
    let own = world.token("stranger", scopes);
    let mut known: BTreeMap<&str, String> = BTreeMap::from([
        ("$TOKEN", own),
        ("$OTHER", tokens[1].clone()),
        ("$KEY", "8e03978e-40d5-43dd-bc93-6894a57f9324".to_owned()),
        ("$SEEK", String::new()),
        ("$PLAY", String::new()),
    ]);
    let mut first = String::new();
    for (method, path, headers, body) in lines {
        let filled = |text: &str| {
            known.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, value))
        };
        let path = filled(path);
        if path.ends_with("/plies") {
            // As the shell does it before this line.
            let play = world.service.get(&path.replace("/plies", "")).json();
            first = play["to_move"].as_str().expect("a side").to_owned();
            let white = first == "white";
            known.insert("$MOVER", known[if white { "$TOKEN" } else { "$OTHER" }].clone());
            known.insert("$PLY", if white { "e3-e4" } else { "e6-e5" }.to_owned());
        }
        let filled = |text: &str| {
            known.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, value))
        };
        if path.ends_with("/events") {
            let token = filled(&headers[0].1).replace("Bearer ", "");
            let last = headers.iter().find(|(name, _)| name == "Last-Event-ID");
            let last = last.map(|(_, last)| last.parse().expect("a number"));
            let mut line = Line::open(&world, &path, &token, last);
            let told = if path.contains("/me/") { "game_started" } else { "begun" };
            match known["$PLAY"].is_empty() {
                true => line.opened(),
                false => drop(line.until(told)),
            }
            continue;
        }
        let headers: Vec<_> =
            headers.iter().map(|(name, value)| (name.as_str(), filled(value))).collect();
        let headers: Vec<_> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let reply = send(world.service.address, method, &path, &headers, filled(body).as_bytes());
        assert_eq!(reply.status, 200, "{method} {path}: {}", reply.whole());
        let id = || reply.json()["id"].as_str().expect("an id").to_owned();
        if path.ends_with("/seeks/new") {
            known.insert("$SEEK", id());
        } else if path.ends_with("/accept") {
            known.insert("$PLAY", id());
        }
    }
    first
}
