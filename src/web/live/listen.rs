//! One line of server-sent events.

use std::sync::Arc;

use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use futures_util::stream::unfold;
use tokio::sync::watch;

use crate::play::PlayId;
use crate::service::Error;
use crate::service::access::Actor;
use crate::service::live::{self, Pass, Viewer};
use crate::web::site::Site;

use super::feed::{self, Feed, Told};
use super::{BEATS_A_LINE, Bond, Bonds, Presence, Right, event_stream};

/// Where a listener goes on who was cut off: by the header that browsers send.
#[must_use]
pub fn heard_already(request: &HttpRequest) -> usize {
    let sent = request.headers().get("last-event-id").and_then(|value| value.to_str().ok());
    sent.and_then(|number| number.trim().parse().ok()).unwrap_or(0)
}

/// Somebody who may listen to a play.
pub struct Hearing {
    feed: Arc<Feed>,
    /// What the line is bound to; who has a seat is there as long as he listens.
    bond: Bond,
    /// Whether he is told at once, and not when spectators are.
    at_once: bool,
}

/// The feed of a play for somebody who may listen to it, and his seat where he has one.
///
/// # Errors
/// As [`live::see`].
pub async fn hearing(site: &Site, actor: Actor, play: PlayId) -> Result<Hearing, Error> {
    let (live, feeds) = (site.live.clone(), Arc::clone(&site.feeds));
    let found = site.lanes.look(move || {
        let (viewer, spectators) = live::door(&live, &actor, &play)?;
        let feed = feeds.of(play, spectators);
        // Told into a feed that is there already, so that nothing is missed in between.
        live::tell_all(&live, &play)?;
        let seat = match viewer {
            Viewer::Seat(color) => Some(Presence::Seat(live.attend(play, color))),
            Viewer::Official | Viewer::Table | Viewer::Spectator => None,
        };
        let bond = Bonds::bind(&feeds.bonds, Right::Actor(actor), seat);
        Ok(Hearing { feed, bond, at_once: viewer != Viewer::Spectator })
    });
    found.await.flatten()
}

/// What somebody with a pass hears of a table, at once.
///
/// # Errors
/// As [`live::see_by_pass`].
pub async fn hearing_at_table(site: &Site, pass: Pass) -> Result<Hearing, Error> {
    let (live, feeds) = (site.live.clone(), Arc::clone(&site.feeds));
    let found = site.lanes.look(move || {
        let spectators = live::see_by_pass(&live, &pass)?.play.terms().spectators;
        let feed = feeds.of(*pass.play(), spectators);
        live::tell_all(&live, pass.play())?;
        let bond = Bonds::bind(&feeds.bonds, Right::Pass(pass), None);
        Ok(Hearing { feed, bond, at_once: true })
    });
    found.await.flatten()
}

struct Line {
    feed: Arc<Feed>,
    told: watch::Receiver<Told>,
    at_once: bool,
    bond: Bond,
    sent: usize,
    beat: u32,
    turns: u32,
    beats_left: u32,
    opened: bool,
}

/// Answers with what happens from `after` on. Who has a seat and officials are told at once, others as
/// the terms of the play have it.
pub fn listen(hearing: Hearing, after: usize) -> HttpResponse {
    let Hearing { feed, bond, at_once } = hearing;
    let told = feed.listen();
    let (beat, turns) = {
        let now = told.borrow();
        // Who comes while clocks stand is told so first.
        (now.beat, now.turns.wrapping_sub(u32::from(now.stand)))
    };
    let line = Line {
        feed,
        told,
        at_once,
        bond,
        sent: after,
        beat,
        turns,
        beats_left: BEATS_A_LINE,
        opened: false,
    };
    event_stream(unfold(line, |mut line| async move {
        let bytes = line.next().await?;
        Some((Ok(bytes), line))
    }))
}

impl Line {
    /// What is to be sent next; `None` where the line ends.
    async fn next(&mut self) -> Option<Bytes> {
        if !self.opened {
            self.opened = true;
            // So long a browser waits before it comes again, in milliseconds.
            return Some(Bytes::from_static(b"retry: 1000\n\n"));
        }
        loop {
            if self.bond.is_cut() {
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
            if told.turns != self.turns {
                self.turns = told.turns;
                return Some(feed::clocks(told.stand));
            }
            if told.beat != self.beat {
                self.beat = told.beat;
                self.beats_left = self.beats_left.checked_sub(1)?;
                return Some(Bytes::from_static(b":\n\n"));
            }
            tokio::select! {
                changed = self.told.changed() => changed.ok()?,
                () = self.bond.cut() => return None,
            }
        }
    }
}
