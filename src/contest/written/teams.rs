//! Teams, their line-ups, and what is settled of them.

use swiss::teams::Share;

use super::super::entering::{LONGEST_NAME, LONGEST_PLACE};
use super::super::teams::{Captain, MOST_ALTERNATES, Players, Table, Team, TeamRules};
use super::super::{EntrantId, Fact};
use super::facts::{LAST_ROUND, LAST_STAGE, LAST_TABLE, SIDES, named, of_one, of_round, set};
use super::people;
use super::plan::MOST_BOARDS;
use super::reading::{Members, Read, fault, list, text, whole, word, word_for};
use super::series::{LEAGUE, read_system, write_system};
use super::tree::{Json, list as written_list, object, or_null, text as written};
use super::tree::{whole as number, with};

/// The most members that a team can have.
const MOST_MEMBERS: usize = MOST_BOARDS as usize + MOST_ALTERNATES as usize;
const LAST_MEMBER: i64 = MOST_MEMBERS as i64 - 1;

/// Facts about teams; there are no others here.
pub(super) fn write(fact: &Fact) -> Json {
    match fact {
        Fact::TeamEntered { team, waiting } => {
            with(named("team-entered", [("team", write_team(team))]), "waiting", set(*waiting))
        }
        Fact::TeamAmended { entrant, team } => {
            with(of_one("team-amended", *entrant), "team", Some(write_team(team)))
        }
        Fact::LinedUp { at, side, players } => {
            let json = with(of_table("line-up", *at), "side", Some(word_for(side, SIDES)));
            with(json, "players", Some(written_list(&players.0, |one| number(*one))))
        }
        Fact::Released(at) => of_table("released", *at),
        _ => Json::Null,
    }
}

fn of_table(name: &str, at: Table) -> Json {
    with(of_round(name, at.stage, at.round), "table", Some(number(at.table)))
}

fn write_team(team: &Team) -> Json {
    let Team { name, club, province, captain, members } = team;
    let some = |one: &str| (!one.is_empty()).then(|| written(one));
    let captain = match captain {
        Captain::Member(at) => number(*at),
        Captain::Other(person) => people::write(person),
    };
    let mut json = object([("name", written(name)), ("captain", captain)]);
    json = with(json, "members", Some(written_list(members, people::write)));
    json = with(json, "club", some(club));
    with(json, "province", some(province))
}

/// A fact of this name, if it is one about teams.
pub(super) fn read(name: &str, members: &mut Members<'_>) -> Option<Read<Fact>> {
    let known = ["team-entered", "team-amended", "line-up", "released"];
    known.contains(&name).then(|| read_named(name, members))
}

fn read_named(name: &str, members: &mut Members<'_>) -> Read<Fact> {
    let team = |members: &mut Members<'_>| members.needed("team", read_team).map(Box::new);
    match name {
        "team-entered" => {
            Ok(Fact::TeamEntered { team: team(members)?, waiting: members.flag("waiting")? })
        }
        "team-amended" => {
            let entrant: EntrantId = members.needed("entrant", people::read_id)?;
            Ok(Fact::TeamAmended { entrant, team: team(members)? })
        }
        _ => {
            let at = Table {
                stage: members.number("stage", LAST_STAGE)?,
                round: members.number("round", LAST_ROUND)?,
                table: members.number("table", LAST_TABLE)?,
            };
            if name == "released" {
                return Ok(Fact::Released(at));
            }
            let side = members.needed("side", |json| word(json, SIDES))?;
            let one = |json: &Json| whole(json, 0, LAST_MEMBER);
            let players = members.needed("players", |json| list(json, MOST_MEMBERS, one))?;
            Ok(Fact::LinedUp { at, side, players: Players(players) })
        }
    }
}

fn read_team(json: &Json) -> Read<Team> {
    let mut members = Members::of(json)?;
    let place = |json: &Json| text(json, LONGEST_PLACE);
    let captain = |json: &Json| match json {
        Json::Object(_) => people::read(json).map(Captain::Other),
        _ => whole(json, 0, LAST_MEMBER).map(Captain::Member),
    };
    let name = |json: &Json| {
        let name = text(json, LONGEST_NAME)?;
        if name.trim().is_empty() { Err(fault("expected a name")) } else { Ok(name) }
    };
    let team = Team {
        name: members.needed("name", name)?,
        captain: members.needed("captain", captain)?,
        members: members.needed("members", |json| list(json, MOST_MEMBERS, people::read))?,
        club: members.or("club", String::new(), place)?,
        province: members.or("province", String::new(), place)?,
    };
    members.end()?;
    Ok(team)
}

pub(super) fn write_rules(rules: &TeamRules) -> Json {
    let TeamRules { alternates, match_points, sealed, .. } = rules;
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
        ("share", or_null(rules.share, share)),
    ])
}

pub(super) fn read_rules(json: &Json) -> Read<TeamRules> {
    let mut members = Members::of(json)?;
    let usual = TeamRules::default();
    let alternates = |json: &Json| whole(json, 0, i64::from(MOST_ALTERNATES));
    let rules = TeamRules {
        alternates: members.or("alternates", usual.alternates, alternates)?,
        match_points: members.or("match_points", LEAGUE, read_system)?,
        sealed: members.flag("sealed")?,
        share: members.maybe("share", read_share)?,
    };
    members.end()?;
    Ok(rules)
}

fn read_share(json: &Json) -> Read<Share> {
    let mut members = Members::of(json)?;
    let at_least = members.number("at_least", MOST_BOARDS)?;
    let title_at_most = members.needed("title_at_most", |json| whole(json, 0, 255))?;
    members.end()?;
    Ok(Share { at_least, title_at_most })
}
