//! Why a command is refused. Each cause can be seen by everybody: it follows from the events, the
//! terms and who asks, and from no rank.

use std::fmt;

use salpakan::rules::{Board, IllegalMove};

/// One public cause each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// Nobody may deploy yet.
    NotOpen,
    /// Both sides may deploy already.
    AlreadyOpen,
    /// Not both sides have deployed.
    NotBegun,
    /// Play has begun.
    AlreadyBegun,
    /// The asker has deployed; it is not done twice.
    AlreadyReady,
    /// The time to deploy is over.
    DeploymentOver,
    /// The clocks stand.
    Paused,
    /// The clocks run.
    NotPaused,
    /// The game is over.
    Over,
    /// It is not over.
    NotOver,
    /// It was stopped without a result.
    Aborted,
    /// The opponent is to move.
    NotYourTurn,
    /// The asker is to move himself.
    YourTurn,
    /// It is not the next ply of the game; that has this number.
    OtherPly {
        next: u32,
    },
    Illegal(IllegalMove),
    /// The flag of the side to move has fallen.
    TimeIsUp,
    /// The asker's own offer stands already.
    OfferStands,
    /// The opponent's offer stands, and waits for an answer.
    AnswerOffer,
    /// No offer stands that this could be said to.
    NoOffer,
    /// Everybody knows where the Flag is.
    FlagIsPublic,
    /// That is no square of the asker's deployment.
    NoSuchPiece,
    /// A ply has been made.
    PlyMade,
    /// No ply has been made.
    NoPly,
    /// The last ply, if there is one, is not the asker's.
    NothingToTakeBack,
    /// The arbiter has answered it: what was heard is not unheard.
    ChallengeAnswered,
    /// Plies are taken back where both sides sit at one table, and nowhere else.
    AtTableOnly,
    /// The game has no clocks.
    NoClocks,
    /// In an event's game, or after an official's pause, that is for officials.
    OfficialsOnly,
    /// The asker has asked for a pause before.
    AlreadyAsked,
    /// The terms know no claims.
    NoClaims,
    /// The opponent was seen too recently; he has to be gone for so many microseconds.
    NotGone {
        after: i64,
    },
    /// Less than a second, more than a day, or not in whole seconds.
    Amount,
    /// Nobody has more than 60 days.
    TooMuchTime,
    /// Too much was said since the last ply.
    TooManyWords,
    /// The game cannot have that result.
    NoSuchResult,
    /// The result is that already.
    SameResult,
    /// The board itself has ended the game; nobody sets that right.
    EndedByRule,
    /// The asker has said already that the result is right.
    AlreadyAccepted,
    /// The result was confirmed.
    AlreadyFinal,
    /// The result has to be confirmed before.
    NotFinal,
    /// The game is kept as it is.
    AlreadyRecorded,
    /// The game has to be kept before.
    NotRecorded,
    /// The ranks are public.
    AlreadyRevealed,
    /// The time for this has not come.
    NotDue,
    /// The seed is not the one that was committed to.
    OtherSeed,
    /// No deployments stand so.
    NoSuchDeployment,
    /// A command of that name asked for something else before.
    OtherCommand,
}

/// Why no event comes of a ply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoPly<E> {
    Refused(Refusal),
    /// The arbiter could not be asked.
    Failed(E),
    /// What he said cannot be said of this move: the set-ups are not those of this play.
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

/// Whether a move is one of the board's.
pub(super) fn legal(board: &Board, mv: salpakan::rules::Move) -> Result<(), Refusal> {
    board.check(mv).map_err(Refusal::Illegal)
}
