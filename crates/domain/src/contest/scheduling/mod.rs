//! Matches at times that players agree on: a published round has a window of days, both propose
//! times, an equal proposal fixes the match, and if they do not agree or do not come, the forfeit
//! rule published with the round applies. Times that decide something are part of the facts, so
//! that facts alone determine what happened when.

mod agreement;
mod appeals;
mod dossier;
mod due;
mod fold;
mod match_start;
mod window;

use std::collections::BTreeMap;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use swiss::series::{GameResult, Side};

use super::MAX_REASON_LEN;
use super::json::limits::{moments, number, optional_number, text};
use crate::moment::{MINUTE, Micros};

pub use super::TableId;
pub use agreement::{EARLIEST_CHECK_IN, MAX_PROPOSALS};
pub use appeals::{DefaultRuling, MAX_APPEAL_LEN};
pub use dossier::{DossierLine, MatchDossier};
pub use due::{DueAction, DueMatch};

/// The end of the year 9999, the latest time in an event.
pub const MAX_TIMESTAMP: Micros = Micros(253_402_300_799_000_000);

pub const MAX_WINDOW_DAYS: u32 = 60;
/// Maximum number of hours between the deadline for agreeing and the end of the window, and of the
/// period for appeals.
pub const MAX_CUT_OFF_HOURS: u32 = 720;
pub const MAX_REMINDER_HOURS: u32 = 168;
pub const MAX_GRACE_MINUTES: u32 = 1_440;

/// How matches are arranged in an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "an object")]
pub struct SchedulingRules {
    /// A round's window ends at the deadline of this day, counted from the day of publication.
    #[serde(rename = "days", deserialize_with = "number::<1, { MAX_WINDOW_DAYS as i64 }, _, _>")]
    pub window_days: u32,
    /// The minute of the day at which the window ends, by the clocks of `time_zone`: 1380 is 11 pm.
    #[serde(rename = "cut_off", with = "minute_of_day")]
    pub cut_off_minute: u32,
    /// A time must be agreed on this many hours before the window ends.
    #[serde(deserialize_with = "number::<0, { MAX_CUT_OFF_HOURS as i64 }, _, _>")]
    pub agree_hours: u32,
    /// An IANA time zone: `Asia/Manila`.
    #[serde(rename = "zone", deserialize_with = "text::<40, _>")]
    pub time_zone: String,
    pub rule: DefaultRule,
}

mod minute_of_day {
    use super::{Deserializer, Error, Serializer, format_minute_of_day, parse_minute_of_day, text};

    pub fn serialize<S: Serializer>(minute: &u32, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&format_minute_of_day(*minute))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
        let expected = "expected an hour and a minute from `00:00` to `23:59`";
        parse_minute_of_day(&text::<5, D>(deserializer)?).ok_or_else(|| D::Error::custom(expected))
    }
}

/// The minute of the day that is written as `23:00`.
pub fn parse_minute_of_day(said: &str) -> Option<u32> {
    let is_digits = |part: &str| part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts = said.split_once(':').filter(|(hour, minute)| is_digits(hour) && is_digits(minute));
    let (hour, minute) = parts?;
    let (hour, minute): (u32, u32) = hour.parse().ok().zip(minute.parse().ok())?;
    (hour < 24 && minute < 60).then_some(60 * hour + minute)
}

/// A minute of the day as `23:00`.
pub fn format_minute_of_day(minute: u32) -> String {
    format!("{:02}:{:02}", minute / 60, minute % 60)
}

impl Default for SchedulingRules {
    fn default() -> SchedulingRules {
        SchedulingRules {
            window_days: 7,
            cut_off_minute: 23 * 60,
            agree_hours: 24,
            time_zone: "Asia/Manila".to_owned(),
            rule: DefaultRule::default(),
        }
    }
}

/// When the forfeit rule applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DefaultClause {
    /// At the deadline for agreeing, only one side has proposed a time.
    OneSilent,
    /// At the deadline, neither side has proposed a time.
    BothSilent,
    /// At the deadline, both sides have proposed times, but none in common.
    NotAgreed,
    /// When the grace period after the agreed time ends, only one side is present.
    OneAbsent,
    /// When it ends, neither side has checked in.
    BothAbsent,
}

impl DefaultClause {
    pub const ALL: [DefaultClause; 5] = [
        DefaultClause::OneSilent,
        DefaultClause::BothSilent,
        DefaultClause::NotAgreed,
        DefaultClause::OneAbsent,
        DefaultClause::BothAbsent,
    ];
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DefaultConsequence {
    /// The silent or absent side loses by forfeit; both lose if both were, or they did not agree.
    #[serde(rename = "default")]
    LossByDefault,
    Officials,
}

/// The forfeit rule as published with a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "an object")]
pub struct DefaultRule {
    pub one_silent: DefaultConsequence,
    pub both_silent: DefaultConsequence,
    pub not_agreed: DefaultConsequence,
    pub one_absent: DefaultConsequence,
    pub both_absent: DefaultConsequence,
    #[serde(deserialize_with = "number::<0, { MAX_GRACE_MINUTES as i64 }, _, _>")]
    pub grace_minutes: u32,
    /// Hours before a deadline and a match at which players are reminded; 0 for never.
    #[serde(deserialize_with = "number::<0, { MAX_REMINDER_HOURS as i64 }, _, _>")]
    pub remind_hours: u32,
    /// Hours within which players may appeal.
    #[serde(deserialize_with = "number::<0, { MAX_CUT_OFF_HOURS as i64 }, _, _>")]
    pub appeal_hours: u32,
}

impl Default for DefaultRule {
    fn default() -> DefaultRule {
        use DefaultConsequence::{LossByDefault, Officials};
        DefaultRule {
            one_silent: LossByDefault,
            both_silent: LossByDefault,
            not_agreed: Officials,
            one_absent: LossByDefault,
            both_absent: Officials,
            grace_minutes: 30,
            remind_hours: 24,
            appeal_hours: 48,
        }
    }
}

impl DefaultRule {
    pub const fn consequence(mut self, clause: DefaultClause) -> DefaultConsequence {
        *self.consequence_mut(clause)
    }

