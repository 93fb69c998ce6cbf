//! Commands of players and officials about the times of matches.

use crate::access::Act;
use adjutant_domain::contest::scheduling::{DefaultRuling, TableId};
use adjutant_domain::contest::{Contest, ContestError, ContestFact, EntrantId};

/// A scheduling command. Stages, rounds and tables are counted from 0; times are in microseconds
/// since 1970.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SchedulingCommand {
    /// A player proposes times for their match.
    ProposeTimes {
        table: TableId,
        times: Vec<i64>,
    },
    WithdrawProposals {
        table: TableId,
        times: Vec<i64>,
    },
    /// A player is present.
    CheckIn(TableId),
    Appeal {
        table: TableId,
        text: String,
    },
    /// Officials open a window of some days for a round or one of its matches.
    OpenWindow {
        stage: usize,
        round: usize,
        table: Option<usize>,
        days: u32,
    },
    /// Officials fix a time, or have the players agree on one again.
    FixTime {
        table: TableId,
        time: Option<i64>,
        reason: String,
    },
    /// Officials decide a default.
    DecideDefault {
        table: TableId,
        ruling: DefaultRuling,
        text: String,
    },
}

impl SchedulingCommand {
    pub(super) const fn required_act(&self) -> Act {
        if self.is_for_officials() { Act::EnterResults } else { Act::TakePart }
    }

    const fn is_for_officials(&self) -> bool {
        use SchedulingCommand::{DecideDefault, FixTime, OpenWindow};
        matches!(self, OpenWindow { .. } | FixTime { .. } | DecideDefault { .. })
    }

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

/// The entrants at a table.
pub(super) fn sides_at_table(contest: &Contest, table_id: TableId) -> Option<[EntrantId; 2]> {
    let round = contest.stages.get(table_id.stage)?.rounds.get(table_id.round)?;
    Some(round.meetings.get(table_id.table)?.sides)
}
