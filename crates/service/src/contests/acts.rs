//! What officials did in an event: the list of it, undoing and redoing.

use std::collections::HashMap;

use crate::access::{Act, ActTarget, Actor, require};
use crate::audit::{self, Action, AuditEntry};
use crate::{App, Error, Result, Thing};
use adjutant_domain::contest::{self, Contest, ContestError, ContestFact, HistoryChange, json};
use adjutant_domain::moment::Micros;
use adjutant_store::accounts::AccountState;
use adjutant_store::contests::{self as rows, ContestRow, FactRow};
use adjutant_store::{AnyConnection, labels, steward_links};

use super::cache::{self, CurrentPlayers};
use super::conflict_of_interest::refuse_conflict_in_change;
use super::error_messages::contest_error;
use super::event_file::{people, people_mut};
use super::execution::{CommandOutcome, append_facts_to, update_ratings};
use super::{authorize_act, onsite_games};

/// Facts that a page of the list is made from.
const FACTS_PER_PAGE: i32 = 400;

/// Whether an act counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActState {
    InForce,
    Undone,
    /// It undid or redid another act.
    Change,
}

/// Who did something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ActAuthor {
    /// The name of an account.
    Account(String),
    DeletedAccount,
    /// The number and the name of a helper link.
    HelperLink(String),
    Server,
}

/// What was done at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeskAct {
    /// The number of its first fact in the event, from 1, and of its last.
    pub first: usize,
    pub last: usize,
    pub at: Micros,
    pub by: ActAuthor,
    pub facts: Vec<ContestFact>,
    pub state: ActState,
    /// Whether the reader may undo it, or do it again, if nothing relies on it.
    pub is_reversible: bool,
}

/// Acts, the latest first, and the number from which earlier ones continue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeskActs {
    pub acts: Vec<DeskAct>,
    pub before: Option<i32>,
}

/// The right that an act needs: that of the fact which caused the others.
fn required_act(facts: &[ContestFact]) -> Act {
    use ContestFact::*;
    let cause = facts.iter().find(|fact| !matches!(fact, Redone { .. }));
    match cause {
        Some(
            SettingsChanged { .. }
            | RegistrationToggled { .. }
            | EventEndedSet { .. }
            | EventCancelled { .. }
            | EventMoved(_),
        )
        | None => Act::RunEvent,
        Some(
            EntrantRegistered { .. }
            | PersonAmended { .. }
            | EntrantAdmitted { .. }
            | EntrantWithdrew { .. }
            | EntrantRemoved { .. }
            | EntrantsMerged { .. }
            | FeePaidSet { .. }
            | PresenceSet { .. }
            | TeamRegistered { .. }
            | TeamAmended { .. },
        ) => Act::CheckIn,
        Some(
            ResultEntered { .. }
            | ResultReported { .. }
            | ResultDisputed { .. }
            | GraceEnded(_)
            | PlayOffDecided { .. }
            | MatchScheduling { .. },
        ) => Act::EnterResults,
        Some(_) => Act::ManagePairings,
    }
}

/// A stored fact, with what is needed to tell acts apart.
struct StoredFact {
    number: usize,
    at: Micros,
    account: i32,
    fact: ContestFact,
}

fn stored_facts(conn: &mut AnyConnection, row: &ContestRow, after: i32) -> Result<Vec<StoredFact>> {
    let known = rows::facts(conn, row.id, after)?.into_iter();
    let known = known.filter(|fact| fact.number <= row.version);
    known
        .map(|FactRow { number, told_at, account_id, body }| {
            let fact = json::read_fact(&body)
                .map_err(|e| cache::damaged_fact(row, number as usize - 1, &e.to_string()))?;
            let number = usize::try_from(number).unwrap_or_default();
            Ok(StoredFact { number, at: told_at, account: account_id, fact })
        })
        .collect()
}

/// The facts of each act, in order: consecutive ones of one account and moment. What undoes others stands alone.
fn grouped(facts: &[StoredFact]) -> impl Iterator<Item = &[StoredFact]> {
    facts.chunk_by(|one, next| one.at == next.at && one.account == next.account)
}

/// The rights of the reader over the acts of an event.
struct Rights<'a> {
    actor: &'a Actor,
    on: ActTarget,
    demanded: bool,
}

impl Rights<'_> {
    fn allow(&self, act: Act) -> bool {
        require(self.actor, act, self.on, self.demanded).is_ok()
    }
}

