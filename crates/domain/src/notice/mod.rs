//! Notices: what an account is told of, on which channels, and when.
//!
//! A notice consists of public facts: ids, rounds and tables. Names are looked up when it is shown,
//! because people change and delete theirs.

pub mod backoff;
pub mod json;
mod settings;
pub mod webhook;

use std::ops::Not;

use serde::{Deserialize, Serialize};
use swiss::Color;

use crate::contest::{ChallengeEnd, EntrantId, GameSlot, RoundId, TableId};
use crate::macros::{keyed_enum, keyed_set};
use crate::moment::Micros;

pub use settings::{MINUTES_PER_DAY, NoticeSettings, QuietHours};

keyed_set! {
    /// Kinds of notices; each can be switched on and off for each channel.
    pub struct NoticeKinds(i32) {
        PAIRING = 1 => "pairing",
        START = 2 => "start",
        MOVE = 4 => "move",
        REQUEST = 8 => "request",
        RESULT = 16 => "result",
        RANKS = 32 => "ranks",
        REVIEW = 64 => "review",
        PROPOSAL = 128 => "proposal",
        FOLLOWED = 256 => "followed",
    }
}

keyed_enum! {
    /// A way to reach an account.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Channel {
        Site => "site",
        Mail => "mail",
        Push => "push",
    }
}

/// A notice. Events and players are rows; games and requests are ids as in addresses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "notice", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Notice {
    /// A round was published in which the reader plays; `color` if it is fixed already.
    Paired {
        event: i32,
        table: TableId,
        color: Option<Color>,
        opponent: EntrantId,
        /// The number of the table in the hall, in an arena.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hall_table: Option<usize>,
    },
    /// A round was published in which the reader has a bye.
    Bye { event: i32, round: RoundId },
    /// A match that its players arranged is about to start.
    StartsSoon { event: i32, table: TableId, at: Micros, opponent: EntrantId },
    /// A round with a start time, in which the reader plays, is about to start.
    RoundStarts { event: i32, table: TableId, at: Micros, opponent: EntrantId },
    /// The reader is to move in a correspondence game.
    YourMove { play: String },
    /// A correspondence game is over.
    GameOver { play: String },
    /// A player asks the reader for a game.
    GameRequest { by: i32 },
    /// A player accepted the reader's game request.
    RequestAccepted { play: String, by: i32 },
    /// A player declined the reader's game request.
    RequestDeclined { by: i32 },
    /// A result of the reader was entered.
    ResultEntered { event: i32, game: GameSlot, opponent: EntrantId },
    /// The opponent reported a result, which the reader may confirm.
    ResultReported { event: i32, game: GameSlot, opponent: EntrantId },
    /// Two reports of a result differ.
    ResultDisputed { event: i32, game: GameSlot },
    /// Two results of a game contradict each other, and the reader is an official who decides.
    DecisionNeeded { event: i32, game: GameSlot },
    /// An event that the reader takes part in or follows is cancelled.
    EventCancelled { event: i32 },
    /// A cancelled event takes place after all.
    EventResumed { event: i32 },
    /// An event that the reader takes part in or follows begins on another day, counted from 1970, or is at another place.
    EventMoved {
        event: i32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        day: Option<i32>,
        #[serde(default, skip_serializing_if = "Not::not")]
        place: bool,
    },
    /// Another official undid something that the reader did at the desk of an event.
    ActUndone { event: i32 },
    /// A player reported others to the officials, of whom the reader is one.
    CaseReported { event: i32, case: u32 },
    /// Officials decided a case about the reader.
    CaseDecided { event: i32, case: u32 },
    /// A decision was appealed, and the reader is an official.
    CaseAppealed { event: i32, case: u32 },
    /// An official ruled on the appeal in a case about the reader.
    CaseRuled { event: i32, case: u32 },
    /// The ranks of a game of the reader were opened after an embargo.
    RanksOpened { play: String },
    /// A review of a game of the reader was published.
    Reviewed { game: String, review: i32, by: i32 },
    /// The opponent proposes times for a match.
    TimesProposed { event: i32, table: TableId, opponent: EntrantId },
    /// The time of a match was fixed.
    TimeFixed { event: i32, table: TableId, at: Micros, opponent: EntrantId },
    /// The opponent challenges the reader in a ladder, to be answered until then.
    Challenged { event: i32, at: Micros, opponent: EntrantId },
    /// A challenge between the reader and the opponent will not be played.
    ChallengeClosed { event: i32, how: ChallengeEnd, opponent: EntrantId },
    /// A round was published of an event that the reader follows.
    RoundPublished { event: i32, round: RoundId },
    /// A public game of a player whom the reader follows is over.
    GameFinished { play: String, by: i32 },
}

