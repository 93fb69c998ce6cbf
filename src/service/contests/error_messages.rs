//! Error messages for refused commands.

use crate::contest::teams::TeamError;
use crate::contest::{ContestError, ContestSettingsError, IneligibleReason};
use crate::service::live::terms_fault;
use crate::service::refusals::several;
use crate::service::said::Said;
use crate::service::{Error, refusals};
use swiss::pairing::NoPairing;
use swiss::series::{GameResult, Side};
use swiss::stage::NotYet;
use swiss::tiebreak::UnknownCode;

use super::plan_faults::plan_fault_message;

/// A stage, round or table as people count it.
const fn one_based(number: usize) -> usize {
    number + 1
}

/// Turns the error of a contest into a service error.
pub(super) fn contest_error(refusal: ContestError) -> Error {
    match refusal {
        ContestError::InvalidSettings(faults) => {
            let why = several(faults.iter().map(settings_fault_message));
            Error::invalid("settings", refusals::EVENT_SETTINGS.with([&why]).naming("why", why))
        }
        ContestError::NotEligible(reasons) => not_eligible_error(&reasons, None),
        ContestError::PlanLocked => Error::conflict(refusals::EVENT_PLAN_USED),
        ContestError::EventOver => Error::conflict(refusals::EVENT_OVER),
        ContestError::GamesLeft => Error::conflict(refusals::EVENT_NOT_OVER),
        ContestError::RegistrationClosed => Error::conflict(refusals::EVENT_NOT_OPEN),
        ContestError::AlreadyRegistered(id) => {
            Error::conflict(refusals::EVENT_ALREADY_IN.with([&id.0]))
        }
        ContestError::UnknownEntrant(id) => {
            Error::not_found(refusals::EVENT_NO_ENTRANT.with([&id.0]))
        }
        ContestError::NotActive(id) => Error::conflict(refusals::EVENT_NOT_IN.with([&id.0])),
        ContestError::CannotReturn => Error::conflict(refusals::EVENT_NO_RETURN),
        ContestError::NoForfeit(id) => Error::conflict(refusals::EVENT_NO_FORFEIT.with([&id.0])),
        ContestError::NotFound => Error::not_found(refusals::EVENT_NO_SPOT),
        ContestError::NoSuchRound { rounds: 1 } => {
            Error::invalid("round", refusals::EVENT_ONE_ROUND)
        }
        ContestError::NoSuchRound { rounds } => {
            Error::invalid("round", refusals::EVENT_NO_ROUND.with([&rounds, &rounds]))
        }
        ContestError::StageStarted => Error::conflict(refusals::EVENT_HAS_BEGUN),
        ContestError::StageNotStarted => Error::conflict(refusals::EVENT_NOT_BEGUN),
        ContestError::TooFewEntrants { present: there, needed } => {
            Error::conflict(refusals::EVENT_TOO_FEW.with([&there, &needed]))
        }
        ContestError::Team(why) => team_error(&why),
        other => round_error(other),
    }
}

/// Refuses an ineligible entrant; `title` is the highest one allowed, if known.
pub(super) fn not_eligible_error(reasons: &[IneligibleReason], title: Option<&Said>) -> Error {
    let why = several(reasons.iter().map(|reason| match (reason, title) {
        (IneligibleReason::Title, Some(title)) => {
            refusals::UNFIT_TITLE_ABOVE.with([title]).naming("title", title.clone())
        }
        _ => ineligibility_message(*reason),
    }));
    Error::conflict(refusals::EVENT_UNFIT.with([&why]).naming("why", why))
}

fn team_error(why: &TeamError) -> Error {
    match why {
        TeamError::WrongUnit => Error::conflict(refusals::EVENT_WRONG_UNIT),
        TeamError::TooFewMembers(missing) => {
            Error::conflict(refusals::EVENT_TEAM_TOO_FEW.with([missing]))
        }
        TeamError::TooManyMembers(most) => {
            Error::conflict(refusals::EVENT_TEAM_TOO_MANY.with([most]))
        }
        TeamError::DuplicateName(name) => Error::conflict(refusals::EVENT_TEAM_TWICE.with([name])),
        TeamError::NoCaptain => Error::conflict(refusals::EVENT_NO_CAPTAIN),
        TeamError::TitleShare(missing) => {
            Error::conflict(refusals::EVENT_TEAM_SHARE.with([&missing.needs]))
        }
        TeamError::RosterLocked => Error::conflict(refusals::EVENT_ROSTER_FIXED),
        TeamError::NotCaptain => Error::conflict(refusals::EVENT_NOT_CAPTAIN),
        TeamError::LineUpsNotReleased => Error::conflict(refusals::EVENT_NOT_RELEASED),
        TeamError::LineUpLocked => Error::conflict(refusals::EVENT_LINE_UP_STAYS),
        TeamError::FixedBoards => Error::conflict(refusals::EVENT_BOARDS_FIXED),
        TeamError::LineUp(_) => Error::conflict(refusals::EVENT_LINE_UP),
        TeamError::TwoTeams(there) => Error::conflict(refusals::EVENT_TWO_TEAMS.with([there])),
    }
}

