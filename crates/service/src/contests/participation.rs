//! The participation of an actor in an event, as an entrant or in a team, and their permissions at
//! its desk.

use crate::access::{Act, Actor};
use crate::owner::{Owners, Whose};
use crate::{App, Error, Result};
use adjutant_domain::contest::teams::{TeamError, TeamRole};
use adjutant_domain::contest::{
    Contest, ContestError, ContestFact, EntrantId, EntrantStatus, GameSlot,
};
use adjutant_domain::moment::Micros;
use adjutant_store::AnyConnection;
use adjutant_store::contests as rows;
use adjutant_store::owners::OwnerId;
use adjutant_store::titles;
use ledger_ratings::Day;
use swiss::series::GameResult;

use super::authorize_act;
use super::board::load_contest;
use super::cache::LoadedContest;
use super::command::ContestCommand;
use super::execution::execute;
use super::match_board::entrant_name;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Participation {
    NotParticipating,
    Entrant(EntrantId),
    TeamMember(TeamRole),
}

impl Participation {
    pub fn of_actor(contest: &Contest, actor: &Actor) -> Participation {
        let Some(player) = actor.player else { return Participation::NotParticipating };
        let found = contest.numbered_entrants().find(|(_, one)| one.person.player == player);
        let of_team = || {
            contest
                .team_role_of(player)
                .map_or(Participation::NotParticipating, Participation::TeamMember)
        };
        found.map_or_else(of_team, |(id, _)| Participation::Entrant(id))
    }

    /// The entrant, or the entrant's team.
    pub const fn entrant_id(self) -> Option<EntrantId> {
        match self {
            Participation::NotParticipating => None,
            Participation::Entrant(id) => Some(id),
            Participation::TeamMember(role) => Some(role.team),
        }
    }

    /// The entrant for which the actor may act: themselves, or the team they captain.
    pub const fn represented_entrant(self) -> Result<EntrantId, ContestError> {
        match self {
            Participation::NotParticipating => Err(ContestError::NotAtThisTable),
            Participation::Entrant(id) => Ok(id),
            Participation::TeamMember(role) if role.is_captain => Ok(role.team),
            Participation::TeamMember(_) => Err(ContestError::Team(TeamError::NotCaptain)),
        }
    }

    /// The facts of a result report by the actor.
    pub fn report_result(
        self,
        contest: &Contest,
        spot: GameSlot,
        result: GameResult,
    ) -> Result<Vec<ContestFact>, ContestError> {
        match self {
            Participation::NotParticipating => Err(ContestError::NotAtThisTable),
            Participation::Entrant(id) => contest.report_result(spot, id, result),
            Participation::TeamMember(role) => contest.report_board_result(spot, role, result),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeskRights {
    pub people: bool,
    pub rounds: bool,
    pub results: bool,
    pub settings: bool,
}

/// The actor's permissions at the event's desk.
pub fn desk_rights(app: &App, actor: &Actor, slug: &str) -> Result<DeskRights> {
    rights_at(&mut *app.store().read_connection()?, actor, slug)
}

/// The same over a connection.
pub(super) fn rights_at(conn: &mut AnyConnection, actor: &Actor, slug: &str) -> Result<DeskRights> {
    authorize_act(conn, actor, Act::OfficiateEvent, slug)?;
    let mut may = |act| authorize_act(conn, actor, act, slug).is_ok();
    Ok(DeskRights {
        people: may(Act::CheckIn),
        rounds: may(Act::ManagePairings),
        results: may(Act::EnterResults),
        settings: may(Act::RunEvent),
    })
}

/// The actor's entry in an event; `None` if they have not registered.
pub fn own_entry(run: &LoadedContest, actor: &Actor) -> Option<EntrantId> {
    Participation::of_actor(&run.contest, actor).entrant_id()
}

/// Withdraws a person, who acts, from all events that are not over: their account is about to be
/// deleted. Teams stay, also a captain's; a game that is paired is left to the officials.
pub(crate) fn withdraw_from_all(app: &App, person: &Actor, now: Micros) -> Result<()> {
    if person.player.is_none() {
        return Ok(());
    }
    for row in rows::unfinished(&mut *app.store().read_connection()?)? {
        let run = load_contest(app, &row.slug)?;
        let own = Participation::of_actor(&run.contest, person);
        let takes_part =
            |id| run.contest.entrant(id).is_some_and(|one| one.status != EntrantStatus::Withdrawn);
        if !matches!(own, Participation::Entrant(id) if takes_part(id)) {
            continue;
        }
        match execute(app, person, &row.slug, &ContestCommand::WithdrawSelf, now) {
            // The event no longer lets anybody leave.
            Ok(_) | Err(Error::Conflict(_)) => {}
            Err(e) => return Err(e),
        }
    }
    Ok(())
}

/// An event under way in which somebody takes part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnEvent {
    pub name: String,
    pub slug: String,
    /// Their open games in published rounds.
    pub tables: Vec<OwnTable>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnTable {
    /// Both from 1.
    pub round: usize,
    pub table: usize,
    pub opponent: String,
}

/// The newest events under way among which somebody's own are looked for.
const MOST_UNDER_WAY: i64 = 40;

/// The events under way, listed by a day from `from` on, in which the actor or their team takes part.
pub fn own_events(app: &App, actor: &Actor, from: Day) -> Result<Vec<OwnEvent>> {
    if actor.player.is_none() {
        return Ok(Vec::new());
    }
    let all = rows::under_way(&mut *app.store().read_connection()?, from.0, MOST_UNDER_WAY)?;
    let mut found = Vec::new();
    for (row, _) in all {
        let run = load_contest(app, &row.slug)?;
        let contest = &run.contest;
        let Some(own) = own_entry(&run, actor) else { continue };
        let tables: Vec<OwnTable> = contest
            .published_tables()
            .filter(|(_, meeting)| !meeting.is_over())
            .filter_map(|(at, meeting)| {
                let other = meeting.entrant_on(meeting.side_of(own)?.other());
                Some(OwnTable {
                    round: at.round + 1,
                    table: contest.table_number(at),
                    opponent: entrant_name(contest, other),
                })
            })
            .collect();
        let stays = contest.entrant(own).is_some_and(|one| one.status == EntrantStatus::Active);
        if stays || !tables.is_empty() {
            found.push(OwnEvent { name: row.name, slug: row.slug, tables });
        }
    }
    Ok(found)
}

/// The titles of the event's organisation, lowest first; empty if it uses those of the site.
pub fn title_names(app: &App, run: &LoadedContest) -> Result<Vec<String>> {
    let own =
        titles::for_organisation(&mut *app.store().read_connection()?, run.row.organisation_id)?;
    Ok(own.into_iter().map(|(name, _)| name).collect())
}

/// The owner of an event.
pub fn host_organisation(app: &App, run: &LoadedContest) -> Result<Whose> {
    let mut conn = app.store().connection()?;
    let owner = OwnerId::Organisation(run.row.organisation_id);
    Ok(Owners::read(&mut conn, std::iter::once(owner))?.whose(owner))
}

/// Whether an event of this name is run on this site.
pub fn is_managed_here(app: &App, slug: &str) -> Result<bool> {
    Ok(rows::by_slug(&mut *app.store().read_connection()?, slug)?.is_some())
}
