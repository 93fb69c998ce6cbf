//! The course of one game in one world: every viewer's requests, ply by ply, and the responses. The
//! requests follow from the pair's public half alone.

use salpakan::rules::{Move, Square};
use serde_json::{Value, json};

use crate::chance;
use crate::looks::{LISTS, LOOKS, Look};
use crate::pairs::{End, Pair, Setting};
use crate::people::Who;
use crate::world::{Answer, Line, World};
use adjutant_domain::moment::{HOUR, SECOND};

/// One answer that somebody got.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heard {
    pub who: Who,
    pub what: String,
    pub look: Look,
    /// After so many plies.
    pub ply: usize,
    pub answer: Answer,
}

/// One game, played.
pub struct Course<'a> {
    pub world: &'a World,
    pub pair: &'a Pair,
    which: usize,
    pub heard: Vec<Heard>,
    lines: Vec<Line>,
    /// What came on each line where it may come later than the answer, see [`settle`](Self::settle).
    told_later: Vec<String>,
    pub play: String,
    commands: u64,
    ply: usize,
    told: u32,
}

impl<'a> Course<'a> {
    /// Plays the game of the pair in the world with this number.
    pub async fn run(world: &'a World, pair: &'a Pair, which: usize) -> Course<'a> {
        let mut course = Course {
            world,
            pair,
            which,
            heard: Vec::new(),
            lines: Vec::new(),
            told_later: Vec::new(),
            play: String::new(),
            commands: 0,
            ply: 0,
            told: 0,
        };
        match pair.setting {
            Setting::Casual => course.sit_down().await,
            Setting::Event | Setting::Table => course.is_arranged().await,
        }
        course.open_lines().await;
        course.both_are_seen().await;
        course.deploy().await;
        if pair.end == End::Aborted {
            course.say(Who::White, "abort").await;
            course.look_at_all(&[Look::Table, Look::Answer]).await;
            course.settle().await;
            return course;
        }
        for number in 1..=pair.timeline.plies.len() {
            course.play(number).await;
        }
        course.come_to_an_end().await;
        course.settle().await;
        course
    }

    pub fn note(&mut self, who: Who, what: &str, look: Look, answer: Answer) {
        let what = what.replace(&self.play, "{id}");
        self.heard.push(Heard { who, what, look, ply: self.ply, answer });
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/v1/plays/{}{rest}", self.play)
    }

    /// A name for the next command.
    pub fn command(&mut self) -> String {
        self.commands += 1;
        format!("{:08x}{:08x}", self.pair.number, self.commands)
    }

    async fn send(&mut self, who: Who, rest: &str, mut body: Value) -> Answer {
        body["id"] = json!(self.command());
        let path = self.path(rest);
        let answer = self.world.send(who, &path, &body).await;
        self.note(who, &format!("POST {path}"), Look::Command, answer.clone());
        self.listen();
        answer
    }

    pub async fn say(&mut self, who: Who, word: &str) -> Answer {
        self.send(who, "/words", json!({"word": word})).await
    }

    /// Makes an offer, sees it in the lobby, takes it up, and opens everybody's line.
    async fn sit_down(&mut self) {
        let rules = self.pair.timeline.rules.to_string();
        // Longer than all other games together take, and with a notice of each move.
        let pace = if self.pair.end == End::Open { "3d" } else { "600+5" };
        let offer = json!({"pace": pace, "rated": false, "color": "white", "rules": rules});
        let made = self.world.send(Who::White, "/api/v1/seeks/new", &offer).await;
        assert_eq!(made.status, 200, "{}", made.text());
        let seek = made.json()["id"].as_str().expect("an id").to_owned();
        self.note(Who::White, "POST seeks/new", Look::Command, made);
        if self.pair.number.is_multiple_of(8) {
            self.look_at_all(&[Look::Lobby, Look::Seeks]).await;
        }
        let accept = format!("/api/v1/seeks/{seek}/accept");
        let taken = self.world.send(Who::Black, &accept, &json!({})).await;
        assert_eq!(taken.status, 200, "{}", taken.text());
        self.play = taken.json()["id"].as_str().expect("an id").to_owned();
        self.note(Who::Black, "POST accept", Look::Command, taken);
    }

    async fn open_lines(&mut self) {
        for (index, who) in Who::ALL.into_iter().enumerate() {
            let path = match (index as u64 + self.pair.number) % 2 {
                0 => self.path("/events"),
                _ => format!("/play/{}/events", self.play),
            };
            self.open(who, &path, None).await;
        }
        if self.pair.number.is_multiple_of(3) {
            self.open(Who::White, "/api/v1/me/events", None).await;
            self.open(Who::Black, "/api/v1/me/events", None).await;
        }
        if self.pair.setting == Setting::Table {
            for who in [Who::White, Who::Black, Who::Nobody] {
                self.open(who, "/at/events", None).await;
            }
        }
    }

    async fn open(&mut self, who: Who, path: &str, last: Option<u32>) {
        let (answer, line) = self.world.listen(who, path, last).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        self.note(who, &format!("GET {path}"), Look::Frames, answer);
        self.lines.extend(line);
        self.listen();
    }

    /// What has come on every line, with how it came in pieces.
    pub fn listen(&mut self) {
        if self.world.has_many_servers() {
            self.told_later.resize(self.lines.len(), String::new());
            for (line, told) in self.lines.iter_mut().zip(&mut self.told_later) {
                told.push_str(&String::from_utf8_lossy(&line.news().concat()));
            }
            return;
        }
        let mut lines = std::mem::take(&mut self.lines);
        for line in &mut lines {
            let pieces = line.news();
            let answer = Answer { pieces, ..Answer::default() };
            self.told += u32::from(line.who == Who::Nobody) * count(&answer);
            self.note(line.who, "frames", Look::Frames, answer);
        }
        self.lines = lines;
    }

    /// Waits until each server knows that both players are there, which one tells the other.
    async fn both_are_seen(&mut self) {
        let play = chance::id(self.pair.number);
        for _ in 0..2_000 {
            if !self.world.has_many_servers() || self.world.all_see_both_players(&play) {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        panic!("a player is away who listens");
    }

    /// Lets the server that begins a game finish: it may be another one than has answered, and while it writes, the clock
    /// must not be moved, since what it takes is charged to nobody.
    async fn has_begun(&self) {
        if self.world.has_many_servers() {
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
    }

    /// Waits until every line has told of all that there is of the game. Where another server decides, lines tell of it
    /// in their own time: what they told is compared as a whole, in its order, without who was there meanwhile.
    async fn settle(&mut self) {
        if !self.world.has_many_servers() {
            return;
        }
        let path = self.path("");
        let version = self.world.get(Who::Nobody, &path).await.json()["version"].clone();
        let last = format!("id: {version}\n");
        let game = format!("/{}/events", self.play);
        for _ in 0..2_000 {
            self.listen();
            let mut told = self.lines.iter().zip(&self.told_later);
            if told.all(|(line, told)| !line.path.ends_with(&game) || told.contains(&last)) {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        for (line, told) in std::mem::take(&mut self.lines).into_iter().zip(self.told_later.clone())
        {
            if !line.path.ends_with(&game) {
                continue;
            }
            assert!(told.contains(&last), "{} was not told of {last}: {told}", line.path);
            let numbered = told.split("\n\n").filter(|frame| frame.contains("id: "));
            let pieces = numbered.map(|frame| frame.as_bytes().to_vec()).collect();
            self.note(line.who, "frames", Look::Frames, Answer { pieces, ..Answer::default() });
        }
    }

    async fn deploy(&mut self) {
        self.look(Look::Table, Who::of(self.pair.hidden[0].opponent())).await;
        let nonces = chance::nonces(self.pair.number);
        for color in Pair::order(self.pair.number) {
            let who = Who::of(color);
            let setup = self.pair.armies[self.which][color].notation();
            if self.pair.setting == Setting::Table {
                self.hand_in(who, &setup).await;
                continue;
            }
            if self.pair.number.is_multiple_of(5) {
                self.faulty(who, &setup).await;
            }
            let nonce: String = nonces[color].iter().map(|byte| format!("{byte:02x}")).collect();
            let sent = self.send(who, "/deployment", json!({"setup": setup, "nonce": nonce})).await;
            assert_eq!(sent.status, 200, "{}", sent.text());
            self.has_begun().await;
            self.pass(3 * SECOND);
            if self.pair.number.is_multiple_of(4) {
                let looks = [Look::Table, Look::Answer];
                self.look_at_all(&looks[..1 + self.pair.number as usize % 2]).await;
            }
        }
    }

    /// A set-up with a piece too few: only its author hears what is wrong.
    async fn faulty(&mut self, who: Who, setup: &str) {
        let letter = setup.find(|letter: char| letter.is_ascii_alphanumeric()).expect("a piece");
        let faulty = format!("{}.{}", &setup[..letter], &setup[letter + 1..]);
        let body = json!({"id": self.command(), "setup": faulty});
        let path = self.path("/deployment");
        let answer = self.world.send(who, &path, &body).await;
        assert_eq!(answer.status, 400, "{}", answer.text());
        self.note(who, "POST a faulty set-up", Look::OwnFaults, answer);
        self.listen();
    }

    fn pass(&self, time: i64) {
        self.world.pass(time);
    }

    async fn play(&mut self, number: usize) {
        let mv = self.pair.timeline.plies[number - 1].mv;
        let mover = Who::of(self.pair.timeline.mover(number as u32));
        self.pass(SECOND + (number as i64 * 37_003) % SECOND);
        let turn = number + self.pair.number as usize;
        if turn.is_multiple_of(5) {
            self.illegal(number, mover, mv, turn / 5).await;
        }
        if turn.is_multiple_of(11) {
            self.talk(mover, turn / 11).await;
        }
        let ply = format!("{}-{}", mv.from, mv.to);
        let answer = if self.pair.setting == Setting::Table {
            self.tap(number, &ply, turn.is_multiple_of(2)).await
        } else if turn % 7 == 3 {
            let path = format!("/play/{}/ply", self.play);
            let fields = format!("id={}&number={number}&ply={ply}", self.command());
            let answer = self.world.fill(mover, &path, &fields, turn.is_multiple_of(2)).await;
            self.note(mover, &format!("POST {path}"), Look::Command, answer.clone());
            self.listen();
            answer
        } else {
            self.send(mover, "/plies", json!({"number": number, "ply": ply})).await
        };
        assert!(answer.status == 200 || answer.status == 303, "{}", answer.text());
        self.ply = number;
        let casual = self.pair.setting == Setting::Casual;
        if casual && self.pair.end == End::ByRule && number == self.pair.timeline.plies.len() {
            // It is over and revealed: now the worlds do differ.
            return;
        }
        if turn.is_multiple_of(13) && !self.world.has_many_servers() {
            self.drop_a_line(turn).await;
        }
        if self.pair.setting != Setting::Casual {
            self.look_around(turn).await;
        } else if turn.is_multiple_of(2) {
            let (who, look) = (Who::ALL[turn / 2 % 5], LOOKS[turn / 10 % LOOKS.len()]);
            self.look(look, who).await;
        }
    }

    /// A viewer's connection breaks, and they reconnect knowing more or less.
    async fn drop_a_line(&mut self, turn: usize) {
        let gone = self.lines.remove(turn % self.lines.len());
        let last = self.told.saturating_sub(turn as u32 % 4);
        let path = self.path("/events");
        self.open(gone.who, &path, Some(last)).await;
    }

    /// What is refused, for a reason that everybody sees.
    async fn illegal(&mut self, number: usize, mover: Who, mv: Move, kind: usize) {
        let other = if mover == Who::White { Who::Black } else { Who::White };
        let (from, to) = (mv.from.to_string(), mv.to.to_string());
        let board = self.pair.timeline.board_after(number as u32 - 1);
        let empty = Square::all().find(|square| board.piece_at(*square).is_none());
        let enemy = board.pieces().find(|(_, piece)| Some(piece.color) == other.color());
        let (empty, enemy) = (empty.expect("room").to_string(), enemy.expect("one").0.to_string());
        let (who, number, ply) = match kind % 8 {
            0 => (other, number, format!("{from}-{to}")),
            1 => (mover, number, format!("{empty}-{to}")),
            2 => (mover, number, format!("{enemy}-{to}")),
            3 => (mover, number, format!("{from}-{from}")),
            4 => (mover, number + 1, format!("{from}-{to}")),
            5 => (Who::Spectator, number, format!("{from}-{to}")),
            6 => (Who::Nobody, number, format!("{from}-{to}")),
            _ => (mover, number, "to the Flag".to_owned()),
        };
        let refused = self.send(who, "/plies", json!({"number": number, "ply": ply})).await;
        assert!(refused.status >= 400, "{ply}: {}", refused.text());
    }

    /// Words between the sides; some are refused, for what everybody has heard.
    async fn talk(&mut self, mover: Who, kind: usize) {
        let other = if mover == Who::White { Who::Black } else { Who::White };
        let words = match kind % 4 {
            0 => [(mover, "offer"), (other, "decline")],
            1 => [(mover, "offer"), (mover, "withdraw")],
            2 => [(other, "pause"), (mover, "decline")],
            _ => [(mover, "claim"), (other, "resume")],
        };
        for (who, word) in words {
            self.say(who, word).await;
        }
    }

    pub async fn look(&mut self, look: Look, who: Who) {
        let path = look.path(&self.play, self.pair, self.ply);
        // What a server counts of itself depends on how long it waited for the other.
        if look == Look::Metrics && self.world.has_many_servers() {
            return;
        }
        let answer = self.world.get(who, &path).await;
        self.note(who, &format!("GET {path}"), look, answer);
    }

    pub async fn look_at_all(&mut self, looks: &[Look]) {
        for look in looks {
            for who in Who::ALL {
                self.look(*look, who).await;
            }
        }
    }

    async fn come_to_an_end(&mut self) {
        if self.pair.end == End::Open {
            let look = LISTS[self.pair.number as usize % LISTS.len()];
            self.look_at_all(&[look, Look::Answer, Look::Table]).await;
        }
        let mover = self.pair.timeline.mover(self.ply as u32 + 1);
        match self.pair.end {
            _ if self.pair.setting == Setting::Table => self.end_at_table(mover).await,
            End::Resigns => drop(self.say(Who::of(mover.opponent()), "resign").await),
            End::Agreed => {
                self.say(Who::White, "offer").await;
                self.say(Who::Black, "accept").await;
            }
            End::TimeIsUp => self.run_out_of_time().await,
            End::ByRule | End::Aborted | End::Open => {}
        }
        if self.pair.setting != Setting::Casual {
            self.is_closed().await;
        }
        if self.pair.end != End::Open {
            self.world.catch_up();
        }
    }

    /// The server notices by itself.
    async fn run_out_of_time(&mut self) {
        self.pass(HOUR);
        let path = self.path("");
        for _ in 0..4_000 {
            let seen = self.world.get(Who::Nobody, &path).await.json();
            if seen["state"] == "revealed" || seen["state"] == "ended" {
                // What was told while it went on may come in other pieces, but must be the same.
                self.listen();
                let told = self.heard.len() - self.lines.len();
                for heard in &mut self.heard[told..] {
                    heard.answer.pieces = vec![heard.answer.pieces.concat()];
                }
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        panic!("play {} goes on without time", self.play);
    }
}

/// How many events came.
fn count(answer: &Answer) -> u32 {
    answer.text().matches("\nid: ").count() as u32 + u32::from(answer.text().starts_with("id: "))
}
