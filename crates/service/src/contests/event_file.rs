//! Exporting an event as a file of all its facts.

use std::collections::HashMap;

use chrono::{NaiveDate, SecondsFormat};

use crate::access::{Act, Actor};
use crate::{App, Error, Result};
use adjutant_domain::contest::scheduling::TableId;
use adjutant_domain::contest::teams::{Team, TeamMatch};
use adjutant_domain::contest::{Contest, ContestFact, EntrantProfile, json};
use adjutant_domain::moment::Micros;
use adjutant_store::StoreError;
use adjutant_store::contests as rows;
use swiss::series::Side;

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
    for (number, one) in (1..).zip(told) {
        let damaged = |e| StoreError::Damaged(format!("fact {number}: {e}"));
        let fact = json::read_fact(&one.body).map_err(damaged)?;
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
    let mut names = run.contest.entrants.iter().map(|one| one.person.name.clone());
    let known = CurrentNames::from_contest(&run.contest);
    let mut all = Vec::with_capacity(stored.len());
    for row in stored {
        let damaged = |e| StoreError::Damaged(format!("fact {}: {e}", row.number));
        let body = match json::read_fact(&row.body).map_err(damaged)? {
            ContestFact::LineUpSubmitted { at, side, .. }
                if !can_read_line_up(&run.contest, own, at, side) =>
            {
                continue;
            }
            ContestFact::EntrantRegistered { mut person, waiting } => {
                let now = names.next().unwrap_or_default();
                person.name = if person.player == 0 { person.name } else { now };
                json::write_fact(&ContestFact::EntrantRegistered { person, waiting })
            }
            ContestFact::PersonAmended { entrant, mut person } => {
                if let Some(one) = run.contest.entrant(entrant).filter(|_| person.player != 0) {
                    person.name.clone_from(&one.person.name);
                }
                json::write_fact(&ContestFact::PersonAmended { entrant, person })
            }
            ContestFact::TeamRegistered { mut team, waiting } => {
                team.people_mut().for_each(|person| known.set_name(person));
                json::write_fact(&ContestFact::TeamRegistered { team, waiting })
            }
            ContestFact::TeamAmended { entrant, mut team } => {
                team.people_mut().for_each(|person| known.set_name(person));
                json::write_fact(&ContestFact::TeamAmended { entrant, team })
            }
            _ => row.body,
        };
        all.push(ExportedFact { number: row.number, at: row.told_at, body });
    }
    Ok(all)
}
