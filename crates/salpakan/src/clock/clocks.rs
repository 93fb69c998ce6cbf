//! The two clocks of a running game: at most one of them runs.
//!
//! Time comes in as an argument: microseconds since 1970 from a source that never goes back.

use crate::rules::{ByColor, Color};

use super::Pace;

/// Both sides' clocks. A ply is taken by [`Clocks::press`]; the other side's time runs from
/// [`Clocks::start`] on, which need not be the same moment: what lies between is charged to nobody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clocks {
    pace: Pace,
    /// What each side had when its time last began to run or stopped.
    left: ByColor<i64>,
    turn: Option<Turn>,
}

/// The side whose ply is awaited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Turn {
    color: Color,
    /// What is left of the delay of this ply.
    delay: i64,
    /// Since when the time runs; `None` while it is stopped.
    since: Option<i64>,
}

/// What a ply cost, in microseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pressed {
    /// What the mover's clock was charged.
    pub spent: i64,
    /// What of the time that passed was not counted, for it passed on the line.
    pub credited: i64,
    /// What the mover's clock shows after the ply, with the increment.
    pub left: i64,
}

/// The ply came too late: the mover's flag had fallen. Also where nobody's time runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FlagFell;

impl std::fmt::Display for FlagFell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the mover's time had run out")
    }
}

impl std::error::Error for FlagFell {}

/// Where time that runs since `since` counts from, if nothing counts between `stopped` and
/// `resumed`, in which no server ran.
#[must_use]
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
    /// Both stopped, with what the pace gives at the beginning.
    #[must_use]
    pub fn new(pace: Pace) -> Clocks {
        Clocks { pace, left: ByColor::from_fn(|color| pace.base(color)), turn: None }
    }

    /// `color`'s ply is awaited, and its time runs from `now`. A side that still ran is stopped.
    pub fn start(&mut self, color: Color, now: i64) {
        self.stop(now);
        self.turn = Some(Turn { color, delay: self.pace.delay(), since: Some(now) });
    }

    /// The time that runs counts from `now` only, if that is later than it began.
    pub fn announced(&mut self, now: i64) {
        if let Some(since) = self.turn.as_mut().and_then(|turn| turn.since.as_mut()) {
            *since = now.max(*since);
        }
    }

    /// What `color` has at `now`, in microseconds; never below 0.
    #[must_use]
    pub fn left(&self, color: Color, now: i64) -> i64 {
        match self.turn {
            Some(turn) if turn.color == color => {
                let counted = (self.elapsed(now) - turn.delay).max(0);
                (self.left[color] - counted).max(0)
            }
            _ => self.left[color],
        }
    }

    /// The side whose time runs.
    #[must_use]
    pub fn running(&self) -> Option<Color> {
        self.turn.filter(|turn| turn.since.is_some()).map(|turn| turn.color)
    }

    /// How long the running time runs at `now`, the delay included; 0 where none runs.
    #[must_use]
    pub fn elapsed(&self, now: i64) -> i64 {
        self.turn.and_then(|turn| turn.since).map_or(0, |since| now.saturating_sub(since).max(0))
    }

    /// The last moment at which the side that runs still has time. A ply that was received, less
    /// its credit, not later than this counts.
    #[must_use]
    pub fn falls_at(&self) -> Option<i64> {
        let turn = self.turn.filter(|_| !self.pace.is_untimed())?;
        Some(turn.since?.saturating_add(turn.delay).saturating_add(self.left[turn.color]))
    }

    /// Takes the ply of the side that runs, which was received at `received` and of whose time
    /// up to `credit` is not counted. Stops the mover and adds the increment (a ply's days begin
    /// anew); nobody's time runs then.
    ///
    /// # Errors
    /// [`FlagFell`] where it came later than [`Clocks::falls_at`]; nothing is changed then.
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

    /// `color` has so much from now on, and nobody's time runs: a ply that was judged before.
    pub fn settle(&mut self, color: Color, left: i64) {
        self.left[color] = left;
        self.turn = None;
    }

    /// `color`'s last ply is taken back: it is awaited anew from `now`, without what the ply had added
    /// to its clock, and what the other side has thought since is charged to nobody.
    pub fn take_back(&mut self, color: Color, now: i64) {
        if let Pace::Clocked { increment, .. } = self.pace {
            self.left[color] = (self.left[color] - increment).max(0);
        }
        self.turn = Some(Turn { color, delay: self.pace.delay(), since: Some(now) });
    }

    /// Stops the time that runs, for [`Clocks::go_on`] to let the same side go on.
    pub fn stop(&mut self, now: i64) {
        self.stop_after(self.elapsed(now));
    }

    /// Stops the time that runs where it had run for so long, the delay included.
    pub fn stop_after(&mut self, elapsed: i64) {
        let Some(turn) = self.turn.as_mut().filter(|turn| turn.since.is_some()) else { return };
        let of_delay = elapsed.clamp(0, turn.delay);
        turn.delay -= of_delay;
        turn.since = None;
        let left = &mut self.left[turn.color];
        *left = (*left - (elapsed.max(0) - of_delay)).max(0);
    }

    /// The side that was stopped goes on at `now`.
    pub fn go_on(&mut self, now: i64) {
        if let Some(turn) = self.turn.as_mut().filter(|turn| turn.since.is_none()) {
            turn.since = Some(now);
        }
    }

    /// Gives `color` more time, in microseconds.
    pub fn add(&mut self, color: Color, duration: i64) {
        self.left[color] = self.left[color].saturating_add(duration.max(0));
    }

    /// No server ran from `stopped` to `resumed`: nobody is charged for it.
    pub fn not_charged(&mut self, stopped: i64, resumed: i64) {
        if let Some(since) = self.turn.as_mut().and_then(|turn| turn.since.as_mut()) {
            *since = not_charged(*since, stopped, resumed);
        }
    }
}
