//! Error messages for refused game commands.

use crate::play::{Refusal, TermsFault};
use crate::service::refusals::Refusal as Words;
use crate::service::said::Said;
use crate::service::{Error, refusals};
use salpakan::clock::PaceFault;
use salpakan::rules::IllegalMove;

use super::table::Refused;

impl From<Refused> for Error {
    fn from(refused: Refused) -> Error {
        match refused {
            Refused::Error(e) => e,
            Refused::Rules(refusal) => said(refusal),
        }
    }
}

fn conflict(said: Words<0>) -> Error {
    Error::conflict(said)
}

fn said(refusal: Refusal) -> Error {
    match refusal {
        Refusal::NotOpen => conflict(refusals::PLAY_NOT_OPEN),
        Refusal::NotBegun => conflict(refusals::PLAY_NOT_BEGUN),
        Refusal::AlreadyBegun => conflict(refusals::PLAY_BEGUN),
        Refusal::AlreadyReady => conflict(refusals::PLAY_READY),
        Refusal::DeploymentOver => conflict(refusals::PLAY_DEPLOYMENT_OVER),
        Refusal::Paused => conflict(refusals::PLAY_PAUSED),
        Refusal::NotPaused => conflict(refusals::PLAY_NOT_PAUSED),
        Refusal::Over => conflict(refusals::PLAY_OVER),
        Refusal::NotOver => conflict(refusals::PLAY_NOT_OVER),
        Refusal::Aborted => conflict(refusals::PLAY_ABORTED),
        Refusal::NotYourTurn => conflict(refusals::PLAY_NOT_YOUR_TURN),
        Refusal::YourTurn => conflict(refusals::PLAY_YOUR_TURN),
        Refusal::TimeIsUp => conflict(refusals::PLAY_TIME_IS_UP),
        Refusal::OfferStands => conflict(refusals::PLAY_OFFER_STANDS),
        Refusal::AnswerOffer => conflict(refusals::PLAY_ANSWER_OFFER),
        Refusal::NoOffer => conflict(refusals::PLAY_NO_DRAW_OFFER),
        Refusal::FlagIsPublic => conflict(refusals::PLAY_FLAG_IS_PUBLIC),
        Refusal::NoSuchPiece => conflict(refusals::PLAY_NO_SUCH_PIECE),
        Refusal::PlyMade => conflict(refusals::PLAY_PLY_MADE),
        Refusal::NoPly => conflict(refusals::PLAY_NO_PLY),
        Refusal::NothingToTakeBack => conflict(refusals::PLAY_NOTHING_TO_TAKE_BACK),
        Refusal::ChallengeAnswered => conflict(refusals::PLAY_CHALLENGE_ANSWERED),
        Refusal::AtTableOnly => conflict(refusals::PLAY_AT_TABLE_ONLY),
        Refusal::NoClocks => conflict(refusals::PLAY_NO_CLOCKS),
        Refusal::OfficialsOnly => conflict(refusals::PLAY_OFFICIALS_ONLY),
        Refusal::AlreadyAsked => conflict(refusals::PLAY_ASKED),
        Refusal::NoClaims => conflict(refusals::PLAY_NO_CLAIMS),
        Refusal::TooManyWords => conflict(refusals::PLAY_TOO_MANY_WORDS),
        Refusal::NoSuchResult => conflict(refusals::PLAY_NO_SUCH_RESULT),
        Refusal::SameResult => conflict(refusals::PLAY_SAME_RESULT),
        Refusal::EndedByRule => conflict(refusals::PLAY_ENDED_BY_RULE),
        Refusal::AlreadyAccepted => conflict(refusals::PLAY_ACCEPTED),
        Refusal::AlreadyFinal => conflict(refusals::PLAY_FINAL),
        Refusal::NotFinal => conflict(refusals::PLAY_NOT_FINAL),
        Refusal::AlreadyRevealed => conflict(refusals::PLAY_REVEALED),
        Refusal::Amount => Error::invalid("amount", refusals::PLAY_AMOUNT),
        Refusal::TooMuchTime => Error::invalid("amount", refusals::PLAY_TOO_MUCH_TIME),
        Refusal::OtherCommand => Error::invalid("id", refusals::PLAY_OTHER_COMMAND),
        Refusal::OtherPly { next } => Error::conflict(refusals::PLAY_OTHER_PLY.with([&next])),
        Refusal::NotGone { after } => {
            let seconds = after / salpakan::clock::SECOND;
            Error::conflict(refusals::PLAY_NOT_GONE.with([&seconds]))
        }
        Refusal::Illegal(illegal) => illegal_move(illegal),
        // Refusals that only the server itself can get.
        Refusal::AlreadyOpen
        | Refusal::AlreadyRecorded
        | Refusal::NotRecorded
        | Refusal::NotDue
        | Refusal::OtherSeed
        | Refusal::NoSuchDeployment => Error::Internal(refusal.to_string()),
    }
}

pub fn pace_fault(fault: PaceFault) -> Said {
    let words = match fault {
        PaceFault::Form => refusals::PACE_WRITTEN,
        PaceFault::Base => refusals::PACE_BASE,
        PaceFault::Increment => refusals::PACE_INCREMENT,
        PaceFault::Delay => refusals::PACE_DELAY,
        PaceFault::IncrementAndDelay => refusals::PACE_BOTH,
        PaceFault::Days => refusals::PACE_DAYS,
    };
    words.into()
}

pub fn terms_fault(fault: &TermsFault) -> Said {
    let words = match fault {
        TermsFault::Pace(fault) => return pace_fault(*fault),
        TermsFault::Form => refusals::TERMS_FORM,
        TermsFault::Delay => refusals::TERMS_DELAY,
        TermsFault::Deployment => refusals::TERMS_DEPLOYMENT,
        TermsFault::Credit => refusals::TERMS_CREDIT,
        TermsFault::DaysAtTable => refusals::TERMS_DAYS_AT_TABLE,
        TermsFault::UntimedOnline => refusals::TERMS_UNTIMED_ONLINE,
        TermsFault::NoEvent => refusals::TERMS_NO_EVENT,
        TermsFault::Claims => refusals::TERMS_CLAIMS,
    };
    words.into()
}

pub(super) fn no_terms(faults: &[TermsFault]) -> Error {
    let why = refusals::several(faults.iter().map(terms_fault));
    Error::invalid("pace", refusals::OFFER_TERMS.with([&why]).naming("why", why))
}

fn illegal_move(illegal: IllegalMove) -> Error {
    match illegal {
        IllegalMove::GameOver => Error::conflict(refusals::PLAY_OVER),
        IllegalMove::NoPiece(square) => {
            Error::invalid("ply", refusals::PLAY_NO_PIECE.with([&square]))
        }
        IllegalMove::NotYours(square) => {
            Error::invalid("ply", refusals::PLAY_NOT_YOURS.with([&square]))
        }
        IllegalMove::NotOneStep(mv) => {
            Error::invalid("ply", refusals::PLAY_NOT_ONE_STEP.with([&mv.from, &mv.to]))
        }
        IllegalMove::OwnPiece(square) => {
            Error::invalid("ply", refusals::PLAY_OWN_PIECE.with([&square]))
        }
    }
}
