//! Why a contest is not told something, in words.

use crate::contest::teams::TeamRefusal;
use crate::contest::{Refusal, SettingsFault, Unfit};
use crate::service::live::terms_fault;
use crate::service::refusals::several;
use crate::service::said::Said;
use crate::service::{Error, refusals};
use swiss::pairing::NoPairing;
use swiss::series::{GameResult, Side};
use swiss::stage::NotYet;
use swiss::tiebreak::UnknownCode;

use super::plan_faults::plan_fault;

/// A stage, a round or a table as people count it.
const fn counted(number: usize) -> usize {
    number + 1
}

/// The refusal as everybody is told it.
pub(super) fn refused(refusal: Refusal) -> Error {
    match refusal {
        Refusal::Settings(faults) => {
            let why = several(faults.iter().map(fault));
            Error::invalid("settings", refusals::EVENT_SETTINGS.with([&why]).naming("why", why))
        }
        Refusal::Unfit(reasons) => not_eligible(&reasons, None),
        Refusal::PlanIsUsed => Error::conflict(refusals::EVENT_PLAN_USED),
        Refusal::Over => Error::conflict(refusals::EVENT_OVER),
        Refusal::NotOver => Error::conflict(refusals::EVENT_NOT_OVER),
        Refusal::NotOpen => Error::conflict(refusals::EVENT_NOT_OPEN),
        Refusal::Already(id) => Error::conflict(refusals::EVENT_ALREADY_IN.with([&id.0])),
        Refusal::NoEntrant(id) => Error::not_found(refusals::EVENT_NO_ENTRANT.with([&id.0])),
        Refusal::NotIn(id) => Error::conflict(refusals::EVENT_NOT_IN.with([&id.0])),
        Refusal::NoReturn => Error::conflict(refusals::EVENT_NO_RETURN),
        Refusal::NoForfeit(id) => Error::conflict(refusals::EVENT_NO_FORFEIT.with([&id.0])),
        Refusal::NoSuchSpot => Error::not_found(refusals::EVENT_NO_SPOT),
        Refusal::NoSuchRound { rounds: 1 } => Error::invalid("round", refusals::EVENT_ONE_ROUND),
        Refusal::NoSuchRound { rounds } => {
            Error::invalid("round", refusals::EVENT_NO_ROUND.with([&rounds, &rounds]))
        }
        Refusal::HasBegun => Error::conflict(refusals::EVENT_HAS_BEGUN),
        Refusal::NotBegun => Error::conflict(refusals::EVENT_NOT_BEGUN),
        Refusal::TooFew { there, needed } => {
            Error::conflict(refusals::EVENT_TOO_FEW.with([&there, &needed]))
        }
        Refusal::Team(why) => of_teams(&why),
        other => of_rounds(other),
    }
}

/// Somebody may not take part; `title` is the highest that may, where that is known.
pub(super) fn not_eligible(reasons: &[Unfit], title: Option<&Said>) -> Error {
    let why = several(reasons.iter().map(|reason| match (reason, title) {
        (Unfit::Title, Some(title)) => {
            refusals::UNFIT_TITLE_ABOVE.with([title]).naming("title", title.clone())
        }
        _ => unfit(*reason),
    }));
    Error::conflict(refusals::EVENT_UNFIT.with([&why]).naming("why", why))
}

fn of_teams(why: &TeamRefusal) -> Error {
    match why {
        TeamRefusal::WrongUnit => Error::conflict(refusals::EVENT_WRONG_UNIT),
        TeamRefusal::TooFew(missing) => {
            Error::conflict(refusals::EVENT_TEAM_TOO_FEW.with([missing]))
        }
        TeamRefusal::TooMany(most) => Error::conflict(refusals::EVENT_TEAM_TOO_MANY.with([most])),
        TeamRefusal::Twice(name) => Error::conflict(refusals::EVENT_TEAM_TWICE.with([name])),
        TeamRefusal::NoCaptain => Error::conflict(refusals::EVENT_NO_CAPTAIN),
        TeamRefusal::Share(missing) => {
            Error::conflict(refusals::EVENT_TEAM_SHARE.with([&missing.needs]))
        }
        TeamRefusal::Fixed => Error::conflict(refusals::EVENT_ROSTER_FIXED),
        TeamRefusal::NotCaptain => Error::conflict(refusals::EVENT_NOT_CAPTAIN),
        TeamRefusal::NotReleased => Error::conflict(refusals::EVENT_NOT_RELEASED),
        TeamRefusal::IsReleased => Error::conflict(refusals::EVENT_LINE_UP_STAYS),
        TeamRefusal::BoardsAreFixed => Error::conflict(refusals::EVENT_BOARDS_FIXED),
        TeamRefusal::LineUp(_) => Error::conflict(refusals::EVENT_LINE_UP),
        TeamRefusal::TwoTeams(there) => Error::conflict(refusals::EVENT_TWO_TEAMS.with([there])),
    }
}

