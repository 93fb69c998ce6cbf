//! Executing commands for an event.

use crate::access::{Act, Actor, Credential};
use crate::audit::{self, Action, AuditEntry, Field};
use crate::{App, Error, Result, edition, notices, ratings, refusals};
use adjutant_domain::contest::{
    Contest, ContestError, ContestFact, EntrantProfile, InvalidFact, json,
};
use adjutant_domain::moment::Micros;
use adjutant_store::contests as rows;
use adjutant_store::{AnyConnection, contest_plays, play_queries};
use serde::Serialize;
use utoipa::ToSchema;

use super::audit_text::fact_text;
use super::authorize_act;
use super::cache::{self, LoadedContest};
use super::command::ContestCommand;
use super::conflict_of_interest::refuse_conflict_of_interest;
use super::due::schedule_next_due;
use super::error_messages::contest_error;
use super::event_days;
use super::onsite_games;
use super::participation::Participation;
use super::stand_in;
use super::unrecorded_results;

/// The number of facts of one command listed individually in the audit log.
const MAX_AUDITED_FACTS: usize = 12;

/// The outcome of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ContestCommandResponse)]
pub struct CommandOutcome {
    /// The number of the event's facts after the command.
    pub version: i32,
    /// The number of new facts; 0 if nothing changed.
    #[serde(rename = "facts")]
    pub fact_count: usize,
}

/// The refused command of a batch, counted from 0, and why.
#[derive(Debug)]
pub struct BatchError {
    pub index: usize,
    pub error: Error,
}

impl From<BatchError> for Error {
    fn from(not: BatchError) -> Error {
        not.error
    }
}

/// Executes a command. Repeating it has no effect.
pub fn execute(
    app: &App,
    actor: &Actor,
    slug: &str,
    command: &ContestCommand,
    now: Micros,
) -> Result<CommandOutcome> {
    execute_all(app, actor, slug, std::slice::from_ref(command), now).map_err(Error::from)
}

/// Executes several commands in order, all or none. They must need the same permission.
pub fn execute_all(
    app: &App,
    actor: &Actor,
    slug: &str,
    commands: &[ContestCommand],
    now: Micros,
) -> Result<CommandOutcome, BatchError> {
    let mut number = 0;
    let same = commands.first().map(ContestCommand::required_act);
    let same = same.filter(|act| commands.iter().all(|one| one.required_act() == *act));
    let act = same.ok_or_else(|| Error::Internal("commands of several rights, or none".to_owned()));
    let told = act.and_then(|act| {
        execute_with(app, actor, act, slug, now, |conn, run| {
            let own = Participation::of_actor(&run.contest, actor);
            let here = onsite_games::load_event_plays(conn, run)?;
            let mut batch = FactBatch::new(&run.contest);
            if commands.iter().any(|one| matches!(one, ContestCommand::Round(_))) {
                stand_in::register(conn, app, &mut batch, now)?;
            }
            for (at, command) in commands.iter().enumerate() {
                number = at;
                if let ContestCommand::ChangeSettings(settings) = command {
                    stand_in::check_settings(app, batch.after.settings.stand_in, settings)?;
                }
                let facts = command.to_facts(&batch.after, own, &here, now)?;
                refuse_conflict_of_interest(&batch.after, actor, act, &facts)?;
                here.check_facts(&batch.after, &facts)?;
                batch.add(facts)?;
            }
            if commands.iter().any(|one| matches!(one, ContestCommand::ChangeSettings(_))) {
                stand_in::register(conn, app, &mut batch, now)?;
            }
            Ok(batch.facts)
        })
    });
    told.map_err(|error| BatchError { index: number, error })
}

/// Facts that follow from one another, and the state after them.
pub(super) struct FactBatch {
    pub after: Contest,
    pub facts: Vec<ContestFact>,
}

impl FactBatch {
    pub(super) fn new(contest: &Contest) -> FactBatch {
        FactBatch { after: contest.clone(), facts: Vec::new() }
    }

    pub(super) fn add(&mut self, facts: Vec<ContestFact>) -> Result<()> {
        self.after.apply_facts(&facts).map_err(invalid_fact)?;
        self.facts.extend(facts);
        Ok(())
    }
}

fn invalid_fact(_: InvalidFact) -> Error {
    Error::Internal("a fact that does not follow".to_owned())
}

