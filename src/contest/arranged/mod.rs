//! Matches at times that the players agree on: a published round has a window of days, both propose times, an equal
//! proposal fixes the match, and where they do not come together the default rule fires as it was published. A time
//! that decides something is part of what was told, so that facts alone say what happened when. Times are
//! microseconds since 1970.

mod agreeing;
mod appeals;
mod dossier;
mod due;
mod following;
mod starting;
mod window;

use std::collections::BTreeMap;

use swiss::series::{GameResult, Side};

pub use agreeing::{EARLIEST_HERE, MOST_TIMES};
pub use appeals::{LONGEST_APPEAL, Ruling};
pub use dossier::{Dossier, Line};
pub use due::{Due, What};

pub const MINUTE: i64 = 60_000_000;
pub const HOUR: i64 = 60 * MINUTE;
pub const DAY: i64 = 24 * HOUR;
/// The end of the year 9999: no moment of an event is later.
pub const LAST_MOMENT: i64 = 253_402_300_799_000_000;

/// Days of a window, at most.
pub const MOST_DAYS: u32 = 60;
/// Hours between the cut-off for agreeing and the end of the window, at most; as long a time for appeals.
pub const MOST_HOURS: u32 = 720;
/// Hours before something at which people are reminded of it, at most.
pub const MOST_REMIND_HOURS: u32 = 168;
/// Minutes of grace, at most.
pub const MOST_GRACE: u32 = 1_440;

/// A table of a round. All are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableId {
    pub stage: usize,
    pub round: usize,
    pub table: usize,
}

/// How matches are arranged in an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arranged {
    /// A round's window ends at the cut-off of this day, the first being the day on which it is published.
    pub days: u32,
    /// The minute of the day at which the window ends, by the clocks of `zone`: 1380 is 11 pm.
    pub cut_off: u32,
    /// So many hours before the window ends a time must be agreed on.
    pub agree_hours: u32,
    /// A zone of the IANA's database: `Asia/Manila`.
    pub zone: String,
    pub rule: DefaultRule,
}

impl Default for Arranged {
    fn default() -> Arranged {
        let rule = DefaultRule::default();
        let zone = "Asia/Manila".to_owned();
        Arranged { days: 7, cut_off: 23 * 60, agree_hours: 24, zone, rule }
    }
}

/// When the default rule fires.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Clause {
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

impl Clause {
    pub const ALL: [Clause; 5] = [
        Clause::OneSilent,
        Clause::BothSilent,
        Clause::NotAgreed,
        Clause::OneAbsent,
        Clause::BothAbsent,
    ];

    /// Its place in [`DefaultRule::consequences`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// What follows when a clause is met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consequence {
    /// Whoever was silent or absent loses by default; where both were, or they did not agree, both lose.
    Default,
    /// Officials decide.
    Officials,
}

/// The default rule, as it is published with a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DefaultRule {
    /// In the order of [`Clause::ALL`].
    pub consequences: [Consequence; 5],
    pub grace_minutes: u32,
    /// So many hours before a cut-off and a match people are reminded; 0 for never.
    pub remind_hours: u32,
    /// So long one may appeal.
    pub appeal_hours: u32,
}

impl Default for DefaultRule {
    fn default() -> DefaultRule {
        use Consequence::{Default, Officials};
        DefaultRule {
            consequences: [Default, Default, Officials, Default, Officials],
            grace_minutes: 30,
            remind_hours: 24,
            appeal_hours: 48,
        }
    }
}

impl DefaultRule {
    #[must_use]
    pub const fn consequence(&self, clause: Clause) -> Consequence {
        self.consequences[clause.index()]
    }

    /// The grace in microseconds.
    #[must_use]
    pub fn grace(&self) -> i64 {
        i64::from(self.grace_minutes) * MINUTE
    }
}

/// When a match is to be agreed on and played, and by which rule it is lost. The rule stays as it was when the window
/// opened, whatever becomes of the settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
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
pub enum Arranging {
    Proposed {
        side: Side,
        times: Vec<i64>,
    },
    TookBack {
        side: Side,
        times: Vec<i64>,
    },
    /// `None` where it is to be agreed on anew.
    Fixed {
        time: Option<i64>,
        by: FixedBy,
        why: String,
    },
    /// A side says that it is there.
    Here(Side),
    /// The game is made here; who deploys in it is there.
    Started,
    Reminded(Reminder),
    /// The default rule has fired; the result of each game that was left, or `None` where officials decide.
    Lapsed {
        clause: Clause,
        result: Option<GameResult>,
    },
    Appealed {
        side: Side,
        words: String,
    },
    Ruled {
        granted: bool,
        words: String,
    },
}

/// The default rule as it has fired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lapse {
    pub at: i64,
    pub clause: Clause,
    pub result: Option<GameResult>,
}

/// How it stands with the time of a match.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Arrangement {
    /// Its own, where it has another than its round.
    pub window: Option<Window>,
    /// What both propose, in order.
    pub times: [Vec<i64>; 2],
    /// Whether they have proposed anything that they did not take back.
    pub has_proposed: [bool; 2],
    /// The time of the match, and who has fixed it.
    pub fixed: Option<(i64, FixedBy)>,
    /// Since when they are there.
    pub here: [Option<i64>; 2],
    /// When its game was made here, for the time that is fixed.
    pub started: Option<i64>,
    /// Whether they were reminded to agree.
    pub was_reminded: bool,
    /// The start of which they were reminded.
    pub reminded_of: Option<i64>,
    pub lapsed: Option<Lapse>,
    /// Who has appealed against that.
    pub appealed: [bool; 2],
    /// Whether officials have decided about it.
    pub is_ruled: bool,
    /// All of it, one thing after the other.
    pub log: Vec<(i64, Logged)>,
}

/// What is noted of a match: that its window was set, or what was told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Logged {
    Window(Window),
    Told(Arranging),
}

/// What a round knows of the times of its matches.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Times {
    /// None where its matches are not arranged by the players.
    pub window: Option<Window>,
    /// The window as it was told, with the moments.
    pub windows: Vec<Window>,
    /// By table; those of which nothing was told have none.
    pub tables: BTreeMap<usize, Arrangement>,
}
