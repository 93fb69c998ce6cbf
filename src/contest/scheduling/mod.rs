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

use swiss::series::{GameResult, Side};

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
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableId {
    pub stage: usize,
    pub round: usize,
    pub table: usize,
}

/// How matches are arranged in an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchedulingRules {
    /// A round's window ends at the cut-off of this day, the first being the day on which it is published.
    pub window_days: u32,
    /// The minute of the day at which the window ends, by the clocks of `zone`: 1380 is 11 pm.
    pub cut_off_minute: u32,
    /// So many hours before the window ends a time must be agreed on.
    pub agree_hours: u32,
    /// A zone of the IANA's database: `Asia/Manila`.
    pub time_zone: String,
    pub rule: DefaultRule,
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// What follows when a clause is met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DefaultConsequence {
    /// Whoever was silent or absent loses by default; where both were, or they did not agree, both lose.
    LossByDefault,
    /// Officials decide.
    Officials,
}

/// The default rule, as it is published with a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MatchWindow {
    pub from: i64,
    pub agree_by: i64,
    pub until: i64,
    pub rule: DefaultRule,
}

/// Who has fixed a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FixedBy {
    Players,
    Official,
}

/// What people are reminded of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reminder {
    /// That no time is agreed on.
    ToAgree,
    /// That the match begins.
    Start,
}

/// Something that was told of the time of one match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SchedulingEvent {
    TimesProposed {
        side: Side,
        proposals: Vec<i64>,
    },
    ProposalsWithdrawn {
        side: Side,
        proposals: Vec<i64>,
    },
    /// `None` where it is to be agreed on anew.
    TimeFixed {
        time: Option<i64>,
        by: FixedBy,
        why: String,
    },
    /// A side says that it is there.
    CheckedIn(Side),
    /// The game is made here; who deploys in it is there.
    GameStarted,
    Reminded(Reminder),
    /// The default rule has fired; the result of each game that was left, or `None` where officials decide.
    DefaultApplied {
        clause: DefaultClause,
        result: Option<GameResult>,
    },
    Appealed {
        side: Side,
        reason: String,
    },
    Ruled {
        granted: bool,
        reason: String,
    },
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
