//! What officials and players tell of an event, as commands, and the facts that follow.

use crate::contest::arranged::TableId;
use crate::contest::teams::{Players, Table};
use crate::contest::{
    AskedBye, By, Contest, EntrantId, Fact, KeptApart, Refusal, ResultEntry, Settings, Spot,
};
use crate::service::access::Act;
use crate::service::said::Said;
use crate::service::{Error, refusals};
use swiss::series::{GameResult, Side};

use super::desk::senseless;
use super::here::GamesOfEvent;
use super::own::Own;
use super::refused::refused;
use super::times::TimeCommand;

/// What is told. Stages, rounds and tables are counted from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    Settle(Box<Settings>),
    Open(bool),
    Admit(EntrantId),
    Withdraw(EntrantId),
    /// Somebody forfeits what is open at a table.
    Forfeit {
        entrant: EntrantId,
        at: TableId,
    },
    /// The same after all not.
    TakeBackForfeit {
        entrant: EntrantId,
        at: TableId,
    },
    Pay {
        entrant: EntrantId,
        paid: bool,
    },
    CheckIn {
        entrant: EntrantId,
        present: bool,
    },
    ClearCheckIn,
    KeepApart(Vec<KeptApart>),
    AskBye {
        stage: usize,
        round: usize,
        entrant: EntrantId,
        bye: Option<AskedBye>,
    },
    /// `white` is the lot for the first color.
    Begin {
        stage: usize,
        white: bool,
    },
    /// It has not begun after all; with its published rounds where that is said.
    TakeBackBegin {
        stage: usize,
        with_rounds: bool,
    },
    Join {
        stage: usize,
        entrant: EntrantId,
    },
    Pair {
        stage: usize,
    },
    Exchange {
        stage: usize,
        one: EntrantId,
        other: EntrantId,
    },
    Publish {
        stage: usize,
        round: usize,
    },
    /// The same of the draft that somebody has seen ([`Contest::draft_print`]).
    PublishSeen {
        stage: usize,
        round: usize,
        seen: u64,
    },
    TakeBack {
        stage: usize,
        round: usize,
        with_results: bool,
    },
    Restore {
        stage: usize,
    },
    Results(Vec<ResultEntry>),
    DefaultNoShows {
        stage: usize,
        round: usize,
    },
    PlayOff {
        stage: usize,
        winner: EntrantId,
        loser: EntrantId,
    },
    /// What a steward said else than stands was looked at.
    SettleContested(Spot),
    End(bool),
    /// Who plays for a team in a match, as an official has it.
    LineUp {
        at: Table,
        team: EntrantId,
        players: Players,
    },
    /// The time for line-ups is over: of a table, or of a whole round.
    Release {
        stage: usize,
        round: usize,
        table: Option<usize>,
    },
    /// A team has not come to a match; nobody: neither has.
    DefaultMatch {
        at: Table,
        sides: [EntrantId; 2],
        absent: Option<Side>,
    },
    /// Of one's own team, as its captain.
    HandIn {
        at: Table,
        players: Players,
    },
    /// What is told of the times of matches.
    Times(TimeCommand),
    /// Of oneself: one withdraws.
    Leave,
    /// Of oneself: one takes part again after one has withdrawn.
    ComeBack,
    /// Of oneself: one forfeits what is open at one's table.
    GiveUp(TableId),
    /// Of oneself: one is there.
    Arrive,
    /// Of oneself: what came of a game that one plays.
    Say {
        spot: Spot,
        result: GameResult,
    },
}

impl Command {
    /// What somebody must be allowed to do for it.
    #[must_use]
    pub const fn act(&self) -> Act {
        match self {
            Command::Settle(_) | Command::Open(_) | Command::End(_) => Act::RunEvent,
            Command::Admit(_)
            | Command::Withdraw(_)
            | Command::Pay { .. }
            | Command::CheckIn { .. }
            | Command::ClearCheckIn => Act::CheckIn,
            Command::KeepApart(_)
            | Command::AskBye { .. }
            | Command::Begin { .. }
            | Command::TakeBackBegin { .. }
            | Command::Join { .. }
            | Command::Pair { .. }
            | Command::Exchange { .. }
            | Command::Publish { .. }
            | Command::PublishSeen { .. }
            | Command::TakeBack { .. }
            | Command::Restore { .. }
            | Command::LineUp { .. }
            | Command::Release { .. } => Act::ManagePairings,
            Command::Results(_)
            | Command::DefaultNoShows { .. }
            | Command::DefaultMatch { .. }
            | Command::PlayOff { .. }
            | Command::Forfeit { .. }
            | Command::TakeBackForfeit { .. }
            | Command::SettleContested(_) => Act::EnterResults,
            Command::Times(command) => command.act(),
            Command::Leave
            | Command::ComeBack
            | Command::GiveUp(_)
            | Command::Arrive
            | Command::Say { .. }
            | Command::HandIn { .. } => Act::TakePart,
        }
    }

