//! What is told of one play, ready to send: each event is spelled out once, however many listen.

use std::sync::RwLock;

use actix_web::web::Bytes;
use tokio::sync::watch;

use crate::play::{Event, Spectators, known_to_spectators};

use super::told::ToldEvent;

/// How far a listener may read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Told {
    /// Events that both sides have been told.
    pub players: usize,
    /// Events that spectators may know by now.
    pub spectators: usize,
    /// Whether this server stops, so that every line ends.
    pub closed: bool,
    /// Raised each time that all clocks begin to stand or go on.
    pub turns: u32,
    /// Whether they stand.
    pub stand: bool,
    /// Raised to have something sent where nothing happens, so that a line that broke is noticed.
    pub beat: u32,
}

/// The frames of one play, and who is to be woken by a new one.
#[derive(Debug)]
pub struct Feed {
    frames: RwLock<Frames>,
    told: watch::Sender<Told>,
}

#[derive(Debug, Default)]
struct Frames {
    spectators: Option<Spectators>,
    events: Vec<Event>,
    frames: Vec<Bytes>,
}

impl Feed {
    /// A feed of a play with these terms for spectators, before its first event; `stand` where all clocks stand.
    #[must_use]
    pub fn new(spectators: Spectators, stand: bool) -> Feed {
        let frames = Frames { spectators: Some(spectators), ..Frames::default() };
        let told = watch::Sender::new(Told { stand, ..Told::default() });
        Feed { frames: RwLock::new(frames), told }
    }

    /// All clocks stand from now on, or go on.
    pub fn clocks_stand(&self, stand: bool) {
        self.told.send_modify(|told| {
            told.turns = told.turns.wrapping_add(1);
            told.stand = stand;
        });
    }

    /// Takes the events that follow those that it has; what it has already is passed over.
    pub fn take(&self, first: usize, events: &[Event], now: i64) {
        let mut kept = self.frames.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        for (number, event) in (first..).zip(events) {
            if number == kept.events.len() + 1 {
                kept.frames.push(frame(number, event));
                kept.events.push(event.clone());
            }
        }
        let (players, spectators) = (kept.events.len(), kept.known(now));
        drop(kept);
        self.tell(players, spectators);
    }

    /// Time has passed: who is told late may know more by now.
    pub fn pass(&self, now: i64) {
        let kept = self.frames.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        let (players, spectators) = (kept.events.len(), kept.known(now));
        drop(kept);
        self.tell(players, spectators);
    }

    fn tell(&self, players: usize, spectators: usize) {
        self.told.send_if_modified(|told| {
            let more = players > told.players || spectators > told.spectators;
            told.players = told.players.max(players);
            // What was told once is not taken back.
            told.spectators = told.spectators.max(spectators);
            more
        });
    }

    /// Has something sent to everybody who listens.
    pub fn beat(&self) {
        self.told.send_modify(|told| told.beat = told.beat.wrapping_add(1));
    }

    /// Ends every line.
    pub fn close(&self) {
        self.told.send_modify(|told| told.closed = true);
    }

    /// How many listen.
    #[must_use]
    pub fn listeners(&self) -> usize {
        self.told.receiver_count()
    }

    /// Wakes whoever waits for more.
    #[must_use]
    pub fn listen(&self) -> watch::Receiver<Told> {
        self.told.subscribe()
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

impl Frames {
    fn known(&self, now: i64) -> usize {
        self.spectators.map_or(0, |terms| known_to_spectators(terms, &self.events, now))
    }
}

/// That all clocks stand, or go on. It has no number, for it is nothing that happened in the play.
pub(super) const fn clocks(stand: bool) -> Bytes {
    Bytes::from_static(match stand {
        true => b"event: clocks\ndata: {\"stand\":true}\n\n",
        false => b"event: clocks\ndata: {\"stand\":false}\n\n",
    })
}

/// An event as a server-sent one (HTML standard, "Server-sent events"): its number is the id from
/// which a listener goes on who was cut off.
fn frame(number: usize, event: &Event) -> Bytes {
    let told = ToldEvent::of(u32::try_from(number).unwrap_or(u32::MAX), event);
    let mut frame = format!("id: {number}\ndata: ").into_bytes();
    frame.extend(serde_json::to_vec(&told).unwrap_or_default());
    frame.extend_from_slice(b"\n\n");
    Bytes::from(frame)
}
