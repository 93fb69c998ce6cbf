//! The facts of an event.

use serde::de::MapAccess;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ops::Not;
use swiss::Color;
use swiss::series::{GameResult, Side};

use super::json::flat::{self, Aside, FromVariant, Variant};
use super::json::limits::{self, text};
use super::lots::MOST_LOT;
use super::scheduling::{MAX_TIMESTAMP, MatchWindow, SchedulingEvent};
use super::teams::{BoardPlayers, Team};
use super::{
    Amount, ChallengeEnd, ContestSettings, DisputedResult, EntrantId, EntrantProfile, EventMove,
    MAX_ANNOUNCEMENT_LEN, MAX_REASON_LEN, Meeting, ProhibitedGroup, RequestedBye, results,
    stewards,
};
use crate::moment::Micros;

/// A round of a stage. Both numbers are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundId {
    pub stage: usize,
    pub round: usize,
}

impl RoundId {
    pub const fn table(self, table: usize) -> TableId {
        let RoundId { stage, round } = self;
        TableId { stage, round, table }
    }
}

/// A table of a round. All numbers are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableId {
    pub stage: usize,
    pub round: usize,
    pub table: usize,
}

impl TableId {
    pub const fn round_id(self) -> RoundId {
        let TableId { stage, round, .. } = self;
        RoundId { stage, round }
    }

    pub const fn game(self, game: usize) -> GameSlot {
        let TableId { stage, round, table } = self;
        GameSlot { stage, round, table, game }
    }
}

/// A game at a table. All numbers are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GameSlot {
    pub stage: usize,
    pub round: usize,
    pub table: usize,
    pub game: usize,
}

impl GameSlot {
    pub const fn table_id(self) -> TableId {
        let GameSlot { stage, round, table, .. } = self;
        TableId { stage, round, table }
    }
}

