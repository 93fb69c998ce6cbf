//! Streams of review rooms: the leader's position, sent to followers as server-sent events. The
//! events contain a position in a public replay and names, and are the same for all.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use actix_web::HttpResponse;
use actix_web::web::Bytes;
use futures_util::stream::unfold;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use crate::knowledge_query::{HeatMapKind, KnowledgeQuery};
use adjutant_service::Error;
use adjutant_service::access::Actor;
use adjutant_service::live::Live;
use adjutant_service::rooms::{Following, Here, RoomKey, Rooms, Stands};

use crate::live::{Feeds, HEARTBEATS_PER_STREAM, sse_response};
use crate::replay::{Perspective, square_name};
use crate::time_format::now_micros;

/// The position shown by a leader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "StoredView", try_from = "StoredView")]
pub struct LeaderView {
    pub ply: u32,
    pub view: Perspective,
    pub flipped: bool,
    pub overlay: KnowledgeQuery,
}

/// A position as it is stored.
#[derive(Serialize, Deserialize)]
struct StoredView {
    ply: u32,
    view: String,
    flipped: bool,
    shade: Option<String>,
    ghost: bool,
    piece: Option<String>,
}

impl From<LeaderView> for StoredView {
    fn from(LeaderView { ply, view, flipped, overlay }: LeaderView) -> StoredView {
        StoredView {
            ply,
            view: view.key().to_owned(),
            flipped,
            shade: overlay.shade.map(|shade| shade.key().to_owned()),
            ghost: overlay.ghost,
            piece: overlay.piece.map(|square| square_name(square).to_owned()),
        }
    }
}

impl TryFrom<StoredView> for LeaderView {
    type Error = String;

    fn try_from(stored: StoredView) -> Result<LeaderView, String> {
        let shade = |key: &String| HeatMapKind::ALL.into_iter().find(|one| one.key() == key);
        Ok(LeaderView {
            ply: stored.ply,
            view: Perspective::parse(&stored.view).ok_or(stored.view)?,
            flipped: stored.flipped,
            overlay: KnowledgeQuery {
                shade: stored.shade.as_ref().and_then(shade),
                ghost: stored.ghost,
                piece: stored.piece.and_then(|square| square.parse().ok()),
                ..KnowledgeQuery::default()
            },
        })
    }
}

/// The state of a room as it is sent.
#[derive(Serialize)]
struct RoomState {
    version: u64,
    ply: u32,
    view: &'static str,
    flipped: bool,
    shade: Option<&'static str>,
    ghost: bool,
    piece: Option<&'static str>,
    leader: Here,
    followers: Vec<Here>,
    strangers: usize,
}

impl From<Stands<LeaderView>> for RoomState {
    fn from(stands: Stands<LeaderView>) -> RoomState {
        let LeaderView { ply, view, flipped, overlay: look } = stands.shown;
        RoomState {
            version: stands.version,
            ply,
            view: view.key(),
            flipped,
            shade: look.shade.map(|shade| shade.key()),
            ghost: look.ghost,
            piece: look.piece.map(square_name),
            leader: stands.leader,
            followers: stands.followers,
            strangers: stands.strangers,
        }
    }
}

fn room_frame(stands: Stands<LeaderView>) -> Bytes {
    let told = serde_json::to_string(&RoomState::from(stands)).unwrap_or_default();
    Bytes::from(format!("data: {told}\n\n"))
}

/// The reconnection delay of browsers, in milliseconds.
const RETRY_FRAME: &[u8] = b"retry: 1000\n\n";
const CLOSED_FRAME: &[u8] = b"event: over\ndata: {}\n\n";

/// Wakes the streams of a room.
#[derive(Debug, Clone, Copy, Default)]
struct RoomSignal {
    changes: u32,
    beat: u32,
    closed: bool,
}

/// Notifiers of the rooms that have followers.
#[derive(Debug, Default)]
pub struct RoomNotifier(Mutex<HashMap<RoomKey, watch::Sender<RoomSignal>>>);