impl Notice {
    /// Its kind: exactly one.
    pub const fn kind(&self) -> NoticeKinds {
        match self {
            Notice::Paired { .. } | Notice::Bye { .. } => NoticeKinds::PAIRING,
            Notice::StartsSoon { .. }
            | Notice::RoundStarts { .. }
            | Notice::EventCancelled { .. }
            | Notice::EventResumed { .. }
            | Notice::EventMoved { .. } => NoticeKinds::START,
            Notice::YourMove { .. } | Notice::GameOver { .. } => NoticeKinds::MOVE,
            Notice::GameRequest { .. }
            | Notice::RequestAccepted { .. }
            | Notice::RequestDeclined { .. } => NoticeKinds::REQUEST,
            Notice::ResultEntered { .. }
            | Notice::ResultReported { .. }
            | Notice::ResultDisputed { .. }
            | Notice::DecisionNeeded { .. }
            | Notice::CaseReported { .. }
            | Notice::CaseDecided { .. }
            | Notice::CaseAppealed { .. }
            | Notice::CaseRuled { .. }
            | Notice::ActUndone { .. } => NoticeKinds::RESULT,
            Notice::RanksOpened { .. } => NoticeKinds::RANKS,
            Notice::Reviewed { .. } => NoticeKinds::REVIEW,
            Notice::TimesProposed { .. }
            | Notice::TimeFixed { .. }
            | Notice::Challenged { .. }
            | Notice::ChallengeClosed { .. } => NoticeKinds::PROPOSAL,
            Notice::RoundPublished { .. } | Notice::GameFinished { .. } => NoticeKinds::FOLLOWED,
        }
    }

    /// The row of the event that it is about.
    pub const fn event(&self) -> Option<i32> {
        match self {
            Notice::Paired { event, .. }
            | Notice::Bye { event, .. }
            | Notice::RoundPublished { event, .. }
            | Notice::StartsSoon { event, .. }
            | Notice::RoundStarts { event, .. }
            | Notice::ResultEntered { event, .. }
            | Notice::ResultReported { event, .. }
            | Notice::ResultDisputed { event, .. }
            | Notice::DecisionNeeded { event, .. }
            | Notice::ActUndone { event }
            | Notice::CaseReported { event, .. }
            | Notice::CaseDecided { event, .. }
            | Notice::CaseAppealed { event, .. }
            | Notice::CaseRuled { event, .. }
            | Notice::EventCancelled { event }
            | Notice::EventResumed { event }
            | Notice::EventMoved { event, .. }
            | Notice::TimesProposed { event, .. }
            | Notice::TimeFixed { event, .. }
            | Notice::Challenged { event, .. }
            | Notice::ChallengeClosed { event, .. } => Some(*event),
            _ => None,
        }
    }

    /// The other entrant of the event.
    pub const fn opponent(&self) -> Option<EntrantId> {
        match self {
            Notice::Paired { opponent, .. }
            | Notice::StartsSoon { opponent, .. }
            | Notice::RoundStarts { opponent, .. }
            | Notice::ResultEntered { opponent, .. }
            | Notice::ResultReported { opponent, .. }
            | Notice::TimesProposed { opponent, .. }
            | Notice::TimeFixed { opponent, .. }
            | Notice::Challenged { opponent, .. }
            | Notice::ChallengeClosed { opponent, .. } => Some(*opponent),
            _ => None,
        }
    }

    /// The player who did it.
    pub const fn player(&self) -> Option<i32> {
        match self {
            Notice::GameRequest { by }
            | Notice::RequestAccepted { by, .. }
            | Notice::RequestDeclined { by }
            | Notice::GameFinished { by, .. }
            | Notice::Reviewed { by, .. } => Some(*by),
            _ => None,
        }
    }

    /// The round of the event.
    pub const fn round(&self) -> Option<RoundId> {
        match self {
            Notice::Bye { round, .. } | Notice::RoundPublished { round, .. } => Some(*round),
            Notice::Paired { table, .. }
            | Notice::StartsSoon { table, .. }
            | Notice::RoundStarts { table, .. }
            | Notice::TimesProposed { table, .. }
            | Notice::TimeFixed { table, .. } => Some(table.round_id()),
            Notice::ResultEntered { game, .. }
            | Notice::ResultReported { game, .. }
            | Notice::ResultDisputed { game, .. }
            | Notice::DecisionNeeded { game, .. } => Some(game.table_id().round_id()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_one_bit_of_its_own() {
        let mut all = NoticeKinds::NONE;
        for (kind, key) in NoticeKinds::ALL {
            assert_eq!(kind.bits().count_ones(), 1, "{key}");
            assert!(!all.contains(kind), "{key}");
            all = all.union(kind);
        }
    }

    #[test]
    fn a_notice_tells_its_round_and_table_by_number() {
        let table = TableId { stage: 0, round: 2, table: 6 };
        let notice = Notice::Paired {
            event: 5,
            table,
            color: Some(Color::White),
            opponent: EntrantId(9),
            hall_table: None,
        };
        assert_eq!(notice.round(), Some(RoundId { stage: 0, round: 2 }));
        assert_eq!((notice.event(), notice.opponent()), (Some(5), Some(EntrantId(9))));
        assert_eq!(notice.kind(), NoticeKinds::PAIRING);
    }
}
