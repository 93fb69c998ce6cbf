//! The graph of an event's stages, or the name of a template and its options.

use std::ops::Not;

use serde::de::{Error, IntoDeserializer, MapAccess, value};
use serde::{Deserialize, Serialize};
use swiss::arena;
use swiss::keizer::Rules;
use swiss::knockout::Shape;
use swiss::ladder;
use swiss::points::PointSystem;
use swiss::round_robin::Cycles;
use swiss::series::Series;
use swiss::stage::{
    CarriedPoints, Carry, Draw, Plan, Source, Stage, StageId, System, Template, Timing, Unit,
    Wishes,
};

use super::super::lots;
use super::super::settings::MAX_ENTRANTS;
use super::flat::{self, FromVariant, Variant, flat};
use super::limits::{Number, list, optional_number, some, text};
use super::series::SeriesJson;

const MAX_STAGES: usize = 32;
const MAX_STAGE_NAME_LEN: usize = 60;
const MAX_SOURCES: usize = 32;
const MOST_ENTRANTS: i64 = MAX_ENTRANTS as i64;
/// Maximum number of rounds of a Swiss or Keizer stage.
const MAX_ROUNDS: i64 = 100;
/// The largest value of the first in a Keizer stage.
const MOST_KEIZER_VALUE: i64 = 10_000;
/// The longest arena, in minutes: a week.
const MOST_ARENA_MINUTES: i64 = 10_080;
/// The most points that a game of an arena counts.
const MOST_ARENA_POINTS: i64 = 1_000;
/// The most places that a ladder counts at once: those above that may be challenged, and those that somebody falls.
const MOST_PLACES: i64 = 1_000;
/// The longest time of a ladder apart from its own, in days: a year.
const MOST_LADDER_DAYS: i64 = 366;
/// The longest ladder, in days: ten years.
const MOST_LADDER_LENGTH: i64 = 3_660;
const MAX_GROUPS: i64 = 1_000;
const MOST_LOT: i64 = lots::MOST_LOT as i64;
pub const MAX_BOARDS: i64 = 100;
const MINUTES_OF_YEAR: i64 = 525_600;
const MINUTES_OF_DAY: i64 = 1_440;

type Entrants = Number<usize, 0, MOST_ENTRANTS>;
type StageIndex = Number<usize, 0, { MAX_STAGES as i64 - 1 }>;

/// The stages, or a template, which is only read and never written.
pub enum PlanJson {
    Stages(StagesJson),
    Template(Box<TemplateJson>),
}

impl PlanJson {
    /// Returns the plan; `points` count unless it has its own.
    pub fn into_plan(self, points: PointSystem) -> Plan {
        match self {
            PlanJson::Template(template) => template.into_plan(points),
            PlanJson::Stages(StagesJson::Players { stages }) => {
                Plan { unit: Unit::Players, stages: into_stages(stages, points) }
            }
            PlanJson::Stages(StagesJson::Teams { boards, stages }) => {
                Plan { unit: Unit::Teams { boards: boards.0 }, stages: into_stages(stages, points) }
            }
        }
    }
}

impl<'de> FromVariant<'de> for PlanJson {
    const TAGS: &'static [&'static str] = &["unit", "template"];

    fn from_variant<A: MapAccess<'de>>(variant: Variant<'_, A>) -> Result<PlanJson, A::Error> {
        if variant.tag == "unit" {
            return StagesJson::deserialize(variant).map(PlanJson::Stages);
        }
        let name: value::StrDeserializer<'_, A::Error> = variant.name.as_str().into_deserializer();
        let name = TemplateName::deserialize(name)?;
        let wishes = WishesJson::deserialize(variant.into_members())?;
        let template = template(name, &wishes).map_err(A::Error::custom)?;
        Ok(PlanJson::Template(Box::new(TemplateJson { template, wishes })))
    }
}

impl<'de> Deserialize<'de> for PlanJson {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<PlanJson, D::Error> {
        flat::read(deserializer)
    }
}

/// The stages by kind of entrant.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case", deny_unknown_fields)]
pub enum StagesJson {
    Players {
        #[serde(deserialize_with = "list::<MAX_STAGES, _, _>")]
        stages: Vec<StageJson>,
    },
    Teams {
        boards: Number<usize, 0, MAX_BOARDS>,
        #[serde(deserialize_with = "list::<MAX_STAGES, _, _>")]
        stages: Vec<StageJson>,
    },
}

flat!(StagesJson, "unit");