/// What was done in an event before the fact `before`, for its officials, latest first.
pub fn desk_acts(app: &App, actor: &Actor, slug: &str, before: Option<i32>) -> Result<DeskActs> {
    let mut conn = app.store().read_connection()?;
    let (row, _) = authorize_act(&mut conn, actor, Act::OfficiateEvent, slug)?;
    let last = before.map_or(row.version, |before| before.saturating_sub(1).min(row.version));
    let from = (last - FACTS_PER_PAGE).max(0);
    // What was undone is told by facts that follow.
    let mut facts = stored_facts(&mut conn, &row, from)?;
    let people = facts.iter().flat_map(|one| people(&one.fact)).map(|person| person.player);
    let current = CurrentPlayers::read(&mut conn, people)?;
    for person in facts.iter_mut().flat_map(|one| people_mut(&mut one.fact)) {
        current.update_person(person);
    }
    let accounts: Vec<i32> = facts.iter().map(|fact| fact.account).filter(|id| *id > 0).collect();
    let known = labels::accounts(&mut conn, &adjutant_store::distinct(accounts))?;
    let names = known.into_iter().filter(|(_, label)| label.state != AccountState::Deleted);
    let names: HashMap<i32, String> = names.map(|(id, label)| (id, label.name)).collect();
    let links = helper_links(&mut conn, &row, &facts)?;
    let demanded = labels::demands_second_factor(&mut conn, row.organisation_id)?;
    let on = ActTarget::Event { organisation: row.organisation_id, event: row.id };
    let rights = Rights { actor, on, demanded };
    let mut list = ActList { facts: &facts, names, links, rights, last_step: 0 };
    let mut steps = facts.iter().rev().filter(|one| one.fact.is_step());
    list.last_step = steps.find(|one| !list.is_voided(one.number)).map_or(0, |one| one.number);
    let mut acts: Vec<DeskAct> = grouped(&facts)
        .filter(|act| act.first().is_some_and(|first| first.number <= last as usize))
        .map(|act| list.to_desk_act(act))
        .collect();
    // The first may have begun before this page.
    if from > 0 && acts.len() > 1 {
        acts.remove(0);
    }
    let before = acts.first().filter(|_| from > 0).and_then(|act| i32::try_from(act.first).ok());
    acts.reverse();
    Ok(DeskActs { acts, before })
}

/// The helper links by which any of these facts were told, by the moment of the act.
fn helper_links(
    conn: &mut AnyConnection,
    row: &ContestRow,
    facts: &[StoredFact],
) -> Result<HashMap<Micros, String>> {
    let moments = || facts.iter().filter(|one| one.account == 0).map(|one| one.at);
    let (Some(first), Some(last)) = (moments().min(), moments().max()) else {
        return Ok(HashMap::new());
    };
    if steward_links::for_contest(conn, row.id)?.is_empty() {
        return Ok(HashMap::new());
    }
    audit::helper_links(conn, row.id, (first, last))
}

struct ActList<'a> {
    facts: &'a [StoredFact],
    names: HashMap<i32, String>,
    links: HashMap<Micros, String>,
    rights: Rights<'a>,
    /// The number of the last step that the event went on by; 0 for none.
    last_step: usize,
}

impl ActList<'_> {
    fn to_desk_act(&self, act: &[StoredFact]) -> DeskAct {
        let (first, last) = (act[0].number, act[act.len() - 1].number);
        let facts: Vec<ContestFact> = act.iter().map(|one| one.fact.clone()).collect();
        let is_change = |fact: &ContestFact| {
            matches!(fact, ContestFact::Undone { .. } | ContestFact::Redone { .. })
        };
        let is_undone = self
            .counts(|fact| matches!(fact, ContestFact::Undone { first: of, .. } if *of == first));
        let is_redone =
            self.counts(|fact| matches!(fact, ContestFact::Redone { first: of } if *of == first));
        let state = match is_undone > is_redone {
            true => ActState::Undone,
            false if facts.iter().any(is_change) => ActState::Change,
            false => ActState::InForce,
        };
        let of_official = act[0].account > 0 && first > 1;
        let is_undoable = is_undone == 0 && facts.iter().all(ContestFact::can_be_undone);
        let publishes = facts.iter().any(|fact| matches!(fact, ContestFact::RoundPublished(_)));
        let has_results = || {
            self.counts_after(last, |fact| matches!(fact, ContestFact::ResultEntered { .. })) > 0
        };
        let is_last_step = || last >= self.last_step && !(publishes && has_results());
        let may = || self.rights.allow(required_act(&facts));
        let is_reversible = of_official
            && match state {
                ActState::Undone => is_last_step() && may(),
                ActState::InForce | ActState::Change => is_undoable && is_last_step() && may(),
            };
        let (at, by) = (act[0].at, self.author(&act[0]));
        DeskAct { first, last, at, by, facts, state, is_reversible }
    }

    fn author(&self, first: &StoredFact) -> ActAuthor {
        if first.account > 0 {
            let name = self.names.get(&first.account).cloned();
            return name.map_or(ActAuthor::DeletedAccount, ActAuthor::Account);
        }
        self.links.get(&first.at).cloned().map_or(ActAuthor::Server, ActAuthor::HelperLink)
    }

    /// How many facts in force are of a kind.
    fn counts(&self, is_meant: impl Fn(&ContestFact) -> bool) -> usize {
        self.counts_after(0, is_meant)
    }

    /// The same of facts after a number.
    fn counts_after(&self, number: usize, is_meant: impl Fn(&ContestFact) -> bool) -> usize {
        let later = self.facts.iter().filter(|one| one.number > number);
        let meant = later.filter(|one| is_meant(&one.fact));
        meant.filter(|one| !self.is_voided(one.number)).count()
    }

    fn is_voided(&self, number: usize) -> bool {
        self.facts.iter().any(|one| {
            matches!(one.fact, ContestFact::Undone { first, last } if first <= number && number <= last)
        })
    }
}

