//! A site on which something of everything is there: games, events, people, and what they have written.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use adjutant_domain::account::scopes::TokenScopes;
use adjutant_domain::moment::Micros;
use serde_json::{Value, json};

use crate::client::{Reply, connect};
use crate::contest_stewards;
use crate::contests::{Evening, results};
use crate::plays::{BLACK, WHITE};
use crate::service::{Start, games};
use crate::tables;
use crate::visitor::Visitor;
use crate::world::World;

/// Where links lead that are handed on.
pub const SITE: &str = "http://salpakan.example/";
/// An event of records alone.
pub const OF_RECORDS: &str = "ranked-evening-10-january";
/// A Swiss of which the second round is played.
pub const PLAYED: &str = "league-saturday-swiss";
/// One that is over.
pub const OVER: &str = "league-friday-swiss";
/// One that people may enter.
pub const OPEN: &str = "league-sunday-open";
/// One of the Game of Three Generals, that is played here.
pub const OF_THREE: &str = "league-three-cup";
/// A round robin whose players arrange their matches.
pub const ARRANGED: &str = "league-august";

/// Who has Black against the stranger.
const BLACKS: &str = "elsewhere";

/// The site, and the names of what has a name of its own in each run.
pub struct Scene {
    pub world: World,
    /// A game in progress, one whose players deploy, one that was played here and is over, and one at a table.
    pub live: String,
    pub waiting: String,
    pub ended: String,
    pub at_a_table: String,
    /// The record of the game that is over.
    pub record: String,
    /// Links that nobody has opened, as paths.
    pub room: String,
    pub hall: String,
    pub pass: String,
    /// Phones that have opened one.
    pub steward: Visitor,
    pub device: Visitor,
    /// What letters lead to, by its name in the addresses.
    pub letters: Vec<(&'static str, String)>,
    /// The lines of those who play.
    _attended: [[TcpStream; 2]; 2],
}

pub fn all() -> TokenScopes {
    TokenScopes::ALL.iter().fold(TokenScopes::NONE, |all, (scope, _)| all.union(*scope))
}

/// A game in progress, and one that is over. Lots decide who begins, and so what is seen: both are drawn until they
/// fall to White.
fn played() -> (World, String, String, String) {
    for _ in 0..60 {
        let start = Start::with(&games(40)).env("ADJUTANT_PUBLIC_URL", SITE);
        let world = World::of(start);
        for (kind, handle) in [("stranger", "Sidapa"), (BLACKS, "Pandesal"), ("foreign", "Tanod")] {
            world.sql(&format!(
                "UPDATE accounts SET player_id = (SELECT id FROM players WHERE handle = '{handle}') WHERE name = '{kind}'"
            ));
        }
        let [live, ended] = [("600+5", true), ("300+3", false)].map(|(pace, rated)| {
            let game = agreed(&world, pace, rated);
            deploy(&world, &game, "stranger", WHITE);
            deploy(&world, &game, BLACKS, BLACK);
            game
        });
        let begins = |game: &str| {
            world.service.get(&format!("/api/v1/plays/{game}")).json()["to_move"].clone()
        };
        if begins(&live) != "white" || begins(&ended) != "white" {
            continue;
        }
        let plies = [("stranger", "e3-e4"), (BLACKS, "e6-e5"), ("stranger", "e4-e3")];
        for (number, (kind, ply)) in (1..).zip(plies) {
            moved(&world, &live, kind, number, ply);
        }
        moved(&world, &ended, "stranger", 1, "e3-e4");
        let word = json!({"id": "00000000000000b0", "word": "resign"});
        play(&world, BLACKS, &format!("/api/v1/plays/{ended}/words"), &word);
        let record = recorded(&world, &ended);
        return (world, live, ended, record);
    }
    panic!("the lot falls to Black too often");
}

fn moved(world: &World, game: &str, kind: &str, number: u32, ply: &str) {
    let body = json!({"id": format!("{number:016x}"), "number": number, "ply": ply});
    play(world, kind, &format!("/api/v1/plays/{game}/plies"), &body);
}

/// The status and the headers of an answer that does not end, and the line that it comes on.
pub fn listen(world: &World, path: &str, headers: &[(&str, &str)]) -> (Reply, TcpStream) {
    let address = world.service.address;
    let mut stream = connect(address);
    let mut sent = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n");
    for (name, value) in headers {
        sent += &format!("{name}: {value}\r\n");
    }
    stream.write_all((sent + "\r\n").as_bytes()).expect("the request is taken");
    let (mut bytes, mut byte) = (Vec::new(), [0]);
    while !bytes.ends_with(b"\r\n\r\n") {
        assert_eq!(stream.read(&mut byte).expect("an answer"), 1, "{path}: no whole head");
        bytes.push(byte[0]);
    }
    let text = String::from_utf8(bytes).expect("a head in ASCII");
    let status = text.split(' ').nth(1).and_then(|word| word.parse().ok()).expect("a status");
    let headers = text.lines().skip(1).filter_map(|line| line.split_once(':'));
    let headers = headers.map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()));
    (Reply { status, headers: headers.collect(), body: Vec::new() }, stream)
}

