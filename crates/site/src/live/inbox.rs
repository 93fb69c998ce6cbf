//! The event streams of accounts: games, turns and game requests that concern them.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use actix_web::HttpResponse;
use actix_web::web::Bytes;
use futures_util::stream::unfold;
use serde::Serialize;
use tokio::sync::watch;
use utoipa::ToSchema;

use crate::site::Site;
use adjutant_domain::moment::Micros;
use adjutant_service::Error;
use adjutant_service::access::Actor;
use adjutant_service::live::{self, Notification};
use salpakan::record::short_id_text;

use super::{
    HEARTBEATS_PER_STREAM, Presence, StreamAuth, StreamHandle, StreamRegistry, sse_frame,
    sse_frame_without_id, sse_response,
};

/// The number of calls that are kept for clients that reconnect.
const MAX_KEPT_CALLS: usize = 256;

/// How long calls are kept while nobody listens, in microseconds: ten minutes.
const KEPT_UNHEARD: i64 = 10 * 60 * 1_000_000;

/// One call.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum InboxEvent {
    /// A game has begun in which you play this color: deploy.
    GameStarted { play: String, color: &'static str },
    /// Make this ply of the game, counted from 1.
    YourTurn { play: String, number: u32 },
    /// The game is over.
    GameOver { play: String },
    /// A player invites you to a game.
    Offered { seek: String },
    /// The player whom you invited to this game declines.
    Declined { seek: String },
}

impl From<Notification> for InboxEvent {
    fn from(notification: Notification) -> InboxEvent {
        match notification {
            Notification::GameStarted { play, color } => {
                InboxEvent::GameStarted { play: short_id_text(&play), color: color.key() }
            }
            Notification::YourTurn { play, number } => {
                InboxEvent::YourTurn { play: short_id_text(&play), number }
            }
            Notification::GameOver { play } => InboxEvent::GameOver { play: short_id_text(&play) },
            Notification::Offered { seek } => InboxEvent::Offered { seek: short_id_text(&seek) },
            Notification::Declined { seek } => InboxEvent::Declined { seek: short_id_text(&seek) },
        }
    }
}

#[derive(Debug, Clone, Copy, Default)]
struct InboxProgress {
    last: u64,
    beat: u32,
    closed: bool,
}

/// The calls of an account since its first subscription.
#[derive(Debug)]
pub struct Inbox {
    calls: Mutex<VecDeque<(u64, Bytes)>>,
    progress: watch::Sender<InboxProgress>,
    /// Calls up to this number were never in this inbox.
    first_number: u64,
    /// When somebody was last known to listen.
    heard: AtomicI64,
}

fn call_frame(number: u64, notification: Notification) -> Vec<u8> {
    sse_frame(number, &InboxEvent::from(notification))
}

/// The current state. Only its last call has an id: a client that is disconnected before it has
/// read all of them gets the state again.
fn state_frames(upto: u64, calls: Vec<Notification>) -> Vec<u8> {
    let count = calls.len();
    let frame = |(place, call)| match place + 1 == count {
        true => call_frame(upto, call),
        false => sse_frame_without_id(&InboxEvent::from(call)),
    };
    calls.into_iter().enumerate().flat_map(frame).collect()
}

impl Inbox {
    /// Creates an empty inbox whose calls are numbered from `now + 1`, so that no number recurs.
    pub fn new(now: Micros) -> Inbox {
        let from = now.0.unsigned_abs();
        let told = watch::Sender::new(InboxProgress { last: from, ..InboxProgress::default() });
        let heard = AtomicI64::new(now.0);
        Inbox { calls: Mutex::default(), progress: told, first_number: from, heard }
    }

    /// Returns whether the inbox is still needed: somebody listens, or did a short while ago and
    /// may reconnect. `held` is whether it is in use.
    pub fn is_needed(&self, held: bool, now: Micros) -> bool {
        if held || self.listeners() > 0 {
            self.heard.store(now.0, Ordering::Relaxed);
            return true;
        }
        now.since(Micros(self.heard.load(Ordering::Relaxed))) < KEPT_UNHEARD
    }

    fn calls(&self) -> std::sync::MutexGuard<'_, VecDeque<(u64, Bytes)>> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn push(&self, notification: Notification) {
        // Locked until the number is published, so that no two calls get the same.
        let mut calls = self.calls();
        let number = self.progress.borrow().last + 1;
        calls.push_back((number, Bytes::from(call_frame(number, notification))));
        if calls.len() > MAX_KEPT_CALLS {
            calls.pop_front();
        }
        self.progress.send_modify(|told| told.last = number);
        drop(calls);
    }

    pub fn send_heartbeat(&self) {
        self.progress.send_modify(|told| told.beat = told.beat.wrapping_add(1));
    }

    pub fn close(&self) {
        self.progress.send_modify(|told| told.closed = true);
    }

    pub fn listeners(&self) -> usize {
        self.progress.receiver_count()
    }

    /// Returns whether all calls after this number are still available.
    fn has_all_after(&self, number: u64) -> bool {
        let last = self.progress.borrow().last;
        let first = self.calls().front().map_or(last + 1, |(number, _)| *number);
        number >= self.first_number && number <= last && number + 1 >= first
    }

    fn calls_after(&self, number: u64) -> (u64, Bytes) {
        let calls = self.calls();
        let some: Vec<_> = calls.iter().filter(|(own, _)| *own > number).collect();
        let last = some.last().map_or(number, |(own, _)| *own);
        (last, some.into_iter().flat_map(|(_, bytes)| bytes.iter().copied()).collect())
    }
}

