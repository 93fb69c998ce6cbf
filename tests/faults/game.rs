//! A game between two programs that come again until they are answered, and keep what was acknowledged.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::RwLock;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::people::Player;
use crate::program::Ground;

const WHITE: &str = "3..PL5P../.ASKTP.4S/BMCPPF12P";
const BLACK: &str = "...3FT.../12SLPASKM/BPP4P5PPC";
/// Steps in which nobody meets an enemy, there and back again.
const STEPS: [[&str; 2]; 2] = [["e3-e4", "e4-e3"], ["e6-e5", "e5-e6"]];

/// The longest that somebody asks one server after the other.
const PATIENCE: Duration = Duration::from_secs(20);

/// An answer; nothing where the server was gone before it came.
pub fn ask(
    address: SocketAddr,
    who: Option<&Player>,
    method: &str,
    path: &str,
    body: &str,
) -> Option<(u16, String)> {
    let mut stream = TcpStream::connect_timeout(&address, Duration::from_secs(2)).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(30))).ok()?;
    let mut head = format!("{method} {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n");
    if let Some(Player(token)) = who {
        head += &format!("Authorization: Bearer {token}\r\n");
    }
    head += &format!("Content-Length: {}\r\n\r\n{body}", body.len());
    stream.write_all(head.as_bytes()).ok()?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    // Half an answer is none.
    let whole = length.is_none_or(|length| length.parse() == Ok(body.len()));
    whole.then(|| (status, body.to_owned()))
}

/// The whole answer with its head, as it came.
fn answer(address: SocketAddr, who: &Player, path: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("somebody listens");
    let Player(token) = who;
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).expect("it is sent");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("an answer");
    text
}

/// What was acknowledged: the command, and the answer byte for byte.
#[derive(Debug, Clone)]
pub struct Acknowledged {
    who: usize,
    rest: &'static str,
    body: String,
    answer: String,
}

/// A game and what its players know of it.
pub struct Game {
    pub path: String,
    players: [Player; 2],
    first: usize,
    commands: u64,
    /// How many plies were acknowledged.
    pub plies: usize,
    pub ledger: Vec<Acknowledged>,
    /// When the last command was first sent.
    sent_at: Instant,
    /// A command that was sent and not answered yet.
    open: Option<(usize, &'static str, String)>,
}

impl Game {
    /// A game between the first two of the ground, after so many plies.
    pub fn under_way(ground: &Ground, address: SocketAddr, plies: usize) -> Game {
        let players = [ground.players[0].clone(), ground.players[1].clone()];
        let mut game = Game::begin(address, players).expect("a game");
        for _ in 0..plies {
            game.ply(address).expect("a ply");
        }
        game
    }

    /// Makes a game and deploys; `None` where the server was gone before it had begun.
    pub fn begin(address: SocketAddr, players: [Player; 2]) -> Option<Game> {
        Game::begin_at_pace(address, players, "600+0")
    }

    /// The same with these clocks.
    pub fn begin_at_pace(address: SocketAddr, players: [Player; 2], pace: &str) -> Option<Game> {
        let offer = json!({"pace": pace, "rated": false, "color": "white"}).to_string();
        let (status, seek) = ask(address, Some(&players[0]), "POST", "/api/v1/seeks/new", &offer)?;
        assert_eq!(status, 200, "{seek}");
        let seek: Value = serde_json::from_str(&seek).expect("JSON");
        let accept = format!("/api/v1/seeks/{}/accept", seek["id"].as_str().expect("an id"));
        let (status, play) = ask(address, Some(&players[1]), "POST", &accept, "")?;
        assert_eq!(status, 200, "{play}");
        let play: Value = serde_json::from_str(&play).expect("JSON");
        let path = format!("/api/v1/plays/{}", play["id"].as_str().expect("an id"));
        let mut game = Game {
            path,
            players,
            first: 0,
            commands: 0,
            plies: 0,
            ledger: Vec::new(),
            sent_at: Instant::now(),
            open: None,
        };
        for (who, setup) in [WHITE, BLACK].into_iter().enumerate() {
            let nonce = "5a".repeat(32);
            game.command(address, who, "/deployment", json!({"setup": setup, "nonce": nonce}))?;
        }
        let seen = game.see(address)?;
        game.first = usize::from(seen["first"] == "black");
        Some(game)
    }

    fn command(
        &mut self,
        address: SocketAddr,
        who: usize,
        rest: &'static str,
        mut body: Value,
    ) -> Option<()> {
        self.commands += 1;
        body["id"] = json!(format!("{:016x}", self.commands));
        self.open = Some((who, rest, body.to_string()));
        self.again(address)
    }

    /// When what is asked next was first sent: now, unless it was sent before and not answered.
    pub fn asked_at(&mut self) -> Instant {
        let now = Instant::now();
        if self.open.is_none() {
            self.sent_at = now;
        }
        self.sent_at
    }