/// Both players of a game listen to it: who is gone for some seconds is said to be.
fn attended(world: &World, game: &str) -> [TcpStream; 2] {
    ["stranger", BLACKS].map(|kind| {
        let token = format!("Bearer {}", world.token(kind, TokenScopes::PLAY));
        let path = format!("/api/v1/plays/{game}/events");
        let (reply, line) = listen(world, &path, &[("Authorization", &token)]);
        assert_eq!(reply.status, 200, "{game}");
        line
    })
}

fn play(world: &World, kind: &str, path: &str, body: &Value) -> Value {
    let reply =
        world.show(Some(&world.token(kind, TokenScopes::PLAY)), "POST", path, &body.to_string());
    assert_eq!(reply.status, 200, "{path} {body}: {}", reply.whole());
    reply.json()
}

/// A game that the stranger, White, has offered and the other player has taken.
fn agreed(world: &World, pace: &str, rated: bool) -> String {
    let offer = json!({"pace": pace, "rated": rated, "color": "white"});
    let seek = play(world, "stranger", "/api/v1/seeks/new", &offer)["id"].clone();
    let accept = format!("/api/v1/seeks/{}/accept", seek.as_str().expect("an id"));
    let made = play(world, BLACKS, &accept, &json!({}));
    made["id"].as_str().expect("an id").to_owned()
}

fn deploy(world: &World, game: &str, kind: &str, setup: &str) {
    let body = json!({"id": "00000000000000a0", "setup": setup, "nonce": "11".repeat(32)});
    play(world, kind, &format!("/api/v1/plays/{game}/deployment"), &body);
}

