//! What happens in a play: public facts only, in their order.

use salpakan::rules::{Announcement, ByColor, Color, Move, Outcome, Square, Squares, Termination};

use super::{Commitment, Nonce, PlayId, Reason, Seed, Terms};

/// One event of a play. Times are microseconds since 1970, durations microseconds; neither
/// is below 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// When it was decided; never earlier than the event before it.
    pub at: i64,
    /// The client's command that made it; `None` where the server acted by itself.
    pub command: Option<CommandKey>,
    pub fact: Fact,
}

/// What tells a command that is sent again from a new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CommandKey {
    /// Chosen by the client, another for each command.
    pub id: [u8; 8],
    /// Of what is asked for; it covers nothing secret.
    pub digest: [u8; 8],
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    /// The play was made, and the server committed itself to its part of the toss.
    Created { play: PlayId, terms: Terms, commitment: Commitment },
    /// Both sides may deploy from now on.
    Opened,
    /// A side has deployed; where is not public yet.
    Ready { color: Color, nonce: Nonce },
    /// Both have: the toss is made, and where pieces stand is public.
    Begun { first: Color, seed: Seed, footings: ByColor<Footing> },
    /// A ply.
    Ply(PlyFact),
    /// `color`'s last ply is taken back, at a table: a slip of the hand, and both sides say so.
    TakenBack { color: Color },
    /// A draw was offered.
    Offered { color: Color },
    /// `color` declined the other side's offer.
    Declined { color: Color },
    /// `color` took its own offer back.
    Withdrawn { color: Color },
    /// `color` showed its Flag, which was deployed there.
    FlagShown { color: Color, origin: Square },
    /// `color` asks for a pause.
    Asked { color: Color },
    /// The clocks stand. The side that ran had run for `elapsed` since its turn began or went
    /// on, its delay included.
    Paused { by: By, elapsed: i64 },
    /// The clocks run again.
    Resumed { by: By },
    /// `to` has `amount` more time.
    TimeAdded { to: Color, amount: i64, by: By },
    /// The game is over, but not by a ply. `elapsed` as in [`Fact::Paused`]; 0 where no clock ran.
    Over { outcome: Outcome, termination: Termination, by: By, elapsed: i64 },
    /// `color` says that the result is right; it is final once both have.
    Accepted { color: Color },
    /// An event's official confirmed the result.
    Confirmed { account: u32 },
    /// An official set the result right.
    Corrected { outcome: Outcome, termination: Termination, ruling: Ruling },
    /// An official took the end back: the clocks stand, and the game can go on.
    Reinstated { ruling: Ruling },
    /// It was stopped and counts for nothing.
    Aborted { cause: AbortCause },
    /// The game is kept as a record, with the result as it is now.
    Recorded,
    /// All ranks are public from now on.
    Revealed,
}

/// What of a side's deployment is public when play begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Footing {
    /// The squares that its pieces stand on.
    pub taken: Squares,
    /// Where its Flag stands; under `open-flag` only.
    pub flag: Option<Square>,
}

/// One ply, with what it cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlyFact {
    pub color: Color,
    pub mv: Move,
    pub said: Announcement,
    /// What the mover's clock was charged.
    pub spent: i64,
    /// What of the time that passed was not counted, for it passed on the line.
    pub credited: i64,
    /// What the mover's clock shows after the ply.
    pub left: i64,
    /// When the server had it, before any queue.
    pub received: i64,
}

/// Whose doing it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum By {
    Seat(Color),
    Official(Ruling),
    /// The server's own.
    System,
}

/// An official's act: nobody rules without a reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruling {
    /// The number of the official's account.
    pub account: u32,
    pub reason: Reason,
}

/// Why a play was stopped without a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AbortCause {
    /// A side stopped it before the first ply.
    Seat(Color),
    /// The time to deploy was over, and nobody had.
    NobodyReady,
    /// The time to deploy was over, and this side alone had not.
    NotReady(Color),
    /// An official annulled it.
    Annulled(Ruling),
}

impl Fact {
    /// The side whose doing it was, if it was a side's.
    #[must_use]
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
            | Fact::Begun { .. }
            | Fact::Confirmed { .. }
            | Fact::Corrected { .. }
            | Fact::Reinstated { .. }
            | Fact::Aborted { .. }
            | Fact::Recorded
            | Fact::Revealed => None,
        }
    }

    /// Whether somebody's ply is awaited from then on, so that his time begins to run with it.
    #[must_use]
    pub const fn begins_a_turn(&self) -> bool {
        matches!(
            self,
            Fact::Begun { .. } | Fact::Ply(_) | Fact::TakenBack { .. } | Fact::Resumed { .. }
        )
    }

    /// The number of the account of the official whose doing it was, if it was an official's.
    #[must_use]
    pub const fn official(&self) -> Option<u32> {
        match self {
            Fact::Confirmed { account } => Some(*account),
            _ => match self.ruling() {
                Some(ruling) => Some(ruling.account),
                None => None,
            },
        }
    }

    /// The official's ruling that it was, with its reason.
    #[must_use]
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
