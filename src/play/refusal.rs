//! Why a command is refused. Each cause is public: it follows from the events, the terms and the
//! actor, never from a rank.

use std::fmt;

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
    /// The Flag is already public.
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
    /// The result is already this one.
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

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::NotOpen => "nobody may deploy yet",
            Refusal::AlreadyOpen => "both sides may deploy already",
            Refusal::NotBegun => "play has not begun; both sides deploy first",
            Refusal::AlreadyBegun => "play has begun",
            Refusal::AlreadyReady => "you have deployed; a deployment is sent once",
            Refusal::DeploymentOver => "the time to deploy is over",
            Refusal::Paused => "the game is paused; it goes on when it is resumed",
            Refusal::NotPaused => "the game is not paused",
            Refusal::Over => "the game is over",
            Refusal::NotOver => "the game is not over",
            Refusal::Aborted => "the game was stopped and counts for nothing",
            Refusal::NotYourTurn => "it is your opponent's turn",
            Refusal::YourTurn => "it is your turn",
            Refusal::OtherPly { next } => return write!(f, "the next ply is number {next}"),
            Refusal::Illegal(illegal) => return illegal.fmt(f),
            Refusal::TimeIsUp => "the time of the side to move has run out",
            Refusal::OfferStands => "your draw offer stands already",
            Refusal::AnswerOffer => "your opponent offers a draw; accept or decline it",
            Refusal::NoOffer => "there is no such draw offer",
            Refusal::FlagIsPublic => "everybody knows where your Flag is",
            Refusal::NoSuchPiece => "none of your pieces was deployed there",
            Refusal::PlyMade => "a ply has been made",
            Refusal::NoPly => "no ply has been made; abort the game instead",
            Refusal::NothingToTakeBack => "the last ply is not yours to take back",
            Refusal::ChallengeAnswered => "a challenge that was answered is not taken back",
            Refusal::AtTableOnly => "plies are taken back at a table only",
            Refusal::NoClocks => "the game has no clocks",
            Refusal::OfficialsOnly => "officials decide about this",
            Refusal::AlreadyAsked => "you have asked for a pause already",
            Refusal::NoClaims => "a win cannot be claimed in this game",
            Refusal::NotGone { after } => {
                let seconds = after / 1_000_000;
                return write!(f, "your opponent has to be gone for {seconds} seconds");
            }
            Refusal::Amount => "time is added by 1 second to 1 day, in whole seconds",
            Refusal::TooMuchTime => "a side has at most 60 days",
            Refusal::TooManyWords => "that is enough until the next ply",
            Refusal::NoSuchResult => "the game cannot have that result",
            Refusal::SameResult => "the result is that already",
            Refusal::EndedByRule => "the board itself has ended the game",
            Refusal::AlreadyAccepted => "you have said that the result is right",
            Refusal::AlreadyFinal => "the result is final; set it right instead",
            Refusal::NotFinal => "the result is not final",
            Refusal::AlreadyRecorded => "the game is kept as a record already",
            Refusal::NotRecorded => "the game is not kept as a record yet",
            Refusal::AlreadyRevealed => "the ranks are public already",
            Refusal::NotDue => "the time for this has not come",
            Refusal::OtherSeed => "the seed is not the one that was committed to",
            Refusal::NoSuchDeployment => "no deployments stand so",
            Refusal::OtherCommand => {
                "a command with this id asked for something else; take a new id"
            }
        })
    }
}

impl std::error::Error for Refusal {}

pub(super) fn legal(board: &Board, mv: salpakan::rules::Move) -> Result<(), Refusal> {
    board.check(mv).map_err(Refusal::Illegal)
}