/// Executes a command on the current state, in one transaction.
pub(super) fn execute_with(
    app: &App,
    actor: &Actor,
    act: Act,
    slug: &str,
    now: Micros,
    command: impl FnOnce(&mut AnyConnection, &LoadedContest) -> Result<Vec<ContestFact>>,
) -> Result<CommandOutcome> {
    let told = app.write(|conn| {
        let (row, acting_as) = authorize_act(conn, actor, act, slug)?;
        let run = cache::load(app, conn, &row)?;
        let facts = command(conn, &run)?;
        if facts.is_empty() {
            return Ok::<_, Error>(CommandOutcome { version: row.version, fact_count: 0 });
        }
        refuse_conflict_of_interest(&run.contest, actor, act, &facts)?;
        let entry = AuditEntry::for_actor(actor, acting_as, Action::EventTold, now);
        append_facts(conn, entry, &run, &facts)
    })?;
    if told.fact_count > 0 {
        edition::follow_own(app);
        update_ratings(app);
    }
    Ok(told)
}

/// Updates ratings after results; after a failure the next game updates them.
pub(super) fn update_ratings(app: &App) {
    if let Err(e) = ratings::follow_results(app) {
        tracing::warn!(error = %e, "ratings could not follow a result; the next one brings them along");
    }
}

/// Appends facts that nobody's command has caused, in one transaction; returns whether there were
/// any. An event that is gone has none.
pub(super) fn append_automatic_facts(
    app: &App,
    event: i32,
    acting_as: &str,
    now: Micros,
    facts: impl FnOnce(&mut AnyConnection, &LoadedContest) -> Result<Vec<ContestFact>>,
) -> Result<bool> {
    let told = app.write(|conn| {
        let Some(row) = rows::by_id(conn, event)? else { return Ok::<_, Error>(false) };
        let run = cache::load(app, conn, &row)?;
        let facts = facts(conn, &run)?;
        if !facts.is_empty() {
            let entry = AuditEntry::for_account(0, acting_as, Action::EventTold, now);
            append_facts(conn, entry, &run, &facts)?;
        }
        Ok(!facts.is_empty())
    })?;
    if told {
        edition::follow_own(app);
    }
    Ok(told)
}

/// Appends facts with the audit log entry, which names their author and time.
pub(super) fn append_facts(
    conn: &mut AnyConnection,
    entry: AuditEntry,
    run: &LoadedContest,
    facts: &[ContestFact],
) -> Result<CommandOutcome> {
    let facts = run.contest.with_new_pairs(facts.to_vec(), entry.at);
    let after = run.contest.with_facts(&facts).map_err(invalid_fact)?;
    append_facts_to(conn, entry, run, (&after, &facts))
}

/// Appends facts that were told elsewhere, at their own times. Nobody is notified: it has happened.
pub(super) fn append_timed_facts(
    conn: &mut AnyConnection,
    entry: AuditEntry,
    run: &LoadedContest,
    (after, timed): (&Contest, &[(Micros, ContestFact)]),
    told: &str,
) -> Result<CommandOutcome> {
    let entry = entry.organisation(run.row.organisation_id).event(run.row.id);
    let telling = fact_context(after, entry.account, entry.at);
    let bodies: Vec<(Micros, String)> = timed
        .iter()
        .map(|(at, fact)| ((*at).min(entry.at), json::write_fact(&without_names(fact))))
        .collect();
    let facts: Vec<ContestFact> = timed.iter().map(|(_, fact)| fact.clone()).collect();
    store_facts(conn, run, telling, (after, &facts), &bodies)?;
    audit::write(conn, &entry.with_change(Field::Told, "", told))?;
    let count = i32::try_from(facts.len()).unwrap_or(i32::MAX);
    Ok(CommandOutcome { version: run.row.version + count, fact_count: facts.len() })
}

/// Stores facts, and what follows from them elsewhere.
fn store_facts(
    conn: &mut AnyConnection,
    run: &LoadedContest,
    telling: rows::FactContext,
    (after, facts): (&Contest, &[ContestFact]),
    bodies: &[(Micros, String)],
) -> Result<()> {
    // Rounds and officials, who arrange single games, make games of the event's game.
    let is_other_game = run.contest.settings.game() != after.settings.game();
    if is_other_game && play_queries::has_any_in_event(conn, run.row.id)? {
        return Err(contest_error(ContestError::GameLocked));
    }
    if !rows::append_facts(conn, run.row.id, run.row.version, telling, bodies)? {
        return Err(Error::conflict(refusals::EVENT_MEANWHILE));
    }
    update_automation(conn, run.row.id, after)?;
    if let Some(day) = run.contest.moved_day(after) {
        event_days::move_first_day(conn, &run.row, day)?;
    }
    event_days::update_last_day(conn, &run.row, (after, facts), telling.at)?;
    unrecorded_results::sync_after_facts(conn, &run.row, (after, facts), telling.at)
}

