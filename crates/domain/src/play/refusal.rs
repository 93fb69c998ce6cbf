//! Why a command is refused. Each cause is public: it follows from the events, the terms and the
//! actor, never from a rank.

use salpakan::rules::{Board, IllegalMove};

use crate::message::{Message, message, message_enum};
use crate::moment::SECOND;

message_enum! {
    /// A public cause. "The actor" is whoever sent the command.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Refusal {
        /// Nobody may deploy yet.
        NotOpen => "refused-play-not-open",
        /// Both sides may already deploy.
        AlreadyOpen => "refused-internal",
        /// Not both sides have deployed.
        NotBegun => "refused-play-not-begun",
        AlreadyBegun => "refused-play-begun",
        /// The actor has already deployed, which cannot be repeated.
        AlreadyReady => "refused-play-ready",
        DeploymentOver => "refused-play-deployment-over",
        /// The clocks are stopped.
        Paused => "refused-play-paused",
        /// The clocks are running.
        NotPaused => "refused-play-not-paused",
        Over => "refused-play-over",
        NotOver => "refused-play-not-over",
        /// The play was stopped without a result.
        Aborted => "refused-play-aborted",
        NotYourTurn => "refused-play-not-your-turn",
        /// It is the actor's own turn.
        YourTurn => "refused-play-your-turn",
        /// The command is not for the next ply, which has this number.
        OtherPly { next: u32 } => "refused-play-other-ply" { number = next },
        Illegal(illegal: IllegalMove) => (illegal_move_message(*illegal)),
        /// The flag of the side to move has fallen.
        TimeIsUp => "refused-play-time-is-up",
        /// The actor's own draw offer already stands.
        OfferStands => "refused-play-offer-stands",
        /// The opponent's draw offer has to be answered first.
        AnswerOffer => "refused-play-answer-offer",
        /// There is no offer to answer or withdraw.
        NoOffer => "refused-play-no-draw-offer",
        FlagIsPublic => "refused-play-flag-is-public",
        /// The actor deployed nothing on that square.
        NoSuchPiece => "refused-play-no-such-piece",
        PlyMade => "refused-play-ply-made",
        NoPly => "refused-play-no-ply",
        /// The actor did not make the last ply.
        NothingToTakeBack => "refused-play-nothing-to-take-back",
        /// The arbiter has answered the ply, which cannot be unheard.
        ChallengeAnswered => "refused-play-challenge-answered",
        /// Plies are taken back only at one shared device.
        AtTableOnly => "refused-play-at-table-only",
        NoClocks => "refused-play-no-clocks",
        /// Only officials may do this at an event or after an official's pause.
        OfficialsOnly => "refused-play-officials-only",
        /// The actor has already asked for a pause.
        AlreadyAsked => "refused-play-asked",
        /// The terms allow no claims.
        NoClaims => "refused-play-no-claims",
        /// The opponent was seen too recently; they have to be gone for `after` microseconds.
        NotGone { after: i64 } => "refused-play-not-gone" { seconds = *after / SECOND },
        /// Less than a second, more than a day, or not in whole seconds.
        Amount => "refused-play-amount",
        /// No clock may exceed 60 days.
        TooMuchTime => "refused-play-too-much-time",
        /// The actor has sent too much since the last ply.
        TooManyWords => "refused-play-too-many-words",
        /// The game cannot have this result.
        NoSuchResult => "refused-play-no-such-result",
        SameResult => "refused-play-same-result",
        /// The game ended by a rule on the board, which cannot be corrected.
        EndedByRule => "refused-play-ended-by-rule",
        /// The actor has already accepted the result.
        AlreadyAccepted => "refused-play-accepted",
        AlreadyFinal => "refused-play-final",
        /// The result has to be confirmed first.
        NotFinal => "refused-play-not-final",
        /// The game is already stored with this result.
        AlreadyRecorded => "refused-internal",
        /// The game has to be stored first.
        NotRecorded => "refused-internal",
        /// The ranks are already public.
        AlreadyRevealed => "refused-play-revealed",
        /// It is too early for this step.
        NotDue => "refused-internal",
        /// The seed does not match the commitment.
        OtherSeed => "refused-internal",
        /// No deployment can occupy these squares.
        NoSuchDeployment => "refused-internal",
        /// The id was used for a different command before.
        OtherCommand => "refused-play-other-command",
    }
}

fn illegal_move_message(illegal: IllegalMove) -> Message {
    match illegal {
        IllegalMove::GameOver => message!("refused-play-over"),
        IllegalMove::NoPiece(square) => message!("refused-play-no-piece", square),
        IllegalMove::NotYours(square) => message!("refused-play-not-yours", square),
        IllegalMove::NotOneStep(mv) => {
            message!("refused-play-not-one-step", from = mv.from, to = mv.to)
        }
        IllegalMove::OwnPiece(square) => message!("refused-play-own-piece", square),
    }
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
