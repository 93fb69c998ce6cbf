//! Matches in responses.

use adjutant_domain::contest::EntrantId;
use adjutant_domain::contest::scheduling::{
    DefaultClause, DefaultRule, DossierLine, FixedBy, MatchDossier, Reminder, ScheduleLogEntry,
    SchedulingEvent,
};
use adjutant_domain::moment::Micros;
use adjutant_service::contests::{
    GameResultName, MatchDetails, MatchState, MatchView, OwnScheduledMatch, ScheduledMatch,
    TablePlay, match_key, zone_name,
};
use adjutant_site::schema_enums::{DossierEntryName, SilentSideRule};
use swiss::series::{GameResult, Side};

use crate::prelude::*;

/// The matches of an event.
#[derive(Debug, Serialize, ToSchema)]
pub struct MatchListResponse {
    /// The event's time zone (IANA name).
    pub zone: String,
    pub matches: Vec<ScheduledMatchItem>,
}

/// A match whose players arrange its time. All times are in UTC.
#[derive(Debug, Serialize, ToSchema)]
pub struct ScheduledMatchItem {
    /// Stage, round and table, counted from 1: `1-2-3`.
    pub r#match: String,
    /// The stage's name.
    pub stage: String,
    pub round: usize,
    pub table: usize,
    /// The entrants' numbers in the event.
    #[schema(value_type = [u32; 2])]
    pub sides: [EntrantId; 2],
    pub names: [String; 2],
    pub opens: String,
    /// The deadline for agreeing on a time.
    pub agree_by: String,
    pub until: String,
    /// When it begins; null until a time is agreed.
    pub time: Option<String>,
    /// `to-agree`, `agreed`, `playing` (its game was created here), `waiting` (officials decide) or `over`.
    #[schema(value_type = String)]
    pub state: MatchState,
}

/// The rule that applies if a match is not arranged or a player is absent, as published with the round.
// It describes `DefaultRule`, which the domain declares.
#[derive(Debug, ToSchema)]
#[allow(dead_code)]
pub struct DefaultRuleItem {
    /// If only one side has proposed a time by the deadline: `default` or `officials`.
    #[schema(value_type = SilentSideRule)]
    pub one_silent: &'static str,
    pub both_silent: &'static str,
    pub not_agreed: &'static str,
    /// If only one side is present when the grace period ends.
    pub one_absent: &'static str,
    pub both_absent: &'static str,
    pub grace_minutes: u32,
    pub remind_hours: u32,
    pub appeal_hours: u32,
}

/// A match with its details.
#[derive(Debug, Serialize, ToSchema)]
pub struct MatchResponse {
    pub r#match: ScheduledMatchItem,
    pub zone: String,
    #[schema(value_type = DefaultRuleItem)]
    pub rule: DefaultRule,
    /// The game that is played here; null until it is created.
    pub play: Option<TablePlay>,
    /// For the two players and the event's officials; null for everybody else.
    pub inside: Option<MatchDetailsItem>,
}

/// What only the players and officials see.
#[derive(Debug, Serialize, ToSchema)]
pub struct MatchDetailsItem {
    /// `first` or `second`: your side; null for officials.
    #[schema(value_type = Option<String>)]
    pub own: Option<Side>,
    /// The times that each side proposes.
    pub proposed: [Vec<String>; 2],
    /// When each side checked in.
    pub here: [Option<String>; 2],
    /// The clause of the default rule that applied.
    #[schema(value_type = Option<String>)]
    pub lapsed: Option<DefaultClause>,
    pub appealed: [bool; 2],
    pub ruled: bool,
    /// All that happened about the time of the match, oldest first.
    pub dossier: Vec<DossierItem>,
}

/// An entry in the log of a match.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct DossierItem {
    pub at: String,
    /// `window`, `proposed`, `taken-back`, `fixed`, `here`, `started` (its game was created here), `reminded`,
    /// `lapsed`, `appealed` or `ruled`.
    #[schema(value_type = DossierEntryName)]
    pub what: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub side: Option<Side>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<String>,
    /// `players` or `official` if it was fixed, the clause if it lapsed, the subject of a reminder.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub by: Option<DossierReason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<GameResultName>)]
    pub result: Option<GameResult>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub granted: Option<bool>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub words: String,
}

/// Who or what made an entry.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum DossierReason {
    FixedBy(FixedBy),
    Reminder(Reminder),
    Clause(DefaultClause),
}

/// Your matches.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnMatchListResponse {
    pub matches: Vec<OwnMatchItem>,
}

