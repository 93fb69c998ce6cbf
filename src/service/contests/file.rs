//! An event as one file: all that was told of it, one fact after another.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, SecondsFormat};

use crate::contest::teams::{Table, Team, TeamMatch};
use crate::contest::{Contest, Fact, Person, Spot, written};
use crate::service::access::{Act, Actor};
use crate::service::{App, Error, Thing, refusals};
use crate::store::StoreError;
use crate::store::contests as rows;
use swiss::series::Side;

use super::own::Own;
use super::{allowed, kept};

/// A fact, as the file has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToldFact {
    /// From 1 on.
    pub number: i32,
    /// Microseconds since 1970.
    pub at: i64,
    /// The JSON of [`written`], with the name that a player has now.
    pub body: String,
}

/// What the players of teams are called now. Who is in no team any more has no name here: it is in his own row.
struct Known(HashMap<i32, String>);

impl Known {
    fn of(contest: &Contest) -> Known {
        let teams = contest.entrants.iter().filter_map(|one| one.team.as_ref());
        let people = teams.flat_map(Team::people).filter(|person| person.player != 0);
        Known(people.map(|person| (person.player, person.name.clone())).collect())
    }

    fn call(&self, person: &mut Person) {
        if let Some(name) = self.0.get(&person.player) {
            person.name.clone_from(name);
        }
    }
}

/// An event has no file of this name.
#[must_use]
pub fn no_file(name: &str) -> Error {
    Error::not_found(refusals::EVENT_NO_FILE.with([&name]))
}

/// The whole event as one file, for its officials: what it is called, then all facts, one a line.
///
/// # Errors
/// As [`facts`].
pub fn whole(app: &App, actor: &Actor, slug: &str) -> Result<Vec<u8>, Error> {
    let told = facts(app, actor, slug)?;
    let row = rows::by_slug(&mut *app.store().reading()?, slug)?;
    let row = row.ok_or_else(|| Error::missing(Thing::Event, slug))?;
    let first_day = NaiveDate::from_epoch_days(row.first_day);
    let first_day = first_day.map(|day| day.to_string()).unwrap_or_default();
    let mut file = written::write_head(&written::Head { name: row.name, first_day });
    file.push('\n');
    for (number, one) in (1..).zip(told) {
        let damaged = |e| StoreError::Damaged(format!("fact {number}: {e}"));
        let fact = written::read(&one.body).map_err(damaged)?;
        let at = DateTime::from_timestamp_micros(one.at);
        let at = at.map(|at| at.to_rfc3339_opts(SecondsFormat::Secs, true)).unwrap_or_default();
        file.push_str(&written::write_told(number, &at, &fact));
        file.push('\n');
    }
    Ok(file.into_bytes())
}

/// Whether a line-up may be read: before it is released not by an official who plays in the event, unless it is of the
/// team whose captain he is.
fn may_read(contest: &Contest, own: Own, at: Table, side: Side) -> bool {
    let Own::OfTeam(role) = own else { return true };
    let spot = Spot { stage: at.stage, round: at.round, table: at.table, game: 0 };
    // Of a round that was taken back nobody knows whether it comes again.
    let Ok(meeting) = contest.meeting_at(spot) else { return false };
    let is_led = role.is_captain && meeting.of_side(side) == role.team;
    is_led || meeting.team.as_ref().is_some_and(TeamMatch::is_released)
}

/// All facts of an event, for its officials; of line-ups that are sealed an official who plays in one of its teams reads
/// no other than that of a team of which he is the captain.
///
/// # Errors
/// As [`require`](crate::service::access::require) has it; [`Error::Missing`] where no event of this name is run here.
pub fn facts(app: &App, actor: &Actor, slug: &str) -> Result<Vec<ToldFact>, Error> {
    let mut connection = app.store().reading()?;
    let (row, _) = allowed(&mut connection, actor, Act::OfficiateEvent, slug)?;
    let run = kept::run(app, &mut connection, &row)?;
    let stored = rows::facts(&mut connection, row.id, 0)?;
    let own = Own::of(&run.contest, actor);
    let mut names = run.contest.entrants.iter().map(|one| one.person.name.clone());
    let known = Known::of(&run.contest);
    let mut all = Vec::with_capacity(stored.len());
    for row in stored {
        let damaged = |e| StoreError::Damaged(format!("fact {}: {e}", row.number));
        let body = match written::read(&row.body).map_err(damaged)? {
            Fact::LinedUp { at, side, .. } if !may_read(&run.contest, own, at, side) => continue,
            Fact::Entered { mut person, waiting } => {
                let now = names.next().unwrap_or_default();
                person.name = if person.player == 0 { person.name } else { now };
                written::write(&Fact::Entered { person, waiting })
            }
            Fact::Amended { entrant, mut person } => {
                if let Some(one) = run.contest.entrant(entrant).filter(|_| person.player != 0) {
                    person.name.clone_from(&one.person.name);
                }
                written::write(&Fact::Amended { entrant, person })
            }
            Fact::TeamEntered { mut team, waiting } => {
                team.people_mut().for_each(|person| known.call(person));
                written::write(&Fact::TeamEntered { team, waiting })
            }
            Fact::TeamAmended { entrant, mut team } => {
                team.people_mut().for_each(|person| known.call(person));
                written::write(&Fact::TeamAmended { entrant, team })
            }
            _ => row.body,
        };
        all.push(ToldFact { number: row.number, at: row.told_at, body });
    }
    Ok(all)
}