/// A recorded fact about an event. Each fact presupposes those before it.
///
/// In JSON a fact is flat: `{"fact": "published", "stage": 0, "round": 3}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ContestFact {
    /// The settings: the first of all facts, and later changes.
    #[serde(rename = "settled")]
    SettingsChanged { settings: Box<ContestSettings> },
    /// Whether players can register themselves.
    #[serde(rename = "opened")]
    RegistrationToggled { open: bool },
    /// An entrant registers with the next number; `waiting` if there is no room.
    #[serde(rename = "entered")]
    EntrantRegistered {
        person: EntrantProfile,
        #[serde(default, skip_serializing_if = "Not::not")]
        waiting: bool,
    },
    /// A person's details were corrected.
    #[serde(rename = "amended")]
    PersonAmended { entrant: EntrantId, person: EntrantProfile },
    /// A waiting or withdrawn entrant gets a place.
    #[serde(rename = "admitted")]
    EntrantAdmitted { entrant: EntrantId },
    /// An entrant withdraws. In facts from before withdrawals could leave games to be played, they are lost at once.
    #[serde(rename = "withdrew")]
    EntrantWithdrew {
        entrant: EntrantId,
        /// Whether games of published rounds are still played: the withdrawal takes effect from the next round.
        #[serde(default, skip_serializing_if = "Not::not")]
        plays_on: bool,
        /// Whether they withdrew themselves.
        #[serde(rename = "own", default, skip_serializing_if = "Not::not")]
        by_entrant: bool,
    },
    /// An entrant who was registered by mistake is removed; the number is not used again.
    #[serde(rename = "removed")]
    EntrantRemoved { entrant: EntrantId },
    /// Two rows are one person: the second takes over what is recorded of the first, which is removed.
    #[serde(rename = "merged")]
    EntrantsMerged { entrant: EntrantId, into: EntrantId },
    #[serde(rename = "paid")]
    FeePaidSet {
        entrant: EntrantId,
        paid: bool,
        /// In all; 0 if it is not known.
        #[serde(default, skip_serializing_if = "limits::is_zero")]
        amount: Amount,
    },
    #[serde(rename = "present")]
    PresenceSet { entrant: EntrantId, present: bool },
    /// A requested bye; `None` cancels it.
    #[serde(rename = "asked-bye")]
    ByeRequested { stage: usize, round: usize, entrant: EntrantId, bye: Option<RequestedBye> },
    /// Replaces all groups of players who are kept apart.
    #[serde(rename = "kept-apart")]
    ProhibitedGroupsSet { groups: Vec<ProhibitedGroup> },
    /// A stage starts with these entrants, by group and pairing number.
    #[serde(rename = "begun")]
    StageStarted { stage: usize, groups: Vec<Vec<EntrantId>>, initial: Color },
    /// The start of a stage is undone, with all its rounds.
    #[serde(rename = "begin-taken-back")]
    StageStartTakenBack { stage: usize },
    /// The entrants of a Swiss stage in the order of their new pairing numbers.
    #[serde(rename = "renumbered")]
    StageRenumbered { stage: usize, order: Vec<EntrantId> },
    /// An entrant joins a stage in progress, at this place among the pairing numbers.
    #[serde(rename = "joined")]
    StageJoined {
        stage: usize,
        entrant: EntrantId,
        #[serde(deserialize_with = "limits::number::<0, MAX_PAIRING_INDEX, _, _>")]
        at: usize,
    },
    /// The next round is paired, or paired again; only officials see it.
    #[serde(rename = "drafted")]
    RoundDrafted {
        stage: usize,
        round: usize,
        meetings: Vec<Meeting>,
        byes: Vec<EntrantId>,
        #[serde(rename = "by_hand", default, skip_serializing_if = "Not::not")]
        is_manual: bool,
    },
    #[serde(rename = "published")]
    RoundPublished(RoundId),
    /// The last round is undone, with all its results.
    #[serde(rename = "taken-back")]
    RoundTakenBack(RoundId),
    /// The round undone last is restored.
    #[serde(rename = "restored")]
    RoundRestored(RoundId),
    /// The result of a game; `None` removes it.
    #[serde(rename = "result")]
    ResultEntered {
        #[serde(flatten)]
        spot: GameSlot,
        result: Option<GameResult>,
        #[serde(rename = "why", default, skip_serializing_if = "String::is_empty")]
        #[serde(deserialize_with = "text::<MAX_REASON_LEN, _>")]
        reason: String,
    },
    #[serde(rename = "said")]
    ResultReported {
        #[serde(flatten)]
        spot: GameSlot,
        side: Side,
        result: GameResult,
    },
    /// A team registers with the next number; `waiting` if there is no room.
    #[serde(rename = "team-entered")]
    TeamRegistered {
        team: Box<Team>,
        #[serde(default, skip_serializing_if = "Not::not")]
        waiting: bool,
    },
    /// A team's details or members change.
    #[serde(rename = "team-amended")]
    TeamAmended { entrant: EntrantId, team: Box<Team> },
    /// A side's players on each board of a match.
    #[serde(rename = "line-up")]
    LineUpSubmitted {
        #[serde(flatten)]
        at: TableId,
        side: Side,
        players: BoardPlayers,
    },
    /// The line-ups of a match are released; a team without one plays in roster order.
    #[serde(rename = "released")]
    LineUpsReleased(TableId),
    /// A steward's result contradicts the recorded one; `None` once an official has looked at it.
    #[serde(rename = "contested")]
    ResultDisputed {
        #[serde(flatten)]
        spot: GameSlot,
        #[serde(flatten, with = "stewards::dispute")]
        said: Option<DisputedResult>,
    },
    /// The grace period of a round ended; the forfeits follow.
    #[serde(rename = "grace-over")]
    GraceEnded(RoundId),
    /// A play-off ranked one of two tied entrants before the other: the winner first.
    #[serde(rename = "played-off")]
    PlayOffDecided { stage: usize, winner: EntrantId, loser: EntrantId },
    /// A window opens in which the players of a round, or of one of its matches, agree on a time
    /// and play.
    #[serde(rename = "windowed")]
    WindowOpened {
        stage: usize,
        round: usize,
        #[serde(skip_serializing_if = "Option::is_none")]
        table: Option<usize>,
        #[serde(flatten)]
        window: MatchWindow,
    },
    /// Something about the time of a match changed at `at`. In JSON the fact has the name of the event, whose members
    /// follow those of the fact.
    #[serde(skip)]
    MatchScheduling { table: TableId, at: Micros, event: SchedulingEvent },
    /// Officials announce something, with the next number; without text it is taken down.
    #[serde(rename = "announced")]
    Announced {
        #[serde(deserialize_with = "limits::number::<1, 1_000_000, _, _>")]
        number: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[serde(deserialize_with = "announcement")]
        text: Option<String>,
    },
    /// Whether the event is over.
    #[serde(rename = "ended")]
    EventEndedSet { over: bool },
    /// The event does not take place, or not to its end; `ended` without `over` reopens it.
    #[serde(rename = "cancelled")]
    EventCancelled {
        #[serde(default, skip_serializing_if = "String::is_empty")]
        #[serde(deserialize_with = "text::<MAX_REASON_LEN, _>")]
        reason: String,
    },
    /// The server drew the number by which the groups of a stage are drawn that starts with it.
    #[serde(rename = "lot-drawn")]
    LotDrawn {
        stage: usize,
        #[serde(deserialize_with = "limits::number::<0, { MOST_LOT as i64 }, _, _>")]
        lot: u32,
    },
    /// The event begins on another day.
    #[serde(rename = "moved")]
    EventMoved(EventMove),
    /// Officials change the pairings of a published round by hand: all of its tables and byes. A pair that stays keeps
    /// its results, and so do two who change colors.
    #[serde(rename = "altered")]
    RoundAltered { stage: usize, round: usize, meetings: Vec<Meeting>, byes: Vec<EntrantId> },
    /// Matches of a knock-out whose players are known are added to a published round, or get other players by a
    /// correction; or further games to an arena or a ladder.
    #[serde(rename = "extended")]
    RoundExtended { stage: usize, round: usize, meetings: Vec<Meeting> },
    /// An arena pairs until this moment. Two who wait may meet whom they met last from `rematch` on.
    #[serde(rename = "arena-clock")]
    ArenaClockSet {
        stage: usize,
        until: Micros,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rematch: Option<Micros>,
    },
    /// An arena pairs nobody any more.
    #[serde(rename = "arena-ended")]
    ArenaEnded { stage: usize },
    /// Somebody in an arena takes a break, or is back.
    #[serde(rename = "arena-paused")]
    ArenaPaused { stage: usize, entrant: EntrantId, paused: bool },
    /// Somebody in a ladder challenges another.
    #[serde(rename = "challenged")]
    ChallengeMade {
        stage: usize,
        challenger: EntrantId,
        challenged: EntrantId,
        #[serde(deserialize_with = "moment")]
        at: Micros,
        /// Until when it is to be answered.
        #[serde(deserialize_with = "moment")]
        until: Micros,
    },
    /// A challenge is accepted; its game follows.
    #[serde(rename = "challenge-accepted")]
    ChallengeAccepted {
        stage: usize,
        challenger: EntrantId,
        challenged: EntrantId,
        #[serde(deserialize_with = "moment")]
        at: Micros,
    },
    /// A challenge was played, or will not be; in ladders where that is so, who did not take it up `forfeits` the place.
    #[serde(rename = "challenge-closed")]
    ChallengeClosed {
        stage: usize,
        challenger: EntrantId,
        challenged: EntrantId,
        #[serde(deserialize_with = "moment")]
        at: Micros,
        how: ChallengeEnd,
        #[serde(default, skip_serializing_if = "Not::not")]
        forfeits: bool,
    },
    /// A ladder starts, or the time without a game does for those who came later; `again` for everybody, since its
    /// rules changed.
    #[serde(rename = "ladder-clock")]
    LadderClockStarted {
        stage: usize,
        #[serde(deserialize_with = "moment")]
        at: Micros,
        #[serde(default, skip_serializing_if = "Not::not")]
        again: bool,
        /// Until when open challenges may be answered at least, since the server was down.
        #[serde(
            default,
            skip_serializing_if = "Option::is_none",
            deserialize_with = "some_moment"
        )]
        until: Option<Micros>,
    },
    /// Those who have not played for too long fall by so many places.
    #[serde(rename = "ladder-fell")]
    LadderFell {
        stage: usize,
        #[serde(deserialize_with = "moment")]
        at: Micros,
        entrants: Vec<EntrantId>,
        #[serde(deserialize_with = "limits::number::<1, MAX_PAIRING_INDEX, _, _>")]
        places: usize,
    },
    /// A ladder takes no more challenges; accepted ones are still played.
    #[serde(rename = "ladder-ended")]
    LadderEnded {
        stage: usize,
        #[serde(deserialize_with = "moment")]
        at: Micros,
    },
    /// The facts with these numbers, from 1, no longer count.
    #[serde(rename = "undone")]
    Undone {
        #[serde(deserialize_with = "fact_number")]
        first: usize,
        #[serde(deserialize_with = "fact_number")]
        last: usize,
    },
    /// What was undone from this number on is done again; the facts follow.
    #[serde(rename = "redone")]
    Redone {
        #[serde(deserialize_with = "fact_number")]
        first: usize,
    },
    /// A published round is no longer valid, because its publication was undone.
    #[serde(rename = "revoked")]
    RoundRevoked(RoundId),
}

