//! Commands of players and officials about the times of matches.

use crate::access::Act;
use adjutant_domain::contest::scheduling::{DefaultRuling, TableId};
use adjutant_domain::contest::{Contest, ContestError, ContestFact, EntrantId, RoundId};
use adjutant_domain::moment::Micros;

/// A scheduling command. Stages, rounds and tables are counted from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SchedulingCommand {
    ProposeTimes {
        table: TableId,
        times: Vec<Micros>,
    },
    WithdrawProposals {
        table: TableId,
        times: Vec<Micros>,
    },
    CheckIn(TableId),
    Appeal {
        table: TableId,
        text: String,
    },
    /// Officials open a window of some days for a round or one of its matches.
    OpenWindow {
        round: RoundId,
        table: Option<usize>,
        days: u32,
    },
    /// Officials fix a time, or have the players agree on one again.
    FixTime {
        table: TableId,
        time: Option<Micros>,
        reason: String,
    },
    DecideDefault {
        table: TableId,
        ruling: DefaultRuling,
        text: String,
    },
}

impl SchedulingCommand {
    pub(super) const fn required_act(&self) -> Act {
        use SchedulingCommand::*;
        match self {
            OpenWindow { .. } | FixTime { .. } | DecideDefault { .. } => Act::EnterResults,
            ProposeTimes { .. } | WithdrawProposals { .. } | CheckIn(_) | Appeal { .. } => {
                Act::TakePart
            }
        }
    }

    pub(super) fn to_facts(
        &self,
        contest: &Contest,
        own_entrant: Option<EntrantId>,
        now: Micros,
    ) -> Result<Vec<ContestFact>, ContestError> {
        use SchedulingCommand::*;
        let oneself = own_entrant.ok_or(ContestError::NotAtThisTable);
        match self {
            ProposeTimes { table, times } => contest.propose_times(*table, oneself?, times, now),
            WithdrawProposals { table, times } => {
                contest.withdraw_proposals(*table, oneself?, times, now)
            }
            CheckIn(table) => contest.check_in_to_match(*table, oneself?, now),
            Appeal { table, text } => contest.appeal(*table, oneself?, text, now),
            OpenWindow { round, table, days } => contest.open_window(*round, *table, *days, now),
            FixTime { table, time, reason } => contest.fix_time(*table, *time, reason, now),
            DecideDefault { table, ruling, text } => {
                contest.rule_on_default(*table, *ruling, text, now)
            }
        }
    }
}

pub(super) fn sides_at_table(contest: &Contest, table_id: TableId) -> Option<[EntrantId; 2]> {
    Some(contest.meeting(table_id)?.sides)
}
