//! Games that two programs play over the API, while others listen.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use adjutant_domain::account::scopes::TokenScopes;
use serde_json::{Value, json};

use crate::client::{Reply, connect};
use crate::world::World;

pub const WHITE: &str = "3..PL5P../.ASKTP.4S/BMCPPF12P";
/// White's again with two ranks exchanged that never meet an enemy: nobody but White may notice.
const OTHER_WHITE: &str = "3..PL5P../.ASKTP.4S/MBCPPF12P";
pub const BLACK: &str = "...3FT.../12SLPASKM/BPP4P5PPC";

/// Two programs and somebody without any account.
pub struct Table {
    pub world: World,
    white: String,
    black: String,
    pub play: String,
    commands: u64,
}

impl Table {
    /// A game between the stranger's account, White, and the organizer's.
    pub fn new() -> Table {
        Table::on(World::new(), "600+5")
    }

    /// The same at another pace.
    fn of(pace: &str) -> Table {
        Table::on(World::new(), pace)
    }

    /// The same on another site.
    pub fn on(world: World, pace: &str) -> Table {
        world.sql(
            "UPDATE accounts SET player_id = (SELECT id FROM players WHERE handle = 'Sidapa') WHERE id = 1;
             UPDATE accounts SET player_id = (SELECT id FROM players WHERE handle = 'Pandesal') WHERE id = 4;",
        );
        let white = world.token("stranger", TokenScopes::PLAY);
        let black = world.token("organizer", TokenScopes::PLAY);
        let offer = json!({"pace": pace, "rated": true, "color": "white"}).to_string();
        let seek = world.show(Some(&white), "POST", "/api/v1/seeks/new", &offer);
        assert_eq!(seek.status, 200, "{}", seek.whole());
        let seek = seek.json()["id"].as_str().expect("an id").to_owned();
        let made = world.show(Some(&black), "POST", &format!("/api/v1/seeks/{seek}/accept"), "");
        assert_eq!(made.status, 200, "{}", made.whole());
        let play = made.json()["id"].as_str().expect("an id").to_owned();
        Table { world, white, black, play, commands: 0 }
    }

    /// A game of the league's event between two who are no officials of it.
    pub fn of_event(spectators: &str, disclosure: &str) -> Table {
        Table::of_event_on(World::new(), spectators, disclosure)
    }

    fn of_event_on(world: World, spectators: &str, disclosure: &str) -> Table {
        world.sql(
            "UPDATE accounts SET player_id = (SELECT id FROM players WHERE handle = 'Sidapa') WHERE id = 1;
             UPDATE accounts SET player_id = (SELECT id FROM players WHERE handle = 'Pandesal') WHERE id = 3;",
        );
        let white = world.token("stranger", TokenScopes::PLAY);
        let black = world.token("elsewhere", TokenScopes::PLAY);
        let organizer = world.token("organizer", TokenScopes::OFFICIATE);
        let asked = json!({
            "round": "1", "white": "Sidapa", "black": "Pandesal", "pace": "600+5", "spectators": spectators,
            "disclosure": disclosure,
        });
        let path = "/api/v1/events/ranked-evening-10-january/plays";
        let made = world.show(Some(&organizer), "POST", path, &asked.to_string());
        assert_eq!(made.status, 200, "{}", made.whole());
        let play = made.json()["id"].as_str().expect("an id").to_owned();
        Table { world, white, black, play, commands: 0 }
    }

    pub fn path(&self, rest: &str) -> String {
        format!("/api/v1/plays/{}{rest}", self.play)
    }

    fn token(&self, color: &str) -> String {
        if color == "white" { self.white.clone() } else { self.black.clone() }
    }

    pub fn send(&mut self, color: &str, rest: &str, mut body: Value) -> Reply {
        self.commands += 1;
        body["id"] = json!(format!("{:016x}", self.commands));
        let token = self.token(color);
        self.world.show(Some(&token), "POST", &self.path(rest), &body.to_string())
    }

    pub fn see(&self, color: &str) -> Value {
        let token = Some(self.token(color)).filter(|_| color != "nobody");
        let reply = self.world.show(token.as_deref(), "GET", &self.path(""), "");
        assert_eq!(reply.status, 200, "{}", reply.whole());
        assert_eq!(reply.must("cache-control"), "private, no-store");
        assert_eq!(reply.header("content-encoding"), None, "a packed view has a length that tells");
        reply.json()
    }

