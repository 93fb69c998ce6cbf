//! The graph of an event's stages.

use swiss::knockout::Shape;
use swiss::points::PointSystem;
use swiss::round_robin::Cycles;
use swiss::series::Series;
use swiss::stage::{CarriedPoints, Carry, Draw, Plan, Source, Stage, StageId, System, Unit};

use super::facts::MOST_STAGES;
use super::reading::{Members, Read, Words, fault, flag, list, text, whole, word, word_for};
use super::series;
use super::template;
use super::tree::{Json, list as written_list, object, text as written, whole as number, with};

const CYCLES: &Words<Cycles> = &[("single", Cycles::Single), ("double", Cycles::Double)];
const DRAWS: &Words<Draw> =
    &[("seeded", Draw::Seeded), ("cross-over", Draw::CrossOver), ("spread", Draw::Spread)];
const CARRIED: &Words<CarriedPoints> = &[
    ("none", CarriedPoints::None),
    ("all", CarriedPoints::All),
    ("among-advancing", CarriedPoints::AmongAdvancing),
];

/// Longest name of a stage.
pub(super) const LONGEST_STAGE: usize = 60;
const MOST_SOURCES: usize = 32;
/// More rounds of a Swiss stage than anybody plays.
pub(super) const MOST_ROUNDS: i64 = 100;
pub(super) const MOST_GROUPS: i64 = 1_000;
pub(super) const MOST_BOARDS: i64 = 100;
const LAST_STAGE: i64 = MOST_STAGES as i64 - 1;
const MOST_ENTERING: i64 = super::super::settings::MOST_ENTRANTS as i64;

pub(super) fn write(plan: &Plan) -> Json {
    let json = match plan.unit {
        Unit::Players => object([("unit", written("players"))]),
        Unit::Teams { boards } => object([("unit", written("teams")), ("boards", number(boards))]),
    };
    with(json, "stages", Some(written_list(&plan.stages, write_stage)))
}

pub(super) fn read(json: &Json, points: &PointSystem) -> Read<Plan> {
    let mut members = Members::of(json)?;
    if members.has("template") {
        return template::read(members, points);
    }
    let unit = match members.needed("unit", |json| text(json, 20))?.as_str() {
        "players" => Unit::Players,
        "teams" => Unit::Teams { boards: members.number("boards", MOST_BOARDS)? },
        _ => return Err(fault("`unit` is `players` or `teams`")),
    };
    let stage = |json: &Json| read_stage(json, points);
    let stages = members.needed("stages", |json| list(json, MOST_STAGES, stage))?;
    members.end()?;
    Ok(Plan { unit, stages })
}

fn write_stage(stage: &Stage) -> Json {
    let Carry { points, places } = stage.carry;
    object([
        ("name", written(&stage.name)),
        ("sources", written_list(&stage.sources, write_source)),
        ("system", write_system(&stage.system)),
        ("series", series::write(&stage.series)),
        ("carry", object([("points", word_for(&points, CARRIED)), ("places", Json::Flag(places))])),
    ])
}

fn read_stage(json: &Json, points: &PointSystem) -> Read<Stage> {
    let mut members = Members::of(json)?;
    let name = members.needed("name", |json| text(json, LONGEST_STAGE))?;
    let registered = vec![Source::Registration];
    let sources = |json: &Json| list(json, MOST_SOURCES, read_source);
    let sources = members.or("sources", registered, sources)?;
    let system = members.needed("system", read_system)?;
    let is_knockout = matches!(system, System::Knockout { .. });
    let usual = if is_knockout { Series::until_won() } else { Series::single() };
    let usual = Series { points: *points, ..usual };
    let series = members.or("series", usual, |json| series::read(json, points))?;
    let usual = Carry { points: CarriedPoints::None, places: true };
    let carry = members.or("carry", usual, read_carry)?;
    members.end()?;
    Ok(Stage { name, sources, system, series, carry })
}

fn read_carry(json: &Json) -> Read<Carry> {
    let mut members = Members::of(json)?;
    let points = members.or("points", CarriedPoints::None, |json| word(json, CARRIED))?;
    let places = members.or("places", true, flag)?;
    members.end()?;
    Ok(Carry { points, places })
}

