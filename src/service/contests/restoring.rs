//! An event is made again from its file, or from the TRF of a tournament: what it would be, and then just that.

use std::collections::HashMap;

use chrono::DateTime;

use crate::contest::teams::Team;
use crate::contest::written::{self, Head, Told};
use crate::contest::{Contest, EntrantId, Fact, Person, Refusal};
use crate::service::access::{Act, Actor};
use crate::service::audit::{self, Action, Entry, Field};
use crate::service::looked_at::{File, Owner};
use crate::service::organisations::guard;
use crate::service::said::Said;
use crate::service::{App, Error, bots, refusals};
use crate::store::contests::{self as rows, Telling};
use crate::store::organisations::OrganisationRow;
use crate::store::transaction::in_transaction;
use crate::store::{AnyConnection, events, players};
use ledger_ratings::Day;

use super::days;
use super::desk::{follow, nameless, phase, rate_results};
use super::from_trf;
use super::making::{begin, name_of};
use super::refused::{reason, refused};
use super::unrecorded;

/// Largest file, in bytes.
pub const MOST_BYTES: usize = 8 << 20;

/// What the event is to be, where that is not what its file says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Wish {
    /// Empty for the file's.
    pub name: String,
    pub first_day: Option<Day>,
}

/// What a file would make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    pub digest: String,
    pub name: String,
    pub first_day: Day,
    pub facts: usize,
    /// 0 to come, 1 under way, 2 over.
    pub phase: i16,
    /// How many are players here, and how many are known by a name alone.
    pub players: usize,
    pub guests: usize,
    /// Each stage's name and how many rounds of it were published.
    pub stages: Vec<(String, usize)>,
}

/// A file as it was understood.
struct Ready {
    name: String,
    first_day: Day,
    facts: Vec<(i64, Fact)>,
    contest: Contest,
    digest: String,
}

fn faulty(why: &str) -> Error {
    of_file(why.into())
}

/// Nothing is made of the file, for this reason.
pub(super) fn of_file(why: Said) -> Error {
    Error::invalid("file", refusals::EVENT_FILE.with([&why]).naming("why", why))
}

/// The same of a line of it; 0 where it is of no one line.
fn at_line(line: usize, why: &str) -> Error {
    of_file(of_line(line, why.into()))
}

pub(super) fn of_line(line: usize, why: Said) -> Said {
    match line {
        0 => why,
        line => refusals::FILE_LINE.with([&line, &why]).naming("why", why),
    }
}

/// The same where a contest refuses it.
fn refused_at(line: usize, refusal: Refusal) -> Error {
    of_file(of_line(line, reason(refused(refusal))))
}

/// Shows what a file would make, and keeps it for half an hour for [`restore_kept`].
///
/// # Errors
/// As [`restore`].
pub fn look(
    app: &App,
    actor: &Actor,
    organisation: &str,
    (file, wish): (&[u8], &Wish),
    now: i64,
) -> Result<Preview, Error> {
    let (row, ready) = ready(app, actor, organisation, (file, wish), now)?;
    app.event_files().put(File {
        owner: Owner { account: actor.account, organisation: row.id },
        digest: ready.digest.clone(),
        wish: wish.clone(),
        bytes: file.to_vec(),
        kept_at: now,
    });
    let players = ready.contest.entrants.iter().filter(|one| one.person.player != 0).count();
    let published = |stage: usize| {
        let rounds = ready.contest.stages[stage].rounds.iter();
        rounds.filter(|round| round.published).count()
    };
    let stages = ready.contest.settings.plan.stages.iter().enumerate();
    Ok(Preview {
        players,
        guests: ready.contest.entrants.len() - players,
        stages: stages.map(|(at, stage)| (stage.name.clone(), published(at))).collect(),
        facts: ready.facts.len(),
        phase: phase(&ready.contest),
        name: ready.name,
        first_day: ready.first_day,
        digest: ready.digest,
    })
}

