//! Matches as answers have them.

use serde::Serialize;
use utoipa::ToSchema;

use crate::contest::arranged::{
    Arranging, Clause, Consequence, DefaultRule, Dossier, FixedBy, Line, Logged, Reminder,
};
use crate::service::contests::{
    Inside, MatchSeen, MatchState, OwnTimedMatch, TimedMatch, match_key, zone_of,
};
use swiss::series::Side;

use super::super::super::moments::{exact, perhaps};
use super::Came;
use super::shown::PlayItem;

/// The matches of an event.
#[derive(Debug, Serialize, ToSchema)]
pub struct TimedList {
    /// In which the event's hours are told, by its IANA name.
    pub zone: String,
    pub matches: Vec<TimedItem>,
}

/// A match whose players arrange its time. All moments are in UTC.
#[derive(Debug, Serialize, ToSchema)]
pub struct TimedItem {
    /// Stage, round and table, counted from 1: `1-2-3`.
    pub r#match: String,
    /// The stage's name.
    pub stage: String,
    pub round: usize,
    pub table: usize,
    /// By their numbers in the event.
    pub sides: [u32; 2],
    pub names: [String; 2],
    pub opens: String,
    /// The cut-off for agreeing.
    pub agree_by: String,
    pub until: String,
    /// When it begins; null until that is agreed on.
    pub time: Option<String>,
    /// `to-agree`, `agreed`, `playing` (its game was made here), `waiting` (officials decide) or `over`.
    pub state: &'static str,
}

/// The default rule, as it was published with the round.
#[derive(Debug, Serialize, ToSchema)]
pub struct DefaultRuleItem {
    /// One has proposed a time at the cut-off, the other none: `default` or `officials`.
    pub one_silent: &'static str,
    pub both_silent: &'static str,
    pub not_agreed: &'static str,
    /// One is there when the grace is over, the other is not.
    pub one_absent: &'static str,
    pub both_absent: &'static str,
    pub grace_minutes: u32,
    pub remind_hours: u32,
    pub appeal_hours: u32,
}

/// One match.
#[derive(Debug, Serialize, ToSchema)]
pub struct TimedAnswer {
    pub r#match: TimedItem,
    pub zone: String,
    pub rule: DefaultRuleItem,
    /// The game of it that is played here, once it is made.
    pub play: Option<PlayItem>,
    /// For its two players and the event's officials; null for everybody else.
    pub inside: Option<InsideItem>,
}

/// What its players and officials see.
#[derive(Debug, Serialize, ToSchema)]
pub struct InsideItem {
    /// `first` or `second`: the side of who asks; null for officials.
    pub own: Option<&'static str>,
    /// Times that both propose.
    pub proposed: [Vec<String>; 2],
    /// Since when they are there.
    pub here: [Option<String>; 2],
    /// The clause by which the default rule has fired.
    pub lapsed: Option<&'static str>,
    pub appealed: [bool; 2],
    pub ruled: bool,
    /// All that happened with its time, the first first.
    pub dossier: Vec<DossierItem>,
}

/// Something that happened with the time of a match.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct DossierItem {
    pub at: String,
    /// `window`, `proposed`, `taken-back`, `fixed`, `here`, `started` (its game was made here), `reminded`, `lapsed`, `appealed` or `ruled`.
    pub what: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<String>,
    /// `players` or `official` where it was fixed, the clause where it lapsed, what was reminded of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<Came>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub granted: Option<bool>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub words: String,
}

/// One's own matches.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnTimedList {
    pub matches: Vec<OwnTimedItem>,
}

/// A match of one's own that is to be arranged and played.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnTimedItem {
    /// The event's name in addresses.
    pub event: String,
    pub r#match: TimedItem,
    /// `first` or `second`.
    pub own: &'static str,
    /// How many times oneself has proposed, and how many the other.
    pub proposed: [usize; 2],
}

const fn side(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

const fn clause(clause: Clause) -> &'static str {
    match clause {
        Clause::OneSilent => "one_silent",
        Clause::BothSilent => "both_silent",
        Clause::NotAgreed => "not_agreed",
        Clause::OneAbsent => "one_absent",
        Clause::BothAbsent => "both_absent",
    }
}

impl From<&TimedMatch> for TimedItem {
    fn from(line: &TimedMatch) -> TimedItem {
        TimedItem {
            r#match: match_key(line.of),
            stage: line.stage.clone(),
            round: line.of.round + 1,
            table: line.of.table + 1,
            sides: line.sides.map(|side| side.0),
            names: line.names.clone(),
            opens: exact(line.window.from),
            agree_by: exact(line.window.agree_by),
            until: exact(line.window.until),
            time: perhaps(line.time),
            state: match line.state {
                MatchState::ToAgree => "to-agree",
                MatchState::Agreed => "agreed",
                MatchState::Playing => "playing",
                MatchState::Waiting => "waiting",
                MatchState::Over => "over",
            },
        }
    }
}

