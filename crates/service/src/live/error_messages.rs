//! Error messages for refused game commands.

use crate::messages::LocalizedMessage;
use crate::{Error, refusals};
use adjutant_domain::moment::SECOND;
use adjutant_domain::play::{Refusal, TermsFault};
use salpakan::clock::PaceFault;
use salpakan::rules::IllegalMove;

use super::session::Refused;

impl From<Refused> for Error {
    fn from(refused: Refused) -> Error {
        match refused {
            Refused::Error(e) => e,
            Refused::Rules(refusal) => game_error(refusal),
        }
    }
}

fn game_error(refusal: Refusal) -> Error {
    let template = match refusal {
        Refusal::NotOpen => refusals::PLAY_NOT_OPEN,
        Refusal::NotBegun => refusals::PLAY_NOT_BEGUN,
        Refusal::AlreadyBegun => refusals::PLAY_BEGUN,
        Refusal::AlreadyReady => refusals::PLAY_READY,
        Refusal::DeploymentOver => refusals::PLAY_DEPLOYMENT_OVER,
        Refusal::Paused => refusals::PLAY_PAUSED,
        Refusal::NotPaused => refusals::PLAY_NOT_PAUSED,
        Refusal::Over => refusals::PLAY_OVER,
        Refusal::NotOver => refusals::PLAY_NOT_OVER,
        Refusal::Aborted => refusals::PLAY_ABORTED,
        Refusal::NotYourTurn => refusals::PLAY_NOT_YOUR_TURN,
        Refusal::YourTurn => refusals::PLAY_YOUR_TURN,
        Refusal::TimeIsUp => refusals::PLAY_TIME_IS_UP,
        Refusal::OfferStands => refusals::PLAY_OFFER_STANDS,
        Refusal::AnswerOffer => refusals::PLAY_ANSWER_OFFER,
        Refusal::NoOffer => refusals::PLAY_NO_DRAW_OFFER,
        Refusal::FlagIsPublic => refusals::PLAY_FLAG_IS_PUBLIC,
        Refusal::NoSuchPiece => refusals::PLAY_NO_SUCH_PIECE,
        Refusal::PlyMade => refusals::PLAY_PLY_MADE,
        Refusal::NoPly => refusals::PLAY_NO_PLY,
        Refusal::NothingToTakeBack => refusals::PLAY_NOTHING_TO_TAKE_BACK,
        Refusal::ChallengeAnswered => refusals::PLAY_CHALLENGE_ANSWERED,
        Refusal::AtTableOnly => refusals::PLAY_AT_TABLE_ONLY,
        Refusal::NoClocks => refusals::PLAY_NO_CLOCKS,
        Refusal::OfficialsOnly => refusals::PLAY_OFFICIALS_ONLY,
        Refusal::AlreadyAsked => refusals::PLAY_ASKED,
        Refusal::NoClaims => refusals::PLAY_NO_CLAIMS,
        Refusal::TooManyWords => refusals::PLAY_TOO_MANY_WORDS,
        Refusal::NoSuchResult => refusals::PLAY_NO_SUCH_RESULT,
        Refusal::SameResult => refusals::PLAY_SAME_RESULT,
        Refusal::EndedByRule => refusals::PLAY_ENDED_BY_RULE,
        Refusal::AlreadyAccepted => refusals::PLAY_ACCEPTED,
        Refusal::AlreadyFinal => refusals::PLAY_FINAL,
        Refusal::NotFinal => refusals::PLAY_NOT_FINAL,
        Refusal::AlreadyRevealed => refusals::PLAY_REVEALED,
        Refusal::Amount => return Error::invalid("amount", refusals::PLAY_AMOUNT),
        Refusal::TooMuchTime => return Error::invalid("amount", refusals::PLAY_TOO_MUCH_TIME),
        Refusal::OtherCommand => return Error::invalid("id", refusals::PLAY_OTHER_COMMAND),
        Refusal::OtherPly { next } => {
            return Error::conflict(refusal!(PLAY_OTHER_PLY, number = next));
        }
        Refusal::NotGone { after } => {
            let seconds = after / SECOND;
            return Error::conflict(refusal!(PLAY_NOT_GONE, seconds));
        }
        Refusal::Illegal(illegal) => return illegal_move(illegal),
        // Refusals that only the server itself can get.
        Refusal::AlreadyOpen
        | Refusal::AlreadyRecorded
        | Refusal::NotRecorded
        | Refusal::NotDue
        | Refusal::OtherSeed
        | Refusal::NoSuchDeployment => return Error::Internal(format!("{refusal:?}")),
    };
    Error::conflict(template)
}

pub fn pace_fault(fault: PaceFault) -> LocalizedMessage {
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

pub fn terms_fault(fault: &TermsFault) -> LocalizedMessage {
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
    Error::invalid("pace", refusal!(OFFER_TERMS, why))
}

fn illegal_move(illegal: IllegalMove) -> Error {
    match illegal {
        IllegalMove::GameOver => Error::conflict(refusals::PLAY_OVER),
        IllegalMove::NoPiece(square) => Error::invalid("ply", refusal!(PLAY_NO_PIECE, square)),
        IllegalMove::NotYours(square) => Error::invalid("ply", refusal!(PLAY_NOT_YOURS, square)),
        IllegalMove::NotOneStep(mv) => {
            Error::invalid("ply", refusal!(PLAY_NOT_ONE_STEP, from = mv.from, to = mv.to))
        }
        IllegalMove::OwnPiece(square) => Error::invalid("ply", refusal!(PLAY_OWN_PIECE, square)),
    }
}
