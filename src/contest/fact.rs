//! What was told of an event, one thing after another.

use swiss::Color;
use swiss::series::{GameResult, Side};

use super::scheduling::{MatchWindow, SchedulingEvent, TableId};
use super::teams::{BoardPlayers, MatchTable, Team};
use super::{
    ContestSettings, DisputedResult, EntrantId, EntrantProfile, Meeting, ProhibitedGroup,
    RequestedBye,
};

/// A game of a table. All are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GameSlot {
    pub stage: usize,
    pub round: usize,
    pub table: usize,
    pub game: usize,
}

impl GameSlot {
    /// Its table.
    #[must_use]
    pub const fn table_id(self) -> TableId {
        let GameSlot { stage, round, table, .. } = self;
        TableId { stage, round, table }
    }
}

/// Something that was told of an event. Each stands on those before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ContestFact {
    /// How it is played; the first of all facts, and any change before it matters.
    SettingsChanged(Box<ContestSettings>),
    /// Whether people register themselves.
    RegistrationToggled(bool),
    /// Somebody registers, with the next number; `waiting` where there is no room.
    EntrantRegistered {
        person: EntrantProfile,
        waiting: bool,
    },
    /// What is known of a person was wrong.
    PersonAmended {
        entrant: EntrantId,
        person: EntrantProfile,
    },
    /// Somebody who waited has a place, or who had withdrawn has it again.
    EntrantAdmitted(EntrantId),
    /// Somebody takes no part any more. Facts from before games were left to be played lose them at once.
    EntrantWithdrew {
        entrant: EntrantId,
        /// Whether the games of published rounds are still played: it holds from the next round on.
        plays_on: bool,
        /// Whether they said so themselves.
        by_entrant: bool,
    },
    FeePaidSet {
        entrant: EntrantId,
        paid: bool,
    },
    PresenceSet {
        entrant: EntrantId,
        present: bool,
    },
    /// A bye that is asked for; `None` takes it back.
    ByeRequested {
        stage: usize,
        round: usize,
        entrant: EntrantId,
        bye: Option<RequestedBye>,
    },
    /// All groups of people who are kept apart, instead of those before.
    ProhibitedGroupsSet(Vec<ProhibitedGroup>),
    /// A stage begins with these, group by group in the order of their pairing numbers.
    StageStarted {
        stage: usize,
        groups: Vec<Vec<EntrantId>>,
        initial: Color,
    },
    /// A stage has begun by mistake: it begins later, and nothing of its rounds holds.
    StageStartTakenBack {
        stage: usize,
    },
    /// Somebody joins a stage that has begun, with this place among the pairing numbers.
    StageJoined {
        stage: usize,
        entrant: EntrantId,
        at: usize,
    },
    /// The next round is paired, or paired anew; nobody sees it but officials.
    RoundDrafted {
        stage: usize,
        round: usize,
        meetings: Vec<Meeting>,
        byes: Vec<EntrantId>,
        is_manual: bool,
    },
    RoundPublished {
        stage: usize,
        round: usize,
    },
    /// The last round goes, with all of its results.
    RoundTakenBack {
        stage: usize,
        round: usize,
    },
    /// The round that was taken back last is there again.
    RoundRestored {
        stage: usize,
        round: usize,
    },
    /// What came of a game; `None` where it is not known after all.
    ResultEntered {
        spot: GameSlot,
        result: Option<GameResult>,
        reason: String,
    },
    /// What one side says of it.
    ResultReported {
        spot: GameSlot,
        side: Side,
        result: GameResult,
    },
    /// A team registers, with the next number; `waiting` where there is no room.
    TeamRegistered {
        team: Box<Team>,
        waiting: bool,
    },
    /// What is known of a team, or who is in it, has changed.
    TeamAmended {
        entrant: EntrantId,
        team: Box<Team>,
    },
    /// Who plays for a side on each board of a match.
    LineUpSubmitted {
        at: MatchTable,
        side: Side,
        players: BoardPlayers,
    },
    /// The line-ups of a match are known; who has handed in none plays in the order of its roster.
    LineUpsReleased(MatchTable),
    /// A steward says something else than stands; `None` where an official has looked at it.
    ResultDisputed {
        spot: GameSlot,
        said: Option<DisputedResult>,
    },
    /// The time of grace of a round was over; who lost by it follows.
    GraceEnded {
        stage: usize,
        round: usize,
    },
    /// Who of those equal was put before the other by a play-off: the winner first.
    PlayOffDecided {
        stage: usize,
        winner: EntrantId,
        loser: EntrantId,
    },
    /// A window opens in which the matches of a round, or one of them, are agreed on and played by their players.
    WindowOpened {
        stage: usize,
        round: usize,
        table: Option<usize>,
        window: MatchWindow,
    },
    /// Something was told of the time of a match, at a moment in microseconds since 1970.
    MatchScheduling {
        table: TableId,
        at: i64,
        event: SchedulingEvent,
    },
    /// Whether it is over.
    EventEndedSet(bool),
}
