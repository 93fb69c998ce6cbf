//! Teams register, by officials or by their captains, and captains hand in line-ups.

use std::collections::HashMap;

use crate::account::handle::look_key;
use crate::contest::teams::{Captain, Role, Table, Team};
use crate::contest::{By, Contest, EntrantId, Fact, Person, Spot, Standing};
use crate::service::access::{Act, Actor};
use crate::service::said::Said;
use crate::service::{App, Error, bots, refusals};
use crate::store::contests::ContestRow;
use crate::store::{AnyConnection, players};
use swiss::series::Side;

use super::Run;
use super::desk::{Told, telling};
use super::match_board::member_name;
use super::own::Own;
use super::people::{NewEntrant, known_player, or_faults, person_of, row, turned_away};
use super::refused::{reason, refused};

/// So many teams are registered by one request.
pub const MOST_TEAMS_AT_ONCE: usize = 500;

/// A team that is to be registered.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NewTeam {
    /// The team of this number is amended instead.
    pub entrant: Option<EntrantId>,
    pub name: String,
    pub club: String,
    pub province: String,
    /// One of the members or somebody else, by handle or name; the first member where it is empty.
    pub captain: String,
    /// In the order of the boards, alternates behind them.
    pub members: Vec<NewEntrant>,
}

/// A match of one's own team for which its captain may hand in a line-up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnMatch {
    pub at: Table,
    pub opponent: String,
    /// What was handed in, or the order of the roster, as places among the members.
    pub players: Vec<usize>,
    pub is_in: bool,
    pub is_other_in: bool,
}

/// What a captain has to do with his team.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnTeam {
    pub role: Role,
    pub team: Team,
    pub matches: Vec<OwnMatch>,
    /// Whether he may still change who is in it.
    pub may_amend: bool,
}

/// A member, or why he is none.
fn person(
    connection: &mut AnyConnection,
    row: &ContestRow,
    new: &NewEntrant,
) -> Result<Result<Person, Said>, Error> {
    Ok(person_of(connection, row.organisation_id, new)?.map_err(|why| match new.name.as_str() {
        "" => why,
        name => refusals::ROW_OF.with([&name, &why]).naming("why", why),
    }))
}

