//! Live updates as server-sent events.

mod feed;
mod inbox;
mod play_event;
mod play_stream;
mod stream_registry;

use std::collections::HashMap;
use std::convert::Infallible;
use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::Bytes;
use futures_util::{Stream, StreamExt};
use serde::Serialize;

use crate::event_stream::EventNotifier;
use crate::notice_stream::NoticeNotifier;
use crate::readiness::OpenStreamGuard;
use crate::room_stream::RoomNotifier;
use crate::time_format::now_micros;
use crate::watched_plays::PlayListNotifier;
use adjutant_domain::moment::Micros;
use adjutant_domain::play::{Event, PlayId, Spectators};
use adjutant_service::live::{LiveListener, Notification, Source};
use adjutant_service::rooms::RoomKey;
use salpakan::rules::ByColor;

pub use feed::PlayFeed;
pub use inbox::{Inbox, InboxEvent, stream_inbox};
pub use play_event::PlayEvent;
pub use play_stream::{last_event_id, stream_play, subscribe};
pub use stream_registry::{Presence, StreamAuth, StreamHandle, StreamRegistry};

/// A stream ends after this many heartbeats, so that clients authenticate anew; browsers reconnect
/// by themselves without missing an event.
pub const HEARTBEATS_PER_STREAM: u32 = 60;

pub fn sse_response(
    events: impl Stream<Item = Result<Bytes, Infallible>> + 'static,
) -> HttpResponse {
    let open = OpenStreamGuard::new();
    let events = events.inspect(move |_| {
        let _open = &open;
    });
    HttpResponse::Ok()
        .content_type("text/event-stream")
        .insert_header((header::CACHE_CONTROL, "private, no-store"))
        // Compression would reveal something about the content by its length.
        .insert_header((header::CONTENT_ENCODING, "identity"))
        // Tells proxies not to buffer.
        .insert_header(("x-accel-buffering", "no"))
        .streaming(events)
}

/// A server-sent event with its id, from which a client resumes after a disconnection.
pub(crate) fn sse_frame(id: impl Display, data: &impl Serialize) -> Vec<u8> {
    let mut frame = format!("id: {id}\n").into_bytes();
    frame.extend(sse_frame_without_id(data));
    frame
}

/// A server-sent event from which no client resumes.
pub(crate) fn sse_frame_without_id(data: &impl Serialize) -> Vec<u8> {
    let mut frame = b"data: ".to_vec();
    frame.extend(serde_json::to_vec(data).unwrap_or_default());
    frame.extend_from_slice(b"\n\n");
    frame
}

/// The feeds that have subscribers.
#[derive(Debug, Default)]
pub struct Feeds {
    plays: Mutex<HashMap<PlayId, Arc<PlayFeed>>>,
    /// Whether all clocks are stopped; changed only while `plays` is locked.
    clocks_stopped: AtomicBool,
    inboxes: Mutex<HashMap<i32, Arc<Inbox>>>,
    pub rooms: RoomNotifier,
    pub events: EventNotifier,
    pub notices: NoticeNotifier,
    pub play_list: PlayListNotifier,
    /// The open streams with their permissions.
    pub streams: Arc<StreamRegistry>,
}

impl Feeds {
    /// Returns the feed of a game. The caller fills a new one with past events.
    pub fn play_feed(&self, play: PlayId, spectators: Spectators) -> Arc<PlayFeed> {
        let mut feeds = self.plays.lock().unwrap_or_else(PoisonError::into_inner);
        let made =
            || Arc::new(PlayFeed::new(spectators, self.clocks_stopped.load(Ordering::Relaxed)));
        Arc::clone(feeds.entry(play).or_insert_with(made))
    }