    pub const fn consequence_mut(&mut self, clause: DefaultClause) -> &mut DefaultConsequence {
        match clause {
            DefaultClause::OneSilent => &mut self.one_silent,
            DefaultClause::BothSilent => &mut self.both_silent,
            DefaultClause::NotAgreed => &mut self.not_agreed,
            DefaultClause::OneAbsent => &mut self.one_absent,
            DefaultClause::BothAbsent => &mut self.both_absent,
        }
    }

    /// The grace period in microseconds.
    pub fn grace(&self) -> i64 {
        i64::from(self.grace_minutes) * MINUTE
    }
}

/// When a match is agreed on and played, and its forfeit rule. The rule stays as it was when the
/// window opened, even if the settings change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchWindow {
    pub from: Micros,
    pub agree_by: Micros,
    pub until: Micros,
    pub rule: DefaultRule,
}

/// Who fixed a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FixedBy {
    Players,
    Official,
}

/// What a reminder is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reminder {
    /// No time is agreed yet.
    ToAgree,
    /// The match is about to start.
    Start,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum SchedulingEvent {
    #[serde(rename = "proposed")]
    TimesProposed {
        side: Side,
        #[serde(rename = "times", deserialize_with = "moments::<MAX_PROPOSALS, _>")]
        proposals: Vec<Micros>,
    },
    #[serde(rename = "times-taken-back")]
    ProposalsWithdrawn {
        side: Side,
        #[serde(rename = "times", deserialize_with = "moments::<MAX_PROPOSALS, _>")]
        proposals: Vec<Micros>,
    },
    /// `None` if the players have to agree again.
    #[serde(rename = "fixed")]
    TimeFixed {
        #[serde(default, deserialize_with = "optional_number::<0, { MAX_TIMESTAMP.0 }, _, _>")]
        time: Option<Micros>,
        by: FixedBy,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        #[serde(deserialize_with = "text::<MAX_REASON_LEN, _>")]
        why: String,
    },
    #[serde(rename = "here")]
    CheckedIn { side: Side },
    /// The game exists here; deploying counts as checking in.
    #[serde(rename = "started")]
    GameStarted,
    #[serde(rename = "reminded")]
    Reminded { about: Reminder },
    /// The forfeit rule was applied; the result of each remaining game, or `None` if officials
    /// decide.
    #[serde(rename = "lapsed")]
    DefaultApplied { clause: DefaultClause, result: Option<GameResult> },
    #[serde(rename = "appealed")]
    Appealed {
        side: Side,
        #[serde(rename = "words", deserialize_with = "text::<MAX_APPEAL_LEN, _>")]
        reason: String,
    },
    #[serde(rename = "ruled")]
    Ruled {
        granted: bool,
        #[serde(rename = "words", deserialize_with = "text::<MAX_REASON_LEN, _>")]
        reason: String,
    },
}

impl SchedulingEvent {
    /// The names of the facts with these events.
    pub(super) const NAMES: [&str; 9] = [
        "proposed",
        "times-taken-back",
        "fixed",
        "here",
        "started",
        "reminded",
        "lapsed",
        "appealed",
        "ruled",
    ];
}

/// An application of the forfeit rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AppliedDefault {
    pub at: Micros,
    pub clause: DefaultClause,
    pub result: Option<GameResult>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MatchSchedule {
    /// Its own window, if it differs from the round's.
    pub window: Option<MatchWindow>,
    /// The proposals of both sides, in order.
    pub proposals: [Vec<Micros>; 2],
    /// Whether they have a proposal that they did not withdraw.
    pub has_proposed: [bool; 2],
    /// The time of the match, and who fixed it.
    pub fixed: Option<(Micros, FixedBy)>,
    pub checked_in_at: [Option<Micros>; 2],
    /// When its game was created here, for the fixed time.
    pub game_started_at: Option<Micros>,
    /// Whether they were reminded to agree.
    pub was_reminded: bool,
    /// The start of which they were reminded.
    pub reminded_of: Option<Micros>,
    pub applied_default: Option<AppliedDefault>,
    /// Which sides have appealed.
    pub appealed: [bool; 2],
    pub has_ruling: bool,
    pub log: Vec<(Micros, ScheduleLogEntry)>,
}

/// An entry in the history of a match: a new window, or a scheduling event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScheduleLogEntry {
    Window(MatchWindow),
    Event(SchedulingEvent),
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RoundSchedule {
    /// `None` if its players do not arrange matches.
    pub window: Option<MatchWindow>,
    /// All windows of the round, in order.
    pub windows: Vec<MatchWindow>,
    /// By table; tables without events have no entry.
    pub tables: BTreeMap<usize, MatchSchedule>,
}