/// A row as a team; what is wrong with it. `led_by` is its captain where he registers it himself.
fn team_of(
    connection: &mut AnyConnection,
    row: &ContestRow,
    new: &NewTeam,
    led_by: Option<Person>,
) -> Result<Result<Team, Said>, Error> {
    let mut members: Vec<Person> = Vec::new();
    for member in &new.members {
        match person(connection, row, member)? {
            Ok(person) => members.push(person),
            Err(why) => return Ok(Err(why)),
        }
    }
    let named = match led_by {
        Some(captain) => Some(captain),
        None if new.captain.trim().is_empty() => None,
        None => {
            let asked = NewEntrant { name: new.captain.clone(), ..NewEntrant::default() };
            match person(connection, row, &asked)? {
                Ok(person) => Some(person),
                Err(why) => return Ok(Err(why)),
            }
        }
    };
    let captain = match named {
        None => Captain::Member(0),
        Some(captain) => {
            let same = |one: &Person| match captain.player {
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

/// Whether another team that takes part looks the same by its name.
fn looks_taken(contest: &Contest, team: &Team, own: Option<EntrantId>) -> bool {
    let key = look_key(&team.name);
    contest.numbered().any(|(id, one)| {
        Some(id) != own && one.standing != Standing::Withdrawn && look_key(&one.person.name) == key
    })
}

/// Registers teams, or amends them, all or none: what is wrong is said of each row.
///
/// # Errors
/// As [`super::tell`]; [`Error::Invalid`] with the faults, row by row.
pub fn enter_teams(
    app: &App,
    actor: &Actor,
    slug: &str,
    list: &[NewTeam],
    exception: bool,
    now: i64,
) -> Result<Told, Error> {
    if list.len() > MOST_TEAMS_AT_ONCE {
        return Err(Error::invalid(
            "teams",
            refusals::EVENT_TOO_MANY_ROWS.with([&MOST_TEAMS_AT_ONCE]),
        ));
    }
    telling(app, actor, Act::CheckIn, slug, now, |connection, run| {
        let (mut faults, mut facts): (Vec<Said>, Vec<Fact>) = (Vec::new(), Vec::new());
        let mut after = run.contest.clone();
        let mut rows: HashMap<String, usize> = HashMap::new();
        for (number, new) in (1..).zip(list) {
            let team = match team_of(connection, &run.row, new, None)? {
                Ok(team) => team,
                Err(why) => {
                    faults.push(row(number, why));
                    continue;
                }
            };
            if looks_taken(&after, &team, new.entrant) {
                let why = match rows.get(&look_key(&team.name)) {
                    Some(other) => refusals::ROW_AGAIN.with([other]),
                    None => refusals::ROW_TEAM_LOOKS.with([&team.name]),
                };
                faults.push(row(number, why));
                continue;
            }
            rows.insert(look_key(&team.name), number);
            let by = By::Desk { exception };
            let told = match new.entrant {
                Some(entrant) => after.amend_team(entrant, team, by),
                None => after.enter_team(team, by),
            };
            match told {
                Ok(more) => {
                    after.tell(&more).map_err(|_| Error::Internal("a fact".to_owned()))?;
                    facts.extend(more);
                }
                Err(why) => {
                    faults.push(row(number, reason(turned_away(connection, run, why))));
                }
            }
        }
        or_faults(facts, faults)
    })
}

/// Registers a team of which the actor is the captain, or amends the one that he has.
///
/// # Errors
/// As [`super::tell`]; [`Error::Conflict`] where he has no player, leads no team though he is in one, or somebody may
/// not take part.
pub fn enter_own_team(
    app: &App,
    actor: &Actor,
    slug: &str,
    new: &NewTeam,
    now: i64,
) -> Result<Told, Error> {
    let own = actor.player.ok_or_else(|| Error::conflict(refusals::NO_OWN_PLAYER))?;
    telling(app, actor, Act::TakePart, slug, now, |connection, run| {
        let player = players::leading(connection, own)?;
        if bots::is_bot(connection, player.id)? {
            return Err(Error::conflict(refusals::BOT_IN_EVENT.with([&player.handle])));
        }
        let known = known_player(connection, run.row.organisation_id, player.id)?;
        let captain = Person { name: player.handle, ..known };
        let led = match Own::of(&run.contest, actor) {
            Own::Nobody => None,
            other => Some(other.led().map_err(refused)?),
        };
        let team = team_of(connection, &run.row, new, Some(captain))?;
        let team = team.map_err(|why| {
            Error::invalid("members", refusals::EVENT_ROWS.with([&why]).naming("why", why))
        })?;
        if looks_taken(&run.contest, &team, led) {
            return Err(Error::conflict(refusals::EVENT_TEAM_NAME.with([&team.name])));
        }
        let told = match led {
            Some(entrant) => run.contest.amend_team(entrant, team, By::Himself),
            None => run.contest.enter_team(team, By::Himself),
        };
        told.map_err(|why| turned_away(connection, run, why))
    })
}

/// What the actor has to do with his team as its captain; `None` for anybody else. What he has handed in is shown to
/// nobody but him.
#[must_use]
pub fn own_team(run: &Run, actor: &Actor) -> Option<OwnTeam> {
    let Own::OfTeam(role) = Own::of(&run.contest, actor) else { return None };
    if !role.is_captain {
        return None;
    }
    let team = run.contest.entrant(role.team)?.team.clone()?;
    let begun = run.contest.stages.iter().any(crate::contest::StageState::has_begun);
    let may_amend = !begun && !run.contest.is_over;
    Some(OwnTeam { role, team, matches: own_matches(&run.contest, role.team), may_amend })
}

fn own_matches(contest: &Contest, own: EntrantId) -> Vec<OwnMatch> {
    let mut found = Vec::new();
    for (stage, state) in contest.stages.iter().enumerate() {
        if contest.are_boards_fixed(stage) || contest.is_over {
            continue;
        }
        for (round, of) in state.rounds.iter().enumerate().filter(|(_, of)| of.published) {
            for (table, meeting) in of.meetings.iter().enumerate() {
                let (Some(side), Some(team)) = (meeting.side_of(own), &meeting.team) else {
                    continue;
                };
                let is_known = contest.settings.teams.sealed && team.is_released();
                if is_known || team.has_results() || meeting.is_over() {
                    continue;
                }
                found.push(own_match(contest, Table { stage, round, table }, side, team));
            }
        }
    }
    found
}

fn own_match(
    contest: &Contest,
    at: Table,
    side: Side,
    team: &crate::contest::teams::TeamMatch,
) -> OwnMatch {
    let meeting = &contest.stages[at.stage].rounds[at.round].meetings[at.table];
    let other = contest.entrant(meeting.of_side(side.other()));
    let usual = || (0..team.boards().len()).collect();
    OwnMatch {
        at,
        opponent: other.map(|one| one.person.name.clone()).unwrap_or_default(),
        players: team.own(side).map_or_else(usual, |players| players.0.clone()),
        is_in: team.is_in(side),
        is_other_in: team.is_in(side.other()),
    }
}

/// A board of one's own team that is open, and of which one may say what came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnBoard {
    pub spot: Spot,
    /// The side of one's team.
    pub side: Side,
    pub opponent: String,
}

/// The open boards at which the actor plays, or his team does where he is its captain.
#[must_use]
pub fn own_boards(run: &Run, actor: &Actor) -> Vec<OwnBoard> {
    let contest = &run.contest;
    let Own::OfTeam(role) = Own::of(contest, actor) else { return Vec::new() };
    let mut found = Vec::new();
    for (stage, state) in contest.stages.iter().enumerate() {
        for (round, of) in state.rounds.iter().enumerate().filter(|(_, of)| of.published) {
            for (table, meeting) in of.meetings.iter().enumerate() {
                let Some(side) = meeting.side_of(role.team) else { continue };
                let seats = contest.seats(stage, round, table).unwrap_or_default();
                let other = meeting.of_side(side.other());
                let open = seats.iter().enumerate().filter(|(_, seat)| {
                    let is_his = role.is_captain || role.member == Some(seat.players[side.index()]);
                    is_his && seat.board.result.is_none()
                });
                found.extend(open.map(|(game, seat)| OwnBoard {
                    spot: Spot { stage, round, table, game },
                    side,
                    opponent: member_name(contest, other, seat.players[side.other().index()]),
                }));
            }
        }
    }
    found
}
