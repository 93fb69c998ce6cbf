//! Matches at times that the players agree on: a published round has a window of days, both propose times, an equal
//! proposal fixes the match, and where they do not come together the default rule fires as it was published. A time
//! that decides something is part of what was told, so that facts alone say what happened when. Times are
//! microseconds since 1970.

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
use super::json::limits::{Number, moments, number, optional_moment, text};

pub use agreement::{EARLIEST_CHECK_IN, MAX_PROPOSALS};
pub use appeals::{DefaultRuling, MAX_APPEAL_LEN};
pub use dossier::{DossierLine, MatchDossier};
pub use due::{DueAction, DueMatch};

pub const MINUTE: i64 = 60_000_000;
pub const HOUR: i64 = 60 * MINUTE;
pub const DAY: i64 = 24 * HOUR;
/// The end of the year 9999: no moment of an event is later.
pub const MAX_TIMESTAMP: i64 = 253_402_300_799_000_000;

/// Days of a window, at most.
pub const MAX_WINDOW_DAYS: u32 = 60;
/// Hours between the cut-off for agreeing and the end of the window, at most; as long a time for appeals.
pub const MAX_CUT_OFF_HOURS: u32 = 720;
/// Hours before something at which people are reminded of it, at most.
pub const MAX_REMINDER_HOURS: u32 = 168;
/// Minutes of grace, at most.
pub const MAX_GRACE_MINUTES: u32 = 1_440;

/// A table of a round. All are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TableId {
    pub stage: usize,
    pub round: usize,
    pub table: usize,
}

/// How matches are arranged in an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "an object")]
pub struct SchedulingRules {
    /// A round's window ends at the cut-off of this day, the first being the day on which it is published.
    #[serde(rename = "days", deserialize_with = "number::<1, { MAX_WINDOW_DAYS as i64 }, _, _>")]
    pub window_days: u32,
    /// The minute of the day at which the window ends, by the clocks of `time_zone`: 1380 is 11 pm.
    #[serde(rename = "cut_off", with = "minute_of_day")]
    pub cut_off_minute: u32,
    /// So many hours before the window ends a time must be agreed on.
    #[serde(deserialize_with = "number::<0, { MAX_CUT_OFF_HOURS as i64 }, _, _>")]
    pub agree_hours: u32,
    /// A zone of the IANA's database: `Asia/Manila`.
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
        let rule = DefaultRule::default();
        let zone = "Asia/Manila".to_owned();
        SchedulingRules {
            window_days: 7,
            cut_off_minute: 23 * 60,
            agree_hours: 24,
            time_zone: zone,
            rule,
        }
    }
}

/// When the default rule fires.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DefaultClause {
    /// At the cut-off for agreeing one has proposed a time, the other none.
    OneSilent,
    /// At the cut-off nobody has proposed any.
    BothSilent,
    /// At the cut-off both have proposed times, and none that is equal.
    NotAgreed,
    /// When the grace behind the agreed time is over, one is there and the other is not.
    OneAbsent,
    /// When it is over, neither has said that he is there.
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

    /// Its place in [`DefaultRule::consequences`].
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// What follows when a clause is met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DefaultConsequence {
    /// Whoever was silent or absent loses by default; where both were, or they did not agree, both lose.
    #[serde(rename = "default")]
    LossByDefault,
    /// Officials decide.
    Officials,
}

/// The default rule, as it is published with a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "DefaultRuleJson", into = "DefaultRuleJson")]
pub struct DefaultRule {
    /// In the order of [`DefaultClause::ALL`].
    pub consequences: [DefaultConsequence; 5],
    pub grace_minutes: u32,
    /// So many hours before a cut-off and a match people are reminded; 0 for never.
    pub remind_hours: u32,
    /// So long one may appeal.
    pub appeal_hours: u32,
}

impl Default for DefaultRule {
    fn default() -> DefaultRule {
        use DefaultConsequence::{LossByDefault, Officials};
        DefaultRule {
            consequences: [LossByDefault, LossByDefault, Officials, LossByDefault, Officials],
            grace_minutes: 30,
            remind_hours: 24,
            appeal_hours: 48,
        }
    }
}

/// The rule in JSON: clauses by their names.
#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "an object")]
struct DefaultRuleJson {
    one_silent: DefaultConsequence,
    both_silent: DefaultConsequence,
    not_agreed: DefaultConsequence,
    one_absent: DefaultConsequence,
    both_absent: DefaultConsequence,
    grace_minutes: Number<u32, 0, { MAX_GRACE_MINUTES as i64 }>,
    remind_hours: Number<u32, 0, { MAX_REMINDER_HOURS as i64 }>,
    appeal_hours: Number<u32, 0, { MAX_CUT_OFF_HOURS as i64 }>,
}

