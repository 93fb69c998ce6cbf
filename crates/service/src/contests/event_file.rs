//! Exporting an event as a file of all its facts.

use std::collections::{BTreeSet, HashMap};

use chrono::{NaiveDate, SecondsFormat};

use crate::access::{Act, Actor};
use crate::{App, Error, Result};
use adjutant_domain::contest::scheduling::TableId;
use adjutant_domain::contest::teams::{Team, TeamMatch};
use adjutant_domain::contest::{
    Contest, ContestFact, EntrantProfile, InvalidFact, facts_in_force, json,
};
use adjutant_domain::moment::Micros;
use adjutant_store::contests as rows;
use adjutant_store::{AnyConnection, StoreError};
use swiss::series::Side;

use super::cache::CurrentPlayers;
use super::participation::Participation;
use super::{authorize_act, cache, event_row};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedFact {
    /// Counted from 1.
    pub number: i32,
    pub at: Micros,
    /// The JSON of `contest::json`, with current names of players.
    pub body: String,
}

/// Sets the numbers that a fact names to those in a file without the facts that its reader may not see: `kept` are the
/// numbers of those before it. `false` if nothing of what it undoes is in the file.
fn renumber(fact: &mut ContestFact, kept: &[usize]) -> bool {
    let in_file = |number: usize| kept.partition_point(|one| *one < number) + 1;
    match fact {
        ContestFact::Undone { first, last } => {
            (*first, *last) = (in_file(*first), in_file(*last + 1) - 1);
            first <= last
        }
        ContestFact::Redone { first } => {
            *first = in_file(*first);
            true
        }
        _ => true,
    }
}

/// Current names of the players that facts name.
struct ExportNames {
    /// Of entrants, by the place of the fact that registered them.
    registered: HashMap<usize, String>,
    teams: CurrentNames,
    entrants: Vec<String>,
    /// Of the players of facts that were undone.
    others: CurrentPlayers,
    undone: BTreeSet<usize>,
}

impl ExportNames {
    fn read(
        conn: &mut AnyConnection,
        contest: &Contest,
        facts: &[ContestFact],
    ) -> Result<ExportNames> {
        let told: Vec<&ContestFact> = facts.iter().collect();
        let damaged = |at: InvalidFact| StoreError::Damaged(format!("fact {}", at.0 + 1));
        let counting: BTreeSet<usize> =
            facts_in_force(&told).map_err(damaged)?.into_iter().collect();
        let undone: BTreeSet<usize> =
            (0..facts.len()).filter(|at| !counting.contains(at)).collect();
        let is_registration = |fact: &ContestFact| {
            matches!(
                fact,
                ContestFact::EntrantRegistered { .. } | ContestFact::TeamRegistered { .. }
            )
        };
        let entrants: Vec<String> =
            contest.entrants.iter().map(|one| one.person.name.clone()).collect();
        let registered = counting.iter().copied().filter(|at| is_registration(&facts[*at]));
        let of_undone = undone.iter().flat_map(|at| people(&facts[*at]));
        let others = CurrentPlayers::read(conn, of_undone.map(|person| person.player))?;
        Ok(ExportNames {
            registered: registered.zip(entrants.iter().cloned()).collect(),
            teams: CurrentNames::from_contest(contest),
            entrants,
            others,
            undone,
        })
    }

    /// Sets the names in the fact at this place; whether it has any.
    fn set_names(&self, at: usize, fact: &mut ContestFact) -> bool {
        if self.undone.contains(&at) {
            people_mut(fact).into_iter().for_each(|person| {
                self.others.update_person(person);
            });
            return people(fact).next().is_some();
        }
        match fact {
            ContestFact::EntrantRegistered { person, .. } if person.player != 0 => {
                person.name = self.registered.get(&at).cloned().unwrap_or_default();
            }
            ContestFact::PersonAmended { entrant, person } if person.player != 0 => {
                if let Some(name) = self.entrants.get(entrant.index()) {
                    person.name.clone_from(name);
                }
            }
            ContestFact::TeamRegistered { team, .. } | ContestFact::TeamAmended { team, .. } => {
                team.people_mut().for_each(|person| self.teams.set_name(person));
            }
            _ => return false,
        }
        true
    }
}

pub(super) fn people(fact: &ContestFact) -> Box<dyn Iterator<Item = &EntrantProfile> + '_> {
    match fact {
        ContestFact::EntrantRegistered { person, .. }
        | ContestFact::PersonAmended { person, .. } => Box::new(std::iter::once(person)),
        ContestFact::TeamRegistered { team, .. } | ContestFact::TeamAmended { team, .. } => {
            Box::new(team.people())
        }
        _ => Box::new(std::iter::empty()),
    }
}