impl From<&Plan> for StagesJson {
    fn from(plan: &Plan) -> StagesJson {
        let stages = plan.stages.iter().map(StageJson::from).collect();
        match plan.unit {
            Unit::Players => StagesJson::Players { stages },
            Unit::Teams { boards } => StagesJson::Teams { boards: Number(boards), stages },
        }
    }
}

fn into_stages(stages: Vec<StageJson>, points: PointSystem) -> Vec<Stage> {
    stages.into_iter().map(|stage| stage.into_stage(points)).collect()
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct StageJson {
    #[serde(deserialize_with = "text::<MAX_STAGE_NAME_LEN, _>")]
    name: String,
    #[serde(default = "registration", deserialize_with = "list::<MAX_SOURCES, _, _>")]
    sources: Vec<SourceJson>,
    system: SystemJson,
    #[serde(default, deserialize_with = "some")]
    series: Option<SeriesJson>,
    #[serde(default)]
    carry: CarryJson,
}

fn registration() -> Vec<SourceJson> {
    vec![SourceJson::Registration {}]
}

impl From<&Stage> for StageJson {
    fn from(stage: &Stage) -> StageJson {
        let Carry { points, places } = stage.carry;
        StageJson {
            name: stage.name.clone(),
            sources: stage.sources.iter().copied().map(SourceJson::from).collect(),
            system: stage.system.into(),
            series: Some((&stage.series).into()),
            carry: CarryJson { points, places },
        }
    }
}

impl StageJson {
    fn into_stage(self, points: PointSystem) -> Stage {
        let system = System::from(self.system);
        let usual = match system {
            System::Knockout { .. } => Series::until_won(),
            _ => Series::single(),
        };
        let usual = Series { points, ..usual };
        Stage {
            name: self.name,
            sources: self.sources.into_iter().map(Source::from).collect(),
            system,
            series: self.series.map_or(usual, |series| series.with_points(points)),
            carry: Carry { points: self.carry.points, places: self.carry.places },
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "an object")]
struct CarryJson {
    points: CarriedPoints,
    places: bool,
}

impl Default for CarryJson {
    fn default() -> CarryJson {
        CarryJson { points: CarriedPoints::None, places: true }
    }
}

/// Where the entrants of a stage come from. Stages and places are counted from 0.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case", deny_unknown_fields)]
enum SourceJson {
    Registration {},
    Seeds { count: Entrants },
    Top { of: StageIndex, each: Entrants },
    BestOfPlace { of: StageIndex, place: Entrants, count: Entrants },
    Winners { of: StageIndex },
    Losers { of: StageIndex },
}

flat!(SourceJson, "from");

impl From<Source> for SourceJson {
    fn from(source: Source) -> SourceJson {
        match source {
            Source::Registration => SourceJson::Registration {},
            Source::Seeds(count) => SourceJson::Seeds { count: Number(count) },
            Source::Top { of, each } => SourceJson::Top { of: Number(of.0), each: Number(each) },
            Source::BestOfPlace { of, place, count } => SourceJson::BestOfPlace {
                of: Number(of.0),
                place: Number(place),
                count: Number(count),
            },
            Source::Winners(of) => SourceJson::Winners { of: Number(of.0) },
            Source::Losers(of) => SourceJson::Losers { of: Number(of.0) },
        }
    }
}

impl From<SourceJson> for Source {
    fn from(json: SourceJson) -> Source {
        match json {
            SourceJson::Registration {} => Source::Registration,
            SourceJson::Seeds { count } => Source::Seeds(count.0),
            SourceJson::Top { of, each } => Source::Top { of: StageId(of.0), each: each.0 },
            SourceJson::BestOfPlace { of, place, count } => {
                Source::BestOfPlace { of: StageId(of.0), place: place.0, count: count.0 }
            }
            SourceJson::Winners { of } => Source::Winners(StageId(of.0)),
            SourceJson::Losers { of } => Source::Losers(StageId(of.0)),
        }
    }
}

/// The system of a stage. Each form of knock-out is a system of its own here.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case", deny_unknown_fields)]
enum SystemJson {
    Swiss {
        rounds: Number<usize, 0, MAX_ROUNDS>,
    },
    Keizer {
        rounds: Number<usize, 0, MAX_ROUNDS>,
        /// The value of the first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[serde(deserialize_with = "optional_number::<1, MOST_KEIZER_VALUE, _, _>")]
        top: Option<u32>,
        /// Parts of the own value, in percent.
        #[serde(default = "usual_bye")]
        bye: Percent,
        #[serde(default = "usual_excused")]
        excused: Percent,
        #[serde(default = "usual_absent")]
        absent: Percent,
        #[serde(default = "usual_apart")]
        apart: Number<usize, 0, MAX_ROUNDS>,
    },
    Arena {
        minutes: Number<u32, 1, MOST_ARENA_MINUTES>,
        #[serde(default = "usual_win")]
        win: ArenaPoints,
        #[serde(default = "usual_draw")]
        draw: ArenaPoints,
        #[serde(default = "usual_loss")]
        loss: ArenaPoints,
        /// The wins in a row after which points count double; 0 for never.
        #[serde(default = "usual_streak")]
        streak: Number<u32, 0, 100>,
        /// The seconds that two who have just met wait for others.
        #[serde(default = "usual_rematch")]
        rematch: Number<u32, 0, 3_600>,
    },
    Ladder {
        /// How many places above may be challenged.
        #[serde(default = "usual_reach")]
        reach: Number<u32, 1, MOST_PLACES>,
        #[serde(default = "usual_answer_days")]
        answer_days: Number<u32, 1, MOST_LADDER_DAYS>,
        #[serde(default = "usual_play_days")]
        play_days: Number<u32, 1, MOST_LADDER_DAYS>,
        /// The days after a challenge before the same two may meet again.
        #[serde(default = "usual_apart_days")]
        apart_days: Number<u32, 0, MOST_LADDER_DAYS>,
        /// Whether who does not take up a challenge loses the place.
        #[serde(default = "yes")]
        forfeits: bool,
        /// The days without a game after which somebody falls; 0 for never.
        #[serde(default = "never")]
        idle_days: Number<u32, 0, MOST_LADDER_DAYS>,
        #[serde(default = "usual_fall")]
        fall: Number<u32, 1, MOST_PLACES>,
        /// The days after which it ends; 0 if officials end it.
        #[serde(default = "never")]
        days: Number<u32, 0, MOST_LADDER_LENGTH>,
        #[serde(default)]
        by_registration: bool,
    },
    RoundRobin {
        #[serde(default = "one")]
        groups: Number<usize, 0, MAX_GROUPS>,
        #[serde(default)]
        cycles: Cycles,
        /// The number by which groups are drawn by lot.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[serde(deserialize_with = "optional_number::<0, MOST_LOT, _, _>")]
        lot: Option<u32>,
        /// Whether the server draws the number when the stage starts.
        #[serde(default, skip_serializing_if = "Not::not")]
        drawn: bool,
    },
    #[serde(rename = "knock-out")]
    Knockout {
        #[serde(default = "one")]
        left: Entrants,
        #[serde(default)]
        third_place: bool,
        #[serde(default)]
        draw: Draw,
    },
    #[serde(rename = "placement-knock-out")]
    PlacementKnockout {
        #[serde(default)]
        draw: Draw,
    },
    DoubleElimination {
        #[serde(default = "yes")]
        reset: bool,
        #[serde(default)]
        draw: Draw,
    },
    BoardGroups {
        #[serde(default)]
        cycles: Cycles,
    },
    Scheveningen {},
}

flat!(SystemJson, "type");

const fn one<const MAX: i64>() -> Number<usize, 0, MAX> {
    Number(1)
}

type Percent = Number<u8, 0, 100>;

fn usual_bye() -> Percent {
    Number(Rules::default().bye)
}

fn usual_excused() -> Percent {
    Number(Rules::default().excused)
}

fn usual_absent() -> Percent {
    Number(Rules::default().absent)
}

fn usual_apart() -> Number<usize, 0, MAX_ROUNDS> {
    Number(Rules::default().apart)
}

type ArenaPoints = Number<u32, 0, MOST_ARENA_POINTS>;

fn usual_win() -> ArenaPoints {
    Number(arena::Rules::default().win)
}

fn usual_draw() -> ArenaPoints {
    Number(arena::Rules::default().draw)
}

fn usual_loss() -> ArenaPoints {
    Number(arena::Rules::default().loss)
}

fn usual_streak() -> Number<u32, 0, 100> {
    Number(arena::Rules::default().streak)
}

fn usual_rematch() -> Number<u32, 0, 3_600> {
    Number(arena::Rules::default().rematch)
}

fn usual_reach() -> Number<u32, 1, MOST_PLACES> {
    Number(ladder::Rules::default().reach)
}

fn usual_answer_days() -> Number<u32, 1, MOST_LADDER_DAYS> {
    Number(ladder::Rules::default().answer_days)
}

fn usual_play_days() -> Number<u32, 1, MOST_LADDER_DAYS> {
    Number(ladder::Rules::default().play_days)
}

fn usual_apart_days() -> Number<u32, 0, MOST_LADDER_DAYS> {
    Number(ladder::Rules::default().apart_days)
}

fn usual_fall() -> Number<u32, 1, MOST_PLACES> {
    Number(ladder::Rules::default().fall)
}

const fn never<const MAX: i64>() -> Number<u32, 0, MAX> {
    Number(0)
}

const fn yes() -> bool {
    true
}

impl From<System> for SystemJson {
    fn from(system: System) -> SystemJson {
        match system {
            System::Swiss { rounds } => SystemJson::Swiss { rounds: Number(rounds) },
            System::Keizer { rounds, rules } => SystemJson::Keizer {
                rounds: Number(rounds),
                top: rules.top,
                bye: Number(rules.bye),
                excused: Number(rules.excused),
                absent: Number(rules.absent),
                apart: Number(rules.apart),
            },
            System::Arena { minutes, rules } => SystemJson::Arena {
                minutes: Number(minutes),
                win: Number(rules.win),
                draw: Number(rules.draw),
                loss: Number(rules.loss),
                streak: Number(rules.streak),
                rematch: Number(rules.rematch),
            },
            System::Ladder { rules } => SystemJson::Ladder {
                reach: Number(rules.reach),
                answer_days: Number(rules.answer_days),
                play_days: Number(rules.play_days),
                apart_days: Number(rules.apart_days),
                forfeits: rules.forfeits,
                idle_days: Number(rules.idle_days),
                fall: Number(rules.fall),
                days: Number(rules.days),
                by_registration: rules.by_registration,
            },
            System::RoundRobin { groups, cycles, lot, drawn } => {
                SystemJson::RoundRobin { groups: Number(groups), cycles, lot, drawn }
            }
            System::Knockout { shape: Shape::Single { left, third_place }, draw } => {
                SystemJson::Knockout { left: Number(left), third_place, draw }
            }
            System::Knockout { shape: Shape::Placement, draw } => {
                SystemJson::PlacementKnockout { draw }
            }
            System::Knockout { shape: Shape::Double { reset }, draw } => {
                SystemJson::DoubleElimination { reset, draw }
            }
            System::BoardGroups { cycles } => SystemJson::BoardGroups { cycles },
            System::Scheveningen => SystemJson::Scheveningen {},
        }
    }
}

impl From<SystemJson> for System {
    fn from(json: SystemJson) -> System {
        match json {
            SystemJson::Swiss { rounds } => System::Swiss { rounds: rounds.0 },
            SystemJson::Keizer { rounds, top, bye, excused, absent, apart } => System::Keizer {
                rounds: rounds.0,
                rules: Rules {
                    top,
                    bye: bye.0,
                    excused: excused.0,
                    absent: absent.0,
                    apart: apart.0,
                },
            },
            SystemJson::Arena { minutes, win, draw, loss, streak, rematch } => System::Arena {
                minutes: minutes.0,
                rules: arena::Rules {
                    win: win.0,
                    draw: draw.0,
                    loss: loss.0,
                    streak: streak.0,
                    rematch: rematch.0,
                },
            },
            SystemJson::Ladder {
                reach,
                answer_days,
                play_days,
                apart_days,
                forfeits,
                idle_days,
                fall,
                days,
                by_registration,
            } => System::Ladder {
                rules: ladder::Rules {
                    reach: reach.0,
                    answer_days: answer_days.0,
                    play_days: play_days.0,
                    apart_days: apart_days.0,
                    forfeits,
                    idle_days: idle_days.0,
                    fall: fall.0,
                    days: days.0,
                    by_registration,
                },
            },
            SystemJson::RoundRobin { groups, cycles, lot, drawn } => {
                System::RoundRobin { groups: groups.0, cycles, lot, drawn }
            }
            SystemJson::Knockout { left, third_place, draw } => {
                System::Knockout { shape: Shape::Single { left: left.0, third_place }, draw }
            }
            SystemJson::PlacementKnockout { draw } => {
                System::Knockout { shape: Shape::Placement, draw }
            }
            SystemJson::DoubleElimination { reset, draw } => {
                System::Knockout { shape: Shape::Double { reset }, draw }
            }
            SystemJson::BoardGroups { cycles } => System::BoardGroups { cycles },
            SystemJson::Scheveningen {} => System::Scheveningen,
        }
    }
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum TemplateName {
    Swiss,
    SwissToFinal,
    Keizer,
    Arena,
    Ladder,
    GroupsToKnockOut,
    RoundRobin,
    DoubleRoundRobin,
    SingleElimination,
    DoubleElimination,
    QualifierDays,
    TeamEvent,
}

pub struct TemplateJson {
    template: Template,
    wishes: WishesJson,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
struct WishesJson {
    entrants: Number<usize, 2, MOST_ENTRANTS>,
    #[serde(default = "hour")]
    game_minutes: Number<u32, 1, MINUTES_OF_DAY>,
    #[serde(default = "ten_minutes")]
    pause_minutes: Number<u32, 0, MINUTES_OF_DAY>,
    #[serde(default, deserialize_with = "optional_number::<1, MOST_ENTRANTS, _, _>")]
    boards: Option<usize>,
    #[serde(default, deserialize_with = "optional_number::<1, MINUTES_OF_YEAR, _, _>")]
    minutes: Option<u64>,
    #[serde(default, deserialize_with = "some")]
    series: Option<SeriesJson>,
    #[serde(default, deserialize_with = "optional_number::<1, MAX_ROUNDS, _, _>")]
    rounds: Option<usize>,
    #[serde(default, deserialize_with = "optional_number::<1, MAX_GROUPS, _, _>")]
    groups: Option<usize>,
    /// For qualifier days: at most one less than the maximum number of stages.
    #[serde(default, deserialize_with = "optional_number::<1, 31, _, _>")]
    days: Option<usize>,
    #[serde(default, deserialize_with = "optional_number::<1, MAX_BOARDS, _, _>")]
    team_boards: Option<usize>,
}

const fn hour() -> Number<u32, 1, MINUTES_OF_DAY> {
    Number(60)
}

const fn ten_minutes() -> Number<u32, 0, MINUTES_OF_DAY> {
    Number(10)
}

/// Returns the template of this name, unless an option is missing or belongs to another template.
fn template(name: TemplateName, wishes: &WishesJson) -> Result<Template, &'static str> {
    let takes_days = matches!(name, TemplateName::QualifierDays);
    let is_for_players = matches!(
        name,
        TemplateName::SwissToFinal
            | TemplateName::Arena
            | TemplateName::Ladder
            | TemplateName::GroupsToKnockOut
            | TemplateName::QualifierDays
    );
    if wishes.days.is_some() && !takes_days {
        return Err("unknown field `days`");
    }
    if wishes.team_boards.is_some() && is_for_players {
        return Err("unknown field `team_boards`");
    }
    Ok(match name {
        TemplateName::Swiss => Template::Swiss,
        TemplateName::SwissToFinal => Template::SwissToFinal,
        TemplateName::Keizer => Template::Keizer,
        TemplateName::Arena => Template::Arena,
        TemplateName::Ladder => Template::Ladder,
        TemplateName::GroupsToKnockOut => Template::GroupsToKnockout,
        TemplateName::RoundRobin => Template::RoundRobin,
        TemplateName::DoubleRoundRobin => Template::DoubleRoundRobin,
        TemplateName::SingleElimination => Template::SingleElimination,
        TemplateName::DoubleElimination => Template::DoubleElimination,
        TemplateName::QualifierDays => {
            Template::QualifierDays(wishes.days.ok_or("missing field `days`")?)
        }
        TemplateName::TeamEvent => {
            Template::TeamEvent { boards: wishes.team_boards.ok_or("missing field `team_boards`")? }
        }
    })
}

impl TemplateJson {
    fn into_plan(self, points: PointSystem) -> Plan {
        let TemplateJson { template, wishes } = self;
        let usual = Series { points, ..Series::until_won() };
        let mut plan = template.plan(&Wishes {
            entrants: wishes.entrants.0,
            timing: Timing {
                game_minutes: wishes.game_minutes.0,
                pause_minutes: wishes.pause_minutes.0,
                boards: wishes.boards,
            },
            minutes: wishes.minutes,
            series: wishes.series.map_or(usual, |series| series.with_points(points)),
        });
        for stage in &mut plan.stages {
            match &mut stage.system {
                System::Swiss { rounds } | System::Keizer { rounds, .. } => {
                    *rounds = wishes.rounds.unwrap_or(*rounds);
                }
                System::RoundRobin { groups, .. } => *groups = wishes.groups.unwrap_or(*groups),
                _ => {}
            }
        }
        let is_of_teams = matches!(template, Template::TeamEvent { .. });
        match wishes.team_boards.filter(|_| !is_of_teams) {
            Some(boards) => Plan { unit: Unit::Teams { boards }, ..plan },
            None => plan,
        }
    }
}