fn fact_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    limits::number::<1, 1_000_000, _, _>(deserializer)
}

fn moment<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Micros, D::Error> {
    limits::number::<0, { MAX_TIMESTAMP.0 }, _, _>(deserializer)
}

fn some_moment<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Micros>, D::Error> {
    moment(deserializer).map(Some)
}

fn announcement<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    limits::words::<MAX_ANNOUNCEMENT_LEN, D>(deserializer).map(Some)
}

impl ContestFact {
    /// A result that needs no reason: it corrects none.
    pub(super) const fn result(spot: GameSlot, result: GameResult) -> ContestFact {
        ContestFact::ResultEntered { spot, result: Some(result), reason: String::new() }
    }
}

/// The highest pairing number of a stage, from 0.
const MAX_PAIRING_INDEX: i64 = 9_999;
const TAG: &str = "fact";

/// The members of a [`ContestFact::MatchScheduling`] apart from those of its event.
#[derive(Deserialize)]
struct MatchMoment {
    #[serde(flatten)]
    table: TableId,
    #[serde(deserialize_with = "limits::number::<0, { MAX_TIMESTAMP.0 }, _, _>")]
    at: Micros,
}

impl Serialize for ContestFact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            ContestFact::MatchScheduling { table, at, event } => {
                let TableId { stage, round, table } = *table;
                let index = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
                let [stage, round, table] = [stage, round, table].map(index);
                let beside = [("stage", stage), ("round", round), ("table", table), ("at", at.0)];
                flat::write(serializer, TAG, &beside, |json| event.serialize(json))
            }
            _ => flat::write(serializer, TAG, &[], |json| ContestFact::serialize(self, json)),
        }
    }
}

