//! Streams of events (tournaments): the version of what everybody may see. Who follows it fetches the
//! page again when the version changes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use actix_web::HttpResponse;
use actix_web::web::Bytes;
use futures_util::stream::unfold;
use serde::Serialize;
use tokio::sync::watch;
use utoipa::ToSchema;

use adjutant_service::access::Actor;
use adjutant_service::contests::{PublicVersion, current_version, public_version};
use adjutant_service::{App, Error};

use crate::live::{
    Feeds, HEARTBEATS_PER_STREAM, StreamAuth, StreamHandle, StreamRegistry, sse_frame, sse_response,
};

/// The version of an event, as it is sent.
#[derive(Serialize, ToSchema)]
pub struct EventVersion {
    /// Changes with what everybody may see of the event.
    version: String,
}

/// The reconnection delay of browsers, in milliseconds.
const RETRY_FRAME: &[u8] = b"retry: 2000\n\n";

/// Wakes the streams of an event.
#[derive(Debug, Clone, Copy)]
struct EventSignal {
    version: PublicVersion,
    beat: u32,
    closed: bool,
}

/// Notifiers of the events that are followed, by slug.
#[derive(Debug, Default)]
pub struct EventNotifier(Mutex<HashMap<String, watch::Sender<EventSignal>>>);

impl EventNotifier {
    fn senders(&self) -> MutexGuard<'_, HashMap<String, watch::Sender<EventSignal>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn subscribe(&self, slug: &str, version: PublicVersion) -> watch::Receiver<EventSignal> {
        let first = || watch::Sender::new(EventSignal { version, beat: 0, closed: false });
        self.senders().entry(slug.to_owned()).or_insert_with(first).subscribe()
    }

    /// The events that are followed.
    pub fn followed(&self) -> Vec<String> {
        let mut all = self.senders();
        all.retain(|_, bell| bell.receiver_count() > 0);
        all.keys().cloned().collect()
    }

    /// Looks up the versions of the events that are followed, and announces what is new. Streams of
    /// an event that is gone end.
    pub fn look_up(&self, app: &App) -> Result<(), Error> {
        for slug in self.followed() {
            match current_version(app, &slug) {
                Ok(version) => self.publish(&slug, version),
                Err(Error::Missing { .. }) => drop(self.senders().remove(&slug)),
                Err(e) => return Err(e),
            }
        }
        Ok(())
    }

    fn publish(&self, slug: &str, version: PublicVersion) {
        if let Some(bell) = self.senders().get(slug) {
            bell.send_if_modified(|rung| {
                let is_new = rung.version != version;
                rung.version = version;
                is_new
            });
        }
    }

    pub fn send_heartbeats(&self) {
        let beat = |rung: &mut EventSignal| rung.beat = rung.beat.wrapping_add(1);
        self.senders().values().for_each(|bell| bell.send_modify(beat));
    }

    pub fn close(&self) {
        self.senders().values().for_each(|bell| bell.send_modify(|rung| rung.closed = true));
    }
}

/// A stream of an event's versions.
pub struct EventStream {
    signal: watch::Receiver<EventSignal>,
    /// The permission of the stream.
    bond: StreamHandle,
    sent: Option<PublicVersion>,
    beat: u32,
    beats_left: u32,
}

/// Lets an actor follow an event. May block on the database.
pub fn follow_event(
    app: &App,
    feeds: &Arc<Feeds>,
    actor: &Actor,
    slug: &str,
) -> Result<EventStream, Error> {
    let version = public_version(app, actor, slug)?;
    let signal = feeds.events.subscribe(slug, version);
    let beat = signal.borrow().beat;
    let auth = StreamAuth::Actor(actor.clone());
    let bond = StreamRegistry::register(&feeds.streams, auth, None);
    Ok(EventStream { signal, bond, sent: None, beat, beats_left: HEARTBEATS_PER_STREAM })
}

impl EventStream {
    /// The next bytes to send; `None` at the end of the stream.
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            let rung = *self.signal.borrow_and_update();
            if rung.closed || self.bond.is_revoked() {
                return None;
            }
            if self.sent != Some(rung.version) {
                let first = self.sent.replace(rung.version).is_none();
                let version = rung.version.to_string();
                let frame = sse_frame(&version, &EventVersion { version: version.clone() });
                let retry = if first { RETRY_FRAME } else { b"" };
                return Some([retry, &frame].concat().into());
            }
            if rung.beat != self.beat {
                self.beat = rung.beat;
                self.beats_left = self.beats_left.checked_sub(1)?;
                return Some(Bytes::from_static(b":\n\n"));
            }
            tokio::select! {
                changed = self.signal.changed() => changed.ok()?,
                () = self.bond.wait_until_revoked() => return None,
            }
        }
    }

    /// Sends the version now and whenever it changes.
    pub fn into_response(self) -> HttpResponse {
        sse_response(unfold(self, |mut line| async move {
            let bytes = line.next().await?;
            Some((Ok(bytes), line))
        }))
    }
}
