//! Streams of the bell: the number of an account's unread notices, now and whenever it changes.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use actix_web::HttpResponse;
use actix_web::web::Bytes;
use futures_util::stream::unfold;
use serde::Serialize;
use tokio::sync::watch;

use adjutant_service::access::Actor;
use adjutant_service::{App, Error, notices};

use crate::live::{
    Feeds, HEARTBEATS_PER_STREAM, StreamAuth, StreamHandle, StreamRegistry, sse_response,
};
use crate::request_context::unread_label;

/// The address of the stream.
pub const PATH: &str = "/notices/events";

/// The reconnection delay of browsers, in milliseconds.
const RETRY_FRAME: &[u8] = b"retry: 2000\n\n";

/// The number as the bell shows it; empty for none.
#[derive(Serialize)]
struct UnreadFrame {
    unread: String,
}

/// Wakes the streams of an account.
#[derive(Debug, Clone, Copy, Default)]
struct BellSignal {
    unread: u32,
    /// How often it has been counted: what was counted before a stream began is not told on it.
    counts: u32,
    beat: u32,
    closed: bool,
}

/// Notifiers of the accounts whose bell is followed.
#[derive(Debug, Default)]
pub struct NoticeNotifier(Mutex<BellState>);

#[derive(Debug, Default)]
struct BellState {
    senders: HashMap<i32, watch::Sender<BellSignal>>,
    /// Accounts whose notices have to be counted whether or not there are new ones.
    uncounted: HashSet<i32>,
    /// The newest notice that has been looked at.
    newest: Option<i32>,
}

impl NoticeNotifier {
    fn state(&self) -> MutexGuard<'_, BellState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn subscribe(&self, account: i32) -> watch::Receiver<BellSignal> {
        let mut state = self.state();
        state.uncounted.insert(account);
        state.senders.entry(account).or_default().subscribe()
    }

    /// Has the notices of an account counted again, because it has read some.
    pub fn recount(&self, account: i32) {
        let mut state = self.state();
        if state.senders.contains_key(&account) {
            state.uncounted.insert(account);
        }
    }

    /// Whether anybody follows a bell; forgets accounts that nobody does.
    pub fn is_followed(&self) -> bool {
        let mut state = self.state();
        state.senders.retain(|_, bell| bell.receiver_count() > 0);
        !state.senders.is_empty()
    }

    /// Counts the notices of the accounts that follow theirs and have new ones.
    pub fn look_up(&self, app: &App) -> Result<(), Error> {
        let (since, mut accounts) = {
            let mut state = self.state();
            (state.newest, std::mem::take(&mut state.uncounted))
        };
        let found = notices::accounts_since(app, since).and_then(|(newest, with_new)| {
            accounts.extend(with_new);
            let followed = self.followed_among(&accounts);
            Ok((newest, notices::unread_of(app, &followed)?))
        });
        let mut state = self.state();
        match found {
            Ok((newest, unread)) => {
                state.newest = Some(newest);
                unread.into_iter().for_each(|(account, unread)| state.publish(account, unread));
                Ok(())
            }
            Err(e) => {
                state.uncounted.extend(accounts);
                Err(e)
            }
        }
    }

    fn followed_among(&self, accounts: &HashSet<i32>) -> Vec<i32> {
        let state = self.state();
        accounts.iter().copied().filter(|account| state.senders.contains_key(account)).collect()
    }

    pub fn send_heartbeats(&self) {
        let beat = |rung: &mut BellSignal| rung.beat = rung.beat.wrapping_add(1);
        self.state().senders.values().for_each(|bell| bell.send_modify(beat));
    }

    pub fn close(&self) {
        self.state().senders.values().for_each(|bell| bell.send_modify(|rung| rung.closed = true));
    }
}

impl BellState {
    fn publish(&self, account: i32, unread: u32) {
        if let Some(bell) = self.senders.get(&account) {
            bell.send_modify(|rung| {
                (rung.unread, rung.counts) = (unread, rung.counts.wrapping_add(1));
            });
        }
    }
}

/// A stream of the number of an account's unread notices.
pub struct NoticeStream {
    signal: watch::Receiver<BellSignal>,
    /// The permission of the stream.
    bond: StreamHandle,
    opened: bool,
    /// The counts before it.
    counts_before: u32,
    sent: Option<u32>,
    beat: u32,
    beats_left: u32,
}

/// Lets an actor follow their bell.
pub fn follow_notices(feeds: &Arc<Feeds>, actor: &Actor) -> Result<NoticeStream, Error> {
    let signal = feeds.notices.subscribe(notices::own_account(actor)?);
    let BellSignal { beat, counts: counts_before, .. } = *signal.borrow();
    let auth = StreamAuth::Actor(actor.clone());
    let bond = StreamRegistry::register(&feeds.streams, auth, None);
    let beats_left = HEARTBEATS_PER_STREAM;
    Ok(NoticeStream { signal, bond, opened: false, counts_before, sent: None, beat, beats_left })
}

fn unread_frame(unread: u32) -> Bytes {
    let frame = serde_json::to_string(&UnreadFrame { unread: unread_label(unread) });
    Bytes::from(format!("data: {}\n\n", frame.unwrap_or_default()))
}

impl NoticeStream {
    /// The next bytes to send; `None` at the end of the stream.
    async fn next(&mut self) -> Option<Bytes> {
        if !std::mem::replace(&mut self.opened, true) {
            return Some(Bytes::from_static(RETRY_FRAME));
        }
        loop {
            let rung = *self.signal.borrow_and_update();
            if rung.closed || self.bond.is_revoked() {
                return None;
            }
            if rung.counts != self.counts_before && self.sent != Some(rung.unread) {
                self.sent = Some(rung.unread);
                return Some(unread_frame(rung.unread));
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

    pub fn into_response(self) -> HttpResponse {
        sse_response(unfold(self, |mut line| async move {
            let bytes = line.next().await?;
            Some((Ok(bytes), line))
        }))
    }
}