/// A match of yours that is still to be arranged or played.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnMatchItem {
    /// The event's slug.
    pub event: String,
    pub r#match: ScheduledMatchItem,
    /// Your side: `first` or `second`.
    #[schema(value_type = String)]
    pub own: Side,
    /// The number of times that you and your opponent propose.
    pub proposed: [usize; 2],
}

impl From<&ScheduledMatch> for ScheduledMatchItem {
    fn from(line: &ScheduledMatch) -> ScheduledMatchItem {
        ScheduledMatchItem {
            r#match: match_key(line.table),
            stage: line.stage.clone(),
            round: line.table.round + 1,
            table: line.table.table + 1,
            sides: line.sides,
            names: line.names.clone(),
            opens: to_rfc3339(line.window.from),
            agree_by: to_rfc3339(line.window.agree_by),
            until: to_rfc3339(line.window.until),
            time: to_rfc3339_opt(line.time),
            state: line.state,
        }
    }
}

impl From<&DossierLine> for DossierItem {
    fn from(line: &DossierLine) -> DossierItem {
        let at = to_rfc3339(line.at);
        match &line.entry {
            ScheduleLogEntry::Window(window) => DossierItem {
                at,
                what: "window",
                times: [window.agree_by, window.until].map(to_rfc3339).to_vec(),
                ..DossierItem::default()
            },
            ScheduleLogEntry::Event(told) => DossierItem { at, ..event_item(told) },
        }
    }
}

/// An entry about an event, without its time.
fn event_item(told: &SchedulingEvent) -> DossierItem {
    let all = |times: &[Micros]| times.iter().map(|time| to_rfc3339(*time)).collect();
    let item = |what| DossierItem { what, ..DossierItem::default() };
    let of_side = |what, side| DossierItem { side: Some(side), ..item(what) };
    match told {
        SchedulingEvent::TimesProposed { side, proposals } => {
            DossierItem { times: all(proposals), ..of_side("proposed", *side) }
        }
        SchedulingEvent::ProposalsWithdrawn { side, proposals } => {
            DossierItem { times: all(proposals), ..of_side("taken-back", *side) }
        }
        SchedulingEvent::TimeFixed { time, by, why } => DossierItem {
            times: all(time.as_slice()),
            by: Some(DossierReason::FixedBy(*by)),
            words: why.clone(),
            ..item("fixed")
        },
        SchedulingEvent::CheckedIn { side } => of_side("here", *side),
        SchedulingEvent::GameStarted => item("started"),
        SchedulingEvent::Reminded { about } => {
            DossierItem { by: Some(DossierReason::Reminder(*about)), ..item("reminded") }
        }
        SchedulingEvent::DefaultApplied { clause, result } => DossierItem {
            by: Some(DossierReason::Clause(*clause)),
            result: *result,
            ..item("lapsed")
        },
        SchedulingEvent::Appealed { side, reason } => {
            DossierItem { words: reason.clone(), ..of_side("appealed", *side) }
        }
        SchedulingEvent::Ruled { granted, reason, .. } => {
            DossierItem { granted: Some(*granted), words: reason.clone(), ..item("ruled") }
        }
    }
}

impl From<&MatchDetails> for MatchDetailsItem {
    fn from(inside: &MatchDetails) -> MatchDetailsItem {
        let MatchDossier { schedule: now, lines, .. } = &inside.dossier;
        MatchDetailsItem {
            own: inside.own_side,
            proposed: now
                .proposals
                .each_ref()
                .map(|all| all.iter().map(|at| to_rfc3339(*at)).collect()),
            here: now.checked_in_at.map(to_rfc3339_opt),
            lapsed: now.applied_default.map(|lapse| lapse.clause),
            appealed: now.appealed,
            ruled: now.has_ruling,
            dossier: lines.iter().map(DossierItem::from).collect(),
        }
    }
}

impl From<&MatchView> for MatchResponse {
    fn from(seen: &MatchView) -> MatchResponse {
        MatchResponse {
            r#match: ScheduledMatchItem::from(&seen.summary),
            zone: zone_name(&seen.loaded.contest).to_owned(),
            rule: seen.summary.window.rule,
            play: seen.play,
            inside: seen.details.as_ref().map(MatchDetailsItem::from),
        }
    }
}

impl From<&OwnScheduledMatch> for OwnMatchItem {
    fn from(one: &OwnScheduledMatch) -> OwnMatchItem {
        OwnMatchItem {
            event: one.slug.clone(),
            r#match: ScheduledMatchItem::from(&one.summary),
            own: one.own_side,
            proposed: one.proposal_counts,
        }
    }
}
