//! The states of a play. Each holds only what is public and possible in it; all hold the
//! [`Progress`] of the game.

use salpakan::clock::Clocks;
use salpakan::rules::{ByColor, Color, Ending, Outcome, Termination};

use super::{AbortCause, By, Nonce, Progress, Toss};
use crate::macros::keyed_enum;
use crate::moment::Micros;

/// The state of a play, with its data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Life {
    Created(Created),
    Deploying(Deploying),
    InPlay(InPlay),
    Paused(Paused),
    Ended(Ended),
    Final(Final),
    /// All ranks are public, irrevocably; where there are none, the game is recorded.
    Revealed(Final),
    Aborted(Aborted),
}

/// Created; nobody may deploy yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Created {
    pub progress: Progress,
}

/// Both sides deploy, without seeing each other's set-up, or say that they are ready.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deploying {
    pub progress: Progress,
    /// When the time to deploy began, moved forward by outages.
    pub since: Micros,
    pub ready: ByColor<bool>,
    /// The nonces of the sides that have deployed, in a game with a toss.
    pub nonces: ByColor<Option<Nonce>>,
}

/// The clocks run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InPlay {
    pub progress: Progress,
    /// In a game that has one.
    pub toss: Option<Toss>,
    pub clocks: Clocks,
    pub talk: Talk,
}

/// The clocks are stopped, and play can continue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paused {
    /// The interrupted game; its clocks are stopped.
    pub play: InPlay,
    pub by: By,
    pub since: Micros,
}

/// Over; the result awaits confirmation by an official or by both sides, and an official may take
/// it back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    pub game: Finished,
    pub accepted: ByColor<bool>,
}

/// Over with a final result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Final {
    pub game: Finished,
    pub record: Kept,
}

/// Stopped without a result. Ranks are never revealed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aborted {
    pub progress: Progress,
    pub cause: AbortCause,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finished {
    pub progress: Progress,
    pub end: End,
    /// `None` if it ended before it began.
    pub course: Option<Course>,
}

/// The course of a game that began and is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Course {
    /// In a game that has one.
    pub toss: Option<Toss>,
    pub clocks: Clocks,
    pub remarks: Vec<Remark>,
}

/// Who won, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct End {
    pub outcome: Outcome,
    pub termination: Termination,
}

impl From<Ending> for End {
    fn from(ending: Ending) -> End {
        End { outcome: ending.outcome(), termination: ending.termination }
    }
}

impl From<three_generals::Ending> for End {
    fn from(ending: three_generals::Ending) -> End {
        End { outcome: ending.outcome(), termination: ending.termination() }
    }
}

/// Whether the game is stored as a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kept {
    Not,
    /// With a result that has been corrected since.
    Outdated,
    Current,
}

/// What the players communicate while they play.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Talk {
    /// The side with an open draw offer.
    pub offer: Option<Color>,
    /// Who asks for a pause.
    pub asks: ByColor<bool>,
    /// How often each side has sent something other than a move since the last ply.
    pub words: ByColor<u8>,
    /// What goes into the record; each remark at most once per ply.
    pub remarks: Vec<Remark>,
}

/// An entry of a record between its plies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Remark {
    /// The ply that it follows; 0 is before the first.
    pub ply: u32,
    pub color: Color,
    pub what: RemarkKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RemarkKind {
    Offered,
    Declined,
    FlagShown,
}

keyed_enum! {
    /// A state without its data.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[repr(u8)]
    pub enum State {
        Created = 0 => "created",
        Deploying = 1 => "deploying",
        InPlay = 2 => "in-play",
        Paused = 3 => "paused",
        Ended = 4 => "ended",
        Final = 5 => "final",
        Revealed = 6 => "revealed",
        Aborted = 7 => "aborted",
    }
}

impl State {
    pub fn from_number(number: u8) -> Option<State> {
        State::ALL.get(usize::from(number)).copied()
    }

    /// Whether play has ended.
    pub const fn is_over(self) -> bool {
        matches!(self, State::Ended | State::Final | State::Revealed | State::Aborted)
    }
}

