//! Who is connected, and since when others are not.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex};

use super::Moments;
use crate::threads::lock;
use adjutant_domain::moment::Micros;

/// Who is or was connected, by game and side or by account.
pub(super) struct Attendees<K>(Arc<Mutex<HashMap<K, Presence>>>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Presence {
    connections: u32,
    seen_at: Micros,
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
        Attendees(Arc::default())
    }
}

impl<K: Copy + Eq + Hash> Attendees<K> {
    fn note(&self, of: K, now: Micros, connections: impl FnOnce(u32) -> u32) {
        let mut all = lock(&self.0);
        let before = all.get(&of).map_or(0, |presence| presence.connections);
        all.insert(of, Presence { connections: connections(before), seen_at: now });
    }

    pub(super) fn seen(&self, of: K, now: Micros) {
        self.note(of, now, |connections| connections);
    }

    pub(super) fn attend(&self, of: K, moments: &Moments) -> Attendance<K> {
        self.note(of, moments.now(), |connections| connections.saturating_add(1));
        Attendance { all: self.clone(), of, moments: moments.clone() }
    }

    /// Since when somebody is gone; `None` while they are connected, and 0 if nothing is known of
    /// them.
    pub(super) fn gone_since(&self, of: K) -> Option<Micros> {
        let known = lock(&self.0).get(&of).copied();
        let presence = known.unwrap_or(Presence { connections: 0, seen_at: Micros::NEVER });
        (presence.connections == 0).then_some(presence.seen_at)
    }

    /// Forgets who was last seen before this time and is not connected.
    pub(super) fn forget_before(&self, time: Micros) {
        let mut all = lock(&self.0);
        all.retain(|_, one| one.connections > 0 || one.seen_at > time);
        all.shrink_to_fit();
    }

    pub(super) fn len(&self) -> usize {
        lock(&self.0).len()
    }
}

impl<K: Copy + Eq + Hash> Drop for Attendance<K> {
    fn drop(&mut self) {
        let connections = |connections: u32| connections.saturating_sub(1);
        self.all.note(self.of, self.moments.now(), connections);
    }
}
