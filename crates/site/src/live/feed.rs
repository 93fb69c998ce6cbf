//! The event feed of a live game; each event is serialised once for all subscribers.

use std::sync::RwLock;

use actix_web::web::Bytes;
use tokio::sync::watch;

use adjutant_domain::moment::Micros;
use adjutant_domain::play::{Event, Spectators, known_to_spectators};
use salpakan::rules::ByColor;

use super::play_event::PlayEvent;
use super::sse_frame;

/// How far subscribers may read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FeedProgress {
    /// The number of events that both players may know.
    pub players: usize,
    /// The number of events that spectators may know by now.
    pub spectators: usize,
    /// Whether the server is shutting down, which ends all streams.
    pub closed: bool,
    /// Incremented whenever all clocks stop or resume.
    pub clock_changes: u32,
    pub clocks_stopped: bool,
    /// Incremented to send data on an idle stream, which reveals broken connections.
    pub heartbeats: u32,
    /// Incremented every half second, so that a broken connection is noticed as soon.
    pub ticks: u32,
    /// Which players are connected.
    pub present: ByColor<bool>,
}

/// The serialised events of a game, and its subscribers.
#[derive(Debug)]
pub struct PlayFeed {
    frames: RwLock<FeedBuffer>,
    progress: watch::Sender<FeedProgress>,
}

#[derive(Debug)]
struct FeedBuffer {
    spectators: Spectators,
    events: Vec<Event>,
    frames: Vec<Bytes>,
}

impl PlayFeed {
    /// Creates an empty feed. `stand` is whether all clocks are stopped.
    pub fn new(spectators: Spectators, stand: bool) -> PlayFeed {
        let frames = FeedBuffer { spectators, events: Vec::new(), frames: Vec::new() };
        let told =
            watch::Sender::new(FeedProgress { clocks_stopped: stand, ..FeedProgress::default() });
        PlayFeed { frames: RwLock::new(frames), progress: told }
    }

    /// Announces that all clocks stop or resume.
    pub fn set_clocks_stopped(&self, stand: bool) {
        self.progress.send_modify(|told| {
            told.clock_changes = told.clock_changes.wrapping_add(1);
            told.clocks_stopped = stand;
        });
    }

    /// Appends events numbered from `first`; those already present are skipped.
    pub fn append(&self, first: usize, events: &[Event], now: Micros) {
        let mut kept = self.frames.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        for (number, event) in (first..).zip(events) {
            if number == kept.events.len() + 1 {
                kept.frames.push(event_frame(number, event));
                kept.events.push(event.clone());
            }
        }
        let (players, spectators) = (kept.events.len(), kept.visible_to_spectators(now));
        drop(kept);
        self.publish(players, spectators);
    }

    /// Publishes events that have become visible to delayed spectators.
    pub fn advance_time(&self, now: Micros) {
        let kept = self.frames.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        let (players, spectators) = (kept.events.len(), kept.visible_to_spectators(now));
        drop(kept);
        self.publish(players, spectators);
    }

    fn publish(&self, players: usize, spectators: usize) {
        self.progress.send_if_modified(|told| {
            let more = players > told.players || spectators > told.spectators;
            told.players = told.players.max(players);
            // Published events stay published.
            told.spectators = told.spectators.max(spectators);
            more
        });
    }

    pub fn send_heartbeat(&self) {
        self.progress.send_modify(|told| told.heartbeats = told.heartbeats.wrapping_add(1));
    }

    pub fn tick(&self) {
        self.progress.send_modify(|told| told.ticks = told.ticks.wrapping_add(1));
    }

    pub fn set_present(&self, present: ByColor<bool>) {
        self.progress
            .send_if_modified(|told| std::mem::replace(&mut told.present, present) != present);
    }

    pub fn close(&self) {
        self.progress.send_modify(|told| told.closed = true);
    }

    pub fn listeners(&self) -> usize {
        self.progress.receiver_count()
    }

    pub fn subscribe(&self) -> watch::Receiver<FeedProgress> {
        self.progress.subscribe()
    }

    /// Returns the concatenated frames from number `after` (exclusive) to `upto` (inclusive), counted from 1.
    pub fn frames(&self, after: usize, upto: usize) -> Bytes {
        let kept = self.frames.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        let upto = upto.min(kept.frames.len());
        match kept.frames.get(after..upto) {
            // The usual case does not copy.
            Some([one]) => one.clone(),
            Some(some) => Bytes::from(some.concat()),
            None => Bytes::new(),
        }
    }
}

impl FeedBuffer {
    fn visible_to_spectators(&self, now: Micros) -> usize {
        known_to_spectators(self.spectators, &self.events, now)
    }
}

/// The event that says whether all clocks are stopped. It has no id, because it is not part of the game's log.
pub(super) const fn clocks_frame(stand: bool) -> Bytes {
    Bytes::from_static(match stand {
        true => b"event: clocks\ndata: {\"stand\":true}\n\n",
        false => b"event: clocks\ndata: {\"stand\":false}\n\n",
    })
}

/// The event that says which players are connected. It has no id, like that of the clocks.
pub(super) const fn presence_frame(present: ByColor<bool>) -> Bytes {
    Bytes::from_static(match (present.white, present.black) {
        (true, true) => b"event: presence\ndata: {\"white\":true,\"black\":true}\n\n",
        (true, false) => b"event: presence\ndata: {\"white\":true,\"black\":false}\n\n",
        (false, true) => b"event: presence\ndata: {\"white\":false,\"black\":true}\n\n",
        (false, false) => b"event: presence\ndata: {\"white\":false,\"black\":false}\n\n",
    })
}

/// Sent every second or sooner; a page that misses it has lost its connection.
pub(super) const TICK_FRAME: &[u8] = b"event: tick\ndata: {}\n\n";

/// A server-sent event (HTML standard, "Server-sent events"); its id is the event number, from
/// which a client resumes after a disconnection.
fn event_frame(number: usize, event: &Event) -> Bytes {
    let told = PlayEvent::new(u32::try_from(number).unwrap_or(u32::MAX), event);
    Bytes::from(sse_frame(number, &told))
}