fn write_source(source: &Source) -> Json {
    let from = |name: &str| object([("from", written(name))]);
    let of = |json, of: StageId| with(json, "of", Some(number(of.0)));
    match *source {
        Source::Registration => from("registration"),
        Source::Seeds(count) => with(from("seeds"), "count", Some(number(count))),
        Source::Top { of: stage, each } => with(of(from("top"), stage), "each", Some(number(each))),
        Source::BestOfPlace { of: stage, place, count } => {
            let json = with(of(from("best-of-place"), stage), "place", Some(number(place)));
            with(json, "count", Some(number(count)))
        }
        Source::Winners(stage) => of(from("winners"), stage),
        Source::Losers(stage) => of(from("losers"), stage),
    }
}

fn read_source(json: &Json) -> Read<Source> {
    let mut members = Members::of(json)?;
    let name = members.needed("from", |json| text(json, 20))?;
    let of = |members: &mut Members<'_>| members.number("of", LAST_STAGE).map(StageId);
    let source = match name.as_str() {
        "registration" => Source::Registration,
        "seeds" => Source::Seeds(members.number("count", MOST_ENTERING)?),
        "top" => {
            Source::Top { of: of(&mut members)?, each: members.number("each", MOST_ENTERING)? }
        }
        "best-of-place" => Source::BestOfPlace {
            of: of(&mut members)?,
            place: members.number("place", MOST_ENTERING)?,
            count: members.number("count", MOST_ENTERING)?,
        },
        "winners" => Source::Winners(of(&mut members)?),
        "losers" => Source::Losers(of(&mut members)?),
        _ => {
            let words = "`registration`, `seeds`, `top`, `best-of-place`, `winners` or `losers`";
            return Err(fault(format!("`from` is {words}")));
        }
    };
    members.end()?;
    Ok(source)
}

fn write_system(system: &System) -> Json {
    let of = |name: &str| object([("type", written(name))]);
    let cycles = |cycles| Some(word_for(&cycles, CYCLES));
    match *system {
        System::Swiss { rounds } => with(of("swiss"), "rounds", Some(number(rounds))),
        System::RoundRobin { groups, cycles: both } => {
            let json = with(of("round-robin"), "groups", Some(number(groups)));
            with(json, "cycles", cycles(both))
        }
        System::BoardGroups { cycles: both } => with(of("board-groups"), "cycles", cycles(both)),
        System::Scheveningen => of("scheveningen"),
        System::Knockout { shape, draw } => {
            let json = match shape {
                Shape::Single { left, third_place } => {
                    let json = with(of("knock-out"), "left", Some(number(left)));
                    with(json, "third_place", Some(Json::Flag(third_place)))
                }
                Shape::Placement => of("placement-knock-out"),
                Shape::Double { reset } => {
                    with(of("double-elimination"), "reset", Some(Json::Flag(reset)))
                }
            };
            with(json, "draw", Some(word_for(&draw, DRAWS)))
        }
    }
}

fn read_system(json: &Json) -> Read<System> {
    let mut members = Members::of(json)?;
    let name = members.needed("type", |json| text(json, 20))?;
    let cycles =
        |members: &mut Members<'_>| members.or("cycles", Cycles::Single, |json| word(json, CYCLES));
    let system = match name.as_str() {
        "swiss" => System::Swiss { rounds: members.number("rounds", MOST_ROUNDS)? },
        "round-robin" => System::RoundRobin {
            groups: members.or("groups", 1, |json| whole(json, 0, MOST_GROUPS))?,
            cycles: cycles(&mut members)?,
        },
        "board-groups" => System::BoardGroups { cycles: cycles(&mut members)? },
        "scheveningen" => System::Scheveningen,
        "knock-out" | "placement-knock-out" | "double-elimination" => {
            let shape = read_shape(&name, &mut members)?;
            let draw = members.or("draw", Draw::Seeded, |json| word(json, DRAWS))?;
            System::Knockout { shape, draw }
        }
        _ => {
            let words = "`swiss`, `round-robin`, `knock-out`, `placement-knock-out`, \
                         `double-elimination`, `board-groups` or `scheveningen`";
            return Err(fault(format!("`type` is {words}")));
        }
    };
    members.end()?;
    Ok(system)
}

fn read_shape(name: &str, members: &mut Members<'_>) -> Read<Shape> {
    Ok(match name {
        "placement-knock-out" => Shape::Placement,
        "double-elimination" => Shape::Double { reset: members.or("reset", true, flag)? },
        _ => Shape::Single {
            left: members.or("left", 1, |json| whole(json, 0, MOST_ENTERING))?,
            third_place: members.flag("third_place")?,
        },
    })
}
