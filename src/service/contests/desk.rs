//! What officials and players tell of an event.

use crate::contest::teams::{Players, Table};
use crate::contest::{
    AskedBye, By, Contest, EntrantId, Fact, KeptApart, Person, Refusal, ResultEntry, Senseless,
    Settings, Spot, written,
};
use crate::service::access::{Act, ActingAs, Actor, Through};
use crate::service::audit::{self, Action, Entry, Field};
use crate::service::said::Said;
use crate::service::{App, Error, refusals};
use crate::store::contests as rows;
use crate::store::transaction::in_transaction;
use crate::store::{AnyConnection, contest_plays, counted};
use crate::tournament::series::{GameResult, Side};

use super::allowed;
use super::due::note_due;
use super::here::{self, GamesOfEvent};
use super::kept::{self, Run};
use super::own::Own;
use super::refused::refused;
use super::times::TimeCommand;
use super::words::words;

/// So many facts of one command are told one by one in the audit trail.
const MOST_TOLD: usize = 12;

/// What is told. Stages, rounds and tables are counted from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    Settle(Box<Settings>),
    Open(bool),
    Admit(EntrantId),
    Withdraw(EntrantId),
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
            | Command::TakeBack { .. }
            | Command::Restore { .. }
            | Command::LineUp { .. }
            | Command::Release { .. } => Act::ManagePairings,
            Command::Results(_)
            | Command::DefaultNoShows { .. }
            | Command::DefaultMatch { .. }
            | Command::PlayOff { .. }
            | Command::SettleContested(_) => Act::EnterResults,
            Command::Times(command) => command.act(),
            Command::Leave | Command::Arrive | Command::Say { .. } | Command::HandIn { .. } => {
                Act::TakePart
            }
        }
    }

    fn facts(
        &self,
        contest: &Contest,
        own: Own,
        here: &GamesOfEvent,
        now: i64,
    ) -> Result<Vec<Fact>, Error> {
        if let Command::Results(entries) = self {
            return results(contest, entries, own.number());
        }
        self.others(contest, own, here, now).map_err(|refusal| self.refused(refusal))
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
            Command::Withdraw(entrant) => contest.withdraw(*entrant),
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
            Command::LineUp { at, .. } if own.is_at(contest, *at) => Err(Refusal::NotAtTable),
            Command::LineUp { at, team, players } => {
                contest.line_up(*at, *team, players.clone(), By::Desk { exception: false })
            }
            Command::Release { stage, round, table } => contest.release(*stage, *round, *table),
            Command::DefaultMatch { at, sides, absent } => {
                if own.number().is_some_and(|own| sides.contains(&own)) {
                    return Err(Refusal::NotAtTable);
                }
                contest.default_match(*at, *sides, *absent)
            }
            Command::HandIn { at, players } => {
                contest.line_up(*at, own.led()?, players.clone(), By::Himself)
            }
            Command::Leave => contest.withdraw(own.led()?),
            Command::Arrive => contest.arrive(own.led()?),
            Command::Say { spot, result } => own.say(contest, *spot, *result),
            Command::Times(command) => command.facts(contest, own.number(), now),
        }
    }

    /// Whether officials tell it of a game, which must not be their own.
    const fn is_of_officials(&self) -> bool {
        match self {
            Command::Results(_) | Command::DefaultMatch { .. } | Command::LineUp { .. } => true,
            Command::Times(command) => command.is_of_officials(),
            _ => false,
        }
    }

    fn refused(&self, refusal: Refusal) -> Error {
        match refusal {
            Refusal::NotAtTable if self.is_of_officials() => Error::conflict(refusals::OWN_GAME),
            refusal => refused(refusal),
        }
    }
}

