//! The states of a play. Each holds what is public in it and nothing that cannot be there; all
//! of them hold the same [`Timeline`].

use salpakan::clock::Clocks;
use salpakan::record::Timeline;
use salpakan::rules::{Board, ByColor, Color, Outcome, RuleSet, Termination};

use super::{AbortCause, By, Nonce, Toss};

/// Where a play is on its way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Life {
    Created(Created),
    Deploying(Deploying),
    InPlay(InPlay),
    Paused(Paused),
    Ended(Ended),
    Final(Final),
    Revealed(Revealed),
    Aborted(Aborted),
}

/// Made, and nobody may deploy yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Created {
    pub timeline: Timeline,
}

/// Both sides deploy, each unseen by the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deploying {
    pub timeline: Timeline,
    /// From when the time to deploy counts; outages do not count.
    pub since: i64,
    /// Of the sides that have deployed.
    pub nonces: ByColor<Option<Nonce>>,
}

/// The clocks run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InPlay {
    pub timeline: Timeline,
    pub toss: Toss,
    /// The position after the last ply.
    pub board: Board,
    pub clocks: Clocks,
    pub talk: Talk,
}

/// The clocks stand, and the play can go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paused {
    /// What goes on after it; its clocks are stopped.
    pub play: InPlay,
    pub by: By,
    /// Since when.
    pub since: i64,
}

/// Over; an official has to confirm the result, or both sides, and an official may take the end back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    pub game: Finished,
    /// Who has said that the result is right.
    pub accepted: ByColor<bool>,
}

/// Over, and the result stands. Ranks are still closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Final {
    pub game: Finished,
    pub record: Kept,
}

/// All ranks are public. There is no way back from here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revealed {
    pub game: Finished,
    pub record: Kept,
}

/// Stopped without a result. It is never revealed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aborted {
    pub timeline: Timeline,
    pub cause: AbortCause,
}

/// A game that is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finished {
    pub timeline: Timeline,
    pub end: End,
    /// `None` where it ended before it began.
    pub course: Option<Course>,
}

/// How a game went that was begun and is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Course {
    pub toss: Toss,
    /// As they stood at the end.
    pub clocks: Clocks,
    pub remarks: Vec<Remark>,
}

/// Who won, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct End {
    pub outcome: Outcome,
    pub termination: Termination,
}

/// Whether the game is kept as a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kept {
    Not,
    /// With a result that was corrected since.
    Outdated,
    Current,
}

/// What both sides say to one another while they play.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Talk {
    /// Whose draw offer stands.
    pub offer: Option<Color>,
    /// Who asks for a pause.
    pub asks: ByColor<bool>,
    /// How much each side has said and done since the last ply, beside its moves.
    pub words: ByColor<u8>,
    /// What a record tells of it, each once a ply.
    pub remarks: Vec<Remark>,
}

/// What a record tells between its plies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Remark {
    /// After this ply; 0 is before the first.
    pub ply: u32,
    pub color: Color,
    pub what: Told,
}

/// What was said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Told {
    Offered,
    Declined,
    FlagShown,
}

/// A state by its name alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum State {
    Created = 0,
    Deploying = 1,
    InPlay = 2,
    Paused = 3,
    Ended = 4,
    Final = 5,
    Revealed = 6,
    Aborted = 7,
}

impl State {
    /// All of them; their places are frozen.
    pub const ALL: [State; 8] = [
        State::Created,
        State::Deploying,
        State::InPlay,
        State::Paused,
        State::Ended,
        State::Final,
        State::Revealed,
        State::Aborted,
    ];

    /// The frozen word.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            State::Created => "created",
            State::Deploying => "deploying",
            State::InPlay => "in-play",
            State::Paused => "paused",
            State::Ended => "ended",
            State::Final => "final",
            State::Revealed => "revealed",
            State::Aborted => "aborted",
        }
    }

    /// The state with this number.
    #[must_use]
    pub fn from_number(number: u8) -> Option<State> {
        State::ALL.get(usize::from(number)).copied()
    }

    /// Whether nothing more is played in it.
    #[must_use]
    pub const fn is_over(self) -> bool {
        matches!(self, State::Ended | State::Final | State::Revealed | State::Aborted)
    }
}

