//! Registration of teams by officials or captains, and submission of line-ups.

use std::collections::HashMap;

use crate::access::{Act, Actor};
use crate::messages::LocalizedMessage;
use crate::{App, Error, Result, refusals};
use adjutant_domain::account::handle::look_key;
use adjutant_domain::contest::scheduling::TableId;
use adjutant_domain::contest::teams::{Captain, Team, TeamMatch, TeamRole};
use adjutant_domain::contest::{
    Contest, EntrantId, EntrantProfile, EntrantStatus, GameSlot, Meeting, StageState, SubmittedBy,
};
use adjutant_domain::game::GameKind;
use adjutant_domain::moment::Micros;
use adjutant_store::AnyConnection;
use serde::Deserialize;
use swiss::series::Side;
use utoipa::ToSchema;

use super::LoadedContest;
use super::error_messages::{contest_error, into_message};
use super::execution::{CommandOutcome, FactBatch, execute_with};
use super::match_board::{entrant_name, member_name};
use super::participation::Participation;
use super::registration::{
    NewEntrant, facts_or_faults, ineligible_error, own_profile, resolve_entrant, row_fault,
};
use super::wire;

pub const MAX_TEAMS_PER_REQUEST: usize = 500;

/// A team to register or change.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TeamRequest)]
pub struct NewTeam {
    /// The number of the team to change; omitted for a new one. Ignored for captains, who change their own team.
    #[serde(default, deserialize_with = "wire::any_entrant")]
    #[schema(value_type = Option<u32>)]
    pub entrant: Option<EntrantId>,
    pub name: String,
    #[serde(default)]
    pub club: String,
    #[serde(default)]
    pub province: String,
    /// The handle or name of a member or of a non-playing captain; the first member by default. A player who registers
    /// their own team is its captain.
    #[serde(default)]
    pub captain: String,
    /// In board order, alternates last.
    pub members: Vec<NewEntrant>,
    /// The line of the list that it stands in, from 1.
    #[serde(skip)]
    pub row: Option<usize>,
}

/// A match for which the captain may submit a line-up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnTeamMatch {
    pub table: TableId,
    pub opponent: String,
    /// The submitted line-up or the roster order, as indices of members.
    pub line_up: Vec<usize>,
    pub has_line_up: bool,
    pub opponent_has_line_up: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnTeam {
    pub role: TeamRole,
    pub team: Team,
    pub matches: Vec<OwnTeamMatch>,
    /// Whether the captain may still change the members.
    pub can_amend: bool,
}

fn resolve_member(
    conn: &mut AnyConnection,
    host: (i32, GameKind),
    new: &NewEntrant,
) -> Result<Result<EntrantProfile, LocalizedMessage>> {
    Ok(resolve_entrant(conn, host, new)?.map_err(|why| match new.name.as_str() {
        "" => why,
        name => refusal!(ROW_OF, name, why),
    }))
}

/// Resolves a row to a team, or returns its fault. `led_by` is the captain who registers it.
fn resolve_team(
    conn: &mut AnyConnection,
    host: (i32, GameKind),
    new: &NewTeam,
    led_by: Option<EntrantProfile>,
) -> Result<Result<Team, LocalizedMessage>> {
    let mut members: Vec<EntrantProfile> = Vec::new();
    for member in &new.members {
        match resolve_member(conn, host, member)? {
            Ok(person) => members.push(person),
            Err(why) => return Ok(Err(why)),
        }
    }
    let named = match led_by {
        Some(captain) => Some(captain),
        None if new.captain.trim().is_empty() => None,
        None => {
            let asked = NewEntrant { name: new.captain.clone(), ..NewEntrant::default() };
            match resolve_member(conn, host, &asked)? {
                Ok(person) => Some(person),
                Err(why) => return Ok(Err(why)),
            }
        }
    };
    let captain = match named {
        None => Captain::Member(0),
        Some(captain) => {
            let same = |one: &EntrantProfile| match captain.player {
                0 => look_key(&one.name) == look_key(&captain.name),
                player => one.player == player,
            };
            let among = members.iter().position(same);
            among.map_or_else(|| Captain::Other(captain.clone()), Captain::Member)
        }
    };
    let line = |text: &str| text.trim().to_owned();
    let NewTeam { name, club, province, .. } = new;
    let (name, club, province) = (line(name), line(club), line(province));
    Ok(Ok(Team { name, club, province, captain, members }))
}

/// Whether another participating team has a lookalike name.
fn is_team_name_taken(contest: &Contest, team: &Team, own: Option<EntrantId>) -> bool {
    let key = look_key(&team.name);
    contest.numbered_entrants().any(|(id, one)| {
        Some(id) != own
            && one.status != EntrantStatus::Withdrawn
            && look_key(&one.person.name) == key
    })
}

