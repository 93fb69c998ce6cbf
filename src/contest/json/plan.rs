//! The graph of an event's stages.

use swiss::knockout::Shape;
use swiss::points::PointSystem;
use swiss::round_robin::Cycles;
use swiss::series::Series;
use swiss::stage::{CarriedPoints, Carry, Draw, Plan, Source, Stage, StageId, System, Unit};

use super::facts::MAX_STAGES;
use super::reader::{
    JsonMembers, JsonResult, WordTable, flag, integer, json_error, list, read_word, text,
    write_word,
};
use super::series;
use super::template;
use super::tree::{
    Json, integer as number, list as written_list, object, text as written, with_member,
};

const CYCLES: &WordTable<Cycles> = &[("single", Cycles::Single), ("double", Cycles::Double)];
const DRAWS: &WordTable<Draw> =
    &[("seeded", Draw::Seeded), ("cross-over", Draw::CrossOver), ("spread", Draw::Spread)];
const CARRIED: &WordTable<CarriedPoints> = &[
    ("none", CarriedPoints::None),
    ("all", CarriedPoints::All),
    ("among-advancing", CarriedPoints::AmongAdvancing),
];

/// Longest name of a stage.
pub(super) const MAX_STAGE_NAME_LEN: usize = 60;
const MAX_SOURCES: usize = 32;
/// More rounds of a Swiss stage than anybody plays.
pub(super) const MAX_ROUNDS: i64 = 100;
pub(super) const MAX_GROUPS: i64 = 1_000;
pub(super) const MAX_BOARDS: i64 = 100;
const MAX_STAGE_INDEX: i64 = MAX_STAGES as i64 - 1;
const MAX_ENTERING: i64 = super::super::settings::MAX_ENTRANTS as i64;

pub(super) fn write(plan: &Plan) -> Json {
    let json = match plan.unit {
        Unit::Players => object([("unit", written("players"))]),
        Unit::Teams { boards } => object([("unit", written("teams")), ("boards", number(boards))]),
    };
    with_member(json, "stages", Some(written_list(&plan.stages, write_stage)))
}

pub(super) fn read(json: &Json, points: &PointSystem) -> JsonResult<Plan> {
    let mut members = JsonMembers::from_json(json)?;
    if members.has("template") {
        return template::read(members, points);
    }
    let unit = match members.required("unit", |json| text(json, 20))?.as_str() {
        "players" => Unit::Players,
        "teams" => Unit::Teams { boards: members.number("boards", MAX_BOARDS)? },
        _ => return Err(json_error("`unit` is `players` or `teams`")),
    };
    let stage = |json: &Json| read_stage(json, points);
    let stages = members.required("stages", |json| list(json, MAX_STAGES, stage))?;
    members.finish()?;
    Ok(Plan { unit, stages })
}

fn write_stage(stage: &Stage) -> Json {
    let Carry { points, places } = stage.carry;
    object([
        ("name", written(&stage.name)),
        ("sources", written_list(&stage.sources, write_source)),
        ("system", write_system(&stage.system)),
        ("series", series::write(&stage.series)),
        (
            "carry",
            object([("points", write_word(&points, CARRIED)), ("places", Json::Flag(places))]),
        ),
    ])
}

fn read_stage(json: &Json, points: &PointSystem) -> JsonResult<Stage> {
    let mut members = JsonMembers::from_json(json)?;
    let name = members.required("name", |json| text(json, MAX_STAGE_NAME_LEN))?;
    let registered = vec![Source::Registration];
    let sources = |json: &Json| list(json, MAX_SOURCES, read_source);
    let sources = members.optional_or("sources", registered, sources)?;
    let system = members.required("system", read_system)?;
    let is_knockout = matches!(system, System::Knockout { .. });
    let usual = if is_knockout { Series::until_won() } else { Series::single() };
    let usual = Series { points: *points, ..usual };
    let series = members.optional_or("series", usual, |json| series::read(json, points))?;
    let usual = Carry { points: CarriedPoints::None, places: true };
    let carry = members.optional_or("carry", usual, read_carry)?;
    members.finish()?;
    Ok(Stage { name, sources, system, series, carry })
}

fn read_carry(json: &Json) -> JsonResult<Carry> {
    let mut members = JsonMembers::from_json(json)?;
    let points =
        members.optional_or("points", CarriedPoints::None, |json| read_word(json, CARRIED))?;
    let places = members.optional_or("places", true, flag)?;
    members.finish()?;
    Ok(Carry { points, places })
}