impl<'de> FromVariant<'de> for ContestFact {
    const TAGS: &'static [&'static str] = &[TAG];
    /// Events stay far below these limits, and the successor of each still fits its type.
    const LIMITS: &'static [(&'static str, u64)] = &[
        ("stage", 31),
        ("round", 9_999),
        ("table", 9_999),
        ("game", results::MAX_GAME_INDEX as u64),
        ("from", MAX_TIMESTAMP.0 as u64),
        ("agree_by", MAX_TIMESTAMP.0 as u64),
        ("until", MAX_TIMESTAMP.0 as u64),
        ("rematch", MAX_TIMESTAMP.0 as u64),
    ];

    fn from_variant<A: MapAccess<'de>>(variant: Variant<'_, A>) -> Result<ContestFact, A::Error> {
        if !SchedulingEvent::NAMES.contains(&variant.name.as_str()) {
            return ContestFact::deserialize(variant);
        }
        let mut aside = Aside::new(&["stage", "round", "table", "at"]);
        let event = SchedulingEvent::deserialize(variant.put_aside(&mut aside))?;
        let MatchMoment { table, at } = aside.read::<MatchMoment, A::Error>()?;
        Ok(ContestFact::MatchScheduling { table, at, event })
    }
}

impl<'de> Deserialize<'de> for ContestFact {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ContestFact, D::Error> {
        flat::read(deserializer)
    }
}
