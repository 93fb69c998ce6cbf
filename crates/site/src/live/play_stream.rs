//! The stream of a live game's events.

use std::sync::Arc;

use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use futures_util::stream::unfold;
use tokio::sync::watch;

use crate::site::Site;
use adjutant_domain::play::PlayId;
use adjutant_service::Error;
use adjutant_service::live::{self, Viewer};
use salpakan::rules::ByColor;

use super::feed::{self, FeedProgress, PlayFeed};
use super::{
    HEARTBEATS_PER_STREAM, Presence, StreamAuth, StreamHandle, StreamRegistry, sse_response,
};

/// The number from which a client resumes, by its `Last-Event-ID` header.
pub fn last_event_id(request: &HttpRequest) -> usize {
    let sent = request.headers().get("last-event-id").and_then(|value| value.to_str().ok());
    sent.and_then(|number| number.trim().parse().ok()).unwrap_or(0)
}

pub struct PlaySubscription {
    feed: Arc<PlayFeed>,
    /// The permission of the stream; it also marks a player as present.
    bond: StreamHandle,
    /// Whether events are sent at once, or with the delay for spectators.
    is_immediate: bool,
}

/// Subscribes to a game, with the permission `auth`; a player counts as present while subscribed.
/// Holders of a table pass get events without delay.
pub async fn subscribe(
    site: &Site,
    auth: StreamAuth,
    play: PlayId,
) -> Result<PlaySubscription, Error> {
    let (live, feeds) = (site.live.clone(), Arc::clone(&site.feeds));
    let found = site.lanes.read_play(move || {
        let (viewer, spectators) = match &auth {
            StreamAuth::Actor(actor) => live::subscription(&live, actor, &play)?,
            StreamAuth::Pass(pass) => {
                (Viewer::Table, live::see_by_pass(&live, pass)?.play.terms().spectators)
            }
        };
        let feed = feeds.play_feed(play, spectators);
        // Fills the feed after it was registered, so that no event is missed.
        live::publish_all(&live, &play)?;
        let seat = match viewer.color() {
            Some(color) => Some(Presence::Seat(live.attend(play, color)?)),
            None => None,
        };
        let bond = StreamRegistry::register(&feeds.streams, auth, seat);
        Ok(PlaySubscription { feed, bond, is_immediate: viewer != Viewer::Spectator })
    });
    found.await.flatten()
}

struct PlayStream {
    feed: Arc<PlayFeed>,
    told: watch::Receiver<FeedProgress>,
    at_once: bool,
    bond: StreamHandle,
    sent: usize,
    beat: u32,
    turns: u32,
    ticks: u32,
    /// As sent last.
    present: Option<ByColor<bool>>,
    beats_left: u32,
    opened: bool,
}

/// Streams the events after number `after`: to players and officials at once, to spectators with
/// the delay of the game's terms.
pub fn stream_play(hearing: PlaySubscription, after: usize) -> HttpResponse {
    let PlaySubscription { feed, bond, is_immediate: at_once } = hearing;
    let told = feed.subscribe();
    let (beat, turns, ticks) = {
        let now = told.borrow();
        // A client that connects while clocks are stopped is told first.
        let turns = now.clock_changes.wrapping_sub(u32::from(now.clocks_stopped));
        (now.heartbeats, turns, now.ticks)
    };
    let line = PlayStream {
        feed,
        told,
        at_once,
        bond,
        sent: after,
        beat,
        turns,
        ticks,
        present: None,
        beats_left: HEARTBEATS_PER_STREAM,
        opened: false,
    };
    sse_response(unfold(line, |mut line| async move {
        let bytes = line.next().await?;
        Some((Ok(bytes), line))
    }))
}

impl PlayStream {
    /// Returns the next bytes to send; `None` at the end of the stream.
    async fn next(&mut self) -> Option<Bytes> {
        if !self.opened {
            self.opened = true;
            // The reconnection delay of browsers, in milliseconds.
            return Some(Bytes::from_static(b"retry: 1000\n\n"));
        }
        loop {
            if self.bond.is_revoked() {
                return None;
            }
            let told = *self.told.borrow_and_update();
            let upto = if self.at_once { told.players } else { told.spectators };
            if upto > self.sent {
                let frames = self.feed.frames(self.sent, upto);
                self.sent = upto;
                return Some(frames);
            }
            if told.closed {
                return None;
            }
            if told.clock_changes != self.turns {
                self.turns = told.clock_changes;
                return Some(feed::clocks_frame(told.clocks_stopped));
            }
            if self.present != Some(told.present) {
                self.present = Some(told.present);
                return Some(feed::presence_frame(told.present));
            }
            // Players are missed by others: whether they are there is looked at twice as often.
            if told.ticks != self.ticks && (self.at_once || told.ticks.is_multiple_of(2)) {
                self.ticks = told.ticks;
                return Some(Bytes::from_static(feed::TICK_FRAME));
            }
            if told.heartbeats != self.beat {
                self.beat = told.heartbeats;
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