fn write_source(source: &Source) -> Json {
    let from = |name: &str| object([("from", written(name))]);
    let of = |json, of: StageId| with_member(json, "of", Some(number(of.0)));
    match *source {
        Source::Registration => from("registration"),
        Source::Seeds(count) => with_member(from("seeds"), "count", Some(number(count))),
        Source::Top { of: stage, each } => {
            with_member(of(from("top"), stage), "each", Some(number(each)))
        }
        Source::BestOfPlace { of: stage, place, count } => {
            let json = with_member(of(from("best-of-place"), stage), "place", Some(number(place)));
            with_member(json, "count", Some(number(count)))
        }
        Source::Winners(stage) => of(from("winners"), stage),
        Source::Losers(stage) => of(from("losers"), stage),
    }
}

fn read_source(json: &Json) -> JsonResult<Source> {
    let mut members = JsonMembers::from_json(json)?;
    let name = members.required("from", |json| text(json, 20))?;
    let of = |members: &mut JsonMembers<'_>| members.number("of", MAX_STAGE_INDEX).map(StageId);
    let source = match name.as_str() {
        "registration" => Source::Registration,
        "seeds" => Source::Seeds(members.number("count", MAX_ENTERING)?),
        "top" => Source::Top { of: of(&mut members)?, each: members.number("each", MAX_ENTERING)? },
        "best-of-place" => Source::BestOfPlace {
            of: of(&mut members)?,
            place: members.number("place", MAX_ENTERING)?,
            count: members.number("count", MAX_ENTERING)?,
        },
        "winners" => Source::Winners(of(&mut members)?),
        "losers" => Source::Losers(of(&mut members)?),
        _ => {
            let words = "`registration`, `seeds`, `top`, `best-of-place`, `winners` or `losers`";
            return Err(json_error(format!("`from` is {words}")));
        }
    };
    members.finish()?;
    Ok(source)
}

fn write_system(system: &System) -> Json {
    let of = |name: &str| object([("type", written(name))]);
    let cycles = |cycles| Some(write_word(&cycles, CYCLES));
    match *system {
        System::Swiss { rounds } => with_member(of("swiss"), "rounds", Some(number(rounds))),
        System::RoundRobin { groups, cycles: both } => {
            let json = with_member(of("round-robin"), "groups", Some(number(groups)));
            with_member(json, "cycles", cycles(both))
        }
        System::BoardGroups { cycles: both } => {
            with_member(of("board-groups"), "cycles", cycles(both))
        }
        System::Scheveningen => of("scheveningen"),
        System::Knockout { shape, draw } => {
            let json = match shape {
                Shape::Single { left, third_place } => {
                    let json = with_member(of("knock-out"), "left", Some(number(left)));
                    with_member(json, "third_place", Some(Json::Flag(third_place)))
                }
                Shape::Placement => of("placement-knock-out"),
                Shape::Double { reset } => {
                    with_member(of("double-elimination"), "reset", Some(Json::Flag(reset)))
                }
            };
            with_member(json, "draw", Some(write_word(&draw, DRAWS)))
        }
    }
}

fn read_system(json: &Json) -> JsonResult<System> {
    let mut members = JsonMembers::from_json(json)?;
    let name = members.required("type", |json| text(json, 20))?;
    let cycles = |members: &mut JsonMembers<'_>| {
        members.optional_or("cycles", Cycles::Single, |json| read_word(json, CYCLES))
    };
    let system = match name.as_str() {
        "swiss" => System::Swiss { rounds: members.number("rounds", MAX_ROUNDS)? },
        "round-robin" => System::RoundRobin {
            groups: members.optional_or("groups", 1, |json| integer(json, 0, MAX_GROUPS))?,
            cycles: cycles(&mut members)?,
        },
        "board-groups" => System::BoardGroups { cycles: cycles(&mut members)? },
        "scheveningen" => System::Scheveningen,
        "knock-out" | "placement-knock-out" | "double-elimination" => {
            let shape = read_shape(&name, &mut members)?;
            let draw = members.optional_or("draw", Draw::Seeded, |json| read_word(json, DRAWS))?;
            System::Knockout { shape, draw }
        }
        _ => {
            let words = "`swiss`, `round-robin`, `knock-out`, `placement-knock-out`, \
                         `double-elimination`, `board-groups` or `scheveningen`";
            return Err(json_error(format!("`type` is {words}")));
        }
    };
    members.finish()?;
    Ok(system)
}

fn read_shape(name: &str, members: &mut JsonMembers<'_>) -> JsonResult<Shape> {
    Ok(match name {
        "placement-knock-out" => Shape::Placement,
        "double-elimination" => Shape::Double { reset: members.optional_or("reset", true, flag)? },
        _ => Shape::Single {
            left: members.optional_or("left", 1, |json| integer(json, 0, MAX_ENTERING))?,
            third_place: members.flag("third_place")?,
        },
    })
}
