//! Error messages for refused commands.

use crate::live::terms_fault;
use crate::messages::LocalizedMessage;
use crate::refusals::several;
use crate::{Error, refusals};
use adjutant_domain::contest::teams::TeamError;
use adjutant_domain::contest::{ContestError, ContestSettingsError, IneligibleReason};
use swiss::pairing::NoPairing;
use swiss::series::{GameResult, Side};
use swiss::stage::NotYet;
use swiss::tiebreak::UnknownCode;

use super::plan_faults::plan_fault_message;

const fn one_based(number: usize) -> usize {
    number + 1
}

pub(super) fn contest_error(refusal: ContestError) -> Error {
    use ContestError::*;
    match refusal {
        InvalidSettings(faults) => {
            let why = several(faults.iter().map(settings_fault_message));
            Error::invalid("settings", refusal!(EVENT_SETTINGS, why))
        }
        NotEligible(reasons) => not_eligible_error(&reasons, None),
        PlanLocked => Error::conflict(refusals::EVENT_PLAN_USED),
        EventOver => Error::conflict(refusals::EVENT_OVER),
        GamesLeft => Error::conflict(refusals::EVENT_NOT_OVER),
        RegistrationClosed => Error::conflict(refusals::EVENT_NOT_OPEN),
        AlreadyRegistered(id) => Error::conflict(refusal!(EVENT_ALREADY_IN, number = id.0)),
        UnknownEntrant(id) => Error::not_found(refusal!(EVENT_NO_ENTRANT, number = id.0)),
        NotActive(id) => Error::conflict(refusal!(EVENT_NOT_IN, number = id.0)),
        CannotReturn => Error::conflict(refusals::EVENT_NO_RETURN),
        NoForfeit(id) => Error::conflict(refusal!(EVENT_NO_FORFEIT, number = id.0)),
        NotFound => no_spot(),
        NoSuchRound { rounds: 1 } => Error::invalid("round", refusals::EVENT_ONE_ROUND),
        NoSuchRound { rounds } => Error::invalid("round", refusal!(EVENT_NO_ROUND, rounds)),
        StageStarted => Error::conflict(refusals::EVENT_HAS_BEGUN),
        StageNotStarted => Error::conflict(refusals::EVENT_NOT_BEGUN),
        TooFewEntrants { present: there, needed } => {
            Error::conflict(refusal!(EVENT_TOO_FEW, there, needed))
        }
        Team(why) => team_error(&why),
        other => round_error(other),
    }
}

/// Refuses an ineligible entrant; `title` is the highest one allowed, if known.
pub(super) fn not_eligible_error(
    reasons: &[IneligibleReason],
    title: Option<&LocalizedMessage>,
) -> Error {
    let why = several(reasons.iter().map(|reason| match (reason, title) {
        (IneligibleReason::Title, Some(title)) => refusal!(UNFIT_TITLE_ABOVE, title),
        _ => ineligibility_message(*reason),
    }));
    Error::conflict(refusal!(EVENT_UNFIT, why))
}

fn team_error(why: &TeamError) -> Error {
    use TeamError::*;
    match why {
        WrongUnit => Error::conflict(refusals::EVENT_WRONG_UNIT),
        TooFewMembers(missing) => Error::conflict(refusal!(EVENT_TEAM_TOO_FEW, missing)),
        TooManyMembers(most) => Error::conflict(refusal!(EVENT_TEAM_TOO_MANY, most)),
        DuplicateName(name) => Error::conflict(refusal!(EVENT_TEAM_TWICE, name)),
        NoCaptain => Error::conflict(refusals::EVENT_NO_CAPTAIN),
        TitleShare(missing) => Error::conflict(refusal!(EVENT_TEAM_SHARE, needs = missing.needs)),
        RosterLocked => Error::conflict(refusals::EVENT_ROSTER_FIXED),
        NotCaptain => Error::conflict(refusals::EVENT_NOT_CAPTAIN),
        LineUpsNotReleased => Error::conflict(refusals::EVENT_NOT_RELEASED),
        LineUpLocked => Error::conflict(refusals::EVENT_LINE_UP_STAYS),
        FixedBoards => Error::conflict(refusals::EVENT_BOARDS_FIXED),
        LineUp(_) => Error::conflict(refusals::EVENT_LINE_UP),
        TwoTeams(there) => Error::conflict(refusal!(EVENT_TWO_TEAMS, there)),
    }
}

