//! The servers on one PostgreSQL database. Any of them takes any request.
//!
//! What decides is in the database alone: an append names the number of events that it follows, and
//! is decided again where another server was first. This module makes the servers fast and fair
//! beside each other: each hears at once what others have written ([`channel`]), each knows which
//! others run, and no clock runs for the time of one that is lost ([`registry`]).

mod channel;
mod json;
mod message;
mod registry;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded};
use sha2::{Digest, Sha256};

use crate::Result;
use crate::threads::{Bell, Worker, lock};
use adjutant_domain::moment::{Micros, SECOND};
use adjutant_domain::play::{Outage, PlayId};
use adjutant_store::plays::StoredEvent;
use adjutant_store::servers::ServerRow;
use adjutant_store::{plays, servers};
use salpakan::rules::Color;

use super::Live;
use super::session::is_noticeable;

pub(super) use message::ServerMessage;
pub(super) use registry::{Entry, enter};

/// How long a look at the other servers tells that there are none. Less than the time after which a server
/// that does not look is lost.
const CERTAIN_FOR: Duration = Duration::from_secs(1);
/// How long a command waits for a look at the other servers; they are looked at several times a second.
const SEEN_WITHIN: Duration = Duration::from_secs(3);
/// How long another server waits before it does what is due in the place of the one that should, in
/// microseconds.
const TAKEOVER: i64 = SECOND + SECOND / 2;
/// The most messages that wait to be told; what is not told is found by looking for it.
const MOST_WAITING: usize = 20_000;
/// The most games that are compared with the database at once.
const MOST_COMPARED: usize = 1_000;

/// Another server, as far as this one knows.
#[derive(Debug, Clone)]
struct Other {
    version: String,
    started_at: Micros,
    /// Until when it could certainly write.
    ran_until: Micros,
    /// When it last wrote, by the clock of the database.
    clock_at: Micros,
    /// When this server has seen that it wrote.
    seen: Instant,
    /// How often nothing new was seen since.
    looks: u32,
}

#[derive(Debug)]
struct State {
    own: i32,
    others: BTreeMap<i32, Other>,
    /// When the servers were last looked at.
    looked_at: Instant,
    /// Whether that told who runs.
    is_certain: bool,
}

impl Other {
    fn of(row: &ServerRow) -> Other {
        Other {
            version: row.version.clone(),
            started_at: row.started_at,
            ran_until: row.ran_until,
            clock_at: row.clock_at,
            seen: Instant::now(),
            looks: 0,
        }
    }
}

/// The servers other than this one.
fn others_of(rows: &[ServerRow], own: i32) -> BTreeMap<i32, Other> {
    let others = rows.iter().filter(|row| row.id != own);
    others.map(|row| (row.id, Other::of(row))).collect()
}

/// A server that runs, as an operator is shown it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunningServer {
    pub id: i32,
    pub version: String,
    pub started_at: Micros,
    pub is_this_one: bool,
}

/// What this server knows of the others, and what it tells them.
#[derive(Debug)]
pub(super) struct Servers {
    state: Mutex<State>,
    /// `None` with SQLite, which only one server serves.
    outgoing: Option<Sender<ServerMessage>>,
    /// Whether what the others tell is heard.
    is_listening: AtomicBool,
    started_at: Micros,
}

/// The threads that watch and hear the others.
pub(super) struct Threads {
    _registry: Option<Worker>,
    _channel: Option<Worker>,
}

impl Servers {
    /// The servers beside the one of this entry, and what the channel is to tell.
    pub(super) fn new(
        entry: Option<&Entry>,
        now: Micros,
    ) -> (Servers, Option<Receiver<ServerMessage>>) {
        let own = entry.map_or(0, |entry| entry.id);
        let (outgoing, told) = bounded(MOST_WAITING);
        let is_one_of_many = entry.is_some();
        let servers = Servers {
            state: Mutex::new(State {
                own,
                others: entry.map(|entry| others_of(&entry.others, own)).unwrap_or_default(),
                looked_at: Instant::now(),
                is_certain: true,
            }),
            outgoing: is_one_of_many.then_some(outgoing),
            is_listening: AtomicBool::new(false),
            started_at: now,
        };
        (servers, is_one_of_many.then_some(told))
    }

    /// Whether certainly no other server runs. It is not certain once this server has stood still for as long
    /// as another one waits before it begins.
    pub(super) fn is_alone(&self) -> bool {
        if self.outgoing.is_none() {
            return true;
        }
        let state = lock(&self.state);
        let is_certain = state.is_certain && state.looked_at.elapsed() < CERTAIN_FOR;
        is_certain && state.others.is_empty()
    }

