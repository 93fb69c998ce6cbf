//! Error messages for refused game commands.

use crate::Error;
use crate::messages::LocalizedMessage;
use crate::refusals::{self, several};
use adjutant_domain::play::{Refusal, TermsFault};
use salpakan::rules::{IllegalMove, RuleSetError};
use three_generals::IllegalPly;

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
        Refusal::IllegalPly(illegal) if illegal != IllegalPly::GameOver => "ply",
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

/// Why a text names no rules.
pub fn rules_message(fault: &RuleSetError) -> LocalizedMessage {
    match fault {
        RuleSetError::Army(why) => refusal!(RULES_ARMY, why = why.to_string()),
        _ => refusals::RULES_UNKNOWN.into(),
    }
}

pub(super) fn no_terms(faults: &[TermsFault]) -> Error {
    let why = several(faults.iter().map(|fault| LocalizedMessage::from(fault.message())));
    Error::invalid("pace", refusal!(OFFER_TERMS, why))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_illegal_ply_names_its_field_in_either_game() {
        let salpakan = Refusal::Illegal(IllegalMove::NoPiece("e5".parse().unwrap()));
        let three_generals = Refusal::IllegalPly(IllegalPly::NoPiece("c3".parse().unwrap()));
        for refusal in [salpakan, three_generals] {
            let error = game_error(refusal);
            assert!(matches!(error, Error::Invalid { field: "ply", .. }), "{error:?}");
        }
        for over in
            [Refusal::Illegal(IllegalMove::GameOver), Refusal::IllegalPly(IllegalPly::GameOver)]
        {
            assert!(matches!(game_error(over), Error::Conflict(_)));
        }
    }
}
