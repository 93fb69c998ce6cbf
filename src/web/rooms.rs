//! Rooms as they go on: what a leader shows, told to whoever follows as server-sent events. A frame has a place in a replay and
//! names, the same for everybody; what stands at that place the page knows that everybody may open.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use actix_web::HttpResponse;
use actix_web::web::Bytes;
use chrono::Utc;
use futures_util::stream::unfold;
use serde::Serialize;
use tokio::sync::watch;

use crate::service::access::Actor;
use crate::service::rooms::{Following, Here, RoomKey, Rooms, Stands};
use crate::service::{App, Error};

use super::live::{BEATS_A_LINE, Feeds, event_stream};
use super::pages::replay::Look;
use super::replay::{Knowledge, square_name};

/// What a leader shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shown {
    pub ply: u32,
    pub view: Knowledge,
    pub flipped: bool,
    pub look: Look,
}

#[derive(Serialize)]
struct ToldHere {
    number: u32,
    name: String,
}

impl From<Here> for ToldHere {
    fn from(Here { number, name }: Here) -> ToldHere {
        ToldHere { number, name }
    }
}

/// A room as it is told.
#[derive(Serialize)]
struct ToldRoom {
    version: u64,
    ply: u32,
    view: &'static str,
    flipped: bool,
    shade: Option<&'static str>,
    ghost: bool,
    piece: Option<&'static str>,
    leader: ToldHere,
    followers: Vec<ToldHere>,
    strangers: usize,
}

impl From<Stands<Shown>> for ToldRoom {
    fn from(stands: Stands<Shown>) -> ToldRoom {
        let Shown { ply, view, flipped, look } = stands.shown;
        ToldRoom {
            version: stands.version,
            ply,
            view: view.key(),
            flipped,
            shade: look.shade.map(|shade| shade.key()),
            ghost: look.ghost,
            piece: look.piece.map(square_name),
            leader: stands.leader.into(),
            followers: stands.followers.into_iter().map(ToldHere::from).collect(),
            strangers: stands.strangers,
        }
    }
}

fn frame(stands: Stands<Shown>) -> Bytes {
    let told = serde_json::to_string(&ToldRoom::from(stands)).unwrap_or_default();
    Bytes::from(format!("data: {told}\n\n"))
}

/// So long a browser waits before it comes again, in milliseconds.
const RETRY: &[u8] = b"retry: 1000\n\n";
/// The last frame of a room.
const OVER: &[u8] = b"event: over\ndata: {}\n\n";

/// What wakes the lines of a room.
#[derive(Debug, Clone, Copy, Default)]
struct Rung {
    changes: u32,
    beat: u32,
    closed: bool,
}

/// The bells of the rooms that somebody follows.
#[derive(Debug, Default)]
pub struct Bells(Mutex<HashMap<RoomKey, watch::Sender<Rung>>>);

impl Bells {
    fn all(&self) -> MutexGuard<'_, HashMap<RoomKey, watch::Sender<Rung>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn listen(&self, key: RoomKey) -> watch::Receiver<Rung> {
        self.all().entry(key).or_default().subscribe()
    }

    /// Something has changed in a room, or it has ended.
    pub fn ring(&self, key: RoomKey) {
        if let Some(bell) = self.all().get(&key) {
            bell.send_modify(|rung| rung.changes = rung.changes.wrapping_add(1));
        }
    }

    /// Has a few bytes sent on every line, and forgets rooms that nobody follows.
    pub fn beat(&self) {
        let mut all = self.all();
        all.retain(|_, bell| bell.receiver_count() > 0);
        let beat = |rung: &mut Rung| rung.beat = rung.beat.wrapping_add(1);
        all.values().for_each(|bell| bell.send_modify(beat));
    }

    /// Ends every line.
    pub fn close(&self) {
        self.all().values().for_each(|bell| bell.send_modify(|rung| rung.closed = true));
    }
}

/// The present moment in microseconds since 1970.
fn now() -> i64 {
    Utc::now().timestamp_micros()
}

/// One line.
struct Line {
    rooms: Rooms<Shown>,
    feeds: Arc<Feeds>,
    key: RoomKey,
    following: Option<Following<Shown>>,
    rung: watch::Receiver<Rung>,
    /// The change that was told last; `None` before the first.
    heard: Option<u32>,
    beat: u32,
    beats_left: u32,
    over: bool,
}

impl Drop for Line {
    fn drop(&mut self) {
        // He is gone first, then the others hear of it.
        self.following = None;
        self.feeds.rooms.ring(self.key);
    }
}

impl Line {
    /// What is to be sent next; `None` where the line ends.
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            let rung = *self.rung.borrow_and_update();
            if rung.closed || self.over {
                return None;
            }
            if self.heard != Some(rung.changes) {
                let first = self.heard.replace(rung.changes).is_none();
                let stands = self.rooms.stands(self.key, now());
                self.over = stands.is_none();
                let told = stands.map_or(Bytes::from_static(OVER), frame);
                return Some(if first { [RETRY, &told].concat().into() } else { told });
            }
            if rung.beat != self.beat {
                self.beat = rung.beat;
                self.beats_left = self.beats_left.checked_sub(1)?;
                return Some(Bytes::from_static(b":\n\n"));
            }
            self.rung.changed().await.ok()?;
        }
    }
}

/// Has somebody follow a room from now on; called where it may wait for the store.
///
/// # Errors
/// As [`Rooms::follow`].
pub fn follow(
    app: &App,
    (rooms, feeds): (&Rooms<Shown>, &Arc<Feeds>),
    actor: &Actor,
    key: RoomKey,
) -> Result<RoomLine, Error> {
    // Listened to before he is in, so that nothing is missed in between.
    let rung = feeds.rooms.listen(key);
    let following = Some(rooms.follow(app, actor, key, Arc::new(now))?);
    let beat = rung.borrow().beat;
    feeds.rooms.ring(key);
    Ok(RoomLine(Line {
        rooms: rooms.clone(),
        feeds: Arc::clone(feeds),
        key,
        following,
        rung,
        heard: None,
        beat,
        beats_left: BEATS_A_LINE,
        over: false,
    }))
}

/// A line that is ready to be sent.
pub struct RoomLine(Line);

impl RoomLine {
    /// How the room stands, and what becomes of it.
    pub fn answer(self) -> HttpResponse {
        event_stream(unfold(self.0, |mut line| async move {
            let bytes = line.next().await?;
            Some((Ok(bytes), line))
        }))
    }
}