    /// Sends heartbeats, publishes what spectators may know by now, and removes feeds without
    /// subscribers.
    pub fn send_heartbeats(&self, now: Micros) {
        let mut feeds = self.plays.lock().unwrap_or_else(PoisonError::into_inner);
        feeds.retain(|_, feed| feed.listeners() > 0 || Arc::strong_count(feed) > 1);
        let all: Vec<Arc<PlayFeed>> = feeds.values().cloned().collect();
        drop(feeds);
        for feed in all {
            feed.advance_time(now);
            feed.send_heartbeat();
        }
        let mut inboxes = self.inboxes();
        inboxes.retain(|_, inbox| inbox.is_needed(Arc::strong_count(inbox) > 1, now));
        inboxes.values().for_each(|inbox| inbox.send_heartbeat());
        self.rooms.send_heartbeats();
        self.events.send_heartbeats();
        self.notices.send_heartbeats();
        self.play_list.send_heartbeat();
    }

    fn inboxes(&self) -> MutexGuard<'_, HashMap<i32, Arc<Inbox>>> {
        self.inboxes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the inbox of an account.
    pub fn inbox(&self, account: i32, now: Micros) -> Arc<Inbox> {
        let mut inboxes = self.inboxes();
        let made = || Arc::new(Inbox::new(now));
        Arc::clone(inboxes.entry(account).or_insert_with(made))
    }

    /// Ends all streams on shutdown; clients reconnect to the next server.
    pub fn close(&self) {
        let feeds = self.plays.lock().unwrap_or_else(PoisonError::into_inner);
        feeds.values().for_each(|feed| feed.close());
        self.inboxes().values().for_each(|inbox| inbox.close());
        self.rooms.close();
        self.events.close();
        self.notices.close();
        self.play_list.close();
    }

    /// Sends something on the streams of all games, which shows either end whether the other is
    /// there; to be called every half second.
    pub fn tick(&self) {
        let feeds = self.plays.lock().unwrap_or_else(PoisonError::into_inner);
        feeds.values().for_each(|feed| feed.tick());
    }

    /// Publishes what spectators may know by now in every game.
    pub fn advance_time(&self, now: Micros) {
        let feeds = self.plays.lock().unwrap_or_else(PoisonError::into_inner);
        let all: Vec<Arc<PlayFeed>> = feeds.values().cloned().collect();
        drop(feeds);
        all.iter().for_each(|feed| feed.advance_time(now));
    }
}

impl LiveListener for Feeds {
    fn notified(&self, account: i32, notification: Notification) {
        let inbox = self.inboxes().get(&account).cloned();
        if let Some(inbox) = inbox {
            inbox.push(notification);
        }
    }

    fn clocks_stopped(&self, stopped: bool) {
        let plays = self.plays.lock().unwrap_or_else(PoisonError::into_inner);
        self.clocks_stopped.store(stopped, Ordering::Relaxed);
        plays.values().for_each(|feed| feed.set_clocks_stopped(stopped));
    }

    fn presence_changed(&self, play: &PlayId, present: ByColor<bool>) {
        let feed = self.plays.lock().unwrap_or_else(PoisonError::into_inner).get(play).cloned();
        if let Some(feed) = feed {
            feed.set_present(present);
        }
    }

    fn room_changed(&self, key: RoomKey) {
        self.rooms.notify(key);
    }

    fn followed(&self) -> Vec<PlayId> {
        let plays = self.plays.lock().unwrap_or_else(PoisonError::into_inner);
        plays.keys().copied().collect()
    }

    fn events_stored(&self, play: &PlayId, first: usize, events: &[Event], now: Micros) {
        let feed = self.plays.lock().unwrap_or_else(PoisonError::into_inner).get(play).cloned();
        if let Some(feed) = feed {
            feed.append(first, events, now);
        }
    }
}

/// Returns the clocks of this machine: a monotonic one, set once, so that adjustments of the system clock do not change
/// players' time, and the system clock for dates.
pub fn system_clocks() -> Source {
    let (started, start) = (Instant::now(), now_micros());
    let passed = move || i64::try_from(started.elapsed().as_micros()).unwrap_or(i64::MAX / 2);
    Source {
        even: Arc::new(move || start.saturating_add(passed())),
        wall: Arc::new(now_micros),
        is_of_the_system: true,
    }
}
