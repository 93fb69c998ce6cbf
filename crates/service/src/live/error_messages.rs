//! Error messages for refused game commands.

use crate::Error;
use crate::messages::LocalizedMessage;
use crate::refusals::several;
use adjutant_domain::play::{Refusal, TermsFault};
use salpakan::rules::IllegalMove;

use super::session::Refused;

impl From<Refused> for Error {
    fn from(refused: Refused) -> Error {
        match refused {
            Refused::Error(e) => e,
            Refused::Faults(faults) => {
                let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
                Error::invalid("setup", faults.join("; "))
            }
            Refused::Rules(refusal) => game_error(refusal),
        }
    }
}

fn game_error(refusal: Refusal) -> Error {
    let field = match refusal {
        Refusal::Amount | Refusal::TooMuchTime => "seconds",
        Refusal::OtherCommand => "id",
        Refusal::Illegal(illegal) if illegal != IllegalMove::GameOver => "ply",
        // Refusals that only the server itself can get.
        Refusal::AlreadyOpen
        | Refusal::AlreadyRecorded
        | Refusal::NotRecorded
        | Refusal::NotDue
        | Refusal::OtherSeed
        | Refusal::NoSuchDeployment => return Error::Internal(format!("{refusal:?}")),
        _ => return Error::conflict(refusal.message()),
    };
    Error::invalid(field, refusal.message())
}

pub(super) fn no_terms(faults: &[TermsFault]) -> Error {
    let why = several(faults.iter().map(|fault| LocalizedMessage::from(fault.message())));
    Error::invalid("pace", refusal!(OFFER_TERMS, why))
}
