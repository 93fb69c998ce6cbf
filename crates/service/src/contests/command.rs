//! Commands of officials and players for an event, and the facts they produce.

use crate::Error;
use crate::access::Act;
use crate::messages::LocalizedMessage;
use adjutant_domain::contest::scheduling::TableId;
use adjutant_domain::contest::teams::{BoardPlayers, MatchTable};
use adjutant_domain::contest::{
    Contest, ContestError, ContestFact, ContestSettings, EntrantId, GameSlot, ProhibitedGroup,
    RequestedBye, ResultEntry, SubmittedBy,
};
use swiss::series::{GameResult, Side};

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
    SetProhibitedGroups(Vec<ProhibitedGroup>),
    RequestBye {
        stage: usize,
        round: usize,
        entrant: EntrantId,
        bye: Option<RequestedBye>,
    },
    /// `white` is the drawn initial colour.
    StartStage {
        stage: usize,
        white: bool,
    },
    /// Undoes the start of a stage, including its published rounds if requested.
    TakeBackStageStart {
        stage: usize,
        with_rounds: bool,
    },
    JoinStage {
        stage: usize,
        entrant: EntrantId,
    },
    PairRound {
        stage: usize,
    },
    SwapEntrants {
        stage: usize,
        one: EntrantId,
        other: EntrantId,
    },
    PublishRound {
        stage: usize,
        round: usize,
    },
    /// Publishes the draft only if it is the one seen ([`Contest::draft_fingerprint`]).
    PublishSeenDraft {
        stage: usize,
        round: usize,
        seen: u64,
    },
    TakeBackRound {
        stage: usize,
        round: usize,
        with_results: bool,
    },
    RestoreRound {
        stage: usize,
    },
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
    /// Sets a team's line-up for a match.
    SetLineUp {
        at: MatchTable,
        team: EntrantId,
        players: BoardPlayers,
    },
    /// Releases the line-ups of a table or, with `None`, of the round.
    ReleaseLineUps {
        stage: usize,
        round: usize,
        table: Option<usize>,
    },
    /// A team does not appear for a match; `None` if neither does.
    DefaultMatch {
        at: MatchTable,
        sides: [EntrantId; 2],
        absent: Option<Side>,
    },
    /// As captain of one's own team.
    SubmitLineUp {
        at: MatchTable,
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
            ContestCommand::SetProhibitedGroups(_)
            | ContestCommand::RequestBye { .. }
            | ContestCommand::StartStage { .. }
            | ContestCommand::TakeBackStageStart { .. }
            | ContestCommand::JoinStage { .. }
            | ContestCommand::PairRound { .. }
            | ContestCommand::SwapEntrants { .. }
            | ContestCommand::PublishRound { .. }
            | ContestCommand::PublishSeenDraft { .. }
            | ContestCommand::TakeBackRound { .. }
            | ContestCommand::RestoreRound { .. }
            | ContestCommand::SetLineUp { .. }
            | ContestCommand::ReleaseLineUps { .. } => Act::ManagePairings,
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
        if let ContestCommand::EnterResults(entries) = self {
            return result_facts(contest, entries);
        }
        self.other_facts(contest, participation, plays, now).map_err(contest_error)
    }

    /// The facts of commands other than results.
    fn other_facts(
        &self,
        contest: &Contest,
        participation: Participation,
        plays: &EventPlays,
        now: i64,
    ) -> Result<Vec<ContestFact>, ContestError> {
        match self {
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
            ContestCommand::SetProhibitedGroups(groups) => contest.keep_apart(groups.clone()),
            ContestCommand::RequestBye { stage, round, entrant, bye } => {
                contest.request_bye(*stage, *round, *entrant, *bye)
            }
            ContestCommand::StartStage { stage, white } => contest.start_stage(*stage, *white),
            ContestCommand::TakeBackStageStart { stage, with_rounds } => {
                contest.take_back_stage_start(*stage, *with_rounds)
            }
            ContestCommand::JoinStage { stage, entrant } => contest.join_stage(*stage, *entrant),
            ContestCommand::PairRound { stage } => contest.pair_round(*stage),
            ContestCommand::SwapEntrants { stage, one, other } => {
                contest.swap_seats(*stage, *one, *other)
            }
            ContestCommand::PublishRound { stage, round } => {
                contest.publish_round_at(*stage, *round, now)
            }
            ContestCommand::PublishSeenDraft { stage, round, seen } => {
                contest.publish_seen_draft((*stage, *round), *seen, now)
            }
            ContestCommand::TakeBackRound { stage, round, with_results } => {
                contest.take_back_round(*stage, *round, *with_results)
            }
            ContestCommand::RestoreRound { stage } => contest.restore_round(*stage),
            ContestCommand::EnterResults(_) => Ok(Vec::new()),
            ContestCommand::DefaultNoShows { stage, round } => {
                contest.default_no_shows_except(*stage, *round, &plays.onsite_slots())
            }
            ContestCommand::DecidePlayOff { stage, winner, loser } => {
                contest.record_play_off(*stage, *winner, *loser)
            }
            ContestCommand::ResolveDispute(spot) => contest.resolve_dispute(*spot),
            ContestCommand::SetEnded(over) => contest.set_ended(*over),
            ContestCommand::SetLineUp { at, team, players } => contest.submit_line_up(
                *at,
                *team,
                players.clone(),
                SubmittedBy::Official { waives_eligibility: false },
            ),
            ContestCommand::ReleaseLineUps { stage, round, table } => {
                contest.release_line_ups(*stage, *round, *table)
            }
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
            ContestCommand::SubmitLineUp { .. }
            | ContestCommand::WithdrawSelf
            | ContestCommand::RejoinSelf
            | ContestCommand::ForfeitOwnTable(_)
            | ContestCommand::CheckInSelf
            | ContestCommand::ReportResult { .. } => {
                self.self_service_facts(contest, participation)
            }
        }
    }

    /// The facts of commands about the actor's own participation.
    fn self_service_facts(
        &self,
        contest: &Contest,
        participation: Participation,
    ) -> Result<Vec<ContestFact>, ContestError> {
        match self {
            ContestCommand::SubmitLineUp { at, players } => contest.submit_line_up(
                *at,
                participation.represented_entrant()?,
                players.clone(),
                SubmittedBy::Entrant,
            ),
            ContestCommand::WithdrawSelf => {
                contest.withdraw(participation.represented_entrant()?, true)
            }
            ContestCommand::RejoinSelf => contest.rejoin(participation.represented_entrant()?),
            ContestCommand::ForfeitOwnTable(at) => {
                contest.forfeit(participation.represented_entrant()?, *at)
            }
            ContestCommand::CheckInSelf => {
                contest.check_in_self(participation.represented_entrant()?)
            }
            ContestCommand::ReportResult { spot, result } => {
                participation.report_result(contest, *spot, *result)
            }
            // All other commands are those of officials.
            _ => Ok(Vec::new()),
        }
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