struct InboxStream {
    inbox: Arc<Inbox>,
    told: watch::Receiver<InboxProgress>,
    bond: StreamHandle,
    sent: u64,
    first: Option<Bytes>,
    beat: u32,
    beats_left: u32,
}

/// Streams the calls of an account. A client that sends the number of its last call resumes there;
/// a new client, or one that has missed too much, first gets the current state.
pub async fn stream_inbox(
    site: &Site,
    actor: Actor,
    last: Option<u64>,
) -> Result<HttpResponse, Error> {
    let (desk, feeds, account) = (site.live.clone(), Arc::clone(&site.feeds), actor.account);
    let opened = site.lanes.read_play(move || {
        // Checked first, so that no inbox is created for an actor without permission.
        live::require_notifications(&actor)?;
        let inbox = feeds.inbox(account, desk.moments().now());
        let told = inbox.progress.subscribe();
        let upto = told.borrow().last;
        let here = Presence::Calls(desk.listening(account));
        let bond =
            StreamRegistry::register(&feeds.streams, StreamAuth::Actor(actor.clone()), Some(here));
        if let Some(last) = last.filter(|last| inbox.has_all_after(*last)) {
            return Ok((inbox, told, bond, last, None));
        }
        let frames = state_frames(upto, live::current_notifications(&desk, &actor)?);
        Ok((inbox, told, bond, upto, Some(Bytes::from(frames))))
    });
    let opened: Result<Result<_, Error>, Error> = opened.await;
    let (inbox, told, bond, sent, stands) = opened.flatten()?;
    let first = [Bytes::from_static(b"retry: 1000\n\n"), stands.unwrap_or_default()].concat();
    let beat = told.borrow().beat;
    let first = Some(Bytes::from(first));
    let line =
        InboxStream { inbox, told, bond, sent, first, beat, beats_left: HEARTBEATS_PER_STREAM };
    Ok(sse_response(unfold(line, |mut line| async move {
        let bytes = line.next().await?;
        Some((Ok(bytes), line))
    })))
}

impl InboxStream {
    /// Returns the next bytes to send; `None` at the end of the stream.
    async fn next(&mut self) -> Option<Bytes> {
        if let Some(first) = self.first.take() {
            return Some(first);
        }
        loop {
            if self.bond.is_revoked() {
                return None;
            }
            let told = *self.told.borrow_and_update();
            if told.last > self.sent {
                let (last, bytes) = self.inbox.calls_after(self.sent);
                self.sent = last.max(told.last);
                return Some(bytes);
            }
            if told.closed {
                return None;
            }
            if told.beat != self.beat {
                self.beat = told.beat;
                self.beats_left = self.beats_left.checked_sub(1)?;
                return Some(Bytes::from_static(b":\n\n"));
            }
            tokio::select! {
                changed = self.told.changed() => changed.ok()?,
                () = self.bond.wait_until_revoked() => return None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: Micros = Micros(1_000_000_000_000);

    fn over(place: u8) -> Notification {
        Notification::GameOver { play: [place; 10] }
    }

    #[test]
    fn only_the_last_call_of_the_current_state_has_an_id() {
        let text = String::from_utf8(state_frames(7, vec![over(1), over(2), over(3)])).unwrap();
        let frames: Vec<_> = text.split_terminator("\n\n").collect();
        assert_eq!(frames.len(), 3);
        assert!(frames[..2].iter().all(|frame| frame.starts_with("data: ")), "{text}");
        assert!(frames[2].starts_with("id: 7\ndata: "), "{text}");
    }

    #[test]
    fn calls_without_a_listener_are_kept_for_ten_minutes() {
        let inbox = Inbox::new(AT);
        let later = |seconds: i64| Micros(AT.0 + seconds * 1_000_000);
        assert!(inbox.is_needed(true, later(60)));
        inbox.push(over(1));
        assert!(inbox.is_needed(false, later(659)), "under ten minutes after the last listener");
        assert!(inbox.has_all_after(AT.0.unsigned_abs()));
        assert!(!inbox.is_needed(false, later(660)));
        let listener = inbox.progress.subscribe();
        assert!(inbox.is_needed(false, later(660)));
        drop(listener);
    }
}
