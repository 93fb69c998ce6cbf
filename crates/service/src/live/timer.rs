//! The timer: automatic actions at their due time.

use std::time::{Duration, Instant};

use crate::retries::Chore;
use crate::threads::{Rings, lock};
use crate::{Error, Result};
use adjutant_domain::moment::{MINUTE, Micros, SECOND};
use adjutant_domain::play::PlayId;
use adjutant_store::{play_queries, plays};
use salpakan::record::short_id_text;

use super::Live;
use super::pulse::{Beat, Pulse};

/// The interval of the pulse, and the maximum delay of due actions.
const BEAT: Duration = Duration::from_millis(25);
/// How often the database is searched for due games not in memory, and how far ahead.
const SWEEP: i64 = SECOND;
const MOST_AT_ONCE: i64 = 500;
/// How often writing is retried after a failure: of several servers all go on within that time.
const TRY_AGAIN: i64 = 50_000;
/// A pause of this length counts as a suspension of the server, in which no clock runs.
const STANDSTILL: Duration = Duration::from_secs(5);
/// How often idle games are unloaded.
const CLEAR: i64 = MINUTE;

pub(super) struct Timer {
    live: Live,
    pulse: Pulse,
    swept_at: Micros,
    tried_at: Micros,
    warned_at: Micros,
    cleared_at: Micros,
    /// The end of the last tick, in game time and by the machine's own clock.
    rested: (Micros, Instant),
}

impl Timer {
    pub(super) fn new(live: &Live, pulse: Pulse) -> Timer {
        let rested = (live.moments().now(), Instant::now());
        Timer {
            live: live.clone(),
            pulse,
            swept_at: Micros::NEVER,
            tried_at: Micros::NEVER,
            warned_at: Micros::NEVER,
            cleared_at: Micros::NEVER,
            rested,
        }
    }

    pub(super) fn work(mut self, rings: &Rings) {
        loop {
            self.tick();
            self.rested = (self.live.moments().now(), Instant::now());
            if rings.wait(Some(BEAT)).is_none() {
                return;
            }
        }
    }

    fn tick(&mut self) {
        let now = self.live.moments().now();
        if self.rested.1.elapsed() > STANDSTILL {
            self.live.stood_still(self.rested.0, now);
        }
        self.live.moments().look_at_the_wall();
        let beat = Beat { at: self.live.ran_until(now), last: self.live.written_last() };
        if let Err(e) = self.pulse.beat(beat) {
            tracing::warn!(error = %e, "the pulse cannot be written");
        }
        if let Some(since) = self.live.stuck_since() {
            self.live.stuck(since);
        }
        if self.live.broken_since().is_some() {
            if now - self.tried_at >= TRY_AGAIN {
                self.tried_at = now;
                self.mend(now);
            }
            return;
        }
        if now - self.swept_at >= SWEEP {
            let swept_before = std::mem::replace(&mut self.swept_at, now);
            if let Err(e) = self.sweep(now) {
                // Tokens cannot be looked up either, so nobody can play; until the sweep before they could.
                self.live.broke(&e, if swept_before == Micros::NEVER { now } else { swept_before });
            }
        }
        for play in self.live.due_at(now) {
            if let Err(e) = self.live.act_by_itself(&play) {
                self.put_off(&play, now, &e);
            }
        }
        if now - self.cleared_at >= CLEAR {
            self.cleared_at = now;
            self.live.clear();
        }
    }

    /// Tries to write again, and says now and then that it cannot be done.
    fn mend(&mut self, now: Micros) {
        let Err(e) = self.live.mend() else { return };
        if now - self.warned_at >= SECOND {
            self.warned_at = now;
            tracing::warn!(error = %e, "plays cannot be written yet");
        }
    }

    /// Loads the games that are due before the next sweep.
    fn sweep(&self, now: Micros) -> Result<()> {
        let mut conn = self.live.app().store().connection()?;
        let due = play_queries::due_plays(&mut conn, now + SWEEP, MOST_AT_ONCE)?;
        let mut found: Vec<PlayId> = Vec::new();
        for (id, due_at) in due {
            let play = plays::by_id(&mut conn, id)?.map(|row| row.public_id);
            // Those of other servers are taken up only if nobody has done what is due.
            let is_time = |play: &PlayId| self.live.servers().own_turn(play, due_at) <= now + SWEEP;
            found.extend(play.filter(is_time));
        }
        drop(conn);
        for play in found {
            if !self.live.app().retries().may(Chore::Play(play), now) {
                continue;
            }
            if let Err(e) = self.live.take_up(&play) {
                self.put_off(&play, now, &e);
            }
        }
        Ok(())
    }

    /// Postpones a failed action, which does not affect other games.
    fn put_off(&self, play: &PlayId, now: Micros, e: &Error) {
        tracing::warn!(play = short_id_text(play), error = %e, "what is due could not be done");
        let again = self.live.app().retries().fail(Chore::Play(*play), now);
        self.live.put_due(*play, again);
    }
}

impl Live {
    /// Removes and returns the games due at `now`; their actions schedule them again.
    fn due_at(&self, now: Micros) -> Vec<PlayId> {
        let mut due = lock(&self.0.due);
        let later = due.split_off(&(now.saturating_add(1), PlayId::default()));
        let come = std::mem::replace(&mut *due, later);
        come.into_iter().map(|(_, play)| play).collect()
    }

    pub(super) fn put_due(&self, play: PlayId, at: Micros) {
        // Failed actions wait for their retry, whatever their due time.
        let again = self.app().retries().again_at(Chore::Play(play));
        let at = self.servers().own_turn(&play, at);
        let mut due = lock(&self.0.due);
        due.insert((again.map_or(at, |again| again.max(at)), play));
    }
}
