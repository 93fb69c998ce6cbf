//! What is told of one play, ready to send: each event is spelled out once, however many listen.

use std::sync::RwLock;

use actix_web::web::Bytes;
use tokio::sync::watch;

use crate::play::{Event, Spectators, known_to_spectators};

use super::play_event::PlayEvent;

/// How far a listener may read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FeedProgress {
    /// Events that both sides have been told.
    pub players: usize,
    /// Events that spectators may know by now.
    pub spectators: usize,
    /// Whether this server stops, so that every line ends.
    pub closed: bool,
    /// Raised each time that all clocks begin to stand or go on.
    pub clock_changes: u32,
    /// Whether they stand.
    pub clocks_stopped: bool,
    /// Raised to have something sent where nothing happens, so that a line that broke is noticed.
    pub heartbeats: u32,
}

/// The frames of one play, and who is to be woken by a new one.
#[derive(Debug)]
pub struct PlayFeed {
    frames: RwLock<FeedBuffer>,
    progress: watch::Sender<FeedProgress>,
}

#[derive(Debug, Default)]
struct FeedBuffer {
    spectators: Option<Spectators>,
    events: Vec<Event>,
    frames: Vec<Bytes>,
}

impl PlayFeed {
    /// A feed of a play with these terms for spectators, before its first event; `stand` where all clocks stand.
    #[must_use]
    pub fn new(spectators: Spectators, stand: bool) -> PlayFeed {
        let frames = FeedBuffer { spectators: Some(spectators), ..FeedBuffer::default() };
        let told =
            watch::Sender::new(FeedProgress { clocks_stopped: stand, ..FeedProgress::default() });
        PlayFeed { frames: RwLock::new(frames), progress: told }
    }

    /// All clocks stand from now on, or go on.
    pub fn set_clocks_stopped(&self, stand: bool) {
        self.progress.send_modify(|told| {
            told.clock_changes = told.clock_changes.wrapping_add(1);
            told.clocks_stopped = stand;
        });
    }

    /// Takes the events that follow those that it has; what it has already is passed over.
    pub fn append(&self, first: usize, events: &[Event], now: i64) {
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

    /// Time has passed: who is told late may know more by now.
    pub fn advance_time(&self, now: i64) {
        let kept = self.frames.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        let (players, spectators) = (kept.events.len(), kept.visible_to_spectators(now));
        drop(kept);
        self.publish(players, spectators);
    }

    fn publish(&self, players: usize, spectators: usize) {
        self.progress.send_if_modified(|told| {
            let more = players > told.players || spectators > told.spectators;
            told.players = told.players.max(players);
            // What was told once is not taken back.
            told.spectators = told.spectators.max(spectators);
            more
        });
    }

    /// Has something sent to everybody who listens.
    pub fn send_heartbeat(&self) {
        self.progress.send_modify(|told| told.heartbeats = told.heartbeats.wrapping_add(1));
    }

    /// Ends every line.
    pub fn close(&self) {
        self.progress.send_modify(|told| told.closed = true);
    }

    /// How many listen.
    #[must_use]
    pub fn listeners(&self) -> usize {
        self.progress.receiver_count()
    }

    /// Wakes whoever waits for more.
    #[must_use]
    pub fn subscribe(&self) -> watch::Receiver<FeedProgress> {
        self.progress.subscribe()
    }

    /// The frames after so many, up to so many, in one piece; they are counted from the first event.
    #[must_use]
    pub fn frames(&self, after: usize, upto: usize) -> Bytes {
        let kept = self.frames.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        let upto = upto.min(kept.frames.len());
        match kept.frames.get(after..upto) {
            // The usual case copies nothing.
            Some([one]) => one.clone(),
            Some(some) => Bytes::from(some.concat()),
            None => Bytes::new(),
        }
    }
}

impl FeedBuffer {
    fn visible_to_spectators(&self, now: i64) -> usize {
        self.spectators.map_or(0, |terms| known_to_spectators(terms, &self.events, now))
    }
}

/// That all clocks stand, or go on. It has no number, for it is nothing that happened in the play.
pub(super) const fn clocks_frame(stand: bool) -> Bytes {
    Bytes::from_static(match stand {
        true => b"event: clocks\ndata: {\"stand\":true}\n\n",
        false => b"event: clocks\ndata: {\"stand\":false}\n\n",
    })
}

/// An event as a server-sent one (HTML standard, "Server-sent events"): its number is the id from
/// which a listener goes on who was cut off.
fn event_frame(number: usize, event: &Event) -> Bytes {
    let told = PlayEvent::new(u32::try_from(number).unwrap_or(u32::MAX), event);
    let mut frame = format!("id: {number}\ndata: ").into_bytes();
    frame.extend(serde_json::to_vec(&told).unwrap_or_default());
    frame.extend_from_slice(b"\n\n");
    Bytes::from(frame)
}