fn round_error(refusal: ContestError) -> Error {
    match refusal {
        ContestError::EntrantsUndecided(why) => {
            let why = undecided_message(&why);
            Error::conflict(refusals::EVENT_NOT_YET.with([&why]).naming("why", why))
        }
        ContestError::RoundUnfinished { round, tables } => {
            let tables: Vec<String> =
                tables.iter().take(12).map(|table| one_based(*table).to_string()).collect();
            let tables = tables.join(", ");
            Error::conflict(refusals::EVENT_ROUND_OPEN.with([&one_based(round), &tables]))
        }
        ContestError::NoPairing(why) => pairing_error(why),
        ContestError::NoRoundLeft => Error::conflict(refusals::EVENT_NO_ROUND_LEFT),
        ContestError::AlreadyPublished => Error::conflict(refusals::EVENT_IS_PUBLISHED),
        ContestError::NotPublished => Error::conflict(refusals::EVENT_IS_DRAFT),
        ContestError::DraftChanged => Error::conflict(refusals::EVENT_DRAFT_CHANGED),
        ContestError::LaterRoundExists => Error::conflict(refusals::EVENT_ROUND_FOLLOWS),
        ContestError::LaterStageExists => Error::conflict(refusals::EVENT_STAGE_FOLLOWS),
        ContestError::HasResults { tables: 1 } => Error::conflict(refusals::EVENT_HAS_RESULT),
        ContestError::HasResults { tables } => {
            Error::conflict(refusals::EVENT_HAS_RESULTS.with([&tables]))
        }
        ContestError::StageHasResults { tables } => {
            Error::conflict(refusals::STAGE_IS_PLAYED.with([&tables]))
        }
        ContestError::StageHasPublishedRounds { rounds } => {
            Error::conflict(refusals::STAGE_IS_PUBLISHED.with([&rounds]))
        }
        ContestError::NothingToRestore => Error::conflict(refusals::EVENT_NOTHING_TO_RESTORE),
        ContestError::PairingChanged => Error::conflict(refusals::EVENT_OTHERS_MEET),
        ContestError::ResultConflict(stands) => result_conflict_error(stands),
        ContestError::GameNotOpen => Error::conflict(refusals::EVENT_NOT_ITS_TURN),
        ContestError::ReasonMissing => Error::invalid("why", refusals::EVENT_WHY),
        ContestError::Full => Error::conflict(refusals::EVENT_NO_ROOM),
        ContestError::InvalidText => Error::invalid("text", refusals::EVENT_WORDS),
        ContestError::NotAtThisTable => Error::conflict(refusals::EVENT_NOT_AT_TABLE),
        ContestError::ReportingDisabled => Error::conflict(refusals::EVENT_NO_REPORTS),
        ContestError::SelfCheckInDisabled => Error::conflict(refusals::EVENT_NO_SELF_CHECK_IN),
        ContestError::CannotSwap => Error::conflict(refusals::EVENT_CANNOT_EXCHANGE),
        other => scheduling_error(&other),
    }
}

fn scheduling_error(refusal: &ContestError) -> Error {
    match refusal {
        ContestError::AlreadyDecided => Error::conflict(refusals::EVENT_MATCH_PLAYED),
        ContestError::InvalidTime => Error::invalid("times", refusals::EVENT_BAD_TIME),
        ContestError::TooManyProposals => Error::conflict(refusals::EVENT_TOO_MANY_TIMES),
        ContestError::TimeFixedByOfficial => Error::conflict(refusals::EVENT_TIME_SET),
        ContestError::TooLate => Error::conflict(refusals::EVENT_TOO_LATE),
        ContestError::TooEarly => Error::conflict(refusals::EVENT_TOO_EARLY),
        ContestError::NoTimeAgreed => Error::conflict(refusals::EVENT_NO_TIME),
        ContestError::DefaultNotApplied => Error::conflict(refusals::EVENT_NOT_LAPSED),
        ContestError::AlreadyAppealed => Error::conflict(refusals::EVENT_HAS_APPEALED),
        ContestError::AlreadyRuled => Error::conflict(refusals::EVENT_IS_RULED),
        _ => Error::conflict(refusals::EVENT_NOT_ARRANGED),
    }
}

/// Refuses a result because another one was entered before, which is shown as on score sheets.
fn result_conflict_error(stands: Option<GameResult>) -> Error {
    let mark = match stands {
        None => {
            let none = Said::from(refusals::EVENT_NO_RESULT);
            return Error::conflict(refusals::EVENT_STANDS.with([&none]).naming("stands", none));
        }
        Some(GameResult::Won(Side::First)) => "1–0",
        Some(GameResult::Won(Side::Second)) => "0–1",
        Some(GameResult::Drawn) => "½–½",
        Some(GameResult::Default { absent: Side::Second }) => "+ −",
        Some(GameResult::Default { absent: Side::First }) => "− +",
        Some(GameResult::BothAbsent) => "− −",
    };
    Error::conflict(refusals::EVENT_STANDS.with([&mark]))
}

