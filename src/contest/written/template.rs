//! Plans by the name of a template and some wishes.

use swiss::points::PointSystem;
use swiss::series::Series;
use swiss::stage::{Plan, System, Template, Timing, Unit, Wishes};

use super::super::settings::MOST_ENTRANTS;
use super::plan::{MOST_BOARDS, MOST_GROUPS, MOST_ROUNDS};
use super::reading::{Members, Read, fault, text, whole};
use super::series;

/// A year.
const MOST_MINUTES: i64 = 525_600;
/// Longest pause, and longest game: a day.
const DAY: i64 = 1_440;
/// As many qualifier days as there may be stages beside the final one.
const MOST_DAYS: i64 = 31;

pub(super) fn read(mut members: Members<'_>, points: &PointSystem) -> Read<Plan> {
    let name = members.needed("template", |json| text(json, 30))?;
    let template = match name.as_str() {
        "swiss" => Template::Swiss,
        "swiss-to-final" => Template::SwissToFinal,
        "groups-to-knock-out" => Template::GroupsToKnockout,
        "round-robin" => Template::RoundRobin,
        "double-round-robin" => Template::DoubleRoundRobin,
        "single-elimination" => Template::SingleElimination,
        "double-elimination" => Template::DoubleElimination,
        "qualifier-days" => {
            Template::QualifierDays(members.needed("days", |json| whole(json, 1, MOST_DAYS))?)
        }
        "team-event" => {
            let boards = members.needed("team_boards", |json| whole(json, 1, MOST_BOARDS))?;
            Template::TeamEvent { boards }
        }
        _ => return Err(fault(format!("there is no template `{name}`"))),
    };
    let most = i64::from(MOST_ENTRANTS);
    let usual = Series { points: *points, ..Series::until_won() };
    let wishes = Wishes {
        entrants: members.needed("entrants", |json| whole(json, 2, most))?,
        timing: Timing {
            game_minutes: members.or("game_minutes", 60, |json| whole(json, 1, DAY))?,
            pause_minutes: members.or("pause_minutes", 10, |json| whole(json, 0, DAY))?,
            boards: members.maybe("boards", |json| whole(json, 1, most))?,
        },
        minutes: members.maybe("minutes", |json| whole(json, 1, MOST_MINUTES))?,
        series: members.or("series", usual, |json| series::read(json, points))?,
    };
    let rounds = members.maybe("rounds", |json| whole(json, 1, MOST_ROUNDS))?;
    let groups = members.maybe("groups", |json| whole(json, 1, MOST_GROUPS))?;
    let boards = match template {
        Template::Swiss
        | Template::RoundRobin
        | Template::DoubleRoundRobin
        | Template::SingleElimination
        | Template::DoubleElimination => {
            members.maybe("team_boards", |json| whole(json, 1, MOST_BOARDS))?
        }
        _ => None,
    };
    members.end()?;
    let plan = wished(template.plan(&wishes), rounds, groups);
    let unit = boards.map_or(plan.unit, |boards| Unit::Teams { boards });
    Ok(Plan { unit, ..plan })
}

/// The plan with as many rounds and groups as somebody wishes, where it has any.
fn wished(mut plan: Plan, rounds: Option<usize>, groups: Option<usize>) -> Plan {
    for stage in &mut plan.stages {
        match &mut stage.system {
            System::Swiss { rounds: own } => *own = rounds.unwrap_or(*own),
            System::RoundRobin { groups: own, .. } => *own = groups.unwrap_or(*own),
            _ => {}
        }
    }
    plan
}
