//! What was told of an event, one thing after another.

use swiss::Color;
use swiss::series::{GameResult, Side};

use super::arranged::{Arranging, TableId, Window};
use super::teams::{Players, Table, Team};
use super::{AskedBye, Contested, EntrantId, KeptApart, Meeting, Person, Settings};

/// A game of a table. All are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Spot {
    pub stage: usize,
    pub round: usize,
    pub table: usize,
    pub game: usize,
}

impl Spot {
    /// Its table.
    #[must_use]
    pub const fn table_id(self) -> TableId {
        let Spot { stage, round, table, .. } = self;
        TableId { stage, round, table }
    }
}

/// Something that was told of an event. Each stands on those before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    /// How it is played; the first of all facts, and any change before it matters.
    Settled(Box<Settings>),
    /// Whether people register themselves.
    Opened(bool),
    /// Somebody registers, with the next number; `waiting` where there is no room.
    Entered {
        person: Person,
        waiting: bool,
    },
    /// What is known of a person was wrong.
    Amended {
        entrant: EntrantId,
        person: Person,
    },
    /// Somebody who waited has a place, or who had withdrawn has it again.
    Admitted(EntrantId),
    /// Somebody takes no part any more. Facts from before games were left to be played lose them at once.
    Withdrew {
        entrant: EntrantId,
        /// Whether the games of published rounds are still played: it holds from the next round on.
        plays_on: bool,
        /// Whether they said so themselves.
        own: bool,
    },
    Paid {
        entrant: EntrantId,
        paid: bool,
    },
    Present {
        entrant: EntrantId,
        present: bool,
    },
    /// A bye that is asked for; `None` takes it back.
    AskedBye {
        stage: usize,
        round: usize,
        entrant: EntrantId,
        bye: Option<AskedBye>,
    },
    /// All groups of people who are kept apart, instead of those before.
    KeptApart(Vec<KeptApart>),
    /// A stage begins with these, group by group in the order of their pairing numbers.
    Begun {
        stage: usize,
        groups: Vec<Vec<EntrantId>>,
        initial: Color,
    },
    /// A stage has begun by mistake: it begins later, and nothing of its rounds holds.
    BeginTakenBack {
        stage: usize,
    },
    /// Somebody joins a stage that has begun, with this place among the pairing numbers.
    Joined {
        stage: usize,
        entrant: EntrantId,
        at: usize,
    },
    /// The next round is paired, or paired anew; nobody sees it but officials.
    Drafted {
        stage: usize,
        round: usize,
        meetings: Vec<Meeting>,
        byes: Vec<EntrantId>,
        by_hand: bool,
    },
    Published {
        stage: usize,
        round: usize,
    },
    /// The last round goes, with all of its results.
    TakenBack {
        stage: usize,
        round: usize,
    },
    /// The round that was taken back last is there again.
    Restored {
        stage: usize,
        round: usize,
    },
    /// What came of a game; `None` where it is not known after all.
    Result {
        spot: Spot,
        result: Option<GameResult>,
        why: String,
    },
    /// What one side says of it.
    Said {
        spot: Spot,
        side: Side,
        result: GameResult,
    },
    /// A team registers, with the next number; `waiting` where there is no room.
    TeamEntered {
        team: Box<Team>,
        waiting: bool,
    },
    /// What is known of a team, or who is in it, has changed.
    TeamAmended {
        entrant: EntrantId,
        team: Box<Team>,
    },
    /// Who plays for a side on each board of a match.
    LinedUp {
        at: Table,
        side: Side,
        players: Players,
    },
    /// The line-ups of a match are known; who has handed in none plays in the order of its roster.
    Released(Table),
    /// A steward says something else than stands; `None` where an official has looked at it.
    Contested {
        spot: Spot,
        said: Option<Contested>,
    },
    /// The time of grace of a round was over; who lost by it follows.
    GraceOver {
        stage: usize,
        round: usize,
    },
    /// Who of those equal was put before the other by a play-off: the winner first.
    PlayedOff {
        stage: usize,
        winner: EntrantId,
        loser: EntrantId,
    },
    /// A window opens in which the matches of a round, or one of them, are agreed on and played by their players.
    Windowed {
        stage: usize,
        round: usize,
        table: Option<usize>,
        window: Window,
    },
    /// Something was told of the time of a match, at a moment in microseconds since 1970.
    Arranging {
        of: TableId,
        at: i64,
        what: Arranging,
    },
    /// Whether it is over.
    Ended(bool),
}