    pub(super) fn facts(
        &self,
        contest: &Contest,
        own: Own,
        here: &GamesOfEvent,
        now: i64,
    ) -> Result<Vec<Fact>, Error> {
        if let Command::Results(entries) = self {
            return results(contest, entries);
        }
        self.others(contest, own, here, now).map_err(refused)
    }

    /// The facts of anything but results.
    fn others(
        &self,
        contest: &Contest,
        own: Own,
        here: &GamesOfEvent,
        now: i64,
    ) -> Result<Vec<Fact>, Refusal> {
        match self {
            Command::Settle(settings) => contest.settle((**settings).clone()),
            Command::Open(open) => contest.open(*open),
            Command::Admit(entrant) => contest.admit(*entrant),
            Command::Withdraw(entrant) => contest.withdraw(*entrant, false),
            Command::Pay { entrant, paid } => contest.pay(*entrant, *paid),
            Command::CheckIn { entrant, present } => contest.check_in(*entrant, *present),
            Command::ClearCheckIn => contest.clear_check_in(),
            Command::KeepApart(groups) => contest.keep_apart(groups.clone()),
            Command::AskBye { stage, round, entrant, bye } => {
                contest.ask_bye(*stage, *round, *entrant, *bye)
            }
            Command::Begin { stage, white } => contest.begin(*stage, *white),
            Command::TakeBackBegin { stage, with_rounds } => {
                contest.take_back_begin(*stage, *with_rounds)
            }
            Command::Join { stage, entrant } => contest.join(*stage, *entrant),
            Command::Pair { stage } => contest.pair(*stage),
            Command::Exchange { stage, one, other } => contest.exchange(*stage, *one, *other),
            Command::Publish { stage, round } => contest.publish_at(*stage, *round, now),
            Command::PublishSeen { stage, round, seen } => {
                contest.publish_seen((*stage, *round), *seen, now)
            }
            Command::TakeBack { stage, round, with_results } => {
                contest.take_back(*stage, *round, *with_results)
            }
            Command::Restore { stage } => contest.restore(*stage),
            Command::Results(_) => Ok(Vec::new()),
            Command::DefaultNoShows { stage, round } => {
                contest.default_no_shows_but(*stage, *round, &here.spots())
            }
            Command::PlayOff { stage, winner, loser } => contest.play_off(*stage, *winner, *loser),
            Command::SettleContested(spot) => contest.settle_contested(*spot),
            Command::End(over) => contest.end(*over),
            Command::LineUp { at, team, players } => {
                contest.line_up(*at, *team, players.clone(), By::Desk { exception: false })
            }
            Command::Release { stage, round, table } => contest.release(*stage, *round, *table),
            Command::DefaultMatch { at, sides, absent } => {
                contest.default_match(*at, *sides, *absent)
            }
            Command::Times(command) => command.facts(contest, own.number(), now),
            Command::Forfeit { entrant, at } => contest.forfeit(*entrant, *at),
            Command::TakeBackForfeit { entrant, at } => contest.take_back_forfeit(*entrant, *at),
            Command::HandIn { .. }
            | Command::Leave
            | Command::ComeBack
            | Command::GiveUp(_)
            | Command::Arrive
            | Command::Say { .. } => self.of_oneself(contest, own),
        }
    }

    /// The facts of what somebody tells of themselves.
    fn of_oneself(&self, contest: &Contest, own: Own) -> Result<Vec<Fact>, Refusal> {
        match self {
            Command::HandIn { at, players } => {
                contest.line_up(*at, own.led()?, players.clone(), By::Himself)
            }
            Command::Leave => contest.withdraw(own.led()?, true),
            Command::ComeBack => contest.come_back(own.led()?),
            Command::GiveUp(at) => contest.forfeit(own.led()?, *at),
            Command::Arrive => contest.arrive(own.led()?),
            Command::Say { spot, result } => own.say(contest, *spot, *result),
            // Every other command is one of officials.
            _ => Ok(Vec::new()),
        }
    }
}

/// Several results, all of them or none.
fn results(contest: &Contest, entries: &[ResultEntry]) -> Result<Vec<Fact>, Error> {
    let (mut after, mut all) = (contest.clone(), Vec::new());
    for entry in entries {
        let facts = after.enter_result(entry).map_err(|why| at_table(entry, refused(why)))?;
        after.tell(&facts).map_err(senseless)?;
        all.extend(facts);
    }
    Ok(all)
}

/// The refusal of a result with the table that it is about.
fn at_table(entry: &ResultEntry, error: Error) -> Error {
    let table = entry.spot.table + 1;
    let named = |why: Said| refusals::EVENT_AT_TABLE.with([&table, &why]).naming("why", why);
    match error {
        Error::Conflict(why) => Error::Conflict(named(why)),
        Error::Invalid { field, message } => Error::Invalid { field, message: named(message) },
        error => error,
    }
}