/// Makes the event of the file that was looked at.
///
/// # Errors
/// As [`restore`]; [`Error::Conflict`] where the file is no longer kept.
pub fn restore_kept(
    app: &App,
    actor: &Actor,
    organisation: &str,
    digest: &str,
    now: i64,
) -> Result<String, Error> {
    let (row, _) = {
        let mut connection = app.store().connection()?;
        guard::allowed(&mut connection, actor, Act::RestoreEvent, organisation)?
    };
    let owner = Owner { account: actor.account, organisation: row.id };
    let gone = || Error::conflict(refusals::FILE_GONE);
    let file = app.event_files().get(owner, digest, now).ok_or_else(gone)?;
    let slug = restore(app, actor, organisation, (&file.bytes, &file.wish), now)?;
    app.event_files().remove(owner);
    Ok(slug)
}

/// Makes an event of an organisation from a file, or from a TRF: every fact is read, and stands on those before it, or nothing is
/// made. Players are found by their handles; who is none here is a guest by the name that he had. Gives the event's
/// name in addresses.
///
/// # Errors
/// As [`require`](crate::service::access::require) has it; [`Error::Missing`]; [`Error::Invalid`] with the first fact
/// that is wrong; [`Error::Conflict`] where the organisation is not open, or has an event of this name.
pub fn restore(
    app: &App,
    actor: &Actor,
    organisation: &str,
    (file, wish): (&[u8], &Wish),
    now: i64,
) -> Result<String, Error> {
    let (_, ready) = ready(app, actor, organisation, (file, wish), now)?;
    let phase = phase(&ready.contest);
    let told: Vec<(i64, String)> =
        ready.facts.iter().map(|(at, fact)| (*at, written::write(&nameless(fact)))).collect();
    let slug = in_transaction(&mut *app.store().connection()?, |connection| {
        let (row, acting_as) = guard::locked(connection, actor, Act::RestoreEvent, organisation)?;
        let id = begin(connection, &row, &ready.name, ready.first_day, now)?;
        let telling = Telling { account: actor.account, at: now, phase };
        rows::tell_again(connection, id, telling, &told)?;
        follow(connection, id, &ready.contest)?;
        events::lasts_until(connection, id, days::last(ready.first_day.0, &ready.facts))?;
        if let Some(row) = rows::by_id(connection, id)? {
            let last = ready.facts.iter().map(|(at, _)| *at).max().unwrap_or(now);
            unrecorded::follow(connection, &row, &ready.contest, last)?;
        }
        let facts = format!("{} facts from a file ({})", told.len(), ready.digest);
        let entry = Entry::of(actor, acting_as, Action::EventRestored, now)
            .organisation(row.id)
            .event(id)
            .change(Field::Event, "", &ready.name)
            .change(Field::Told, "", facts);
        audit::write(connection, &entry)?;
        rows::slug_of(connection, id).map_err(Error::from)
    })?;
    app.editions().raise();
    rate_results(app);
    Ok(slug)
}

/// Reads a file for somebody who may make events, and folds it.
fn ready(
    app: &App,
    actor: &Actor,
    organisation: &str,
    (file, wish): (&[u8], &Wish),
    now: i64,
) -> Result<(OrganisationRow, Ready), Error> {
    let mut connection = app.store().connection()?;
    let (row, _) = guard::allowed(&mut connection, actor, Act::RestoreEvent, organisation)?;
    guard::opened(&row)?;
    let digest = blake3::hash(file).to_hex()[..16].to_owned();
    let text = str::from_utf8(file).map_err(|_| faulty("this is no text in UTF-8"))?;
    let (head, facts) = match from_trf::is_one(text) {
        true => from_trf::read(&mut connection, row.id, text, now)?,
        false if !from_trf::is_of_facts(text) => {
            return Err(of_file(refusals::FILE_NEITHER.into()));
        }
        false => read_facts(&mut connection, text, now)?,
    };
    let name = name_of(if wish.name.is_empty() { &head.name } else { &wish.name })?;
    let first_day = wish.first_day.or_else(|| Day::parse(&head.first_day));
    let first_day =
        first_day.ok_or_else(|| Error::invalid("first_day", refusals::EVENT_FIRST_DAY))?;
    drop(connection);
    let contest = folded(&facts)?;
    let facts = facts.into_iter().map(|(_, at, fact)| (at, fact)).collect();
    Ok((row, Ready { name, first_day, facts, contest, digest }))
}