fn round_error(refusal: ContestError) -> Error {
    use ContestError::*;
    match refusal {
        EntrantsUndecided(why) => {
            let why = undecided_message(&why);
            Error::conflict(refusal!(EVENT_NOT_YET, why))
        }
        RoundUnfinished { round, tables } => {
            let tables = tables.iter().take(12).map(|table| one_based(*table).to_string());
            let tables = tables.collect::<Vec<_>>().join(", ");
            Error::conflict(refusal!(EVENT_ROUND_OPEN, round = one_based(round), tables))
        }
        NoPairing(why) => pairing_error(why),
        NoRoundLeft => Error::conflict(refusals::EVENT_NO_ROUND_LEFT),
        AlreadyPublished => Error::conflict(refusals::EVENT_IS_PUBLISHED),
        NotPublished => Error::conflict(refusals::EVENT_IS_DRAFT),
        DraftChanged => Error::conflict(refusals::EVENT_DRAFT_CHANGED),
        LaterRoundExists => Error::conflict(refusals::EVENT_ROUND_FOLLOWS),
        LaterStageExists => Error::conflict(refusals::EVENT_STAGE_FOLLOWS),
        HasResults { tables: 1 } => Error::conflict(refusals::EVENT_HAS_RESULT),
        HasResults { tables } => Error::conflict(refusal!(EVENT_HAS_RESULTS, tables)),
        StageHasResults { tables } => Error::conflict(refusal!(STAGE_IS_PLAYED, tables)),
        StageHasPublishedRounds { rounds } => Error::conflict(refusal!(STAGE_IS_PUBLISHED, rounds)),
        NothingToRestore => Error::conflict(refusals::EVENT_NOTHING_TO_RESTORE),
        PairingChanged => Error::conflict(refusals::EVENT_OTHERS_MEET),
        ResultConflict(stands) => result_conflict_error(stands),
        GameNotOpen => Error::conflict(refusals::EVENT_NOT_ITS_TURN),
        ReasonMissing => Error::invalid("why", refusals::EVENT_WHY),
        Full => Error::conflict(refusals::EVENT_NO_ROOM),
        InvalidText => Error::invalid("text", refusals::EVENT_WORDS),
        NotAtThisTable => Error::conflict(refusals::EVENT_NOT_AT_TABLE),
        ReportingDisabled => Error::conflict(refusals::EVENT_NO_REPORTS),
        SelfCheckInDisabled => Error::conflict(refusals::EVENT_NO_SELF_CHECK_IN),
        CannotSwap => Error::conflict(refusals::EVENT_CANNOT_EXCHANGE),
        other => scheduling_error(&other),
    }
}

fn scheduling_error(refusal: &ContestError) -> Error {
    use ContestError::*;
    match refusal {
        AlreadyDecided => Error::conflict(refusals::EVENT_MATCH_PLAYED),
        InvalidTime => Error::invalid("times", refusals::EVENT_BAD_TIME),
        TooManyProposals => Error::conflict(refusals::EVENT_TOO_MANY_TIMES),
        TimeFixedByOfficial => Error::conflict(refusals::EVENT_TIME_SET),
        TooLate => Error::conflict(refusals::EVENT_TOO_LATE),
        TooEarly => Error::conflict(refusals::EVENT_TOO_EARLY),
        NoTimeAgreed => Error::conflict(refusals::EVENT_NO_TIME),
        DefaultNotApplied => Error::conflict(refusals::EVENT_NOT_LAPSED),
        AlreadyAppealed => Error::conflict(refusals::EVENT_HAS_APPEALED),
        AlreadyRuled => Error::conflict(refusals::EVENT_IS_RULED),
        _ => Error::conflict(refusals::EVENT_NOT_ARRANGED),
    }
}