impl Life {
    pub const fn state(&self) -> State {
        match self {
            Life::Created(_) => State::Created,
            Life::Deploying(_) => State::Deploying,
            Life::InPlay(_) => State::InPlay,
            Life::Paused(_) => State::Paused,
            Life::Ended(_) => State::Ended,
            Life::Final(_) => State::Final,
            Life::Revealed(_) => State::Revealed,
            Life::Aborted(_) => State::Aborted,
        }
    }

    pub const fn progress(&self) -> &Progress {
        match self {
            Life::Created(state) => &state.progress,
            Life::Deploying(state) => &state.progress,
            Life::InPlay(state) => &state.progress,
            Life::Paused(state) => &state.play.progress,
            Life::Ended(state) => &state.game.progress,
            Life::Final(state) => &state.game.progress,
            Life::Revealed(state) => &state.game.progress,
            Life::Aborted(state) => &state.progress,
        }
    }

    /// The game in progress, running or paused.
    pub const fn going_on(&self) -> Option<&InPlay> {
        match self {
            Life::InPlay(play) => Some(play),
            Life::Paused(paused) => Some(&paused.play),
            _ => None,
        }
    }

    /// The game that ended with a result, final or not.
    pub const fn finished(&self) -> Option<&Finished> {
        match self {
            Life::Ended(Ended { game, .. })
            | Life::Final(Final { game, .. })
            | Life::Revealed(Final { game, .. }) => Some(game),
            _ => None,
        }
    }
}

impl Finished {
    /// Whether the game can have ended like this: an end by rule has to be on the board, a default
    /// has no plies, and the outcome has to match the termination.
    pub fn fits(progress: &Progress, end: End) -> bool {
        let End { outcome, termination } = end;
        match progress.ending() {
            Some(ending) => ending == end,
            None => {
                termination.is_final()
                    && !termination.is_by_rule()
                    && termination.allows(Some(outcome))
                    && (termination != Termination::Default || progress.is_empty())
            }
        }
    }
}

impl InPlay {
    /// Who made the last ply; `None` before the first.
    pub fn last_mover(&self) -> Option<Color> {
        let plies = self.progress.len();
        (plies > 0).then(|| self.progress.mover(plies))
    }

    /// What remains of the game when it is over.
    pub(super) fn finish(&self, end: End) -> Finished {
        let (clocks, remarks) = (self.clocks.clone(), self.talk.remarks.clone());
        let course = Some(Course { toss: self.toss, clocks, remarks });
        Finished { progress: self.progress.clone(), end, course }
    }
}

impl Talk {
    /// How often a side may send something other than a move between two plies.
    pub const MOST_WORDS: u8 = 20;

    /// Adds a remark, once per ply.
    pub(super) fn remark(&mut self, ply: u32, color: Color, what: RemarkKind) {
        let remark = Remark { ply, color, what };
        let mut since = self.remarks.iter().rev().take_while(|earlier| earlier.ply == ply);
        if !since.any(|earlier| *earlier == remark) {
            self.remarks.push(remark);
        }
    }

    pub(super) fn word(&mut self, color: Color) {
        self.words[color] = self.words[color].saturating_add(1);
    }

    /// After a move of `mover`, an offer to them has lapsed, and so has their request for a pause.
    pub(super) fn moved(&mut self, mover: Color) {
        self.offer = self.offer.filter(|offerer| *offerer == mover);
        self.asks[mover] = false;
        self.words = ByColor::default();
    }

    /// Takes back the last ply, `mover`'s, leaving `plies`. Remarks after it go too, except for a
    /// Flag that everybody has seen.
    pub(super) fn unmoved(&mut self, plies: u32, mover: Color) {
        self.offer = None;
        self.remarks.retain(|one| one.ply <= plies || one.what == RemarkKind::FlagShown);
        for one in &mut self.remarks {
            one.ply = one.ply.min(plies);
        }
        self.word(mover);
    }
}
