//! Teams, their line-ups, and what is settled of them.

use swiss::teams::Share;

use super::super::registration::{MAX_CLUB_LEN, MAX_PERSON_NAME_LEN};
use super::super::teams::{BoardPlayers, Captain, MAX_ALTERNATES, MatchTable, Team, TeamRules};
use super::super::{ContestFact, EntrantId};
use super::facts::{
    MAX_ROUND_INDEX, MAX_STAGE_INDEX, MAX_TABLE_INDEX, SIDES, entrant_fact, fact_object,
    round_fact, true_or_absent,
};
use super::people;
use super::plan::MAX_BOARDS;
use super::reader::{
    JsonMembers, JsonResult, integer, json_error, list, read_word, text, write_word,
};
use super::series::{LEAGUE_POINTS, read_system, write_system};
use super::tree::{Json, list as written_list, object, or_null, text as written};
use super::tree::{integer as number, with_member};

/// The most members that a team can have.
const MAX_MEMBERS: usize = MAX_BOARDS as usize + MAX_ALTERNATES as usize;
const MAX_MEMBER_INDEX: i64 = MAX_MEMBERS as i64 - 1;

/// Facts about teams; there are no others here.
pub(super) fn write(fact: &ContestFact) -> Json {
    match fact {
        ContestFact::TeamRegistered { team, waiting } => with_member(
            fact_object("team-entered", [("team", write_team(team))]),
            "waiting",
            true_or_absent(*waiting),
        ),
        ContestFact::TeamAmended { entrant, team } => {
            with_member(entrant_fact("team-amended", *entrant), "team", Some(write_team(team)))
        }
        ContestFact::LineUpSubmitted { at, side, players } => {
            let json =
                with_member(table_fact("line-up", *at), "side", Some(write_word(side, SIDES)));
            with_member(json, "players", Some(written_list(&players.0, |one| number(*one))))
        }
        ContestFact::LineUpsReleased(at) => table_fact("released", *at),
        _ => Json::Null,
    }
}

fn table_fact(name: &str, at: MatchTable) -> Json {
    with_member(round_fact(name, at.stage, at.round), "table", Some(number(at.table)))
}

fn write_team(team: &Team) -> Json {
    let Team { name, club, province, captain, members } = team;
    let some = |one: &str| (!one.is_empty()).then(|| written(one));
    let captain = match captain {
        Captain::Member(at) => number(*at),
        Captain::Other(person) => people::write(person),
    };
    let mut json = object([("name", written(name)), ("captain", captain)]);
    json = with_member(json, "members", Some(written_list(members, people::write)));
    json = with_member(json, "club", some(club));
    with_member(json, "province", some(province))
}

/// A fact of this name, if it is one about teams.
pub(super) fn read(name: &str, members: &mut JsonMembers<'_>) -> Option<JsonResult<ContestFact>> {
    let known = ["team-entered", "team-amended", "line-up", "released"];
    known.contains(&name).then(|| read_named(name, members))
}

fn read_named(name: &str, members: &mut JsonMembers<'_>) -> JsonResult<ContestFact> {
    let team = |members: &mut JsonMembers<'_>| members.required("team", read_team).map(Box::new);
    match name {
        "team-entered" => Ok(ContestFact::TeamRegistered {
            team: team(members)?,
            waiting: members.flag("waiting")?,
        }),
        "team-amended" => {
            let entrant: EntrantId = members.required("entrant", people::read_id)?;
            Ok(ContestFact::TeamAmended { entrant, team: team(members)? })
        }
        _ => {
            let at = MatchTable {
                stage: members.number("stage", MAX_STAGE_INDEX)?,
                round: members.number("round", MAX_ROUND_INDEX)?,
                table: members.number("table", MAX_TABLE_INDEX)?,
            };
            if name == "released" {
                return Ok(ContestFact::LineUpsReleased(at));
            }
            let side = members.required("side", |json| read_word(json, SIDES))?;
            let one = |json: &Json| integer(json, 0, MAX_MEMBER_INDEX);
            let players = members.required("players", |json| list(json, MAX_MEMBERS, one))?;
            Ok(ContestFact::LineUpSubmitted { at, side, players: BoardPlayers(players) })
        }
    }
}

fn read_team(json: &Json) -> JsonResult<Team> {
    let mut members = JsonMembers::from_json(json)?;
    let place = |json: &Json| text(json, MAX_CLUB_LEN);
    let captain = |json: &Json| match json {
        Json::Object(_) => people::read(json).map(Captain::Other),
        _ => integer(json, 0, MAX_MEMBER_INDEX).map(Captain::Member),
    };
    let name = |json: &Json| {
        let name = text(json, MAX_PERSON_NAME_LEN)?;
        if name.trim().is_empty() { Err(json_error("expected a name")) } else { Ok(name) }
    };
    let team = Team {
        name: members.required("name", name)?,
        captain: members.required("captain", captain)?,
        members: members.required("members", |json| list(json, MAX_MEMBERS, people::read))?,
        club: members.optional_or("club", String::new(), place)?,
        province: members.optional_or("province", String::new(), place)?,
    };
    members.finish()?;
    Ok(team)
}

pub(super) fn write_rules(rules: &TeamRules) -> Json {
    let TeamRules { alternates, match_points, sealed_line_ups: sealed, .. } = rules;
    let share = |share: Share| {
        object([
            ("at_least", number(share.at_least)),
            ("title_at_most", number(share.title_at_most)),
        ])
    };
    object([
        ("alternates", number(*alternates)),
        ("match_points", write_system(match_points)),
        ("sealed", Json::Flag(*sealed)),
        ("share", or_null(rules.title_share, share)),
    ])
}

pub(super) fn read_rules(json: &Json) -> JsonResult<TeamRules> {
    let mut members = JsonMembers::from_json(json)?;
    let usual = TeamRules::default();
    let alternates = |json: &Json| integer(json, 0, i64::from(MAX_ALTERNATES));
    let rules = TeamRules {
        alternates: members.optional_or("alternates", usual.alternates, alternates)?,
        match_points: members.optional_or("match_points", LEAGUE_POINTS, read_system)?,
        sealed_line_ups: members.flag("sealed")?,
        title_share: members.optional("share", read_share)?,
    };
    members.finish()?;
    Ok(rules)
}

fn read_share(json: &Json) -> JsonResult<Share> {
    let mut members = JsonMembers::from_json(json)?;
    let at_least = members.number("at_least", MAX_BOARDS)?;
    let title_at_most = members.required("title_at_most", |json| integer(json, 0, 255))?;
    members.finish()?;
    Ok(Share { at_least, title_at_most })
}