/// A field is no integer up to `most`.
pub fn invalid_number(field: &'static str, most: u32) -> Error {
    Error::invalid(field, refusals::EVENT_NUMBER.with([&most]))
}

/// A field is no number of points.
pub fn invalid_points(field: &'static str) -> Error {
    Error::invalid(field, refusals::EVENT_NO_POINTS)
}

/// A field is no time of day.
pub fn invalid_hour(field: &'static str) -> Error {
    Error::invalid(field, refusals::EVENT_HOUR)
}

/// A field is no list of tie-breaks.
pub fn unknown_tie_break(field: &'static str, why: &UnknownCode) -> Error {
    Error::invalid(field, refusals::EVENT_CODE.with([why]))
}

/// A line (from 1) does not describe a prize.
pub fn invalid_prize_line(line: usize) -> Error {
    Error::invalid("lines", refusals::NO_PRIZE.with([&line]))
}

/// Two lines (from 1) describe prizes for the same place.
pub fn duplicate_prize_place([one, other]: [usize; 2], place: u32) -> Error {
    Error::invalid("lines", refusals::PRIZES_TWICE.with([&one, &other, &place]))
}

/// A line (from 1) contains an unknown name.
pub fn unknown_name_in_line(line: usize, name: &str) -> Error {
    let why = refusals::EVENT_NO_NAME.with([&name]);
    Error::invalid("lines", refusals::FILE_LINE.with([&line, &why]).naming("why", why))
}

/// A line (from 1) of a file cannot be decoded.
pub fn undecodable_line(line: u64) -> Error {
    let why = Said::from(refusals::FILE_IS_BROKEN);
    Error::invalid("file", refusals::FILE_LINE.with([&line, &why]).naming("why", why))
}

/// No entrant has this name.
pub fn unknown_entrant_name(name: &str) -> Error {
    Error::not_found(refusals::EVENT_NO_NAME.with([&name]))
}

/// The message of an error.
pub(super) fn into_message(error: Error) -> Said {
    match error {
        Error::NotFound(said) | Error::Conflict(said) | Error::Invalid { message: said, .. } => {
            said
        }
        other => other.to_string().into(),
    }
}

fn settings_fault_message(fault: &ContestSettingsError) -> Said {
    match fault {
        ContestSettingsError::Plan { fault, stages } => plan_fault_message(stages, fault),
        ContestSettingsError::NotSerializable(why) => why.to_string().into(),
        ContestSettingsError::MaxEntrants => refusals::SETTINGS_CAP.into(),
        ContestSettingsError::Points => refusals::SETTINGS_POINTS.into(),
        ContestSettingsError::Ratings => refusals::SETTINGS_RATINGS.into(),
        ContestSettingsError::FeeTooLong => refusals::SETTINGS_FEE.into(),
        ContestSettingsError::TeamSeries => refusals::SETTINGS_TEAM_SERIES.into(),
        ContestSettingsError::TitleShare => refusals::SETTINGS_SHARE.into(),
        ContestSettingsError::Scheduling => refusals::SETTINGS_ARRANGED.into(),
        ContestSettingsError::DuplicatePrizePlace(twice) => {
            let (one, other) = (one_based(twice.prizes[0]), one_based(twice.prizes[1]));
            refusals::SETTINGS_PRIZES.with([&one, &other, &twice.place])
        }
        ContestSettingsError::OnsiteGames(why) => {
            let why = terms_fault(why);
            refusals::SETTINGS_GAMES.with([&why]).naming("why", why)
        }
    }
}

fn ineligibility_message(reason: IneligibleReason) -> Said {
    match reason {
        IneligibleReason::Title => refusals::UNFIT_TITLE.into(),
        IneligibleReason::RatingTooLow => refusals::UNFIT_RATING_LOW.into(),
        IneligibleReason::RatingTooHigh => refusals::UNFIT_RATING_HIGH.into(),
        IneligibleReason::TitlesWon => refusals::UNFIT_TITLES_WON.into(),
        IneligibleReason::Province => refusals::UNFIT_PROVINCE.into(),
    }
}

fn undecided_message(why: &NotYet) -> Said {
    match why {
        NotYet::NoStage(stage) => refusals::NO_STAGE.with([&one_based(stage.0)]),
        NotYet::Unfinished(stage) => refusals::STAGE_UNFINISHED.with([&one_based(stage.0)]),
        NotYet::Undecided { of, undecided } => refusals::STAGE_UNDECIDED.with([
            &one_based(of.0),
            &undecided.among.len(),
            &undecided.places,
        ]),
        NotYet::Missing { of, missing } => {
            refusals::STAGE_MISSING.with([missing, &one_based(of.0)])
        }
    }
}

fn pairing_error(why: NoPairing) -> Error {
    let why = match why {
        NoPairing::NobodyThere => return Error::conflict(refusals::EVENT_NOBODY_THERE),
        NoPairing::NoneIsLegal => Said::from(refusals::NONE_IS_LEGAL),
        NoPairing::TooLarge => refusals::TOO_LARGE_TO_PAIR.into(),
    };
    Error::conflict(refusals::EVENT_NO_PAIRING.with([&why]).naming("why", why))
}
