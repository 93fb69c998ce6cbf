//! Why a command is refused. Each cause is public: it follows from the events, the terms and the
//! actor, never from a rank.

use salpakan::rules::{Board, IllegalMove};

/// A public cause. "The actor" is whoever sent the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// Nobody may deploy yet.
    NotOpen,
    /// Both sides may already deploy.
    AlreadyOpen,
    /// Not both sides have deployed.
    NotBegun,
    AlreadyBegun,
    /// The actor has already deployed, which cannot be repeated.
    AlreadyReady,
    DeploymentOver,
    /// The clocks are stopped.
    Paused,
    /// The clocks are running.
    NotPaused,
    Over,
    NotOver,
    /// The play was stopped without a result.
    Aborted,
    NotYourTurn,
    /// It is the actor's own turn.
    YourTurn,
    /// The command is not for the next ply, which has this number.
    OtherPly {
        next: u32,
    },
    Illegal(IllegalMove),
    /// The flag of the side to move has fallen.
    TimeIsUp,
    /// The actor's own draw offer already stands.
    OfferStands,
    /// The opponent's draw offer has to be answered first.
    AnswerOffer,
    /// There is no offer to answer or withdraw.
    NoOffer,
    FlagIsPublic,
    /// The actor deployed nothing on that square.
    NoSuchPiece,
    PlyMade,
    NoPly,
    /// The actor did not make the last ply.
    NothingToTakeBack,
    /// The arbiter has answered the ply, which cannot be unheard.
    ChallengeAnswered,
    /// Plies are taken back only at one shared device.
    AtTableOnly,
    NoClocks,
    /// Only officials may do this at an event or after an official's pause.
    OfficialsOnly,
    /// The actor has already asked for a pause.
    AlreadyAsked,
    /// The terms allow no claims.
    NoClaims,
    /// The opponent was seen too recently; they have to be gone for `after` microseconds.
    NotGone {
        after: i64,
    },
    /// Less than a second, more than a day, or not in whole seconds.
    Amount,
    /// No clock may exceed 60 days.
    TooMuchTime,
    /// The actor has sent too much since the last ply.
    TooManyWords,
    /// The game cannot have this result.
    NoSuchResult,
    SameResult,
    /// The game ended by a rule on the board, which cannot be corrected.
    EndedByRule,
    /// The actor has already accepted the result.
    AlreadyAccepted,
    AlreadyFinal,
    /// The result has to be confirmed first.
    NotFinal,
    /// The game is already stored with this result.
    AlreadyRecorded,
    /// The game has to be stored first.
    NotRecorded,
    /// The ranks are already public.
    AlreadyRevealed,
    /// It is too early for this step.
    NotDue,
    /// The seed does not match the commitment.
    OtherSeed,
    /// No deployment can occupy these squares.
    NoSuchDeployment,
    /// The id was used for a different command before.
    OtherCommand,
}

/// Why a ply leads to no event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoPly<E> {
    Refused(Refusal),
    /// The arbiter could not be asked.
    Failed(E),
    /// The announcement is impossible for this move: the set-ups are not those of this play.
    Contradiction,
}

impl<E> From<Refusal> for NoPly<E> {
    fn from(refusal: Refusal) -> NoPly<E> {
        NoPly::Refused(refusal)
    }
}

pub(super) fn legal(board: &Board, mv: salpakan::rules::Move) -> Result<(), Refusal> {
    board.check(mv).map_err(Refusal::Illegal)
}
