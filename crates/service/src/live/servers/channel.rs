//! The thread that tells the other servers what has happened here, and hears what has happened there.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError};

use crate::threads::Rings;
use crate::{Result, edition};
use adjutant_domain::moment::Micros;
use adjutant_domain::play::{Outage, PlayId};
use adjutant_store::server_channel::ServerChannel;

use super::json::{pack, unpack};
use super::message::color;
use super::{Other, ServerMessage};
use crate::live::Live;
use crate::rooms::RoomKey;

/// How long to wait for something to tell before listening again.
const PAUSE: Duration = Duration::from_millis(4);
/// The same while no other server runs.
const QUIET_PAUSE: Duration = Duration::from_millis(100);
/// The most messages told at once.
const MOST_TOGETHER: usize = 500;
/// How often to try to connect.
const TRY_AGAIN: Duration = Duration::from_millis(500);
/// The most games whose events are read together.
const MOST_READ: usize = 100;
/// How often the games in memory are compared with the database, since a message may be lost.
const COMPARE: Duration = Duration::from_secs(1);

pub(super) struct Channel {
    live: Live,
    told: Receiver<ServerMessage>,
    channel: Option<ServerChannel>,
    tried_at: Option<Instant>,
    compared_at: Instant,
    /// Games whose new events are to be read, with the time that their last turn is not charged, if it is known.
    behind: HashMap<PlayId, Option<Outage>>,
    /// Whether public data have changed elsewhere.
    changed: bool,
}

impl Channel {
    pub(super) fn new(live: &Live, told: Receiver<ServerMessage>) -> Channel {
        Channel {
            live: live.clone(),
            told,
            channel: None,
            tried_at: None,
            compared_at: Instant::now(),
            behind: HashMap::new(),
            changed: false,
        }
    }

    pub(super) fn work(mut self, rings: &Rings) {
        while rings.wait(Some(Duration::ZERO)).is_some() {
            let is_quiet = self.live.servers().is_alone() && self.behind.is_empty();
            let first = self.told.recv_timeout(if is_quiet { QUIET_PAUSE } else { PAUSE });
            let mut messages = match first {
                Ok(message) => vec![message],
                Err(RecvTimeoutError::Timeout) => Vec::new(),
                Err(RecvTimeoutError::Disconnected) => return,
            };
            messages.extend(self.told.try_iter().take(MOST_TOGETHER));
            if let Err(e) = self.turn(&messages) {
                tracing::warn!(error = %e, "nothing is heard of the other servers");
                self.channel = None;
            }
            self.live.servers().is_listening.store(self.channel.is_some(), Ordering::Release);
        }
    }

    fn turn(&mut self, messages: &[ServerMessage]) -> Result<()> {
        self.connect()?;
        let Some(channel) = self.channel.as_mut() else { return Ok(()) };
        for text in pack(self.live.servers().own(), messages) {
            channel.tell(&text)?;
        }
        for text in channel.heard()? {
            self.hear(&text);
        }
        if self.compared_at.elapsed() >= COMPARE {
            self.compared_at = Instant::now();
            if !self.live.servers().is_alone() {
                self.compare()?;
            }
        }
        self.catch_up();
        if std::mem::take(&mut self.changed) {
            let today = self.live.moments().on_the_wall().day();
            edition::look_for_changes(self.live.app(), today)?;
        }
        Ok(())
    }

    /// Connects if necessary; what was told in the meantime is then looked for.
    fn connect(&mut self) -> Result<()> {
        if self.channel.as_ref().is_some_and(|channel| !channel.is_superseded()) {
            return Ok(());
        }
        self.channel = None;
        if self.tried_at.is_some_and(|at| at.elapsed() < TRY_AGAIN) {
            return Ok(());
        }
        self.tried_at = Some(Instant::now());
        let Some(mut channel) = ServerChannel::open(self.live.app().store())? else {
            return Ok(());
        };
        let mut all = self.live.messages_for_newcomers();
        all.insert(0, ServerMessage::Hello);
        for text in pack(self.live.servers().own(), &all) {
            channel.tell(&text)?;
        }
        self.channel = Some(channel);
        self.changed = true;
        self.compare()
    }

    fn hear(&mut self, text: &str) {
        let Some((from, messages)) = unpack(text) else { return };
        if from == self.live.servers().own() {
            return;
        }
        for message in messages {
            match message {
                ServerMessage::Hello => self.greet(from),
                ServerMessage::Play { play, late } => {
                    let late = late.map(|(stopped, resumed)| Outage {
                        stopped: Micros(stopped),
                        resumed: Micros(resumed),
                    });
                    self.behind.insert(play, late);
                }
                ServerMessage::Notified { account, notification } => {
                    self.live.told(account, notification.into());
                }
                ServerMessage::Player { play, white, connections, seen_at } => {
                    let of = (play, color(white));
                    self.live.player_elsewhere(from, of, connections, Micros(seen_at));
                }
                ServerMessage::Listener { account, connections, seen_at } => {
                    self.live.listener_elsewhere(from, account, connections, Micros(seen_at));
                }
                ServerMessage::Room(key) => {
                    let key = RoomKey::from_bytes(key);
                    self.live.announce(|listener| listener.room_changed(key));
                }
                ServerMessage::Outage => self.live.reload_games(),
                ServerMessage::Changed => self.changed = true,
            }
        }
    }

    /// Takes in a server that has come, before its first beat is seen, and tells it what it has missed.
    fn greet(&self, from: i32) {
        let now = self.live.moments().now();
        let new = || Other {
            version: String::new(),
            started_at: now,
            ran_until: now,
            clock_at: Micros::NEVER,
            seen: Instant::now(),
            looks: 0,
        };
        let servers = self.live.servers();
        crate::threads::lock(&servers.state).others.entry(from).or_insert_with(new);
        for message in self.live.messages_for_newcomers() {
            servers.tell(|| message);
        }
    }

    /// Finds the games in memory that have more events in the database.
    fn compare(&mut self) -> Result<()> {
        for play in self.live.find_behind()? {
            self.behind.entry(play).or_default();
        }
        Ok(())
    }

    /// Reads the new events of games, of many with one query. One that is busy with a command is tried again: the command
    /// may have read them itself.
    fn catch_up(&mut self) {
        let live = &self.live;
        let plays: Vec<PlayId> = self.behind.keys().copied().collect();
        for part in plays.chunks(MOST_READ) {
            // What cannot be read together is read one by one.
            let news = live.read_news(part).unwrap_or_default();
            for play in part {
                let late = self.behind.get(play).copied().flatten();
                let news = news.get(play).map(Vec::as_slice);
                let is_done = live.catch_up(play, late, news).unwrap_or_else(|e| {
                    tracing::warn!(error = %e, "a game of another server could not be read");
                    true
                });
                if is_done {
                    self.behind.remove(play);
                }
            }
        }
    }
}