/// Registers or amends teams, all or none.
pub fn register_teams(
    app: &App,
    actor: &Actor,
    slug: &str,
    list: &[NewTeam],
    exception: bool,
    now: Micros,
) -> Result<CommandOutcome> {
    if list.len() > MAX_TEAMS_PER_REQUEST {
        return Err(Error::invalid(
            "teams",
            refusal!(EVENT_TOO_MANY_ROWS, most = MAX_TEAMS_PER_REQUEST),
        ));
    }
    execute_with(app, actor, Act::CheckIn, slug, now, |conn, run| {
        let (mut batch, mut faults) = (FactBatch::new(&run.contest), Vec::new());
        let mut rows: HashMap<String, usize> = HashMap::new();
        for (place, new) in (1..).zip(list) {
            let number = new.row.unwrap_or(place);
            let team = match resolve_team(conn, run.host(), new, None)? {
                Ok(team) => team,
                Err(why) => {
                    faults.push(row_fault(number, why));
                    continue;
                }
            };
            if is_team_name_taken(&batch.after, &team, new.entrant) {
                let why = match rows.get(&look_key(&team.name)) {
                    Some(other) => refusal!(ROW_AGAIN, row = other),
                    None => refusal!(ROW_TEAM_LOOKS, name = team.name),
                };
                faults.push(row_fault(number, why));
                continue;
            }
            rows.insert(look_key(&team.name), number);
            let by = SubmittedBy::Official { waives_eligibility: exception };
            let told = match new.entrant {
                Some(entrant) => batch.after.amend_team(entrant, team, by),
                None => batch.after.enter_team(team, by),
            };
            match told {
                Ok(facts) => batch.add(facts)?,
                Err(why) => {
                    let why = into_message(ineligible_error(conn, run, why));
                    faults.push(row_fault(number, why));
                }
            }
        }
        facts_or_faults(batch.facts, faults)
    })
}

/// Registers a team with the actor as captain, or amends their team.
pub fn register_own_team(
    app: &App,
    actor: &Actor,
    slug: &str,
    new: &NewTeam,
    now: Micros,
) -> Result<CommandOutcome> {
    let own = actor.player.ok_or_else(|| Error::conflict(refusals::NO_OWN_PLAYER))?;
    execute_with(app, actor, Act::TakePart, slug, now, |conn, run| {
        let captain = own_profile(conn, run, own)?;
        let led = match Participation::of_actor(&run.contest, actor) {
            Participation::NotParticipating => None,
            other => Some(other.represented_entrant().map_err(contest_error)?),
        };
        let team = resolve_team(conn, run.host(), new, Some(captain))?;
        let team = team.map_err(|why| Error::invalid("members", refusal!(EVENT_ROWS, why)))?;
        if is_team_name_taken(&run.contest, &team, led) {
            return Err(Error::conflict(refusal!(EVENT_TEAM_NAME, name = team.name)));
        }
        let told = match led {
            Some(entrant) => run.contest.amend_team(entrant, team, SubmittedBy::Entrant),
            None => run.contest.enter_team(team, SubmittedBy::Entrant),
        };
        told.map_err(|why| ineligible_error(conn, run, why))
    })
}

/// The captain's view of the actor's team; `None` for others. Nobody else sees a submitted line-up.
pub fn own_team(run: &LoadedContest, actor: &Actor) -> Option<OwnTeam> {
    let contest = &run.contest;
    let Participation::TeamMember(role) = Participation::of_actor(contest, actor) else {
        return None;
    };
    let team = contest.entrant(role.team).filter(|_| role.is_captain)?.team.clone()?;
    let can_amend = !contest.is_over && !contest.stages.iter().any(StageState::has_begun);
    Some(OwnTeam { role, team, matches: own_team_matches(contest, role.team), can_amend })
}

fn own_team_matches(contest: &Contest, own: EntrantId) -> Vec<OwnTeamMatch> {
    let mut found = Vec::new();
    for (at, meeting) in contest.published_tables().filter(|_| !contest.is_over) {
        let (Some(side), Some(team)) = (meeting.side_of(own), &meeting.team) else { continue };
        let is_known = contest.settings.teams.sealed_line_ups && team.is_released();
        let is_settled = is_known || team.has_results() || meeting.is_over();
        if !is_settled && !contest.are_boards_fixed(at.stage) {
            found.push(own_team_match(contest, at, meeting, (side, team)));
        }
    }
    found
}

fn own_team_match(
    contest: &Contest,
    at: TableId,
    meeting: &Meeting,
    (side, team): (Side, &TeamMatch),
) -> OwnTeamMatch {
    let usual = || (0..team.boards().len()).collect();
    OwnTeamMatch {
        table: at,
        opponent: entrant_name(contest, meeting.entrant_on(side.other())),
        line_up: team.line_up(side).map_or_else(usual, |players| players.0.clone()),
        has_line_up: team.has_line_up(side),
        opponent_has_line_up: team.has_line_up(side.other()),
    }
}

/// An open board of the actor's team whose result they may report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnBoard {
    pub slot: GameSlot,
    pub side: Side,
    pub opponent: String,
}

/// The open boards of the actor or, for a captain, of the team.
pub fn own_boards(run: &LoadedContest, actor: &Actor) -> Vec<OwnBoard> {
    let contest = &run.contest;
    let Participation::TeamMember(role) = Participation::of_actor(contest, actor) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (at, meeting) in contest.published_tables() {
        let Some(side) = meeting.side_of(role.team) else { continue };
        let seats = contest.seated_boards(at).unwrap_or_default();
        let other = meeting.entrant_on(side.other());
        let open = seats.iter().enumerate().filter(|(_, seat)| {
            let is_their_own = role.is_captain || role.member == Some(seat.players[side.index()]);
            is_their_own && seat.board.result.is_none()
        });
        found.extend(open.map(|(game, seat)| OwnBoard {
            slot: at.game(game),
            side,
            opponent: member_name(contest, other, seat.players[side.other().index()]),
        }));
    }
    found
}

/// The error of a list of teams whose row, counted from 1, is one of a list of people.
pub fn no_team_error(row: usize) -> Error {
    Error::invalid("lines", row_fault(row, refusals::ROW_NO_TEAM.into()))
}