fn of_rounds(refusal: Refusal) -> Error {
    match refusal {
        Refusal::NotYet(why) => {
            let why = not_yet(&why);
            Error::conflict(refusals::EVENT_NOT_YET.with([&why]).naming("why", why))
        }
        Refusal::RoundIsOpen { round, tables } => {
            let tables: Vec<String> =
                tables.iter().take(12).map(|table| counted(*table).to_string()).collect();
            let tables = tables.join(", ");
            Error::conflict(refusals::EVENT_ROUND_OPEN.with([&counted(round), &tables]))
        }
        Refusal::NoPairing(why) => no_pairing(why),
        Refusal::NoRoundLeft => Error::conflict(refusals::EVENT_NO_ROUND_LEFT),
        Refusal::IsPublished => Error::conflict(refusals::EVENT_IS_PUBLISHED),
        Refusal::IsDraft => Error::conflict(refusals::EVENT_IS_DRAFT),
        Refusal::DraftChanged => Error::conflict(refusals::EVENT_DRAFT_CHANGED),
        Refusal::RoundFollows => Error::conflict(refusals::EVENT_ROUND_FOLLOWS),
        Refusal::StageFollows => Error::conflict(refusals::EVENT_STAGE_FOLLOWS),
        Refusal::HasResults { tables: 1 } => Error::conflict(refusals::EVENT_HAS_RESULT),
        Refusal::HasResults { tables } => {
            Error::conflict(refusals::EVENT_HAS_RESULTS.with([&tables]))
        }
        Refusal::StageIsPlayed { tables } => {
            Error::conflict(refusals::STAGE_IS_PLAYED.with([&tables]))
        }
        Refusal::StageIsPublished { rounds } => {
            Error::conflict(refusals::STAGE_IS_PUBLISHED.with([&rounds]))
        }
        Refusal::NothingToRestore => Error::conflict(refusals::EVENT_NOTHING_TO_RESTORE),
        Refusal::OthersMeet => Error::conflict(refusals::EVENT_OTHERS_MEET),
        Refusal::Stands(stands) => stands_there(stands),
        Refusal::NotItsTurn => Error::conflict(refusals::EVENT_NOT_ITS_TURN),
        Refusal::WhyMissing => Error::invalid("why", refusals::EVENT_WHY),
        Refusal::NoRoom => Error::conflict(refusals::EVENT_NO_ROOM),
        Refusal::Words => Error::invalid("text", refusals::EVENT_WORDS),
        Refusal::NotAtTable => Error::conflict(refusals::EVENT_NOT_AT_TABLE),
        Refusal::NoReports => Error::conflict(refusals::EVENT_NO_REPORTS),
        Refusal::NoSelfCheckIn => Error::conflict(refusals::EVENT_NO_SELF_CHECK_IN),
        Refusal::CannotExchange => Error::conflict(refusals::EVENT_CANNOT_EXCHANGE),
        other => of_times(&other),
    }
}

fn of_times(refusal: &Refusal) -> Error {
    match refusal {
        Refusal::IsPlayed => Error::conflict(refusals::EVENT_MATCH_PLAYED),
        Refusal::BadTime => Error::invalid("times", refusals::EVENT_BAD_TIME),
        Refusal::TooManyTimes => Error::conflict(refusals::EVENT_TOO_MANY_TIMES),
        Refusal::TimeIsSet => Error::conflict(refusals::EVENT_TIME_SET),
        Refusal::TooLate => Error::conflict(refusals::EVENT_TOO_LATE),
        Refusal::TooEarly => Error::conflict(refusals::EVENT_TOO_EARLY),
        Refusal::NoTime => Error::conflict(refusals::EVENT_NO_TIME),
        Refusal::NotLapsed => Error::conflict(refusals::EVENT_NOT_LAPSED),
        Refusal::HasAppealed => Error::conflict(refusals::EVENT_HAS_APPEALED),
        Refusal::IsRuled => Error::conflict(refusals::EVENT_IS_RULED),
        _ => Error::conflict(refusals::EVENT_NOT_ARRANGED),
    }
}