impl From<&DefaultRule> for DefaultRuleItem {
    fn from(rule: &DefaultRule) -> DefaultRuleItem {
        let word = |clause| match rule.consequence(clause) {
            Consequence::Default => "default",
            Consequence::Officials => "officials",
        };
        DefaultRuleItem {
            one_silent: word(Clause::OneSilent),
            both_silent: word(Clause::BothSilent),
            not_agreed: word(Clause::NotAgreed),
            one_absent: word(Clause::OneAbsent),
            both_absent: word(Clause::BothAbsent),
            grace_minutes: rule.grace_minutes,
            remind_hours: rule.remind_hours,
            appeal_hours: rule.appeal_hours,
        }
    }
}

impl From<&Line> for DossierItem {
    fn from(line: &Line) -> DossierItem {
        let at = exact(line.at);
        let all = |times: &[i64]| times.iter().map(|time| exact(*time)).collect();
        let item = DossierItem { at, ..DossierItem::default() };
        match &line.what {
            Logged::Window(window) => {
                let times = all(&[window.agree_by, window.until]);
                DossierItem { what: "window", times, ..item }
            }
            Logged::Told(told) => DossierItem { at: item.at, ..DossierItem::from(told) },
        }
    }
}

impl From<&Arranging> for DossierItem {
    fn from(told: &Arranging) -> DossierItem {
        let all = |times: &[i64]| times.iter().map(|time| exact(*time)).collect();
        let (what, of) = match told {
            Arranging::Proposed { side, times } => ("proposed", (Some(*side), all(times))),
            Arranging::TookBack { side, times } => ("taken-back", (Some(*side), all(times))),
            Arranging::Fixed { time, .. } => ("fixed", (None, all(time.as_slice()))),
            Arranging::Here(side) => ("here", (Some(*side), Vec::new())),
            Arranging::Started => ("started", (None, Vec::new())),
            Arranging::Reminded(_) => ("reminded", (None, Vec::new())),
            Arranging::Lapsed { .. } => ("lapsed", (None, Vec::new())),
            Arranging::Appealed { side, .. } => ("appealed", (Some(*side), Vec::new())),
            Arranging::Ruled { .. } => ("ruled", (None, Vec::new())),
        };
        let by = match told {
            Arranging::Fixed { by: FixedBy::Players, .. } => Some("players"),
            Arranging::Fixed { by: FixedBy::Official, .. } => Some("official"),
            Arranging::Reminded(Reminder::ToAgree) => Some("to-agree"),
            Arranging::Reminded(Reminder::Start) => Some("start"),
            Arranging::Lapsed { clause: of, .. } => Some(clause(*of)),
            _ => None,
        };
        let words = match told {
            Arranging::Fixed { why: words, .. }
            | Arranging::Appealed { words, .. }
            | Arranging::Ruled { words, .. } => words.clone(),
            _ => String::new(),
        };
        let result = match told {
            Arranging::Lapsed { result, .. } => result.map(Came::from),
            _ => None,
        };
        let granted = match told {
            Arranging::Ruled { granted, .. } => Some(*granted),
            _ => None,
        };
        let (at, side) = (String::new(), of.0.map(side));
        DossierItem { at, what, side, times: of.1, by, result, granted, words }
    }
}

impl From<&Inside> for InsideItem {
    fn from(inside: &Inside) -> InsideItem {
        let Dossier { now, lines, .. } = &inside.dossier;
        InsideItem {
            own: inside.own.map(side),
            proposed: now.times.each_ref().map(|all| all.iter().map(|at| exact(*at)).collect()),
            here: now.here.map(perhaps),
            lapsed: now.lapsed.map(|lapse| clause(lapse.clause)),
            appealed: now.appealed,
            ruled: now.is_ruled,
            dossier: lines.iter().map(DossierItem::from).collect(),
        }
    }
}

impl From<&MatchSeen> for TimedAnswer {
    fn from(seen: &MatchSeen) -> TimedAnswer {
        TimedAnswer {
            r#match: TimedItem::from(&seen.line),
            zone: zone_of(&seen.run.contest).to_owned(),
            rule: DefaultRuleItem::from(&seen.line.window.rule),
            play: seen.play.as_ref().map(PlayItem::from),
            inside: seen.inside.as_ref().map(InsideItem::from),
        }
    }
}

impl From<&OwnTimedMatch> for OwnTimedItem {
    fn from(one: &OwnTimedMatch) -> OwnTimedItem {
        OwnTimedItem {
            event: one.slug.clone(),
            r#match: TimedItem::from(&one.line),
            own: side(one.own),
            proposed: one.proposed,
        }
    }
}
