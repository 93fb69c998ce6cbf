//! What players and officials tell of the times of matches.

use crate::contest::scheduling::{DefaultRuling, TableId};
use crate::contest::{Contest, ContestError, ContestFact, EntrantId};
use crate::service::access::Act;

/// Something that is told of the time of a match. Stages, rounds and tables are counted from 0, moments in
/// microseconds since 1970.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SchedulingCommand {
    /// Of a match that one plays.
    ProposeTimes {
        table: TableId,
        times: Vec<i64>,
    },
    WithdrawProposals {
        table: TableId,
        times: Vec<i64>,
    },
    /// One is there.
    CheckIn(TableId),
    Appeal {
        table: TableId,
        text: String,
    },
    /// Officials open a window of so many days for a round, or one of its matches.
    OpenWindow {
        stage: usize,
        round: usize,
        table: Option<usize>,
        days: u32,
    },
    /// Officials set a time, or have it agreed on anew.
    FixTime {
        table: TableId,
        time: Option<i64>,
        reason: String,
    },
    /// Officials decide about a default.
    DecideDefault {
        table: TableId,
        ruling: DefaultRuling,
        text: String,
    },
}

impl SchedulingCommand {
    /// What somebody must be allowed to do for it.
    pub(super) const fn required_act(&self) -> Act {
        if self.is_for_officials() { Act::EnterResults } else { Act::TakePart }
    }

    const fn is_for_officials(&self) -> bool {
        use SchedulingCommand::{DecideDefault, FixTime, OpenWindow};
        matches!(self, OpenWindow { .. } | FixTime { .. } | DecideDefault { .. })
    }

    /// The facts of it.
    pub(super) fn to_facts(
        &self,
        contest: &Contest,
        own_entrant: Option<EntrantId>,
        now: i64,
    ) -> Result<Vec<ContestFact>, ContestError> {
        let oneself = own_entrant.ok_or(ContestError::NotAtThisTable);
        match self {
            SchedulingCommand::ProposeTimes { table: of, times } => {
                contest.propose_times(*of, oneself?, times, now)
            }
            SchedulingCommand::WithdrawProposals { table: of, times } => {
                contest.withdraw_proposals(*of, oneself?, times, now)
            }
            SchedulingCommand::CheckIn(of) => contest.check_in_to_match(*of, oneself?, now),
            SchedulingCommand::Appeal { table: of, text: words } => {
                contest.appeal(*of, oneself?, words, now)
            }
            SchedulingCommand::OpenWindow { stage, round, table, days } => {
                contest.open_window((*stage, *round), *table, *days, now)
            }
            SchedulingCommand::FixTime { table: of, time, reason: why } => {
                contest.fix_time(*of, *time, why, now)
            }
            SchedulingCommand::DecideDefault { table: of, ruling, text: words } => {
                contest.rule_on_default(*of, *ruling, words, now)
            }
        }
    }
}

/// Who meets at a table.
pub(super) fn sides_at_table(contest: &Contest, table_id: TableId) -> Option<[EntrantId; 2]> {
    let round = contest.stages.get(table_id.stage)?.rounds.get(table_id.round)?;
    Some(round.meetings.get(table_id.table)?.sides)
}
