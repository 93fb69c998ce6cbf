//! The live games that everybody may watch, as they are listed, and the stream of those that join and leave the list.

use std::collections::BTreeMap;
use std::sync::Arc;

use actix_web::HttpResponse;
use actix_web::web::Bytes;
use futures_util::stream::unfold;
use serde::Serialize;
use tokio::sync::watch;
use utoipa::ToSchema;

use adjutant_domain::play::PlayId;
use adjutant_service::Error;
use adjutant_service::live::{self, Live, Watched};
use salpakan::record::short_id_text;
use salpakan::rules::Color;

use crate::live::{Feeds, HEARTBEATS_PER_STREAM, sse_response};
use crate::play_response::BySide;
use crate::schema_enums::ColorName;

/// The reconnection delay of browsers, in milliseconds.
const RETRY_FRAME: &[u8] = b"retry: 2000\n\n";
/// How many of the newest games are followed.
const MOST_FOLLOWED: usize = 200;

/// A live game, as far as spectators may know it by now.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WatchedPlayItem {
    pub id: String,
    /// The players' handles.
    pub players: BySide<String>,
    /// Which of them are programs.
    pub bots: BySide<bool>,
    /// The slug of its event; null outside events.
    pub event: Option<String>,
    pub rules: String,
    pub pace: String,
    pub rated: bool,
    /// The number of plies that spectators may see.
    pub plies: u32,
    /// The side to move; null in a pause.
    #[schema(value_type = Option<ColorName>)]
    pub to_move: Option<&'static str>,
}

impl From<Watched> for WatchedPlayItem {
    fn from(one: Watched) -> WatchedPlayItem {
        let terms = one.play.terms();
        WatchedPlayItem {
            id: short_id_text(&one.id),
            rules: terms.rules.to_string(),
            pace: terms.pace.key(),
            rated: terms.rated,
            plies: one.play.progress().len(),
            to_move: one.play.to_move().map(Color::key),
            players: one.players.into(),
            bots: one.bots.into(),
            event: one.event.map(|event| event.slug),
        }
    }
}

/// A change of the list of live games.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum PlayListEvent {
    /// A game is listed; its plies are on the stream of its own.
    Listed { play: WatchedPlayItem },
    /// A game is over, is shown no longer, or has given way to newer ones.
    Unlisted { play: String },
}

/// The games in the order in which they began, each as the frame that lists it.
type Listed = Arc<Vec<(PlayId, Bytes)>>;

/// Wakes the streams.
#[derive(Debug, Clone, Default)]
struct ListSignal {
    /// `None` until the list has been looked up for those who follow it now.
    listed: Option<Listed>,
    beat: u32,
    closed: bool,
}

/// Notifies those who follow the list.
#[derive(Debug, Default)]
pub struct PlayListNotifier(watch::Sender<ListSignal>);

fn frame(event: &PlayListEvent) -> Bytes {
    let data = serde_json::to_string(event).unwrap_or_default();
    Bytes::from(format!("data: {data}\n\n"))
}

impl PlayListNotifier {
    fn subscribe(&self) -> watch::Receiver<ListSignal> {
        if !self.is_followed() {
            // What the last follower was told may be long over.
            self.0.send_modify(|told| told.listed = None);
        }
        self.0.subscribe()
    }

    /// Whether anybody follows the list.
    pub fn is_followed(&self) -> bool {
        self.0.receiver_count() > 0
    }

