//! Who is connected, and since when others are not: to this server, and as far as they have told, to others.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::{Arc, Mutex};

use super::Moments;
use crate::threads::lock;
use adjutant_domain::moment::{Micros, SECOND};

/// Other servers are told of somebody who is only seen after this time, in microseconds.
const TOLD_AGAIN: i64 = 2 * SECOND;

/// Who is or was connected, by game and side or by account.
pub(super) struct Attendees<K>(Arc<Mutex<Known<K>>>);

struct Known<K> {
    here: HashMap<K, Presence>,
    /// By server.
    elsewhere: HashMap<K, HashMap<i32, Presence>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Presence {
    connections: u32,
    seen_at: Micros,
    /// The last time that others were told.
    told_at: Micros,
}

/// Marks somebody as connected while it lives.
pub struct Attendance<K: Copy + Eq + Hash> {
    all: Attendees<K>,
    of: K,
    moments: Moments,
}

impl<K> Clone for Attendees<K> {
    fn clone(&self) -> Self {
        Attendees(Arc::clone(&self.0))
    }
}

impl<K> Default for Attendees<K> {
    fn default() -> Self {
        let (here, elsewhere) = (HashMap::new(), HashMap::new());
        Attendees(Arc::new(Mutex::new(Known { here, elsewhere })))
    }
}

impl<K: Copy + Eq + Hash> Attendees<K> {
    /// Returns whether others are to be told: of who was only seen not each time.
    fn note(&self, of: K, now: Micros, connections: impl FnOnce(u32) -> u32) -> bool {
        let mut all = lock(&self.0);
        let before = all.here.get(&of).copied();
        let had = before.map_or(0, |presence| presence.connections);
        let told_at = before.map_or(Micros::NEVER, |presence| presence.told_at);
        let connections = connections(had);
        let is_news = connections != had || now.since(told_at) >= TOLD_AGAIN;
        let told_at = if is_news { now } else { told_at };
        all.here.insert(of, Presence { connections, seen_at: now, told_at });
        is_news
    }

    pub(super) fn seen(&self, of: K, now: Micros) -> bool {
        self.note(of, now, |connections| connections)
    }

    pub(super) fn attend(&self, of: K, moments: &Moments) -> Attendance<K> {
        self.note(of, moments.now(), |connections| connections.saturating_add(1));
        Attendance { all: self.clone(), of, moments: moments.clone() }
    }

    /// How many connections somebody has to this server, and when they were last seen here.
    pub(super) fn here(&self, of: K) -> (u32, Micros) {
        let known = lock(&self.0).here.get(&of).copied();
        known.map_or((0, Micros::NEVER), |presence| (presence.connections, presence.seen_at))
    }

    /// Who is connected to this server.
    pub(super) fn all_here(&self) -> Vec<K> {
        let all = lock(&self.0);
        all.here.iter().filter(|(_, one)| one.connections > 0).map(|(of, _)| *of).collect()
    }

    /// Who is connected to any server.
    pub(super) fn all_connected(&self) -> Vec<K> {
        let all = lock(&self.0);
        let is_connected = |one: &Presence| one.connections > 0;
        let here = all.here.iter().filter(|(_, one)| is_connected(one)).map(|(of, _)| *of);
        let there = all.elsewhere.iter().filter(|(_, there)| there.values().any(is_connected));
        let all: HashSet<K> = here.chain(there.map(|(of, _)| *of)).collect();
        all.into_iter().collect()
    }

    /// Notes what another server has told.
    pub(super) fn elsewhere(&self, server: i32, of: K, connections: u32, seen_at: Micros) {
        let presence = Presence { connections, seen_at, told_at: Micros::NEVER };
        lock(&self.0).elsewhere.entry(of).or_default().insert(server, presence);
    }

    /// Notes that these servers are gone, and with them all connections to them. Returns whose.
    pub(super) fn lose(&self, servers: &[i32], now: Micros) -> Vec<K> {
        let mut lost = Vec::new();
        for (of, there) in &mut lock(&self.0).elsewhere {
            for (_, presence) in there.iter_mut().filter(|(server, _)| servers.contains(server)) {
                if presence.connections > 0 {
                    presence.connections = 0;
                    presence.seen_at = now;
                    lost.push(*of);
                }
            }
        }
        lost
    }

    /// Since when somebody is gone; `None` while they are connected, and 0 if nothing is known of
    /// them.
    pub(super) fn gone_since(&self, of: K) -> Option<Micros> {
        let all = lock(&self.0);
        let there = all.elsewhere.get(&of).into_iter().flat_map(HashMap::values);
        let known = all.here.get(&of).into_iter().chain(there);
        let mut last = Micros::NEVER;
        for presence in known {
            if presence.connections > 0 {
                return None;
            }
            last = last.max(presence.seen_at);
        }
        Some(last)
    }

    /// Forgets who was last seen before this time and is not connected.
    pub(super) fn forget_before(&self, time: Micros) {
        let mut all = lock(&self.0);
        let is_kept = |one: &Presence| one.connections > 0 || one.seen_at > time;
        all.here.retain(|_, one| is_kept(one));
        all.here.shrink_to_fit();
        all.elsewhere.retain(|_, there| {
            there.retain(|_, one| is_kept(one));
            !there.is_empty()
        });
        all.elsewhere.shrink_to_fit();
    }

    pub(super) fn len(&self) -> usize {
        lock(&self.0).here.len()
    }
}

impl<K: Copy + Eq + Hash> Drop for Attendance<K> {
    fn drop(&mut self) {
        let connections = |connections: u32| connections.saturating_sub(1);
        self.all.note(self.of, self.moments.now(), connections);
    }
}
