//! Commands of officials and players for an event, and the facts they produce.

use crate::Error;
use crate::access::Act;
use crate::messages::LocalizedMessage;
use adjutant_domain::contest::scheduling::TableId;
use adjutant_domain::contest::teams::BoardPlayers;
use adjutant_domain::contest::{
    Contest, ContestFact, ContestSettings, EntrantId, GameSlot, ResultEntry, SubmittedBy,
};
use swiss::series::{GameResult, Side};

use super::desk_commands::RoundCommand;
use super::error_messages::contest_error;
use super::execution::invalid_fact;
use super::onsite_games::EventPlays;
use super::participation::Participation;
use super::scheduling_command::SchedulingCommand;

/// A command. Stages, rounds and tables are counted from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ContestCommand {
    ChangeSettings(Box<ContestSettings>),
    SetRegistrationOpen(bool),
    Admit(EntrantId),
    Withdraw(EntrantId),
    /// An entrant forfeits the open game at a table.
    Forfeit {
        entrant: EntrantId,
        at: TableId,
    },
    /// Undoes a forfeit.
    TakeBackForfeit {
        entrant: EntrantId,
        at: TableId,
    },
    SetFeePaid {
        entrant: EntrantId,
        paid: bool,
    },
    SetPresence {
        entrant: EntrantId,
        present: bool,
    },
    ClearPresence,
    Round(RoundCommand),
    EnterResults(Vec<ResultEntry>),
    DefaultNoShows {
        stage: usize,
        round: usize,
    },
    DecidePlayOff {
        stage: usize,
        winner: EntrantId,
        loser: EntrantId,
    },
    /// An official has checked a steward's differing result.
    ResolveDispute(GameSlot),
    SetEnded(bool),
    /// A team does not appear for a match; `None` if neither does.
    DefaultMatch {
        at: TableId,
        sides: [EntrantId; 2],
        absent: Option<Side>,
    },
    /// As captain of one's own team.
    SubmitLineUp {
        at: TableId,
        players: BoardPlayers,
    },
    Scheduling(SchedulingCommand),
    /// The actor withdraws.
    WithdrawSelf,
    /// The actor rejoins after withdrawing.
    RejoinSelf,
    /// The actor forfeits the open game at their table.
    ForfeitOwnTable(TableId),
    /// The actor checks in.
    CheckInSelf,
    /// The actor reports the result of their own game.
    ReportResult {
        spot: GameSlot,
        result: GameResult,
    },
}

impl ContestCommand {
    pub const fn required_act(&self) -> Act {
        match self {
            ContestCommand::ChangeSettings(_)
            | ContestCommand::SetRegistrationOpen(_)
            | ContestCommand::SetEnded(_) => Act::RunEvent,
            ContestCommand::Admit(_)
            | ContestCommand::Withdraw(_)
            | ContestCommand::SetFeePaid { .. }
            | ContestCommand::SetPresence { .. }
            | ContestCommand::ClearPresence => Act::CheckIn,
            ContestCommand::Round(_) => Act::ManagePairings,
            ContestCommand::EnterResults(_)
            | ContestCommand::DefaultNoShows { .. }
            | ContestCommand::DefaultMatch { .. }
            | ContestCommand::DecidePlayOff { .. }
            | ContestCommand::Forfeit { .. }
            | ContestCommand::TakeBackForfeit { .. }
            | ContestCommand::ResolveDispute(_) => Act::EnterResults,
            ContestCommand::Scheduling(command) => command.required_act(),
            ContestCommand::WithdrawSelf
            | ContestCommand::RejoinSelf
            | ContestCommand::ForfeitOwnTable(_)
            | ContestCommand::CheckInSelf
            | ContestCommand::ReportResult { .. }
            | ContestCommand::SubmitLineUp { .. } => Act::TakePart,
        }
    }

    pub(super) fn to_facts(
        &self,
        contest: &Contest,
        participation: Participation,
        plays: &EventPlays,
        now: i64,
    ) -> Result<Vec<ContestFact>, Error> {
        let own = || participation.represented_entrant();
        let facts = match self {
            ContestCommand::EnterResults(entries) => return result_facts(contest, entries),
            ContestCommand::ChangeSettings(settings) => {
                contest.change_settings((**settings).clone())
            }
            ContestCommand::SetRegistrationOpen(open) => contest.set_registration_open(*open),
            ContestCommand::Admit(entrant) => contest.admit(*entrant),
            ContestCommand::Withdraw(entrant) => contest.withdraw(*entrant, false),
            ContestCommand::SetFeePaid { entrant, paid } => contest.set_paid(*entrant, *paid),
            ContestCommand::SetPresence { entrant, present } => {
                contest.set_present(*entrant, *present)
            }
            ContestCommand::ClearPresence => contest.clear_check_in(),
            ContestCommand::Round(command) => command.to_facts(contest, now),
            ContestCommand::DefaultNoShows { stage, round } => {
                contest.default_no_shows(*stage, *round, &plays.onsite_slots())
            }
            ContestCommand::DecidePlayOff { stage, winner, loser } => {
                contest.record_play_off(*stage, *winner, *loser)
            }
            ContestCommand::ResolveDispute(spot) => contest.resolve_dispute(*spot),
            ContestCommand::SetEnded(over) => contest.set_ended(*over),
            ContestCommand::DefaultMatch { at, sides, absent } => {
                contest.default_match(*at, *sides, *absent)
            }
            ContestCommand::Scheduling(command) => {
                command.to_facts(contest, participation.entrant_id(), now)
            }
            ContestCommand::Forfeit { entrant, at } => contest.forfeit(*entrant, *at),
            ContestCommand::TakeBackForfeit { entrant, at } => {
                contest.take_back_forfeit(*entrant, *at)
            }
            ContestCommand::SubmitLineUp { at, players } => own().and_then(|team| {
                contest.submit_line_up(*at, team, players.clone(), SubmittedBy::Entrant)
            }),
            ContestCommand::WithdrawSelf => own().and_then(|own| contest.withdraw(own, true)),
            ContestCommand::RejoinSelf => own().and_then(|own| contest.rejoin(own)),
            ContestCommand::ForfeitOwnTable(at) => own().and_then(|own| contest.forfeit(own, *at)),
            ContestCommand::CheckInSelf => own().and_then(|own| contest.check_in_self(own)),
            ContestCommand::ReportResult { spot, result } => {
                participation.report_result(contest, *spot, *result)
            }
        };
        facts.map_err(contest_error)
    }
}

/// The facts of several results; all or none.
fn result_facts(contest: &Contest, entries: &[ResultEntry]) -> Result<Vec<ContestFact>, Error> {
    let (mut after, mut all) = (contest.clone(), Vec::new());
    for entry in entries {
        let facts =
            after.enter_result(entry).map_err(|why| with_table(entry, contest_error(why)))?;
        after.apply_facts(&facts).map_err(invalid_fact)?;
        all.extend(facts);
    }
    Ok(all)
}

/// Adds the table to the error of a result.
fn with_table(entry: &ResultEntry, error: Error) -> Error {
    let table = entry.spot.table + 1;
    let named = |why: LocalizedMessage| refusal!(EVENT_AT_TABLE, table, why);
    match error {
        Error::Conflict(why) => Error::Conflict(named(why)),
        Error::Invalid { field, message } => Error::Invalid { field, message: named(message) },
        error => error,
    }
}