    /// Sends what is not answered yet; whether it is now.
    pub fn again(&mut self, address: SocketAddr) -> Option<()> {
        let Some((who, rest, body)) = self.open.clone() else { return Some(()) };
        let path = format!("{}{rest}", self.path);
        let (status, answer) = ask(address, Some(&self.players[who]), "POST", &path, &body)?;
        // A proxy says 502 where the server was gone before it had answered.
        if [500, 502, 503].contains(&status) {
            return None;
        }
        assert_eq!(status, 200, "{path} {body}: {answer}");
        self.plies += usize::from(rest == "/plies");
        self.ledger.push(Acknowledged { who, rest, body, answer });
        self.open = None;
        Some(())
    }

    /// Makes the next ply, or finds out about the last.
    pub fn ply(&mut self, address: SocketAddr) -> Option<()> {
        if self.open.is_some() {
            return self.again(address);
        }
        let who = (self.first + self.plies) % 2;
        let ply = STEPS[who][self.plies / 2 % 2];
        self.command(address, who, "/plies", json!({"number": self.plies + 1, "ply": ply}))
    }

    /// Sends what is not answered yet, which cannot be done now; the whole answer.
    pub fn asked_in_vain(&self, address: SocketAddr) -> String {
        let (who, rest, body) = self.open.clone().expect("something waits");
        answer(address, &self.players[who], &format!("{}{rest}", self.path), &body)
    }

    /// The same, as long as it takes.
    pub fn ply_at_last(&mut self, address: SocketAddr, within: Duration) {
        let end = Instant::now() + within;
        while self.ply(address).is_none() {
            assert!(Instant::now() < end, "no answer within {within:?}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The same at the servers in turn, from the `first` on, until one answers; how long that took. Who has asked all of
    /// them waits a moment, as programs do: many who do not keep the servers from getting up.
    pub fn ply_somewhere(&mut self, first: usize, servers: &RwLock<Vec<SocketAddr>>) -> Duration {
        let asked = Instant::now();
        for turn in first.. {
            let (address, count) = {
                let all = servers.read().expect("addresses");
                (all[turn % all.len()], all.len())
            };
            if self.ply(address).is_some() {
                break;
            }
            assert!(asked.elapsed() < PATIENCE, "no server answers");
            let is_round = (turn - first + 1).is_multiple_of(count);
            std::thread::sleep(Duration::from_millis(if is_round { 50 } else { 5 }));
        }
        asked.elapsed()
    }

    /// What everybody sees.
    pub fn see(&self, address: SocketAddr) -> Option<Value> {
        let (status, text) = ask(address, None, "GET", &self.path, "")?;
        (status == 200).then(|| serde_json::from_str(&text).expect("JSON"))
    }

    /// White's own view.
    pub fn own(&self, address: SocketAddr) -> Option<Value> {
        let (status, text) = ask(address, Some(&self.players[0]), "GET", &self.path, "")?;
        (status == 200).then(|| serde_json::from_str(&text).expect("JSON"))
    }

    /// How many of the acknowledged plies are not in the record as they were acknowledged.
    pub fn lost(&self, seen: &Value) -> usize {
        let plies = self.ledger.iter().filter(|one| one.rest == "/plies");
        let is_kept = |one: &&Acknowledged| {
            let asked: Value = serde_json::from_str(&one.body).expect("JSON");
            let number = asked["number"].as_u64().expect("a number") as usize;
            seen["plies"][number - 1] == asked["ply"]
        };
        plies.filter(|one| !is_kept(one)).count()
    }

    /// The answer to the last command that was answered.
    pub fn last_answer(&self) -> Option<Value> {
        let last = self.ledger.last()?;
        Some(serde_json::from_str(&last.answer).expect("JSON"))
    }

    /// Everything that was acknowledged is there once, and answered as it was; nothing else is there but,
    /// whole, what was not answered yet.
    pub fn check(&self, address: SocketAddr) {
        let seen = self.see(address).expect("it is seen");
        let plies = seen["plies"].as_array().expect("plies").len();
        let open = usize::from(self.open.is_some());
        assert!(
            (self.plies..=self.plies + open).contains(&plies),
            "{plies} plies, {} known",
            self.plies
        );
        assert_eq!(self.lost(&seen), 0, "acknowledged plies are lost");
        for one in self.ledger.iter().rev().take(3) {
            let path = format!("{}{}", self.path, one.rest);
            let again = || ask(address, Some(&self.players[one.who]), "POST", &path, &one.body);
            // A connection that broke with the database may be found out only now.
            let end = Instant::now() + Duration::from_secs(10);
            let mut answer = again();
            while answer.as_ref().is_some_and(|(status, _)| *status == 503) && Instant::now() < end
            {
                std::thread::sleep(Duration::from_millis(100));
                answer = again();
            }
            assert_eq!(answer, Some((200, one.answer.clone())), "{}", one.body);
        }
        let version = seen["version"].as_u64().expect("a version");
        let again = self.see(address).expect("it is seen");
        assert_eq!(again["version"].as_u64(), Some(version), "what was sent again is done once");
    }

    /// What both clocks have left together, in milliseconds.
    pub fn left(&self, address: SocketAddr) -> i64 {
        Game::on_both_clocks(&self.see(address).expect("it is seen"))
    }

    /// The same of a game as it was seen.
    pub fn on_both_clocks(seen: &Value) -> i64 {
        ["white", "black"].iter().map(|side| seen["clocks"][side].as_i64().expect("a clock")).sum()
    }
}
