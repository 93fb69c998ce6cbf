//! The events of a play: public facts only, in order.

use salpakan::rules::{Announcement, ByColor, Color, Move, Outcome, Square, Squares, Termination};

use super::{Commitment, End, Nonce, PlayId, Seed, Terms};
use crate::moment::Micros;
use crate::organisation::{FieldError, text};

/// One event of a play. Times and spans, in microseconds, are never negative.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// When it was decided; never earlier than the previous event.
    pub at: Micros,
    /// The client's command that caused it; `None` if the server acted by itself.
    pub command: Option<CommandKey>,
    pub fact: Fact,
}

/// Identifies a command, so that a repeated one is recognised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CommandKey {
    /// Chosen by the client, unique per command.
    pub id: [u8; 8],
    /// A hash of the request, without anything secret.
    pub digest: [u8; 8],
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    /// The play was created, and the server published its commitment for the toss.
    /// In a game without a toss there is none.
    Created { play: PlayId, terms: Terms, commitment: Option<Commitment> },
    /// Both sides may deploy from now on.
    Opened,
    /// A side has deployed; where is not public yet. In a game without set-ups it is there to play,
    /// and has no part in a toss.
    Ready { color: Color, nonce: Option<Nonce> },
    /// Both have deployed: the toss is made, and occupied squares are public.
    Begun { first: Color, seed: Seed, footings: ByColor<Footing> },
    /// Both are ready: a game without set-ups and toss has begun.
    Started,
    /// A ply was made.
    Ply(PlyFact),
    /// The last ply of `color` was taken back as a slip, at one shared device and with both sides'
    /// consent.
    TakenBack { color: Color },
    /// `color` offered a draw.
    Offered { color: Color },
    /// `color` declined the other side's offer.
    Declined { color: Color },
    /// `color` withdrew its own offer.
    Withdrawn { color: Color },
    /// `color` showed its Flag, which was deployed on `origin`.
    FlagShown { color: Color, origin: Square },
    /// `color` asked for a pause.
    Asked { color: Color },
    /// The clocks stop. `elapsed` is how long the running side's clock ran since its turn began or
    /// resumed, delay included.
    Paused { by: By, elapsed: i64 },
    /// The clocks run again.
    Resumed { by: By },
    /// `to` gets `amount` more time.
    TimeAdded { to: Color, amount: i64, by: By },
    /// The game ended other than by a ply. `elapsed` as in [`Fact::Paused`]; 0 if no clock ran.
    Over { outcome: Outcome, termination: Termination, by: By, elapsed: i64 },
    /// `color` accepted the result, which is final once both sides have.
    Accepted { color: Color },
    /// An official of the event confirmed the result.
    Confirmed { account: u32 },
    /// An official corrected the result.
    Corrected { outcome: Outcome, termination: Termination, ruling: Ruling },
    /// An official took the end back: the clocks are stopped, and the game can continue.
    Reinstated { ruling: Ruling },
    /// The play was stopped and does not count.
    Aborted { cause: AbortCause },
    /// The game was stored as a record, with the result at that time.
    Recorded,
    /// All ranks are public from now on.
    Revealed,
}

/// What is public of a side's deployment when play begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Footing {
    /// The squares that its pieces occupy.
    pub taken: Squares,
    /// Where its Flag is; under `open-flag` only.
    pub flag: Option<Square>,
}

/// One ply and the time it took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlyFact {
    pub color: Color,
    pub made: PlyMade,
    /// What the mover's clock was charged.
    pub spent: i64,
    /// The latency that was not charged.
    pub credited: i64,
    /// What the mover's clock shows after the ply.
    pub left: i64,
    /// When the server received it, before any queue.
    pub received: Micros,
}

/// A ply, and all that everybody learns from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlyMade {
    Salpakan { mv: Move, said: Announcement },
    ThreeGenerals { ply: three_generals::Ply, ending: Option<three_generals::Ending> },
}

impl PlyMade {
    /// How it ended the game by its rules.
    pub fn ending(&self) -> Option<End> {
        match self {
            PlyMade::Salpakan { said, .. } => said.ending.map(End::from),
            PlyMade::ThreeGenerals { ending, .. } => ending.map(End::from),
        }
    }
}

/// Who caused an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum By {
    Seat(Color),
    Official(Ruling),
    System,
}

/// An official's decision, which always has a reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruling {
    pub account: u32,
    pub reason: Reason,
}

/// An official's reason, shown verbatim to both players: one line of 1 to 500 visible characters.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Reason(String);

impl Reason {
    /// The maximum length, in characters.
    pub const LONGEST: usize = 500;

    /// Trims the text and collapses its spaces.
    pub fn new(written: &str) -> Result<Reason, FieldError> {
        let line = text::clean_line(written, Reason::LONGEST)?;
        if line.is_empty() { Err(FieldError::Empty) } else { Ok(Reason(line)) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Why a play was stopped without a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AbortCause {
    /// A side stopped it before the first ply.
    Seat(Color),
    /// Nobody deployed in time.
    NobodyReady,
    /// Only this side did not deploy in time.
    NotReady(Color),
    /// An official annulled it.
    Annulled(Ruling),
}

impl Fact {
    /// The side that caused it, if a player did.
    pub const fn seat(&self) -> Option<Color> {
        match self {
            Fact::Ready { color, .. }
            | Fact::Ply(PlyFact { color, .. })
            | Fact::TakenBack { color }
            | Fact::Offered { color }
            | Fact::Declined { color }
            | Fact::Withdrawn { color }
            | Fact::FlagShown { color, .. }
            | Fact::Asked { color }
            | Fact::Accepted { color }
            | Fact::Aborted { cause: AbortCause::Seat(color) } => Some(*color),
            Fact::Paused { by, .. }
            | Fact::Resumed { by }
            | Fact::TimeAdded { by, .. }
            | Fact::Over { by, .. } => match by {
                By::Seat(color) => Some(*color),
                By::Official(_) | By::System => None,
            },
            Fact::Created { .. }
            | Fact::Opened
            | Fact::Started
            | Fact::Begun { .. }
            | Fact::Confirmed { .. }
            | Fact::Corrected { .. }
            | Fact::Reinstated { .. }
            | Fact::Aborted { .. }
            | Fact::Recorded
            | Fact::Revealed => None,
        }
    }

    /// Whether a turn begins with it, so that a clock starts to run.
    pub const fn begins_a_turn(&self) -> bool {
        matches!(
            self,
            Fact::Begun { .. }
                | Fact::Started
                | Fact::Ply(_)
                | Fact::TakenBack { .. }
                | Fact::Resumed { .. }
        )
    }

    /// The account number of the official who caused it, if any.
    pub const fn official(&self) -> Option<u32> {
        match self {
            Fact::Confirmed { account } => Some(*account),
            _ => match self.ruling() {
                Some(ruling) => Some(ruling.account),
                None => None,
            },
        }
    }

    /// The official's ruling, if it is one.
    pub const fn ruling(&self) -> Option<&Ruling> {
        match self {
            Fact::Corrected { ruling, .. }
            | Fact::Reinstated { ruling }
            | Fact::Aborted { cause: AbortCause::Annulled(ruling) }
            | Fact::Paused { by: By::Official(ruling), .. }
            | Fact::Resumed { by: By::Official(ruling) }
            | Fact::TimeAdded { by: By::Official(ruling), .. }
            | Fact::Over { by: By::Official(ruling), .. } => Some(ruling),
            _ => None,
        }
    }
}