    pub fn deploy(&mut self, white: &str, black: &str) {
        for (color, setup) in [("white", white), ("black", black)] {
            let nonce = "11".repeat(32);
            let reply = self.send(color, "/deployment", json!({"setup": setup, "nonce": nonce}));
            assert_eq!(reply.status, 200, "{}", reply.whole());
        }
    }

    /// One side moves a piece to and fro; returns the response.
    pub fn step(&mut self) -> Reply {
        let seen = self.see("white");
        let mover = seen["to_move"].as_str().expect("a mover").to_owned();
        let number = seen["plies"].as_array().expect("plies").len() + 1;
        // The same steps in each world: the first piece with room before it, or back again.
        let ply = {
            let home = if mover == "white" { ("e3", "e4") } else { ("e6", "e5") };
            let there = seen["pieces"].as_array().expect("pieces");
            let stands = |square: &str| there.iter().any(|piece| piece["square"] == square);
            if stands(home.0) {
                format!("{}-{}", home.0, home.1)
            } else {
                format!("{}-{}", home.1, home.0)
            }
        };
        self.send(&mover, "/plies", json!({"number": number, "ply": ply}))
    }
}

#[test]
fn the_front_page_shows_live_games_that_anybody_may_watch_and_no_others() {
    let world = World::new();
    world.sql("UPDATE players SET private = 0 WHERE handle = 'Pandesal'");
    let mut table = Table::of_event_on(world, "public", "game");
    let link = format!("<a href=\"/play/{}\">Sidapa – Pandesal</a>", table.play);
    let own = |table: &Table| table.world.ask("moderator", "GET", "/").text();
    assert!(!own(&table).contains(&link), "it has not begun");
    table.deploy(WHITE, BLACK);
    table.step();
    let page = own(&table);
    let row = page.split(&link).nth(1).unwrap_or_else(|| panic!("no game: {page}"));
    let row = row.split("</li>").next().unwrap_or_default();
    assert!(row.contains("Ranked") && row.contains("1 move"), "{row}");
    let nobody = |table: &Table| table.world.service.get("/").text();
    assert!(nobody(&table).contains(&link));
    table.world.sql("UPDATE players SET private = 1 WHERE handle = 'Pandesal'");
    assert!(!own(&table).contains(&link), "a player is not listed any more");
    table.world.sql("UPDATE players SET private = 0 WHERE handle = 'Pandesal'");
    assert!(own(&table).contains(&link));
    table.world.sql("UPDATE organisations SET state = 3 WHERE id = 1");
    assert!(!own(&table).contains(&link), "its organisation is closed");
    let end = Instant::now() + Duration::from_secs(20);
    while nobody(&table).contains(&link) {
        assert!(Instant::now() < end, "the page that is kept is renewed");
        std::thread::sleep(Duration::from_millis(200));
    }
}

#[test]
fn a_ply_that_was_received_in_time_does_not_lose_to_the_flag_while_it_waits() {
    let mut table = Table::of("10+0");
    table.deploy(WHITE, BLACK);
    let began = Instant::now();
    let seen = table.see("nobody");
    let mover = seen["to_move"].as_str().expect("a mover").to_owned();
    let left = seen["clocks"][&mover].as_u64().expect("a clock");
    let flag = began + Duration::from_millis(left);
    let ply = if mover == "white" { "e3-e4" } else { "e6-e5" };
    let until = |moment: Instant| {
        std::thread::sleep(moment.saturating_duration_since(Instant::now()));
    };
    until(flag - Duration::from_millis(900));
    // Somebody holds the database, so that a word keeps the game to itself for as long.
    let file = table.world.service.dir.path().join("data/adjutant.sqlite");
    let (token, path) = (table.token(&mover), table.path(""));
    let table = &table;
    std::thread::scope(|scope| {
        let holder = scope.spawn(move || {
            use diesel::connection::{Connection, SimpleConnection};
            let file = file.to_str().expect("UTF-8");
            let mut raw = diesel::SqliteConnection::establish(file).expect("a file");
            raw.batch_execute("PRAGMA busy_timeout = 10000; BEGIN IMMEDIATE").expect("it is held");
            until(flag + Duration::from_millis(900));
            raw.batch_execute("ROLLBACK").expect("it is let go");
        });
        until(flag - Duration::from_millis(600));
        let send = |rest: &str, body: Value| {
            let (token, path) = (token.clone(), format!("{path}{rest}"));
            scope.spawn(move || table.world.show(Some(&token), "POST", &path, &body.to_string()))
        };
        let word = send("/words", json!({"id": "00000000000000aa", "word": "offer"}));
        until(flag - Duration::from_millis(300));
        let body = json!({"id": "00000000000000ab", "number": 1, "ply": ply});
        let ply = send("/plies", body).join().expect("an answer");
        assert!(Instant::now() > flag, "it has waited");
        assert_eq!(word.join().expect("an answer").status, 200);
        assert_eq!(ply.status, 200, "{}", ply.whole());
        holder.join().expect("it was held");
    });
}