    /// Looks up the list, and announces what is new.
    ///
    /// # Errors
    /// Returns [`Error`] if the database fails; nothing is announced then.
    pub fn look_up(&self, live: &Live) -> Result<(), Error> {
        let (games, _) = live::watched(live, None, MOST_FOLLOWED)?;
        let known = self.0.borrow().listed.clone().unwrap_or_default();
        let known: BTreeMap<&PlayId, &Bytes> = known.iter().map(|(id, told)| (id, told)).collect();
        let listed: Vec<(PlayId, Bytes)> = games
            .into_iter()
            .rev()
            .map(|game| {
                let id = game.id;
                let told = known.get(&id).map(|told| Bytes::clone(told));
                let make = || frame(&PlayListEvent::Listed { play: game.into() });
                (id, told.unwrap_or_else(make))
            })
            .collect();
        self.0.send_if_modified(|told| {
            let ids = |list: &[(PlayId, Bytes)]| list.iter().map(|one| one.0).collect::<Vec<_>>();
            let is_new = told.listed.as_deref().is_none_or(|before| ids(before) != ids(&listed));
            if is_new {
                told.listed = Some(Arc::new(listed));
            }
            is_new
        });
        Ok(())
    }

    pub fn send_heartbeat(&self) {
        self.0.send_modify(|told| told.beat = told.beat.wrapping_add(1));
    }

    pub fn close(&self) {
        self.0.send_modify(|told| told.closed = true);
    }
}

/// A stream of what joins and leaves the list of live games.
pub struct PlayListStream {
    signal: watch::Receiver<ListSignal>,
    opened: bool,
    sent: Option<Listed>,
    beat: u32,
    beats_left: u32,
}

/// Lets anybody follow the list of live games.
pub fn follow_play_list(feeds: &Feeds) -> PlayListStream {
    let signal = feeds.play_list.subscribe();
    let beat = signal.borrow().beat;
    PlayListStream { signal, opened: false, sent: None, beat, beats_left: HEARTBEATS_PER_STREAM }
}

/// What somebody who knows one list has to be told of another.
fn changes(before: &[(PlayId, Bytes)], after: &[(PlayId, Bytes)]) -> Bytes {
    let has = |list: &[(PlayId, Bytes)], id: &PlayId| list.iter().any(|one| one.0 == *id);
    let gone = before.iter().filter(|(id, _)| !has(after, id));
    let gone = gone.map(|(id, _)| frame(&PlayListEvent::Unlisted { play: short_id_text(id) }));
    let new = after.iter().filter(|(id, _)| !has(before, id)).map(|(_, told)| told.clone());
    Bytes::from(gone.chain(new).collect::<Vec<Bytes>>().concat())
}

impl PlayListStream {
    /// The next bytes to send; `None` at the end of the stream.
    async fn next(&mut self) -> Option<Bytes> {
        if !std::mem::replace(&mut self.opened, true) {
            return Some(Bytes::from_static(RETRY_FRAME));
        }
        loop {
            let told = self.signal.borrow_and_update().clone();
            if told.closed {
                return None;
            }
            if let Some(listed) = told.listed {
                let before = self.sent.replace(Arc::clone(&listed)).unwrap_or_default();
                let news = changes(&before, &listed);
                if !news.is_empty() {
                    return Some(news);
                }
            }
            if told.beat != self.beat {
                self.beat = told.beat;
                self.beats_left = self.beats_left.checked_sub(1)?;
                return Some(Bytes::from_static(b":\n\n"));
            }
            self.signal.changed().await.ok()?;
        }
    }

    pub fn into_response(self) -> HttpResponse {
        sse_response(unfold(self, |mut line| async move {
            let bytes = line.next().await?;
            Some((Ok(bytes), line))
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::{PlayId, PlayListEvent, changes, frame, short_id_text};
    use actix_web::web::Bytes;

    fn listed(ids: &[u8]) -> Vec<(PlayId, Bytes)> {
        ids.iter().map(|id| ([*id; 10], Bytes::from(format!("+{id}")))).collect()
    }

    #[test]
    fn whoever_follows_is_told_what_is_gone_and_then_what_is_new() {
        let told = changes(&listed(&[1, 2]), &listed(&[2, 3]));
        let gone = frame(&PlayListEvent::Unlisted { play: short_id_text(&[1; 10]) });
        assert_eq!(told, Bytes::from([&gone[..], b"+3"].concat()));
        assert!(changes(&listed(&[1]), &listed(&[1])).is_empty(), "no news");
    }
}
