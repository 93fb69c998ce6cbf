//! The two clocks of a live game, of which at most one runs.
//!
//! Time is an argument: microseconds since 1970 from a monotonic source.

use crate::{ByColor, Color};

use super::Pace;

/// The clocks of both sides. [`Clocks::press`] takes a ply, and [`Clocks::start`] starts the other side's clock. The
/// time between the two is charged to nobody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clocks {
    pace: Pace,
    /// The time each side had when its clock last started or stopped.
    left: ByColor<i64>,
    turn: Option<Turn>,
}

/// The side whose ply is awaited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Turn {
    color: Color,
    /// The remaining delay of this ply.
    delay: i64,
    /// When the clock started; `None` while it is stopped.
    since: Option<i64>,
}

/// The time of a ply, in microseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pressed {
    /// What the mover's clock was charged.
    pub spent: i64,
    /// The network latency that was not charged.
    pub credited: i64,
    /// What the mover's clock shows after the ply, with the increment.
    pub left: i64,
}

/// The ply came after the mover's flag had fallen, or no clock was running.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the mover's time had run out")]
pub struct FlagFell;

/// The adjusted start of a period that began at `since`, so that the time between `stopped` and `resumed`, when no
/// server ran, is not charged.
pub const fn not_charged(since: i64, stopped: i64, resumed: i64) -> i64 {
    if resumed <= stopped || since >= resumed {
        since
    } else if since <= stopped {
        since.saturating_add(resumed.saturating_sub(stopped))
    } else {
        resumed
    }
}

impl Clocks {
    /// Both clocks stopped, with the initial time of the pace.
    pub fn new(pace: Pace) -> Clocks {
        Clocks { pace, left: ByColor::from_fn(|color| pace.base(color)), turn: None }
    }

    /// Starts the clock of `color`, whose ply is awaited, at `now`. If the other side's clock still runs, it is
    /// stopped.
    pub fn start(&mut self, color: Color, now: i64) {
        self.stop(now);
        self.turn = Some(Turn { color, delay: self.pace.delay(), since: Some(now) });
    }

    /// Moves the start of the running clock to `now`, if that is later.
    pub fn announced(&mut self, now: i64) {
        if let Some(since) = self.turn.as_mut().and_then(|turn| turn.since.as_mut()) {
            *since = now.max(*since);
        }
    }

    /// The remaining time of `color` at `now`, in microseconds; never negative.
    pub fn left(&self, color: Color, now: i64) -> i64 {
        match self.turn {
            Some(turn) if turn.color == color => {
                let counted = (self.elapsed(now) - turn.delay).max(0);
                (self.left[color] - counted).max(0)
            }
            _ => self.left[color],
        }
    }

    /// The side whose clock runs.
    pub fn running(&self) -> Option<Color> {
        self.turn.filter(|turn| turn.since.is_some()).map(|turn| turn.color)
    }

    /// How long the running clock has been running at `now`, including the delay; 0 if none runs.
    pub fn elapsed(&self, now: i64) -> i64 {
        self.turn.and_then(|turn| turn.since).map_or(0, |since| now.saturating_sub(since).max(0))
    }

    /// The last moment at which the side to move still has time. A ply counts if it was received, less its credit, no
    /// later than this.
    pub fn falls_at(&self) -> Option<i64> {
        let turn = self.turn.filter(|_| !self.pace.is_untimed())?;
        Some(turn.since?.saturating_add(turn.delay).saturating_add(self.left[turn.color]))
    }

    /// Takes the ply of the side to move, received at `received`, of whose time up to `credit` is not charged. Stops
    /// the mover's clock and adds the increment (in correspondence games the time per ply starts anew). No clock runs
    /// afterwards.
    ///
    /// # Errors
    /// Returns [`FlagFell`] after [`Clocks::falls_at`], and changes nothing.
    pub fn press(&mut self, received: i64, credit: i64) -> Result<Pressed, FlagFell> {
        let turn = self.turn.filter(|turn| turn.since.is_some()).ok_or(FlagFell)?;
        if self.pace.is_untimed() {
            self.settle(turn.color, 0);
            return Ok(Pressed { spent: 0, credited: 0, left: 0 });
        }
        let elapsed = self.elapsed(received);
        let credited = credit.clamp(0, elapsed);
        let spent = (elapsed - credited - turn.delay).max(0);
        let before = self.left[turn.color];
        if spent > before {
            return Err(FlagFell);
        }
        let left = match self.pace {
            Pace::Clocked { increment, .. } => (before - spent).saturating_add(increment),
            Pace::Correspondence { .. } | Pace::Untimed => self.pace.base(turn.color),
        };
        self.settle(turn.color, left);
        Ok(Pressed { spent, credited, left })
    }

    /// Sets the remaining time of `color` and stops the clocks, when replaying a ply that was already judged.
    pub fn settle(&mut self, color: Color, left: i64) {
        self.left[color] = left;
        self.turn = None;
    }

    /// Takes back the last ply of `color`, whose clock starts again at `now` without the increment of the ply. The
    /// other side's time since then is not charged.
    pub fn take_back(&mut self, color: Color, now: i64) {
        if let Pace::Clocked { increment, .. } = self.pace {
            self.left[color] = (self.left[color] - increment).max(0);
        }
        self.turn = Some(Turn { color, delay: self.pace.delay(), since: Some(now) });
    }

    /// Stops the running clock; [`Clocks::go_on`] resumes it.
    pub fn stop(&mut self, now: i64) {
        self.stop_after(self.elapsed(now));
    }

    /// Stops the running clock after it has run for `elapsed`, including the delay.
    pub fn stop_after(&mut self, elapsed: i64) {
        let Some(turn) = self.turn.as_mut().filter(|turn| turn.since.is_some()) else { return };
        let of_delay = elapsed.clamp(0, turn.delay);
        turn.delay -= of_delay;
        turn.since = None;
        let left = &mut self.left[turn.color];
        *left = (*left - (elapsed.max(0) - of_delay)).max(0);
    }

    /// Resumes the stopped clock at `now`.
    pub fn go_on(&mut self, now: i64) {
        if let Some(turn) = self.turn.as_mut().filter(|turn| turn.since.is_none()) {
            turn.since = Some(now);
        }
    }

    /// Gives `color` more time, in microseconds.
    pub fn add(&mut self, color: Color, duration: i64) {
        self.left[color] = self.left[color].saturating_add(duration.max(0));
    }

    /// Does not charge the time between `stopped` and `resumed`, when no server ran.
    pub fn not_charged(&mut self, stopped: i64, resumed: i64) {
        if let Some(since) = self.turn.as_mut().and_then(|turn| turn.since.as_mut()) {
            *since = not_charged(*since, stopped, resumed);
        }
    }
}