/// A fact with its line and its moment.
pub(super) type Lined = (usize, i64, Fact);

/// The file of an event that was run by this program, with its people found among the players here.
fn read_facts(
    connection: &mut AnyConnection,
    text: &str,
    now: i64,
) -> Result<(Head, Vec<Lined>), Error> {
    let read = written::read_file(text).map_err(|fault| faulty(&fault.to_string()))?;
    let head = read.head.unwrap_or(Head { name: String::new(), first_day: String::new() });
    Ok((head, facts(connection, read.told, now)?))
}

/// Each fact with its line and its moment, its people found among the players here.
fn facts(connection: &mut AnyConnection, told: Vec<Told>, now: i64) -> Result<Vec<Lined>, Error> {
    let mut people = People::default();
    let mut facts = Vec::with_capacity(told.len());
    for Told { line, at, mut fact } in told {
        let moment = DateTime::parse_from_rfc3339(&at).ok().map(|at| at.timestamp_micros());
        let moment = moment.filter(|at| (0..=now).contains(at));
        let moment = moment.ok_or_else(|| at_line(line, "at: expected a moment that is past"))?;
        match &mut fact {
            Fact::Entered { person, .. } => {
                people.entered += 1;
                let entrant = EntrantId(people.entered);
                people.find(connection, entrant, person, line)?;
            }
            Fact::Amended { entrant, person } => people.find(connection, *entrant, person, line)?,
            Fact::TeamEntered { team, .. } => {
                people.entered += 1;
                let entrant = EntrantId(people.entered);
                people.find_all(connection, entrant, team, line)?;
            }
            Fact::TeamAmended { entrant, team } => {
                people.find_all(connection, *entrant, team, line)?;
            }
            _ => {}
        }
        facts.push((line, moment, fact));
    }
    Ok(facts)
}

/// Who has entered so far, and as which player.
#[derive(Default)]
struct People {
    entered: u32,
    of: HashMap<i32, EntrantId>,
}

impl People {
    /// The same of everybody in a team.
    fn find_all(
        &mut self,
        connection: &mut AnyConnection,
        entrant: EntrantId,
        team: &mut Team,
        line: usize,
    ) -> Result<(), Error> {
        team.people_mut().try_for_each(|person| self.find(connection, entrant, person, line))
    }

    /// Finds a player by his handle, for numbers are another site's. A second entrant who leads to the same player, as
    /// two that were merged do, stays a name.
    fn find(
        &mut self,
        connection: &mut AnyConnection,
        entrant: EntrantId,
        person: &mut Person,
        line: usize,
    ) -> Result<(), Error> {
        if !person.is_well_said() {
            return Err(at_line(line, "fact.person.name: expected a name"));
        }
        if person.player == 0 {
            return Ok(());
        }
        person.player = 0;
        let Some(player) = players::by_handle(connection, &person.name)? else { return Ok(()) };
        if bots::is_bot(connection, player.id)? {
            let why = format!("{} is a bot, and events are for people", player.name);
            return Err(at_line(line, &why));
        }
        if *self.of.entry(player.id).or_insert(entrant) == entrant {
            person.player = player.id;
            person.name = player.name;
        }
        Ok(())
    }
}

/// What the facts come to; each is asked for as if it were told now.
fn folded(facts: &[Lined]) -> Result<Contest, Error> {
    let senseless = |line| at_line(line, "this does not follow from what was told before");
    let mut contest: Option<Contest> = None;
    for (line, _, fact) in facts {
        if let Fact::Settled(settings) = fact {
            Contest::create((**settings).clone()).map_err(|refusal| refused_at(*line, refusal))?;
        }
        match &mut contest {
            None => {
                let begun = Contest::of(std::iter::once(fact)).map_err(|_| senseless(*line))?;
                contest = Some(begun);
            }
            Some(contest) => {
                if let Fact::Ended(over) = fact {
                    contest.end(*over).map_err(|refusal| refused_at(*line, refusal))?;
                }
                contest.tell(std::slice::from_ref(fact)).map_err(|_| senseless(*line))?;
            }
        }
    }
    contest.ok_or_else(|| faulty("there are no facts"))
}
