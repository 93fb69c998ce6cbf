//! Error messages for refused commands.

use crate::messages::LocalizedMessage;
use crate::refusals::several;
use crate::{Error, refusals};
use adjutant_domain::contest::{ContestError, IneligibleReason};
use swiss::tiebreak::{self, CodeFault, UnknownCode};

pub fn contest_error(refusal: ContestError) -> Error {
    use ContestError::*;
    let message = refusal.message();
    match refusal {
        InvalidSettings(_) | ScheduledRoundMissing { .. } => Error::invalid("settings", message),
        NoSuchRound { .. } => Error::invalid("round", message),
        ReasonMissing => Error::invalid("why", message),
        InvalidText => Error::invalid("text", message),
        InvalidTime => Error::invalid("times", message),
        InvalidArenaMinutes { .. } => Error::invalid("minutes", message),
        UnknownEntrant(_) | NotFound => Error::not_found(message),
        _ => Error::conflict(message),
    }
}

/// Names the member of a request that consents to what an error says would be lost.
pub fn name_consent(error: Error) -> Error {
    let Error::Conflict(why) = error else { return error };
    let member = match why.key() {
        Some("refused-event-has-result" | "refused-event-has-results") => "results_too",
        Some("refused-stage-is-published") => "rounds_too",
        _ => return Error::Conflict(why),
    };
    Error::Conflict(refusal!(CONSENT, why, member))
}

/// Refuses an ineligible entrant by the highest title allowed.
pub(super) fn not_eligible_error(reasons: &[IneligibleReason], title: &LocalizedMessage) -> Error {
    let why = several(reasons.iter().map(|reason| match reason {
        IneligibleReason::Title => refusal!(UNFIT_TITLE_ABOVE, title),
        other => other.message().into(),
    }));
    Error::conflict(refusal!(EVENT_UNFIT, why))
}

/// A field is no integer up to `most`.
pub fn invalid_number(field: &'static str, most: u32) -> Error {
    Error::invalid(field, refusal!(EVENT_NUMBER, most))
}

/// A field is no amount of money.
pub fn invalid_amount(field: &'static str) -> Error {
    Error::invalid(field, refusals::EVENT_AMOUNT)
}

pub fn invalid_points(field: &'static str) -> Error {
    Error::invalid(field, refusals::EVENT_NO_POINTS)
}

pub fn invalid_hour(field: &'static str) -> Error {
    Error::invalid(field, refusals::EVENT_HOUR)
}

/// There is no such stage, round, table or game.
pub fn no_spot() -> Error {
    Error::not_found(refusals::EVENT_NO_SPOT)
}

/// An event is not rated where everybody can see it.
pub fn not_rated() -> Error {
    Error::not_found(refusals::EVENT_NOT_RATED)
}

/// The box with this label is not ticked; `label` is in the visitor's language.
pub fn unconfirmed(label: &str) -> Error {
    Error::invalid("sure", refusal!(EVENT_UNCONFIRMED, label))
}

pub fn unknown_tie_break(field: &'static str, wrong: &UnknownCode) -> Error {
    let code = &wrong.code;
    let all = || tiebreak::codes().collect::<Vec<_>>().join(", ");
    let message = match &wrong.fault {
        CodeFault::Unknown => refusal!(TIE_BREAK_UNKNOWN, code, codes = all()),
        CodeFault::Modifier { of, modifier } => {
            refusal!(TIE_BREAK_MODIFIER, code, of = *of, modifier)
        }
        CodeFault::Repeated => refusal!(TIE_BREAK_REPEATED, code),
        CodeFault::TooMany { most } => refusal!(TIE_BREAKS_TOO_MANY, most),
    };
    Error::invalid(field, message)
}

/// A line (from 1) does not say when a round starts.
pub fn invalid_timetable_line(field: &'static str, line: usize) -> Error {
    Error::invalid(field, refusal!(NO_START, line))
}