impl RoomNotifier {
    fn senders(&self) -> MutexGuard<'_, HashMap<RoomKey, watch::Sender<RoomSignal>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn subscribe(&self, key: RoomKey) -> watch::Receiver<RoomSignal> {
        self.senders().entry(key).or_default().subscribe()
    }

    /// Announces that a room has changed or closed.
    pub fn notify(&self, key: RoomKey) {
        if let Some(bell) = self.senders().get(&key) {
            bell.send_modify(|rung| rung.changes = rung.changes.wrapping_add(1));
        }
    }

    /// Sends heartbeats, and forgets rooms without followers.
    pub fn send_heartbeats(&self) {
        let mut all = self.senders();
        all.retain(|_, bell| bell.receiver_count() > 0);
        let beat = |rung: &mut RoomSignal| rung.beat = rung.beat.wrapping_add(1);
        all.values().for_each(|bell| bell.send_modify(beat));
    }

    pub fn close(&self) {
        self.senders().values().for_each(|bell| bell.send_modify(|rung| rung.closed = true));
    }
}

struct RoomStreamState {
    rooms: Rooms<LeaderView>,
    live: Live,
    key: RoomKey,
    following: Option<Following<LeaderView>>,
    signal: watch::Receiver<RoomSignal>,
    /// The last change that was sent; `None` before the first.
    last_change: Option<u32>,
    beat: u32,
    beats_left: u32,
    is_over: bool,
}

impl Drop for RoomStreamState {
    fn drop(&mut self) {
        // The follower is removed before the others are notified.
        let (following, live, key) = (self.following.take(), self.live.clone(), self.key);
        // It waits for the database, and others are told once that is done.
        actix_web::rt::task::spawn_blocking(move || {
            drop(following);
            live.room_changed(key);
        });
    }
}

impl RoomStreamState {
    /// The next bytes to send; `None` at the end of the stream.
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            let rung = *self.signal.borrow_and_update();
            if rung.closed || self.is_over {
                return None;
            }
            if self.last_change != Some(rung.changes) {
                let first = self.last_change.replace(rung.changes).is_none();
                let (rooms, key) = (self.rooms.clone(), self.key);
                let looked = actix_web::web::block(move || rooms.stands(key, now_micros())).await;
                let Ok(Ok(stands)) = looked else {
                    // The browser connects again.
                    return None;
                };
                self.is_over = stands.is_none();
                let told = stands.map_or(Bytes::from_static(CLOSED_FRAME), room_frame);
                return Some(if first { [RETRY_FRAME, &told].concat().into() } else { told });
            }
            if rung.beat != self.beat {
                self.beat = rung.beat;
                self.beats_left = self.beats_left.checked_sub(1)?;
                return Some(Bytes::from_static(b":\n\n"));
            }
            self.signal.changed().await.ok()?;
        }
    }
}

/// Lets an actor follow a room. May block on the database.
pub fn follow(
    live: &Live,
    (rooms, feeds): (&Rooms<LeaderView>, &Arc<Feeds>),
    actor: &Actor,
    key: RoomKey,
) -> Result<RoomStream, Error> {
    // Subscribed before joining, so that no change is missed.
    let rung = feeds.rooms.subscribe(key);
    let following = Some(rooms.follow(actor, key, Arc::new(now_micros))?);
    let beat = rung.borrow().beat;
    live.room_changed(key);
    Ok(RoomStream(RoomStreamState {
        rooms: rooms.clone(),
        live: live.clone(),
        key,
        following,
        signal: rung,
        last_change: None,
        beat,
        beats_left: HEARTBEATS_PER_STREAM,
        is_over: false,
    }))
}

pub struct RoomStream(RoomStreamState);

impl RoomStream {
    /// Sends the state of the room and then its changes.
    pub fn into_response(self) -> HttpResponse {
        sse_response(unfold(self.0, |mut line| async move {
            let bytes = line.next().await?;
            Some((Ok(bytes), line))
        }))
    }
}