impl Life {
    /// The state's name.
    #[must_use]
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

    /// The public half of the game, as far as it is played.
    #[must_use]
    pub const fn timeline(&self) -> &Timeline {
        match self {
            Life::Created(state) => &state.timeline,
            Life::Deploying(state) => &state.timeline,
            Life::InPlay(state) => &state.timeline,
            Life::Paused(state) => &state.play.timeline,
            Life::Ended(state) => &state.game.timeline,
            Life::Final(state) => &state.game.timeline,
            Life::Revealed(state) => &state.game.timeline,
            Life::Aborted(state) => &state.timeline,
        }
    }

    /// The game that is going on, running or paused.
    #[must_use]
    pub const fn going_on(&self) -> Option<&InPlay> {
        match self {
            Life::InPlay(play) => Some(play),
            Life::Paused(paused) => Some(&paused.play),
            _ => None,
        }
    }

    /// The game that is over with a result, final or not.
    #[must_use]
    pub const fn finished(&self) -> Option<&Finished> {
        match self {
            Life::Ended(Ended { game, .. })
            | Life::Final(Final { game, .. })
            | Life::Revealed(Revealed { game, .. }) => Some(game),
            _ => None,
        }
    }
}

/// The timeline of a game that has not begun: nobody stands anywhere, and White is first until
/// the toss says otherwise.
pub(super) fn unbegun(rules: RuleSet) -> Timeline {
    Timeline {
        rules,
        first: Color::White,
        taken: ByColor::default(),
        plies: Vec::new(),
        ending: None,
        declared: Vec::new(),
        flags: ByColor::default(),
    }
}

impl Finished {
    /// Whether the game may have ended so: an end by rule is the board's, a default has no
    /// plies, and the outcome goes with the termination.
    #[must_use]
    pub fn fits(timeline: &Timeline, end: End) -> bool {
        let End { outcome, termination } = end;
        match timeline.ending {
            Some(ending) => ending.outcome() == outcome && ending.termination == termination,
            None => {
                termination.is_final()
                    && !termination.is_by_rule()
                    && termination.allows(Some(outcome))
                    && (termination != Termination::Default || timeline.is_empty())
            }
        }
    }
}

impl InPlay {
    /// Who made the last ply; `None` before the first.
    #[must_use]
    pub fn last_mover(&self) -> Option<Color> {
        let plies = self.timeline.len();
        (plies > 0).then(|| self.timeline.mover(plies))
    }

    /// What stays when the game is over.
    pub(super) fn finish(self, end: End) -> Finished {
        let InPlay { timeline, toss, clocks, talk, .. } = self;
        let course = Some(Course { toss, clocks, remarks: talk.remarks });
        Finished { timeline, end, course }
    }
}

impl Talk {
    /// Most that a side may say and do between two plies.
    pub const MOST_WORDS: u8 = 20;

    /// `color` says something that a record tells, once a ply.
    pub(super) fn remark(&mut self, ply: u32, color: Color, what: Told) {
        let remark = Remark { ply, color, what };
        let mut since = self.remarks.iter().rev().take_while(|earlier| earlier.ply == ply);
        if !since.any(|earlier| *earlier == remark) {
            self.remarks.push(remark);
        }
    }

    pub(super) fn word(&mut self, color: Color) {
        self.words[color] = self.words[color].saturating_add(1);
    }

    /// `mover` has moved: an offer to him is over, and he does not wait for a pause.
    pub(super) fn moved(&mut self, mover: Color) {
        self.offer = self.offer.filter(|offerer| *offerer == mover);
        self.asks[mover] = false;
        self.words = ByColor::default();
    }

    /// `mover`'s ply is taken back, so that `plies` are left: what was said after it is unsaid, but
    /// for a Flag that everybody has seen.
    pub(super) fn unmoved(&mut self, plies: u32, mover: Color) {
        self.offer = None;
        self.remarks.retain(|one| one.ply <= plies || one.what == Told::FlagShown);
        for one in &mut self.remarks {
            one.ply = one.ply.min(plies);
        }
        self.word(mover);
    }
}