#[test]
fn a_deployment_that_is_sent_again_with_another_army_is_refused() {
    let table = Table::new();
    let send = |color: &str, body: Value| {
        let token = table.token(color);
        table.world.show(Some(&token), "POST", &table.path("/deployment"), &body.to_string())
    };
    let of = |setup: &str, nonce: &str| json!({"id": "00000000000000aa", "setup": setup, "nonce": nonce.repeat(32)});
    let first = send("white", of(WHITE, "11"));
    assert_eq!(first.status, 200, "{}", first.whole());
    let refused = |again: &Reply| {
        let kind = again.json()["type"].clone();
        assert_eq!(
            (again.status, kind),
            (422, json!("/api/problems#other-command")),
            "{}",
            again.whole()
        );
    };
    for _ in 0..2 {
        assert_eq!(send("white", of(WHITE, "11")).body, first.body);
        refused(&send("white", of(OTHER_WHITE, "11")));
        refused(&send("white", of(WHITE, "22")));
        let without = json!({"id": "00000000000000aa", "setup": WHITE});
        assert_eq!(send("white", without).body, first.body, "what is left out is not another");
        // The same once the game has begun.
        send("black", of(BLACK, "11"));
    }
    assert_eq!(table.see("white")["own"], WHITE);
}

/// A line of events that somebody listens to.
struct Listener(TcpStream, Vec<u8>);

impl Listener {
    fn open(table: &Table, token: Option<&str>, last: Option<u32>) -> Listener {
        let mut stream = connect(table.world.service.address);
        stream.set_read_timeout(Some(Duration::from_millis(100))).expect("a time-out");
        let mut head = format!("GET {} HTTP/1.1\r\nHost: a\r\n", table.path("/events"));
        if let Some(token) = token {
            head += &format!("Authorization: Bearer {token}\r\n");
        }
        if let Some(last) = last {
            head += &format!("Last-Event-ID: {last}\r\n");
        }
        stream.write_all(format!("{head}\r\n").as_bytes()).expect("it is taken");
        Listener(stream, Vec::new())
    }

    /// Waits until this was sent.
    fn hears(&mut self, words: &str) {
        let end = Instant::now() + Duration::from_secs(10);
        while !String::from_utf8_lossy(&self.1).contains(words) {
            assert!(Instant::now() < end, "{words}: {}", String::from_utf8_lossy(&self.1));
            let mut more = [0; 4096];
            if let Ok(count) = self.0.read(&mut more) {
                self.1.extend_from_slice(&more[..count]);
            }
        }
    }

    /// Everything that was sent, once the event with this number is in it.
    fn until(&mut self, number: usize) -> String {
        let end = Instant::now() + Duration::from_secs(30);
        let wanted = format!("id: {number}\n");
        loop {
            let text = String::from_utf8_lossy(&self.1).into_owned();
            if text.contains(&wanted) && text.ends_with("\n\n\r\n") {
                return text;
            }
            assert!(Instant::now() < end, "event {number} does not come: {text}");
            let mut more = [0; 4096];
            if let Ok(count) = self.0.read(&mut more) {
                assert!(count > 0, "the line ended: {text}");
                self.1.extend_from_slice(&more[..count]);
            }
        }
    }
}