/// Refuses a result because another one was entered before, which is shown as on score sheets.
fn result_conflict_error(stands: Option<GameResult>) -> Error {
    let mark = match stands {
        None => {
            let none = LocalizedMessage::from(refusals::EVENT_NO_RESULT);
            return Error::conflict(refusal!(EVENT_STANDS, stands = none));
        }
        Some(GameResult::Won(Side::First)) => "1–0",
        Some(GameResult::Won(Side::Second)) => "0–1",
        Some(GameResult::Drawn) => "½–½",
        Some(GameResult::Default { absent: Side::Second }) => "+ −",
        Some(GameResult::Default { absent: Side::First }) => "− +",
        Some(GameResult::BothAbsent) => "− −",
    };
    Error::conflict(refusal!(EVENT_STANDS, stands = mark))
}

/// A field is no integer up to `most`.
pub fn invalid_number(field: &'static str, most: u32) -> Error {
    Error::invalid(field, refusal!(EVENT_NUMBER, most))
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

/// The box with this label is not ticked; `label` is in the visitor's language.
pub fn unconfirmed(label: &str) -> Error {
    Error::invalid("sure", refusal!(EVENT_UNCONFIRMED, label))
}

pub fn unknown_tie_break(field: &'static str, why: &UnknownCode) -> Error {
    Error::invalid(field, refusal!(EVENT_CODE, why = why.to_string()))
}

/// A line (from 1) does not describe a prize.
pub fn invalid_prize_line(line: usize) -> Error {
    Error::invalid("lines", refusal!(NO_PRIZE, line))
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

fn settings_fault_message(fault: &ContestSettingsError) -> LocalizedMessage {
    use ContestSettingsError::*;
    match fault {
        Plan { fault, stages } => plan_fault_message(stages, fault),
        NotSerializable(why) => why.to_string().into(),
        MaxEntrants => refusals::SETTINGS_CAP.into(),
        Points => refusals::SETTINGS_POINTS.into(),
        Ratings => refusals::SETTINGS_RATINGS.into(),
        FeeTooLong => refusals::SETTINGS_FEE.into(),
        TeamSeries => refusals::SETTINGS_TEAM_SERIES.into(),
        TitleShare => refusals::SETTINGS_SHARE.into(),
        Scheduling => refusals::SETTINGS_ARRANGED.into(),
        DuplicatePrizePlace(twice) => {
            let (one, other) = (one_based(twice.prizes[0]), one_based(twice.prizes[1]));
            refusal!(SETTINGS_PRIZES, one, other, place = twice.place)
        }
        OnsiteGames(why) => refusal!(SETTINGS_GAMES, why = terms_fault(why)),
    }
}

fn ineligibility_message(reason: IneligibleReason) -> LocalizedMessage {
    match reason {
        IneligibleReason::Title => refusals::UNFIT_TITLE.into(),
        IneligibleReason::RatingTooLow => refusals::UNFIT_RATING_LOW.into(),
        IneligibleReason::RatingTooHigh => refusals::UNFIT_RATING_HIGH.into(),
        IneligibleReason::TitlesWon => refusals::UNFIT_TITLES_WON.into(),
        IneligibleReason::Province => refusals::UNFIT_PROVINCE.into(),
    }
}

fn undecided_message(why: &NotYet) -> LocalizedMessage {
    match why {
        NotYet::NoStage(stage) => refusal!(NO_STAGE, stage = one_based(stage.0)),
        NotYet::Unfinished(stage) => refusal!(STAGE_UNFINISHED, stage = one_based(stage.0)),
        NotYet::Undecided { of, undecided } => refusal!(
            STAGE_UNDECIDED,
            stage = one_based(of.0),
            among = undecided.among.len(),
            places = undecided.places
        ),
        NotYet::Missing { of, missing } => {
            refusal!(STAGE_MISSING, missing, stage = one_based(of.0))
        }
    }
}

fn pairing_error(why: NoPairing) -> Error {
    let why = match why {
        NoPairing::NobodyThere => return Error::conflict(refusals::EVENT_NOBODY_THERE),
        NoPairing::NoneIsLegal => LocalizedMessage::from(refusals::NONE_IS_LEGAL),
        NoPairing::TooLarge => refusals::TOO_LARGE_TO_PAIR.into(),
    };
    Error::conflict(refusal!(EVENT_NO_PAIRING, why))
}