/// The same for facts that lead to this contest.
pub(super) fn append_facts_to(
    conn: &mut AnyConnection,
    entry: AuditEntry,
    run: &LoadedContest,
    (after, facts): (&Contest, &[ContestFact]),
) -> Result<CommandOutcome> {
    let mut entry = entry.organisation(run.row.organisation_id).event(run.row.id);
    let (account, at) = (entry.account, entry.at);
    let telling = fact_context(after, account, at);
    let bodies: Vec<(Micros, String)> =
        facts.iter().map(|fact| (at, json::write_fact(&without_names(fact)))).collect();
    store_facts(conn, run, telling, (after, facts), &bodies)?;
    notices::publish_facts(conn, &run.row, (&run.contest, after, facts), (account, at))?;
    for fact in facts.iter().take(MAX_AUDITED_FACTS) {
        entry = entry.with_change(Field::Told, "", fact_text(fact));
    }
    if facts.len() > MAX_AUDITED_FACTS {
        let more = format!("and {} more", facts.len() - MAX_AUDITED_FACTS);
        entry = entry.with_change(Field::Told, "", more);
    }
    audit::write(conn, &entry)?;
    let count = i32::try_from(facts.len()).unwrap_or(i32::MAX);
    Ok(CommandOutcome { version: run.row.version + count, fact_count: facts.len() })
}

/// Stores what the server has to do for the contest in its current state.
pub(super) fn update_automation(conn: &mut AnyConnection, id: i32, after: &Contest) -> Result<()> {
    if after.settings.onsite_games().is_some() {
        contest_plays::set_followed(conn, id, true)?;
    }
    schedule_next_due(conn, id, after)
}

/// What is stored with facts that lead to this contest.
fn fact_context(after: &Contest, account: i32, at: Micros) -> rows::FactContext {
    rows::FactContext { account, at, phase: phase_number(after), game: after.settings.game().key() }
}

/// The phase of a contest as stored in its row.
pub(super) fn phase_number(contest: &Contest) -> i16 {
    match (contest.is_over, contest.stages.iter().any(|stage| stage.has_begun())) {
        (true, _) if contest.cancelled.is_some() => 3,
        (true, _) => 2,
        (false, true) => 1,
        (false, false) => 0,
    }
}

/// Removes the names of players, which are stored only in their own rows, where they can be changed
/// and deleted.
pub(super) fn without_names(fact: &ContestFact) -> ContestFact {
    let mut fact = fact.clone();
    let clear = |person: &mut EntrantProfile| {
        if person.player != 0 {
            person.name.clear();
        }
    };
    match &mut fact {
        ContestFact::EntrantRegistered { person, .. }
        | ContestFact::PersonAmended { person, .. } => clear(person),
        ContestFact::TeamRegistered { team, .. } | ContestFact::TeamAmended { team, .. } => {
            team.people_mut().for_each(clear);
        }
        _ => {}
    }
    fact
}

/// Checks the permission for an act on an event, before the request body is read.
///
/// Anonymous users get [`Error::SignIn`] whether or not it exists.
pub fn authorize(app: &App, actor: &Actor, act: Act, slug: &str) -> Result<()> {
    if actor.credential == Credential::Nobody {
        return Err(Error::SignIn);
    }
    authorize_act(&mut *app.store().read_connection()?, actor, act, slug).map(|_| ())
}

/// Whether the actor is an official of the event, who sees drafts, fees and the waiting list.
pub fn is_official(app: &App, actor: &Actor, slug: &str) -> Result<bool> {
    let mut conn = app.store().read_connection()?;
    match authorize_act(&mut conn, actor, Act::OfficiateEvent, slug) {
        Ok(_) => Ok(true),
        Err(Error::SignIn | Error::Role { .. } | Error::SecondFactor | Error::Scope { .. }) => {
            Ok(false)
        }
        Err(e) => Err(e),
    }
}
