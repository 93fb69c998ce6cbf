//! What officials and players tell of an event.

use crate::contest::{Contest, Fact, Person, Senseless, written};
use crate::service::access::{Act, ActingAs, Actor, Through};
use crate::service::audit::{self, Action, Entry, Field};
use crate::service::{App, Error, ratings, refusals};
use crate::store::contests as rows;
use crate::store::transaction::in_transaction;
use crate::store::{AnyConnection, contest_plays, counted};

use super::allowed;
use super::command::Command;
use super::conflict_of_interest::refuse_own;
use super::days;
use super::due::note_due;
use super::here;
use super::kept::{self, Run};
use super::own::Own;
use super::unrecorded;
use super::words::words;

/// So many facts of one command are told one by one in the audit trail.
const MOST_TOLD: usize = 12;

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
                refuse_own(&after, actor, act, &facts)?;
                here.stand_before(&after, &facts)?;
                after.tell(&facts).map_err(senseless)?;
                all.extend(facts);
            }
            Ok(all)
        })
    });
    told.map_err(|error| NotTold { number, error })
}

pub(super) fn senseless(_: Senseless) -> Error {
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
        refuse_own(&run.contest, actor, act, &facts)?;
        write(connection, actor, acting_as, &run, &facts, now)
    })?;
    if told.facts > 0 {
        app.editions().raise();
        rate_results(app);
    }
    Ok(told)
}

/// Has ratings follow results that were told; where they cannot now, the next game brings them along.
pub(super) fn rate_results(app: &App) {
    if let Err(e) = ratings::follow_results(app) {
        tracing::warn!(error = %e, "ratings could not follow a result; the next one brings them along");
    }
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
    days::follow(connection, &run.row, (&after, facts), at)?;
    unrecorded::follow_facts(connection, &run.row, (&after, facts), at)?;
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
    allowed(&mut *app.store().reading()?, actor, act, slug).map(|_| ())
}

/// Whether somebody is an official of the event: he sees drafts, fees, and who waits.
///
/// # Errors
/// [`Error::Missing`] where there is no such event; [`Error`] where the store fails.
pub fn may_look(app: &App, actor: &Actor, slug: &str) -> Result<bool, Error> {
    let mut connection = app.store().reading()?;
    match allowed(&mut connection, actor, Act::OfficiateEvent, slug) {
        Ok(_) => Ok(true),
        Err(Error::SignIn | Error::Role { .. } | Error::SecondFactor | Error::Scope { .. }) => {
            Ok(false)
        }
        Err(e) => Err(e),
    }
}