/// Several results, all of them or none.
fn results(
    contest: &Contest,
    entries: &[ResultEntry],
    own: Option<EntrantId>,
) -> Result<Vec<Fact>, Error> {
    let (mut after, mut all) = (contest.clone(), Vec::new());
    for entry in entries {
        if own.is_some_and(|own| entry.sides.contains(&own)) {
            return Err(Error::conflict(refusals::OWN_GAME));
        }
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

/// What came of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Told {
    /// How many facts there are now.
    pub version: i32,
    /// How many of them are new; 0 where nothing was to be changed.
    pub facts: usize,
}

/// Which of several commands was refused, counted from 0, and why.
#[derive(Debug)]
pub struct NotTold {
    pub number: usize,
    pub error: Error,
}

impl From<NotTold> for Error {
    fn from(not: NotTold) -> Error {
        not.error
    }
}

/// Tells something of an event. The same again has no effect.
///
/// # Errors
/// As [`require`](crate::service::access::require) has it; [`Error::Missing`] where there is no such event;
/// [`Error::Conflict`], [`Error::Invalid`] and [`Error::NotFound`] with the reason where it is not done.
pub fn tell(
    app: &App,
    actor: &Actor,
    slug: &str,
    command: &Command,
    now: i64,
) -> Result<Told, Error> {
    tell_all(app, actor, slug, std::slice::from_ref(command), now).map_err(Error::from)
}

/// Tells several things, one after the other: all of them or none. All need the same right.
///
/// # Errors
/// As [`tell`], of the first that is refused.
pub fn tell_all(
    app: &App,
    actor: &Actor,
    slug: &str,
    commands: &[Command],
    now: i64,
) -> Result<Told, NotTold> {
    let mut number = 0;
    let same = commands.first().map(Command::act);
    let same = same.filter(|act| commands.iter().all(|one| one.act() == *act));
    let act = same.ok_or_else(|| Error::Internal("commands of several rights, or none".to_owned()));
    let told = act.and_then(|act| {
        telling(app, actor, act, slug, now, |connection, run| {
            let own = Own::of(&run.contest, actor);
            let (mut after, mut all) = (run.contest.clone(), Vec::new());
            let here = here::games(connection, run)?;
            for (at, command) in commands.iter().enumerate() {
                number = at;
                let facts = command.facts(&after, own, &here, now)?;
                here.stand_before(&after, &facts)?;
                after.tell(&facts).map_err(senseless)?;
                all.extend(facts);
            }
            Ok(all)
        })
    });
    told.map_err(|error| NotTold { number, error })
}

fn senseless(_: Senseless) -> Error {
    Error::Internal("a fact that does not follow".to_owned())
}

/// Runs a command in one transaction, as it stands at that moment.
pub(super) fn telling(
    app: &App,
    actor: &Actor,
    act: Act,
    slug: &str,
    now: i64,
    command: impl FnOnce(&mut AnyConnection, &Run) -> Result<Vec<Fact>, Error>,
) -> Result<Told, Error> {
    let told = in_transaction(&mut *app.store().connection()?, |connection| {
        counted::claim(connection)?;
        let (row, acting_as) = allowed(connection, actor, act, slug)?;
        let run = kept::run(app, connection, &row)?;
        let facts = command(connection, &run)?;
        if facts.is_empty() {
            return Ok::<_, Error>(Told { version: row.version, facts: 0 });
        }
        write(connection, actor, acting_as, &run, &facts, now)
    })?;
    if told.facts > 0 {
        app.editions().raise();
    }
    Ok(told)
}

pub(super) fn write(
    connection: &mut AnyConnection,
    actor: &Actor,
    acting_as: ActingAs,
    run: &Run,
    facts: &[Fact],
    now: i64,
) -> Result<Told, Error> {
    let entry = Entry::of(actor, acting_as, Action::EventTold, now)
        .organisation(run.row.organisation_id)
        .event(run.row.id);
    write_as(connection, Telling { account: actor.account, at: now, entry }, run, facts)
}

/// Who tells it and when, with the entry of the audit trail as far as it says so.
pub(super) struct Telling {
    pub account: i32,
    pub at: i64,
    pub entry: Entry,
}

/// Adds facts behind those that there are, and the entry that tells of them.
pub(super) fn write_as(
    connection: &mut AnyConnection,
    telling: Telling,
    run: &Run,
    facts: &[Fact],
) -> Result<Told, Error> {
    let after = run.contest.with(facts).map_err(senseless)?;
    let Telling { account, at, mut entry } = telling;
    let telling = rows::Telling { account, at, phase: phase(&after) };
    let bodies: Vec<String> = facts.iter().map(|fact| written::write(&nameless(fact))).collect();
    if !rows::tell(connection, run.row.id, run.row.version, telling, &bodies)? {
        return Err(Error::conflict(refusals::EVENT_MEANWHILE));
    }
    follow(connection, run.row.id, &after)?;
    for fact in facts.iter().take(MOST_TOLD) {
        entry = entry.change(Field::Told, "", words(fact));
    }
    if facts.len() > MOST_TOLD {
        entry = entry.change(Field::Told, "", format!("and {} more", facts.len() - MOST_TOLD));
    }
    audit::write(connection, &entry)?;
    let count = i32::try_from(facts.len()).unwrap_or(i32::MAX);
    Ok(Told { version: run.row.version + count, facts: facts.len() })
}

/// Notes what the server does for a contest by itself, as it stands now.
pub(super) fn follow(
    connection: &mut AnyConnection,
    id: i32,
    after: &Contest,
) -> Result<(), Error> {
    if after.settings.games.is_some() {
        contest_plays::follow(connection, id, true)?;
    }
    note_due(connection, id, after)
}

/// How a contest stands, as its row has it.
pub(super) fn phase(contest: &Contest) -> i16 {
    match (contest.is_over, contest.stages.iter().any(|stage| stage.has_begun())) {
        (true, _) => 2,
        (false, true) => 1,
        (false, false) => 0,
    }
}

/// Players have their names in their own row alone, where they change them, and where they go with them.
pub(super) fn nameless(fact: &Fact) -> Fact {
    let mut fact = fact.clone();
    let clear = |person: &mut Person| {
        if person.player != 0 {
            person.name.clear();
        }
    };
    match &mut fact {
        Fact::Entered { person, .. } | Fact::Amended { person, .. } => clear(person),
        Fact::TeamEntered { team, .. } | Fact::TeamAmended { team, .. } => {
            team.people_mut().for_each(clear);
        }
        _ => {}
    }
    fact
}

/// Whether somebody may do this of an event that is run here, before anything of what he sends is read.
///
/// # Errors
/// As [`require`](crate::service::access::require) has it; [`Error::SignIn`] for nobody whether there is such an
/// event or not; [`Error::Missing`].
pub fn permit(app: &App, actor: &Actor, act: Act, slug: &str) -> Result<(), Error> {
    if actor.through == Through::Nobody {
        return Err(Error::SignIn);
    }
    allowed(&mut *app.store().connection()?, actor, act, slug).map(|_| ())
}

/// Whether somebody is an official of the event: he sees drafts, fees, and who waits.
///
/// # Errors
/// [`Error::Missing`] where there is no such event; [`Error`] where the store fails.
pub fn may_look(app: &App, actor: &Actor, slug: &str) -> Result<bool, Error> {
    let mut connection = app.store().connection()?;
    match allowed(&mut connection, actor, Act::OfficiateEvent, slug) {
        Ok(_) => Ok(true),
        Err(Error::SignIn | Error::Missing { .. } | Error::SecondFactor | Error::Scope { .. }) => {
            Ok(false)
        }
        Err(e) => Err(e),
    }
}
