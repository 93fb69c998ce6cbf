//! Commands of officials and players for an event, and the facts they produce.

use crate::access::Act;
use crate::messages::LocalizedMessage;
use crate::{Error, Result};
use adjutant_domain::contest::scheduling::TableId;
use adjutant_domain::contest::teams::BoardPlayers;
use adjutant_domain::contest::{
    Amount, ChallengeAnswer, Contest, ContestFact, ContestSettings, EntrantId, GameSlot,
    ResultEntry, RoundId, SubmittedBy,
};
use adjutant_domain::moment::Micros;
use swiss::series::{GameResult, Side};

use super::desk_commands::RoundCommand;
use super::error_messages::contest_error;
use super::execution::FactBatch;
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
    Remove(EntrantId),
    /// Two rows are one person, who keeps the second.
    Merge {
        entrant: EntrantId,
        into: EntrantId,
    },
    /// An entrant forfeits the open game at a table.
    Forfeit {
        entrant: EntrantId,
        at: TableId,
    },
    TakeBackForfeit {
        entrant: EntrantId,
        at: TableId,
    },
    SetFeePaid {
        entrant: EntrantId,
        paid: bool,
    },
    /// How much an entrant has paid in all.
    RecordPayment {
        entrant: EntrantId,
        amount: Amount,
    },
    SetPresence {
        entrant: EntrantId,
        present: bool,
    },
    ClearPresence,
    Round(RoundCommand),
    EnterResults(Vec<ResultEntry>),
    DefaultNoShows(RoundId),
    DecidePlayOff {
        stage: usize,
        winner: EntrantId,
        loser: EntrantId,
    },
    /// An official has checked a steward's differing result.
    ResolveDispute(GameSlot),
    SetEnded(bool),
    /// With the reason, which may be empty.
    Cancel(String),
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
    WithdrawSelf,
    RejoinSelf,
    ForfeitOwnTable(TableId),
    CheckInSelf,
    /// Takes a break in an arena, or ends it.
    PauseSelf {
        paused: bool,
    },
    /// Challenges somebody above in a ladder.
    ChallengeSelf(EntrantId),
    /// Answers the challenge of another in a ladder, or takes back the own one to them.
    AnswerSelf(ChallengeAnswer, EntrantId),
    ReportResult {
        spot: GameSlot,
        result: GameResult,
    },
}

impl ContestCommand {
    pub const fn required_act(&self) -> Act {
        use ContestCommand::*;
        match self {
            ChangeSettings(_) | SetRegistrationOpen(_) | SetEnded(_) | Cancel(_) => Act::RunEvent,
            Admit(_)
            | Withdraw(_)
            | Remove(_)
            | Merge { .. }
            | SetFeePaid { .. }
            | RecordPayment { .. }
            | SetPresence { .. }
            | ClearPresence => Act::CheckIn,
            Round(_) => Act::ManagePairings,
            EnterResults(_)
            | DefaultNoShows(_)
            | DefaultMatch { .. }
            | DecidePlayOff { .. }
            | Forfeit { .. }
            | TakeBackForfeit { .. }
            | ResolveDispute(_) => Act::EnterResults,
            Scheduling(command) => command.required_act(),
            WithdrawSelf | RejoinSelf | ForfeitOwnTable(_) | CheckInSelf => Act::TakePart,
            ReportResult { .. } | SubmitLineUp { .. } | PauseSelf { .. } => Act::TakePart,
            ChallengeSelf(_) | AnswerSelf(..) => Act::TakePart,
        }
    }

    pub(super) fn to_facts(
        &self,
        contest: &Contest,
        participation: Participation,
        plays: &EventPlays,
        now: Micros,
    ) -> Result<Vec<ContestFact>> {
        let own = || participation.represented_entrant();
        use ContestCommand::*;
        let facts = match self {
            EnterResults(entries) => return result_facts(contest, entries),
            ChangeSettings(settings) => contest.change_settings((**settings).clone()),
            SetRegistrationOpen(open) => contest.set_registration_open(*open),
            Admit(entrant) => contest.admit(*entrant),
            Withdraw(entrant) => contest.withdraw(*entrant, false),
            Remove(entrant) => contest.remove(*entrant),
            Merge { entrant, into } => contest.merge(*entrant, *into),
            SetFeePaid { entrant, paid } => contest.set_paid(*entrant, *paid),
            RecordPayment { entrant, amount } => contest.record_payment(*entrant, *amount),
            SetPresence { entrant, present } => contest.set_present(*entrant, *present),
            ClearPresence => contest.clear_check_in(),
            Round(command) => command.to_facts(contest, now),
            DefaultNoShows(at) => contest.default_no_shows(*at, &plays.onsite_slots()),
            DecidePlayOff { stage, winner, loser } => {
                contest.record_play_off(*stage, *winner, *loser)
            }
            ResolveDispute(spot) => contest.resolve_dispute(*spot),
            SetEnded(over) => contest.set_ended(*over),
            Cancel(reason) => contest.cancel(reason),
            DefaultMatch { at, sides, absent } => contest.default_match(*at, *sides, *absent),
            Scheduling(command) => command.to_facts(contest, participation.entrant_id(), now),
            Forfeit { entrant, at } => contest.forfeit(*entrant, *at),
            TakeBackForfeit { entrant, at } => contest.take_back_forfeit(*entrant, *at),
            SubmitLineUp { at, players } => own().and_then(|team| {
                contest.submit_line_up(*at, team, players.clone(), SubmittedBy::Entrant)
            }),
            WithdrawSelf => own().and_then(|own| contest.withdraw(own, true)),
            RejoinSelf => own().and_then(|own| contest.rejoin(own)),
            ForfeitOwnTable(at) => own().and_then(|own| contest.forfeit(own, *at)),
            CheckInSelf => own().and_then(|own| contest.check_in_self(own)),
            PauseSelf { paused } => own().and_then(|own| contest.pause_own(own, *paused)),
            ChallengeSelf(other) => own().and_then(|own| contest.challenge_own(own, *other, now)),
            AnswerSelf(answer, other) => {
                own().and_then(|own| contest.answer_own((own, *other), *answer, now))
            }
            ReportResult { spot, result } => participation.report_result(contest, *spot, *result),
        };
        facts.map_err(contest_error)
    }
}

/// The facts of several results; all or none.
fn result_facts(contest: &Contest, entries: &[ResultEntry]) -> Result<Vec<ContestFact>> {
    let mut batch = FactBatch::new(contest);
    for entry in entries {
        let facts = batch.after.enter_result(entry);
        let table = batch.after.table_number(entry.spot.table_id());
        batch.add(facts.map_err(|why| with_table(table, contest_error(why)))?)?;
    }
    Ok(batch.facts)
}

fn with_table(table: usize, error: Error) -> Error {
    let named = |why: LocalizedMessage| refusal!(EVENT_AT_TABLE, table, why);
    match error {
        Error::Conflict(why) => Error::Conflict(named(why)),
        Error::Invalid { field, message } => Error::Invalid { field, message: named(message) },
        error => error,
    }
}
