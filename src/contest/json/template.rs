//! Plans by the name of a template and some wishes.

use swiss::points::PointSystem;
use swiss::series::Series;
use swiss::stage::{Plan, System, Template, Timing, Unit, Wishes};

use super::super::settings::MAX_ENTRANTS;
use super::plan::{MAX_BOARDS, MAX_GROUPS, MAX_ROUNDS};
use super::reader::{JsonMembers, JsonResult, integer, json_error, text};
use super::series;

/// A year.
const MAX_MINUTES: i64 = 525_600;
/// Longest pause, and longest game: a day.
const MAX_GAME_MINUTES: i64 = 1_440;
/// As many qualifier days as there may be stages beside the final one.
const MAX_QUALIFIER_DAYS: i64 = 31;

pub(super) fn read(mut members: JsonMembers<'_>, points: &PointSystem) -> JsonResult<Plan> {
    let name = members.required("template", |json| text(json, 30))?;
    let template = match name.as_str() {
        "swiss" => Template::Swiss,
        "swiss-to-final" => Template::SwissToFinal,
        "groups-to-knock-out" => Template::GroupsToKnockout,
        "round-robin" => Template::RoundRobin,
        "double-round-robin" => Template::DoubleRoundRobin,
        "single-elimination" => Template::SingleElimination,
        "double-elimination" => Template::DoubleElimination,
        "qualifier-days" => Template::QualifierDays(
            members.required("days", |json| integer(json, 1, MAX_QUALIFIER_DAYS))?,
        ),
        "team-event" => {
            let boards = members.required("team_boards", |json| integer(json, 1, MAX_BOARDS))?;
            Template::TeamEvent { boards }
        }
        _ => return Err(json_error(format!("there is no template `{name}`"))),
    };
    let most = i64::from(MAX_ENTRANTS);
    let usual = Series { points: *points, ..Series::until_won() };
    let wishes = Wishes {
        entrants: members.required("entrants", |json| integer(json, 2, most))?,
        timing: Timing {
            game_minutes: members
                .optional_or("game_minutes", 60, |json| integer(json, 1, MAX_GAME_MINUTES))?,
            pause_minutes: members
                .optional_or("pause_minutes", 10, |json| integer(json, 0, MAX_GAME_MINUTES))?,
            boards: members.optional("boards", |json| integer(json, 1, most))?,
        },
        minutes: members.optional("minutes", |json| integer(json, 1, MAX_MINUTES))?,
        series: members.optional_or("series", usual, |json| series::read(json, points))?,
    };
    let rounds = members.optional("rounds", |json| integer(json, 1, MAX_ROUNDS))?;
    let groups = members.optional("groups", |json| integer(json, 1, MAX_GROUPS))?;
    let boards = match template {
        Template::Swiss
        | Template::RoundRobin
        | Template::DoubleRoundRobin
        | Template::SingleElimination
        | Template::DoubleElimination => {
            members.optional("team_boards", |json| integer(json, 1, MAX_BOARDS))?
        }
        _ => None,
    };
    members.finish()?;
    let plan = with_requested_counts(template.plan(&wishes), rounds, groups);
    let unit = boards.map_or(plan.unit, |boards| Unit::Teams { boards });
    Ok(Plan { unit, ..plan })
}

/// The plan with as many rounds and groups as somebody wishes, where it has any.
fn with_requested_counts(mut plan: Plan, rounds: Option<usize>, groups: Option<usize>) -> Plan {
    for stage in &mut plan.stages {
        match &mut stage.system {
            System::Swiss { rounds: own } => *own = rounds.unwrap_or(*own),
            System::RoundRobin { groups: own, .. } => *own = groups.unwrap_or(*own),
            _ => {}
        }
    }
    plan
}