impl Default for DefaultRuleJson {
    fn default() -> DefaultRuleJson {
        DefaultRule::default().into()
    }
}

impl From<DefaultRule> for DefaultRuleJson {
    fn from(rule: DefaultRule) -> DefaultRuleJson {
        let [one_silent, both_silent, not_agreed, one_absent, both_absent] = rule.consequences;
        DefaultRuleJson {
            one_silent,
            both_silent,
            not_agreed,
            one_absent,
            both_absent,
            grace_minutes: Number(rule.grace_minutes),
            remind_hours: Number(rule.remind_hours),
            appeal_hours: Number(rule.appeal_hours),
        }
    }
}

impl From<DefaultRuleJson> for DefaultRule {
    fn from(json: DefaultRuleJson) -> DefaultRule {
        let consequences =
            [json.one_silent, json.both_silent, json.not_agreed, json.one_absent, json.both_absent];
        DefaultRule {
            consequences,
            grace_minutes: json.grace_minutes.0,
            remind_hours: json.remind_hours.0,
            appeal_hours: json.appeal_hours.0,
        }
    }
}

impl DefaultRule {
    pub const fn consequence(&self, clause: DefaultClause) -> DefaultConsequence {
        self.consequences[clause.index()]
    }

    /// The grace in microseconds.
    pub fn grace(&self) -> i64 {
        i64::from(self.grace_minutes) * MINUTE
    }
}

/// When a match is to be agreed on and played, and by which rule it is lost. The rule stays as it was when the window
/// opened, whatever becomes of the settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchWindow {
    pub from: i64,
    pub agree_by: i64,
    pub until: i64,
    pub rule: DefaultRule,
}

/// Who has fixed a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FixedBy {
    Players,
    Official,
}

/// What people are reminded of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reminder {
    /// That no time is agreed on.
    ToAgree,
    /// That the match begins.
    Start,
}

/// Something that was told of the time of one match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum SchedulingEvent {
    #[serde(rename = "proposed")]
    TimesProposed {
        side: Side,
        #[serde(rename = "times", deserialize_with = "moments::<MAX_PROPOSALS, _>")]
        proposals: Vec<i64>,
    },
    #[serde(rename = "times-taken-back")]
    ProposalsWithdrawn {
        side: Side,
        #[serde(rename = "times", deserialize_with = "moments::<MAX_PROPOSALS, _>")]
        proposals: Vec<i64>,
    },
    /// `None` where it is to be agreed on anew.
    #[serde(rename = "fixed")]
    TimeFixed {
        #[serde(default, deserialize_with = "optional_moment")]
        time: Option<i64>,
        by: FixedBy,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        #[serde(deserialize_with = "text::<MAX_REASON_LEN, _>")]
        why: String,
    },
    /// A side says that it is there.
    #[serde(rename = "here")]
    CheckedIn { side: Side },
    /// The game is made here; who deploys in it is there.
    #[serde(rename = "started")]
    GameStarted,
    #[serde(rename = "reminded")]
    Reminded { about: Reminder },
    /// The default rule has fired; the result of each game that was left, or `None` where officials decide.
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
    /// What facts of these are called.
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

/// The default rule as it has fired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AppliedDefault {
    pub at: i64,
    pub clause: DefaultClause,
    pub result: Option<GameResult>,
}

/// How it stands with the time of a match.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MatchSchedule {
    /// Its own, where it has another than its round.
    pub window: Option<MatchWindow>,
    /// What both propose, in order.
    pub proposals: [Vec<i64>; 2],
    /// Whether they have proposed anything that they did not take back.
    pub has_proposed: [bool; 2],
    /// The time of the match, and who has fixed it.
    pub fixed: Option<(i64, FixedBy)>,
    /// Since when they are there.
    pub checked_in_at: [Option<i64>; 2],
    /// When its game was made here, for the time that is fixed.
    pub game_started_at: Option<i64>,
    /// Whether they were reminded to agree.
    pub was_reminded: bool,
    /// The start of which they were reminded.
    pub reminded_of: Option<i64>,
    pub applied_default: Option<AppliedDefault>,
    /// Who has appealed against that.
    pub appealed: [bool; 2],
    /// Whether officials have decided about it.
    pub has_ruling: bool,
    /// All of it, one thing after the other.
    pub log: Vec<(i64, ScheduleLogEntry)>,
}

/// What is noted of a match: that its window was set, or what was told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScheduleLogEntry {
    Window(MatchWindow),
    Event(SchedulingEvent),
}

/// What a round knows of the times of its matches.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RoundSchedule {
    /// None where its matches are not arranged by the players.
    pub window: Option<MatchWindow>,
    /// The window as it was told, with the moments.
    pub windows: Vec<MatchWindow>,
    /// By table; those of which nothing was told have none.
    pub tables: BTreeMap<usize, MatchSchedule>,
}