/// Undoes the act that begins with this fact, counted from 1.
pub fn undo_act(
    app: &App,
    actor: &Actor,
    slug: &str,
    first: usize,
    now: Micros,
) -> Result<CommandOutcome> {
    change_history(app, actor, slug, (first, contest::undo), now)
}

/// Does the act again that begins with this fact and was undone.
pub fn redo_act(
    app: &App,
    actor: &Actor,
    slug: &str,
    first: usize,
    now: Micros,
) -> Result<CommandOutcome> {
    change_history(app, actor, slug, (first, contest::redo), now)
}

type HistoryCommand = fn(&[ContestFact], contest::Act) -> Result<HistoryChange, ContestError>;

fn change_history(
    app: &App,
    actor: &Actor,
    slug: &str,
    (first, command): (usize, HistoryCommand),
    now: Micros,
) -> Result<CommandOutcome> {
    let told = app.write(|conn| {
        let (row, _) = authorize_act(conn, actor, Act::OfficiateEvent, slug)?;
        let all = stored_facts(conn, &row, 0)?;
        let own = grouped(&all).find(|act| act[0].number == first);
        let own = own.ok_or_else(|| Error::missing(Thing::Act, first.to_string()))?;
        if own[0].account <= 0 {
            return Err(contest_error(ContestError::NotUndoable));
        }
        let (by, last) = (own[0].account, own[own.len() - 1].number);
        let facts: Vec<ContestFact> = own.iter().map(|one| one.fact.clone()).collect();
        let act = required_act(&facts);
        let (row, acting_as) = authorize_act(conn, actor, act, &row.slug)?;
        let run = cache::load(app, conn, &row)?;
        let history: Vec<ContestFact> = all.into_iter().map(|one| one.fact).collect();
        let (change, _) = command(&history, contest::Act { first, last }).map_err(contest_error)?;
        let after = with_current_names(&run.contest, &history, &change)?;
        refuse_conflict_in_change((&run.contest, &after), actor, act, &facts)?;
        onsite_games::load_event_plays(conn, &run)?.check_change(&run.contest, &after, &facts)?;
        let entry = AuditEntry::for_actor(actor, acting_as, Action::EventTold, now);
        let undone = (by, matches!(change.first(), Some(ContestFact::Undone { .. })));
        let told = append_facts_to(conn, entry, &run, (&after, &change))?;
        if let (by, true) = undone
            && by != actor.account
        {
            crate::notices::publish_undone_act(conn, &row, by, now)?;
        }
        Ok::<_, Error>(told)
    })?;
    crate::edition::follow_own(app);
    update_ratings(app);
    Ok(told)
}

/// The contest after the change, with everybody's current name and player: facts are stored without names.
fn with_current_names(
    now: &Contest,
    history: &[ContestFact],
    change: &[ContestFact],
) -> Result<Contest> {
    let all = history.iter().chain(change);
    let after = Contest::from_facts(all);
    let mut after =
        after.map_err(|_| Error::Internal("a history that does not fold".to_owned()))?;
    for (one, current) in after.entrants.iter_mut().zip(&now.entrants) {
        if one.person.player == current.person.player {
            one.person.name.clone_from(&current.person.name);
        }
    }
    Ok(after)
}
