//! What players and officials tell of the times of matches.

use crate::contest::arranged::{Ruling, TableId};
use crate::contest::{Contest, EntrantId, Fact, Refusal};
use crate::service::access::Act;

/// Something that is told of the time of a match. Stages, rounds and tables are counted from 0, moments in
/// microseconds since 1970.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TimeCommand {
    /// Of a match that one plays.
    Propose {
        of: TableId,
        times: Vec<i64>,
    },
    TakeBack {
        of: TableId,
        times: Vec<i64>,
    },
    /// One is there.
    Here(TableId),
    Appeal {
        of: TableId,
        words: String,
    },
    /// Officials open a window of so many days for a round, or one of its matches.
    Window {
        stage: usize,
        round: usize,
        table: Option<usize>,
        days: u32,
    },
    /// Officials set a time, or have it agreed on anew.
    Fix {
        of: TableId,
        time: Option<i64>,
        why: String,
    },
    /// Officials decide about a default.
    Rule {
        of: TableId,
        ruling: Ruling,
        words: String,
    },
}

impl TimeCommand {
    /// What somebody must be allowed to do for it.
    pub(super) const fn act(&self) -> Act {
        if self.is_of_officials() { Act::EnterResults } else { Act::TakePart }
    }

    const fn is_of_officials(&self) -> bool {
        use TimeCommand::{Fix, Rule, Window};
        matches!(self, Window { .. } | Fix { .. } | Rule { .. })
    }

    /// The facts of it.
    pub(super) fn facts(
        &self,
        contest: &Contest,
        own: Option<EntrantId>,
        now: i64,
    ) -> Result<Vec<Fact>, Refusal> {
        let oneself = own.ok_or(Refusal::NotAtTable);
        match self {
            TimeCommand::Propose { of, times } => contest.propose(*of, oneself?, times, now),
            TimeCommand::TakeBack { of, times } => {
                contest.take_times_back(*of, oneself?, times, now)
            }
            TimeCommand::Here(of) => contest.say_here(*of, oneself?, now),
            TimeCommand::Appeal { of, words } => contest.appeal(*of, oneself?, words, now),
            TimeCommand::Window { stage, round, table, days } => {
                contest.open_window((*stage, *round), *table, *days, now)
            }
            TimeCommand::Fix { of, time, why } => contest.fix(*of, *time, why, now),
            TimeCommand::Rule { of, ruling, words } => {
                contest.rule_on_default(*of, *ruling, words, now)
            }
        }
    }
}

/// Who meets at a table.
pub(super) fn sides(contest: &Contest, of: TableId) -> Option<[EntrantId; 2]> {
    let round = contest.stages.get(of.stage)?.rounds.get(of.round)?;
    Some(round.meetings.get(of.table)?.sides)
}