/// Somebody else was faster; what stands is told as score sheets have it.
fn stands_there(stands: Option<GameResult>) -> Error {
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

/// What was written in a field is no whole number up to `most`.
#[must_use]
pub fn no_number(field: &'static str, most: u32) -> Error {
    Error::invalid(field, refusals::EVENT_NUMBER.with([&most]))
}

/// What was written in a field is no number of points.
#[must_use]
pub fn no_points(field: &'static str) -> Error {
    Error::invalid(field, refusals::EVENT_NO_POINTS)
}

/// What was written in a field is no hour of a day.
#[must_use]
pub fn no_hour(field: &'static str) -> Error {
    Error::invalid(field, refusals::EVENT_HOUR)
}

/// What was written in a field is no list of tie-breaks.
#[must_use]
pub fn no_code(field: &'static str, why: &UnknownCode) -> Error {
    Error::invalid(field, refusals::EVENT_CODE.with([why]))
}

/// A line, from 1 on, says no prize.
#[must_use]
pub fn no_prize(line: usize) -> Error {
    Error::invalid("lines", refusals::NO_PRIZE.with([&line]))
}

/// Two lines, from 1 on, say prizes for the same place.
#[must_use]
pub fn prizes_twice([one, other]: [usize; 2], place: u32) -> Error {
    Error::invalid("lines", refusals::PRIZES_TWICE.with([&one, &other, &place]))
}

/// A line, from 1 on, names somebody who is not there.
#[must_use]
pub fn nobody_in_line(line: usize, name: &str) -> Error {
    let why = refusals::EVENT_NO_NAME.with([&name]);
    Error::invalid("lines", refusals::FILE_LINE.with([&line, &why]).naming("why", why))
}

/// A line, from 1 on, of a file is no text.
#[must_use]
pub fn no_text_in_line(line: u64) -> Error {
    let why = Said::from(refusals::FILE_IS_BROKEN);
    Error::invalid("file", refusals::FILE_LINE.with([&line, &why]).naming("why", why))
}

/// Nobody of an event has this name.
#[must_use]
pub fn nobody_called(name: &str) -> Error {
    Error::not_found(refusals::EVENT_NO_NAME.with([&name]))
}

/// The reason alone.
pub(super) fn reason(error: Error) -> Said {
    match error {
        Error::NotFound(said) | Error::Conflict(said) | Error::Invalid { message: said, .. } => {
            said
        }
        other => other.to_string().into(),
    }
}

fn fault(fault: &SettingsFault) -> Said {
    match fault {
        SettingsFault::Plan { fault, stages } => plan_fault(stages, fault),
        SettingsFault::Unwritten(why) => why.to_string().into(),
        SettingsFault::Cap => refusals::SETTINGS_CAP.into(),
        SettingsFault::Points => refusals::SETTINGS_POINTS.into(),
        SettingsFault::Ratings => refusals::SETTINGS_RATINGS.into(),
        SettingsFault::FeeTooLong => refusals::SETTINGS_FEE.into(),
        SettingsFault::TeamSeries => refusals::SETTINGS_TEAM_SERIES.into(),
        SettingsFault::Share => refusals::SETTINGS_SHARE.into(),
        SettingsFault::Arranged => refusals::SETTINGS_ARRANGED.into(),
        SettingsFault::Prizes(twice) => {
            let (one, other) = (counted(twice.prizes[0]), counted(twice.prizes[1]));
            refusals::SETTINGS_PRIZES.with([&one, &other, &twice.place])
        }
        SettingsFault::Games(why) => {
            let why = terms_fault(why);
            refusals::SETTINGS_GAMES.with([&why]).naming("why", why)
        }
    }
}

fn unfit(reason: Unfit) -> Said {
    match reason {
        Unfit::Title => refusals::UNFIT_TITLE.into(),
        Unfit::RatingTooLow => refusals::UNFIT_RATING_LOW.into(),
        Unfit::RatingTooHigh => refusals::UNFIT_RATING_HIGH.into(),
        Unfit::TitlesWon => refusals::UNFIT_TITLES_WON.into(),
        Unfit::Province => refusals::UNFIT_PROVINCE.into(),
    }
}

fn not_yet(why: &NotYet) -> Said {
    match why {
        NotYet::NoStage(stage) => refusals::NO_STAGE.with([&counted(stage.0)]),
        NotYet::Unfinished(stage) => refusals::STAGE_UNFINISHED.with([&counted(stage.0)]),
        NotYet::Undecided { of, undecided } => refusals::STAGE_UNDECIDED.with([
            &counted(of.0),
            &undecided.among.len(),
            &undecided.places,
        ]),
        NotYet::Missing { of, missing } => refusals::STAGE_MISSING.with([missing, &counted(of.0)]),
    }
}

fn no_pairing(why: NoPairing) -> Error {
    let why = match why {
        NoPairing::NobodyThere => return Error::conflict(refusals::EVENT_NOBODY_THERE),
        NoPairing::NoneIsLegal => Said::from(refusals::NONE_IS_LEGAL),
        NoPairing::TooLarge => refusals::TOO_LARGE_TO_PAIR.into(),
    };
    Error::conflict(refusals::EVENT_NO_PAIRING.with([&why]).naming("why", why))
}