/// The data of the game's events, without what carries them and what else a line says.
fn data(text: &str) -> Vec<Value> {
    let numbered = text.lines().zip(text.lines().skip(1)).filter(|(id, _)| id.starts_with("id: "));
    let lines = numbered.filter_map(|(_, line)| line.strip_prefix("data: "));
    lines.map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn two_programs_play_a_game_while_a_third_listens_and_learns_no_rank() {
    let mut table = Table::new();
    let mut listener = Listener::open(&table, None, None);
    table.deploy(WHITE, BLACK);
    for _ in 0..6 {
        assert_eq!(table.step().status, 200);
    }
    let own = table.see("white");
    assert_eq!(own["own"], WHITE);
    let ranked = |seen: &Value, color: &str| {
        let pieces = seen["pieces"].as_array().expect("pieces");
        pieces.iter().filter(|one| one["color"] == color && one.get("rank").is_some()).count()
    };
    assert_eq!((ranked(&own, "white"), ranked(&own, "black")), (21, 0));
    let third = table.see("nobody");
    assert_eq!((ranked(&third, "white"), ranked(&third, "black")), (0, 0));
    assert_eq!((third["own"].is_null(), &third["may"]), (true, &json!([])));
    let told = listener.until(11);
    assert!(told.contains("text/event-stream") && !told.contains("\"own\""), "{told}");
    let numbers: Vec<u64> =
        data(&told).iter().map(|one| one["number"].as_u64().expect("a number")).collect();
    assert_eq!(numbers, (1..=11).collect::<Vec<_>>(), "each once, in order");
    let resigned = table.send("black", "/words", json!({"word": "resign"}));
    assert_eq!(resigned.status, 200, "{}", resigned.whole());
    let end = Instant::now() + Duration::from_secs(20);
    let game = loop {
        let seen = table.see("nobody");
        if let Some(game) = seen["game"].as_str() {
            break game.to_owned();
        }
        assert!(Instant::now() < end, "no record: {seen}");
        std::thread::sleep(Duration::from_millis(20));
    };
    let replay = table.world.service.get(&format!("/api/v1/games/{game}/replay")).json();
    assert_eq!((&replay["result"], &replay["provenance"]), (&json!("1-0"), &json!("played")));
    let pieces = replay["pieces"].as_array().expect("pieces");
    assert!(pieces.iter().all(|piece| piece["rank"].is_string()), "every piece is turned over");
}

#[test]
fn no_word_gives_the_running_clock_back() {
    let mut table = Table::new();
    table.deploy(WHITE, BLACK);
    let seen = table.see("nobody");
    let mover = seen["to_move"].as_str().expect("a mover").to_owned();
    let other = if mover == "white" { "black" } else { "white" };
    let left = |table: &Table| table.see("nobody")["clocks"][&mover].as_i64().expect("a clock");
    let before = left(&table);
    let began = Instant::now();
    let words = [
        (mover.as_str(), "offer"),
        (mover.as_str(), "withdraw"),
        (other, "offer"),
        (mover.as_str(), "decline"),
        (other, "pause"),
        (mover.as_str(), "show-flag"),
    ];
    for (who, word) in words {
        std::thread::sleep(Duration::from_millis(200));
        let reply = table.send(who, "/words", json!({"word": word}));
        assert_eq!(reply.status, 200, "{}", reply.whole());
        let passed = began.elapsed().as_millis() as i64;
        let charged = before - left(&table);
        // Both sides of the difference are cut to whole milliseconds.
        assert!(charged + 1 >= passed, "{charged} of {passed} ms are charged after {word}");
    }
    let passed = began.elapsed().as_millis() as i64;
    let ply = table.step().json();
    let spent = ply["spent"].as_i64().expect("what it cost");
    assert!(spent >= passed, "a ply after {passed} ms cost {spent}");
}

#[test]
fn a_command_that_is_sent_again_is_answered_byte_for_byte_and_done_once() {
    let mut table = Table::new();
    table.deploy(WHITE, BLACK);
    let first = table.step();
    let seen = table.see("nobody");
    let mover = if seen["to_move"] == "white" { "black" } else { "white" };
    let ply = seen["plies"][0].as_str().expect("a ply");
    let token = table.token(mover);
    let id = format!("{:016x}", table.commands);
    let again = |ply: &str| {
        let body = json!({"number": 1, "ply": ply, "id": id}).to_string();
        table.world.show(Some(&token), "POST", &table.path("/plies"), &body)
    };
    for _ in 0..3 {
        assert_eq!(again(ply).body, first.body);
    }
    let other = again("a3-a4");
    assert_eq!(
        (other.status, other.json()["type"].clone()),
        (422, json!("/api/problems#other-command"))
    );
    assert_eq!(table.see("nobody")["plies"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_listener_who_was_cut_off_goes_on_where_he_was() {
    let mut table = Table::new();
    table.deploy(WHITE, BLACK);
    for _ in 0..3 {
        table.step();
    }
    let told = Listener::open(&table, None, Some(6)).until(8);
    let numbers: Vec<u64> =
        data(&told).iter().map(|one| one["number"].as_u64().expect("a number")).collect();
    assert_eq!(numbers, [7, 8]);
    let own = Listener::open(&table, Some(&table.white.clone()), None).until(8);
    let public = Listener::open(&table, None, None).until(8);
    assert_eq!(data(&own), data(&public), "one event for everybody alike");
}

#[test]
fn a_line_says_which_players_are_connected_to_whoever_may_listen() {
    let mut table = Table::new();
    table.deploy(WHITE, BLACK);
    let mut public = Listener::open(&table, None, None);
    let present = |white: bool, black: bool| {
        format!("event: presence\ndata: {{\"white\":{white},\"black\":{black}}}\n\n")
    };
    public.hears(&present(false, false));
    let white = Listener::open(&table, Some(&table.white.clone()), None);
    public.hears(&present(true, false));
    let _black = Listener::open(&table, Some(&table.black.clone()), None);
    public.hears(&present(true, true));
    drop(white);
    public.hears(&present(false, true));
}

/// What somebody hears, without the moments and the random parts, which no rank decides.
fn without_chance(mut seen: Value) -> Value {
    for name in ["id", "commitment", "clocks", "gone"] {
        seen.as_object_mut().expect("an object").remove(name);
    }
    seen
}

#[test]
fn two_worlds_with_one_public_history_look_the_same_to_everybody_but_their_owner() {
    let look = |white: &str| {
        let mut table = Table::new();
        table.deploy(white, BLACK);
        let first = table.see("nobody")["first"].clone();
        (table, first)
    };
    // The toss is drawn: take worlds in which the same side begins.
    let (mut one, begins) = look(WHITE);
    let mut other = loop {
        let (table, first) = look(OTHER_WHITE);
        if first == begins {
            break table;
        }
    };
    for _ in 0..4 {
        let answers = [one.step(), other.step()].map(|reply| {
            assert_eq!(reply.status, 200, "{}", reply.whole());
            let mut told = reply.json();
            for name in ["at", "spent", "left"] {
                told.as_object_mut().expect("an object").remove(name);
            }
            told
        });
        assert_eq!(answers[0], answers[1]);
    }
    for viewer in ["nobody", "black"] {
        assert_eq!(without_chance(one.see(viewer)), without_chance(other.see(viewer)), "{viewer}");
    }
    assert_ne!(without_chance(one.see("white")), without_chance(other.see("white")), "his own");
    let refusals = [&mut one, &mut other].map(|table| {
        let reply = table.send("white", "/plies", json!({"number": 99, "ply": "a1-a2"}));
        (reply.status, reply.body)
    });
    assert_eq!(refusals[0], refusals[1]);
}

#[test]
fn bad_commands_are_refused_and_name_what_is_wrong() {
    let mut table = Table::new();
    let faulty = [
        ("/deployment", json!({"setup": "nonsense"}), 400, "setup"),
        ("/deployment", json!({"setup": "........./........./........."}), 400, "setup"),
        ("/deployment", json!({"setup": WHITE, "nonce": "12"}), 400, "nonce"),
        ("/plies", json!({"number": 1, "ply": "e3-e4"}), 409, ""),
        ("/words", json!({"word": "sing"}), 400, "word"),
        ("/words", json!({"word": "ready"}), 400, "word"),
    ];
    for (rest, body, status, field) in faulty {
        let reply = table.send("white", rest, body);
        assert_eq!(reply.status, status, "{}", reply.whole());
        assert_eq!(reply.json()["field"].as_str().unwrap_or_default(), field, "{}", reply.whole());
    }
    table.deploy(WHITE, BLACK);
    let unknown = table.send("white", "/plies", json!({"number": 1, "ply": "e3-e4", "rank": "5"}));
    assert_eq!(unknown.status, 400, "a field that nobody knows: {}", unknown.whole());
    let short = table.world.show(
        Some(&table.token("white")),
        "POST",
        &table.path("/words"),
        &json!({"id": "7", "word": "offer"}).to_string(),
    );
    assert_eq!((short.status, short.json()["field"].clone()), (400, json!("id")));
}