/// The record that a game becomes once it is over.
fn recorded(world: &World, game: &str) -> String {
    let end = Instant::now() + Duration::from_secs(30);
    loop {
        let seen = world.service.get(&format!("/api/v1/plays/{game}")).json();
        if let Some(record) = seen["game"].as_str() {
            return record.to_owned();
        }
        assert!(Instant::now() < end, "no record: {seen}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// An event of today; it is the token's from then on.
fn event(evening: &mut Evening, name: &str, settings: &Value) {
    let today = chrono::Utc::now().date_naive().to_string();
    let new = json!({"name": name, "first_day": today, "settings": settings}).to_string();
    let path = "/api/v1/organisations/league/events";
    let made = evening.world.show(Some(&evening.token), "POST", path, &new);
    assert_eq!(made.status, 200, "{}", made.whole());
    made.json()["slug"].as_str().expect("a slug").clone_into(&mut evening.slug);
}

fn guests(names: &[&str]) -> Value {
    let guest =
        |(n, name): (usize, &&str)| json!({"name": name, "rating": 1800 - 20 * n, "club": "Hawks"});
    json!({"entrants": names.iter().enumerate().map(guest).collect::<Vec<_>>()})
}

fn contests(evening: &mut Evening) {
    let swiss = |entrants: u32, rounds: u32| json!({"template": "swiss", "entrants": entrants, "rounds": rounds});
    event(evening, "Saturday Swiss", &json!({"plan": swiss(6, 3), "check_in": true}));
    assert_eq!(evening.slug, PLAYED);
    evening.told("entrants", guests(&["Ana", "Ben", "Carla", "Dino", "Elena", "Felix", "Gloria"]));
    evening.told("people", json!({"do": "there", "entrants": [1, 2, 3, 4, 5, 6, 7]}));
    evening.told("people", json!({"do": "paid", "entrant": 2}));
    evening.told("rounds", json!({"do": "begin", "white": true}));
    let first = evening.round(1);
    evening.told("results", results(1, &first));
    let second = evening.round(2);
    evening.told("results", results(2, &second[..1]));

    event(evening, "Friday Swiss", &json!({"plan": swiss(4, 2)}));
    assert_eq!(evening.slug, OVER);
    evening.told("entrants", guests(&["Hugo", "Iris", "Jomar", "Karen"]));
    evening.told("rounds", json!({"do": "begin", "white": true}));
    for number in [1, 2] {
        let tables = evening.round(number);
        evening.told("results", results(number, &tables));
    }
    evening.told("settings", json!({"over": true}));

    event(evening, "Sunday Open", &json!({"plan": swiss(8, 3), "players_report": true}));
    assert_eq!(evening.slug, OPEN);
    evening.told("settings", json!({"open": true}));
    part(evening, "stranger", &json!({"do": "enter"}));

    let games = json!({"pace": "600+5", "spectators": "plies:6"});
    let three =
        json!({"plan": swiss(4, 2), "rated": true, "game": "three-generals", "games": games});
    event(evening, "Three Cup", &three);
    assert_eq!(evening.slug, OF_THREE);

    let robin = json!({"template": "round-robin", "entrants": 2});
    event(evening, "August", &json!({"plan": robin, "arranged": {"days": 9}}));
    assert_eq!(evening.slug, ARRANGED);
    evening.told("settings", json!({"open": true}));
    part(evening, "stranger", &json!({"do": "enter"}));
    part(evening, "foreign", &json!({"do": "enter"}));
    evening.told("rounds", json!({"do": "begin", "white": true}));
    evening.told("rounds", json!({"do": "pair"}));
    evening.told("rounds", json!({"do": "publish", "round": 1}));
}

fn part(evening: &Evening, kind: &str, body: &Value) {
    play(&evening.world, kind, &evening.path("me"), body);
}

fn taken(reply: &Reply) -> Value {
    assert_eq!(reply.status, 200, "{}", reply.whole());
    reply.json()
}

/// Reviews 1, published, 2, of its author alone, and 3, taken down; a published collection of two chapters.
fn written(world: &World) {
    let token = world.token("stranger", TokenScopes::REVIEWS);
    let send = |path: &str, body: Value| {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        taken(&world.show(Some(&token), "POST", path, &body))
    };
    let all = format!("/api/v1/games/{}/reviews", world.game);
    for title in ["The left wing", "For myself", "Rude words"] {
        let remarks = json!([{"ply": 0, "words": "A start."},
            {"ply": 2, "words": "Too early.", "glyph": "?!", "marks": ["Ge4", "Rd5d6"]}]);
        send(&format!("{all}/new"), json!({"title": title, "remarks": remarks}));
    }
    for number in [1, 3] {
        send(&format!("{all}/{number}/publish"), Value::Null);
    }
    let moderator = world.token("moderator", TokenScopes::OFFICIATE);
    let why = json!({"reason": "It insults <Ben>."}).to_string();
    taken(&world.show(Some(&moderator), "POST", &format!("{all}/3/take-down"), &why));
    let made = send("/api/v1/collections/new", json!({"title": "On the wing"}));
    assert_eq!(made["collection"]["id"], 1);
    let add = "/api/v1/collections/1/chapters/new";
    send(add, json!({"game": world.game, "ply": 3, "title": "One", "words": "Look."}));
    send(add, json!({"game": world.game, "title": "Two"}));
    send("/api/v1/collections/1/change", json!({"published": true, "words": "Both"}));
}

/// A set-up, a claim, a report, and letters that nobody has answered.
fn asked(world: &World, live: &str) -> Vec<(&'static str, String)> {
    let mut author = world.browser("stranger");
    let new = "/set-ups/new";
    let mut board = author.form(&format!("{new}?rules=standard"), new);
    let cells = board.fields.iter_mut().filter(|(name, _)| name == "cell");
    for ((_, cell), letter) in cells.zip(WHITE.chars().filter(|one| *one != '/')) {
        *cell = letter.to_string();
    }
    let kept = author.send_form(&board, &[("name", "Left wing"), ("do", "save")]);
    assert_eq!(kept.status, 303, "{}", kept.whole());
    let claim = "/account/player/claim";
    let sent =
        world.browser("results").fill(claim, claim, &[("handle", "Pancit"), ("words", "It is me")]);
    assert_eq!(sent.status, 303, "{}", sent.whole());
    let report = format!("/play/{live}/report");
    let told = [("ground", "stalling"), ("words", "He waits for ever.")];
    let sent = world.browser("stranger").fill(&report, &report, &told);
    assert_eq!(sent.status, 303, "{}", sent.whole());
    let letters = [("reset", 1, 1), ("confirm", 2, 1), ("join", 3, 5)];
    (10..)
        .zip(letters)
        .map(|(id, (name, kind, account))| (name, letter(world, id, kind, account)))
        .collect()
}

/// What a letter leads to.
fn letter(world: &World, id: u32, kind: u8, account: u32) -> String {
    let secret = adjutant_domain::account::secret::Secret::new(&mut rand::rng());
    let hash: String = secret.hash().iter().map(|byte| format!("{byte:02x}")).collect();
    let now = Micros::from(chrono::Utc::now());
    let (organisation, role) = if kind == 3 { (1, 3) } else { (0, 0) };
    world.sql(&format!(
        "INSERT INTO links (id, token_hash, kind, account_id, organisation_id, role, event_id, duties, email, created_at, expires_at, used_at)
             VALUES ({id}, x'{hash}', {kind}, {account}, {organisation}, {role}, 0, {role} / 3, 'new@example.org', {now}, {now} + 1200000000, 0)"
    ));
    secret.to_base32()
}

impl Scene {
    pub fn new() -> Scene {
        let (world, live, ended, record) = played();
        let waiting = agreed(&world, "600+5", true);
        let attended = [attended(&world, &live), attended(&world, &waiting)];
        let token = world.token("organizer", TokenScopes::OFFICIATE);
        let mut evening = Evening { world, token, slug: String::new() };
        contests(&mut evening);
        let world = evening.world;
        written(&world);
        let letters = asked(&world, &live);
        let at_a_table = tables::game(&world);
        let pass = tables::link(&world, &at_a_table, "white");
        let device = tables::holder(&world, &tables::link(&world, &at_a_table, "device"));
        let mut keeper = world.browser("organizer");
        let event = format!("/events/{PLAYED}");
        let duties = [("results", "1"), ("check-in", "1")];
        let [hall, opened] = [(); 2].map(|()| contest_stewards::link(&mut keeper, &event, &duties));
        let steward = contest_stewards::phone(&world.service, &opened);
        let new = format!("/games/{}/rooms/new", world.game);
        let room = world.browser("stranger").fill(&new, &new, &[]);
        assert_eq!(room.status, 303, "{}", room.whole());
        let room = room.must("location").split('?').next().expect("an address").to_owned();
        let at_a_table = at_a_table.rsplit('/').next().expect("an id").to_owned();
        Scene {
            world,
            live,
            waiting,
            ended,
            at_a_table,
            record,
            room,
            hall,
            pass,
            steward,
            device,
            letters,
            _attended: attended,
        }
    }
}