pub(super) fn people_mut(fact: &mut ContestFact) -> Vec<&mut EntrantProfile> {
    match fact {
        ContestFact::EntrantRegistered { person, .. }
        | ContestFact::PersonAmended { person, .. } => vec![person],
        ContestFact::TeamRegistered { team, .. } | ContestFact::TeamAmended { team, .. } => {
            team.people_mut().collect()
        }
        _ => Vec::new(),
    }
}

/// Current names of players in teams. Former members have none here, as their own rows contain it.
struct CurrentNames(HashMap<i32, String>);

impl CurrentNames {
    fn from_contest(contest: &Contest) -> CurrentNames {
        let teams = contest.entrants.iter().filter_map(|one| one.team.as_ref());
        let people = teams.flat_map(Team::people).filter(|person| person.player != 0);
        CurrentNames(people.map(|person| (person.player, person.name.clone())).collect())
    }

    fn set_name(&self, person: &mut EntrantProfile) {
        if let Some(name) = self.0.get(&person.player) {
            person.name.clone_from(name);
        }
    }
}

pub fn unknown_file(name: &str) -> Error {
    Error::not_found(refusal!(EVENT_NO_FILE, name))
}

/// Exports an event for its officials: a heading, then one fact per line.
pub fn export_event(app: &App, actor: &Actor, slug: &str) -> Result<Vec<u8>> {
    let told = exported_facts(app, actor, slug)?;
    let row = event_row(&mut *app.store().read_connection()?, slug)?;
    let first_day = NaiveDate::from_epoch_days(row.first_day);
    let first_day = first_day.map(|day| day.to_string()).unwrap_or_default();
    let mut file = json::write_header(&json::ContestFileHeader { name: row.name, first_day });
    file.push('\n');
    let mut kept = Vec::with_capacity(told.len());
    for one in told {
        let damaged = |e| StoreError::Damaged(format!("fact {}: {e}", one.number));
        let mut fact = json::read_fact(&one.body).map_err(damaged)?;
        if !renumber(&mut fact, &kept) {
            continue;
        }
        kept.push(usize::try_from(one.number).unwrap_or_default());
        let number = kept.len();
        let at = one.at.to_utc();
        let at = at.map(|at| at.to_rfc3339_opts(SecondsFormat::Secs, true)).unwrap_or_default();
        file.push_str(&json::write_fact_line(number, &at, &fact));
        file.push('\n');
    }
    Ok(file.into_bytes())
}

/// Whether a line-up may be read. Before its release, officials who play in the event may read that
/// of the team they captain only.
fn can_read_line_up(
    contest: &Contest,
    participation: Participation,
    at: TableId,
    side: Side,
) -> bool {
    let Participation::TeamMember(role) = participation else { return true };
    // A revoked round may be published again.
    let Some(meeting) = contest.published_meeting(at) else { return false };
    let is_led = role.is_captain && meeting.entrant_on(side) == role.team;
    is_led || meeting.team.as_ref().is_some_and(TeamMatch::is_released)
}

/// All facts of an event, for its officials. An official who plays in a team sees no sealed
/// line-ups but that of a team they captain.
pub fn exported_facts(app: &App, actor: &Actor, slug: &str) -> Result<Vec<ExportedFact>> {
    let mut conn = app.store().read_connection()?;
    let (row, _) = authorize_act(&mut conn, actor, Act::OfficiateEvent, slug)?;
    let run = cache::load(app, &mut conn, &row)?;
    let stored = rows::facts(&mut conn, row.id, 0)?;
    let own = Participation::of_actor(&run.contest, actor);
    let mut facts = Vec::with_capacity(stored.len());
    for row in &stored {
        let damaged = |e| StoreError::Damaged(format!("fact {}: {e}", row.number));
        facts.push(json::read_fact(&row.body).map_err(damaged)?);
    }
    let names = ExportNames::read(&mut conn, &run.contest, &facts)?;
    let mut all = Vec::with_capacity(stored.len());
    for (at, (row, mut fact)) in stored.into_iter().zip(facts).enumerate() {
        let is_hidden = matches!(&fact, ContestFact::LineUpSubmitted { at, side, .. }
            if !can_read_line_up(&run.contest, own, *at, *side));
        if is_hidden {
            continue;
        }
        let body = match names.set_names(at, &mut fact) {
            true => json::write_fact(&fact),
            false => row.body,
        };
        all.push(ExportedFact { number: row.number, at: row.told_at, body });
    }
    Ok(all)
}