/// What is wrong with a timetable as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimetableFault {
    /// The zone is not known.
    Zone,
    /// The round of a line (from 1) has a start in another line.
    Twice(usize),
    /// The round of a line (from 1) starts before an earlier round.
    Order(usize),
}

/// The error of a timetable, beside the field that it comes from.
pub fn timetable_error(fault: TimetableFault) -> Error {
    match fault {
        TimetableFault::Zone => Error::invalid("time-zone", refusals::TIMETABLE_ZONE),
        TimetableFault::Twice(line) => Error::invalid("starts", refusal!(TIMETABLE_TWICE, line)),
        TimetableFault::Order(line) => Error::invalid("starts", refusal!(TIMETABLE_ORDER, line)),
    }
}

/// A line (from 1) does not describe a prize.
pub fn invalid_prize_line(line: usize) -> Error {
    Error::invalid("lines", refusal!(NO_PRIZE, line))
}

/// A line (from 1) has an amount that cannot be paid; `most` is the largest.
pub fn invalid_prize_amount(line: usize, most: &str) -> Error {
    Error::invalid("lines", refusal!(PRIZE_AMOUNT, line, most))
}

/// A line (from 1) has a condition that is unknown, or that nobody meets.
pub fn unknown_prize_condition(line: usize, condition: &str) -> Error {
    Error::invalid("lines", refusal!(PRIZE_CONDITION, line, condition))
}

/// A line (from 1) names an unknown title.
pub fn invalid_prize_title(line: usize, name: &str, titles: &str) -> Error {
    Error::invalid("lines", refusal!(PRIZE_TITLE, line, name, titles))
}

/// Two lines (from 1) describe prizes for the same place.
pub fn duplicate_prize_place([one, other]: [usize; 2], place: u32) -> Error {
    Error::invalid("lines", refusal!(PRIZES_TWICE, one, other, place))
}

/// A line (from 1) contains an unknown name.
pub fn unknown_name_in_line(line: usize, name: &str) -> Error {
    let why = refusal!(EVENT_NO_NAME, name);
    Error::invalid("lines", refusal!(FILE_LINE, line, why))
}

/// A line (from 1) of a file cannot be decoded.
pub fn undecodable_line(line: u64) -> Error {
    let why = LocalizedMessage::from(refusals::FILE_IS_BROKEN);
    Error::invalid("file", refusal!(FILE_LINE, line, why))
}

/// Two columns of a list that mean the same.
pub fn column_twice_error(first: String, other: String) -> Error {
    Error::invalid("lines", refusal!(LIST_COLUMN_TWICE, first, other))
}

pub fn unknown_entrant_name(name: &str) -> Error {
    Error::not_found(refusal!(EVENT_NO_NAME, name))
}

pub(super) fn into_message(error: Error) -> LocalizedMessage {
    match error {
        Error::NotFound(said) | Error::Conflict(said) | Error::Invalid { message: said, .. } => {
            said
        }
        other => other.to_string().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use adjutant_domain::contest::plan_fault_message;
    use swiss::series::SeriesFault;
    use swiss::stage::{Fault, StageId};

    #[test]
    fn a_fault_names_its_stages_and_what_helps() {
        let stages = ["Swiss".to_owned(), "Final".to_owned()];
        let of = |fault: &Fault| {
            LocalizedMessage::from(plan_fault_message(&stages, fault)).english().to_owned()
        };
        let twice = Fault::SameName(StageId(0), StageId(1));
        assert_eq!(of(&twice), "Stages 1 and 2 are both called Swiss. Rename one of them.");
        let fault = SeriesFault::NeverReached;
        let words = of(&Fault::Series { stage: StageId(1), fault });
        assert!(words.starts_with("Final: Something follows"), "{words}");
        let fewer = Fault::MoreRoundsThanOpponents { stage: StageId(0), rounds: 9, most: 7 };
        assert!(of(&fewer).contains("has 9 rounds") && of(&fewer).ends_with("Play fewer."));
        assert!(of(&Fault::NoRound(StageId(7))).starts_with("? has no round"));
    }
}