    /// Waits until this server has looked at the others lately, and returns whether it has. One that stood still may have been found
    /// lost: the others do not look at the database for what it writes before they know of it again.
    pub(super) fn wait_until_seen(&self) -> bool {
        if self.outgoing.is_none() {
            return true;
        }
        let began = Instant::now();
        loop {
            let state = lock(&self.state);
            if state.is_certain && state.looked_at.elapsed() < CERTAIN_FOR {
                return true;
            }
            drop(state);
            if began.elapsed() >= SEEN_WITHIN {
                return false;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Tells the other servers, if there are any.
    pub(super) fn tell(&self, message: impl FnOnce() -> ServerMessage) {
        if let Some(outgoing) = self.outgoing.as_ref().filter(|_| !self.is_alone()) {
            // What is lost is found when the others look for it.
            let _full = outgoing.try_send(message());
        }
    }

    pub(super) fn is_listening(&self) -> bool {
        self.is_listening.load(Ordering::Acquire)
    }

    pub(super) fn own(&self) -> i32 {
        lock(&self.state).own
    }

    /// When this server does what is due at `at`: at once for the games that fall to it, and later for
    /// those of other servers, which have done it by then unless they are lost.
    pub(super) fn own_turn(&self, play: &PlayId, at: Micros) -> Micros {
        let state = lock(&self.state);
        let weight = |server: i32| {
            Sha256::new().chain_update(server.to_le_bytes()).chain_update(play).finalize()
        };
        let own = weight(state.own);
        let is_own = state.others.keys().all(|other| weight(*other) < own);
        drop(state);
        if is_own { at } else { at.saturating_add(TAKEOVER) }
    }

    /// Whether every other server is known to have run until then, or to be lost: before that, a command
    /// that it received in time may be on its way.
    pub(super) fn all_ran_until(&self, then: Micros) -> bool {
        lock(&self.state).others.values().all(|other| other.ran_until >= then)
    }

    /// All servers that run, this one first.
    pub(super) fn running(&self) -> Vec<RunningServer> {
        let state = lock(&self.state);
        let own = RunningServer {
            id: state.own,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            started_at: self.started_at,
            is_this_one: true,
        };
        let others = state.others.iter().map(|(id, other)| RunningServer {
            id: *id,
            version: other.version.clone(),
            started_at: other.started_at,
            is_this_one: false,
        });
        std::iter::once(own).chain(others).collect()
    }
}

/// Until when another server ran, as the database has it now.
pub(super) fn last_of_others(live: &Live) -> Result<Micros> {
    let Some(_) = live.servers().outgoing else { return Ok(Micros::NEVER) };
    let rows = servers::present(&mut *live.app().store().connection()?)?;
    let own = live.servers().own();
    let others = rows.into_iter().filter(|row| row.id != own).map(|row| row.ran_until);
    Ok(others.max().unwrap_or(Micros::NEVER))
}

impl Live {
    /// Has all games read again, and the clocks on pages that show them.
    fn reload_games(&self) {
        self.forget_games();
        if self.broken_since().is_none() {
            self.announce(|listener| listener.clocks_stopped(true));
            self.announce(|listener| listener.clocks_stopped(false));
        }
    }

    /// After servers have come or gone: nobody is connected to one that is gone, and what is due falls
    /// to others.
    fn servers_changed(&self, gone: &[i32], now: Micros) {
        let lost = self.0.players.lose(gone, now);
        let accounts = self.0.listeners.lose(gone, now);
        for (play, _) in lost {
            let session = self.sessions().get(&play).cloned();
            if let Some(session) = session {
                self.announce_presence(&play, &session.row.seats);
            }
        }
        accounts.into_iter().for_each(|account| self.announce_presence_of(account));
        let sessions: Vec<_> = self.sessions().values().cloned().collect();
        for session in sessions {
            if let Some(due) = session.due() {
                self.put_due(session.id, due);
            }
        }
    }

    pub(super) fn tell_of_player(&self, of: (PlayId, Color)) {
        self.servers().tell(|| {
            let (connections, seen_at) = self.0.players.here(of);
            ServerMessage::player(of, connections, seen_at)
        });
    }

    pub(super) fn tell_of_listener(&self, account: i32) {
        self.servers().tell(|| {
            let (connections, seen_at) = self.0.listeners.here(account);
            ServerMessage::listener(account, connections, seen_at)
        });
    }

    /// What a server has to hear that has come or has heard nothing for a while: who is connected to this one, and
    /// which turns began late.
    fn messages_for_newcomers(&self) -> Vec<ServerMessage> {
        let player = |of| {
            let (connections, seen_at) = self.0.players.here(of);
            ServerMessage::player(of, connections, seen_at)
        };
        let listener = |account| {
            let (connections, seen_at) = self.0.listeners.here(account);
            ServerMessage::listener(account, connections, seen_at)
        };
        let players = self.0.players.all_here().into_iter().map(player);
        let sessions: Vec<_> = self.sessions().values().cloned().collect();
        let late = sessions.iter().filter_map(|session| {
            Some(ServerMessage::play(session.id, Some(session.noticeable_late()?)))
        });
        let listeners = self.0.listeners.all_here().into_iter().map(listener);
        players.chain(listeners).chain(late).collect()
    }

    /// Takes in how many connections a player has to another server.
    fn player_elsewhere(
        &self,
        server: i32,
        (play, color): (PlayId, Color),
        connections: u32,
        seen_at: Micros,
    ) {
        self.0.players.elsewhere(server, (play, color), connections, seen_at);
        let session = self.sessions().get(&play).cloned();
        if let Some(session) = session {
            self.announce_presence(&play, &session.row.seats);
        }
    }

    fn listener_elsewhere(&self, server: i32, account: i32, connections: u32, seen_at: Micros) {
        self.0.listeners.elsewhere(server, account, connections, seen_at);
        self.announce_presence_of(account);
    }

    fn followed(&self) -> Vec<PlayId> {
        self.0.listener.get().map_or_else(Vec::new, |listener| listener.followed())
    }

    /// The games in memory, or that somebody listens to, of which the database has more events.
    fn find_behind(&self) -> Result<Vec<PlayId>> {
        let sessions: Vec<_> = self.sessions().values().cloned().collect();
        let known: HashMap<i32, (PlayId, usize)> = sessions
            .iter()
            .filter_map(|session| session.known().map(|(row, known)| (row, (session.id, known))))
            .collect();
        let rows: Vec<i32> = known.keys().copied().collect();
        let mut behind: Vec<PlayId> = self.followed();
        let in_memory: HashSet<PlayId> = sessions.iter().map(|session| session.id).collect();
        behind.retain(|play| !in_memory.contains(play));
        let mut conn = self.app().store().read_connection()?;
        for part in rows.chunks(MOST_COMPARED) {
            for (row, version) in plays::versions(&mut conn, part)? {
                let (play, known) = known[&row];
                if usize::try_from(version).is_ok_and(|version| version != known) {
                    behind.push(play);
                }
            }
        }
        Ok(behind)
    }

    /// Reads what other servers have written to these games, as far as they are in memory: with one query, however many
    /// they are.
    fn read_news(&self, all: &[PlayId]) -> Result<HashMap<PlayId, Vec<StoredEvent>>> {
        let sessions: Vec<_> = {
            let known = self.sessions();
            all.iter().filter_map(|play| known.get(play).cloned()).collect()
        };
        let known: Vec<(PlayId, i32, usize)> = sessions
            .iter()
            .filter_map(|session| {
                session.known_for_certain().map(|(row, at)| (session.id, row, at))
            })
            .collect();
        let number = |at: usize| i32::try_from(at).unwrap_or(i32::MAX);
        let rows: Vec<(i32, i32)> = known.iter().map(|(_, row, at)| (*row, number(*at))).collect();
        let mut conn = self.app().store().read_connection()?;
        let mut news = plays::events_after(&mut conn, &rows)?;
        let of =
            |(play, row, _): (PlayId, i32, usize)| (play, news.remove(&row).unwrap_or_default());
        Ok(known.into_iter().map(of).collect())
    }

    /// Takes in what another server has written to a game; `news` if it was read already. Returns `false` while a
    /// command is being processed.
    fn catch_up(
        &self,
        play: &PlayId,
        late: Option<Outage>,
        news: Option<&[StoredEvent]>,
    ) -> Result<bool> {
        let known = self.sessions().get(play).cloned();
        if known.is_none() && self.followed().contains(play) {
            super::publish_all(self, play)?;
        }
        // Who asks for the game may be loading it at this moment, without that time: it catches up, too.
        let session = match known {
            None if late.as_ref().is_some_and(is_noticeable) => self.find_session(play)?,
            known => known,
        };
        session.map_or(Ok(true), |session| session.catch_up(self, late, news))
    }
}

impl Threads {
    /// Starts watching and hearing the others, if there may be any.
    pub(super) fn start(
        live: &Live,
        entry: Option<Entry>,
        told: Option<Receiver<ServerMessage>>,
    ) -> Result<Threads> {
        let (Some(entry), Some(told)) = (entry, told) else {
            return Ok(Threads { _registry: None, _channel: None });
        };
        let (beats, no_rings) = Bell::new();
        let registry = registry::Registry::new(live, entry);
        let registry = Worker::start("servers", &beats, move || registry.work(&no_rings))?;
        let (hears, rings) = Bell::new();
        let channel = channel::Channel::new(live, told);
        let channel = Worker::start("server-channel", &hears, move || channel.work(&rings))?;
        Ok(Threads { _registry: Some(registry), _channel: Some(channel) })
    }
}
