//! Settings in JSON. Some defaults depend on other members.

use crate::game::GameKind;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use swiss::points::PointSystem;
use swiss::stage::{Plan, Stage, System, Unit};
use swiss::tiebreak::{Criterion, parse_list};

use super::super::fees::MAX_CURRENCY_LEN;
use super::super::onsite_games::OnsiteGamesJson;
use super::super::prizes::MAX_PRIZES;
use super::super::scheduling::SchedulingRules;
use super::super::settings::{
    MAX_ENTRANTS, MAX_FEE_LEN, MAX_FIRST_TABLE, MAX_KIND_LEN, MAX_PLACE_LEN,
};
use super::super::stand_in::MAX_STAND_IN_LEVEL;
use super::super::teams::TeamRules;
use super::super::{
    ContestSettings, Eligibility, EventDetails, EventGames, FeeDue, Prize, PrizeSharing,
    Protection, Timetable,
};
use super::limits::{Number, list, number, optional_number, some, text};
use super::plan::{PlanJson, StagesJson};
use super::points::PointSystemJson;

const MAX_TIE_BREAK_CODE_LEN: usize = 20;
const MAX_TIE_BREAKS: usize = 64;
/// The maximum grace period: a day.
const MAX_GRACE_MINUTES: i64 = 1_440;
const USUAL_GRACE_MINUTES: u32 = 30;
const MOST_ENTRANTS: i64 = MAX_ENTRANTS as i64;
const MOST_STAND_IN_LEVEL: i64 = MAX_STAND_IN_LEVEL as i64;
const MOST_FIRST_TABLE: i64 = MAX_FIRST_TABLE as i64;

/// [`ContestSettings`] as read from JSON.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct SettingsJson {
    plan: PlanJson,
    #[serde(default)]
    points: PointSystemJson,
    #[serde(default, deserialize_with = "tie_breaks")]
    tie_breaks: Option<Vec<Criterion>>,
    #[serde(default)]
    eligibility: Eligibility,
    #[serde(default, deserialize_with = "optional_number::<2, MOST_ENTRANTS, _, _>")]
    cap: Option<u32>,
    #[serde(default, deserialize_with = "text::<MAX_FEE_LEN, _>")]
    fee: String,
    #[serde(default)]
    protection: Protection,
    #[serde(default)]
    accelerated: bool,
    #[serde(default)]
    check_in: bool,
    #[serde(default, deserialize_with = "some")]
    grace_minutes: Option<Number<u32, 0, MAX_GRACE_MINUTES>>,
    #[serde(default)]
    players_report: bool,
    #[serde(default)]
    rated: bool,
    #[serde(default, deserialize_with = "some")]
    teams: Option<TeamRules>,
    #[serde(default)]
    defaults_by_itself: bool,
    #[serde(default)]
    continuous_knockout: bool,
    #[serde(default)]
    self_check_in: bool,
    #[serde(default)]
    half_rule: bool,
    #[serde(default)]
    game: GameKind,
    #[serde(default)]
    games: Option<OnsiteGamesJson>,
    #[serde(default, deserialize_with = "text::<MAX_KIND_LEN, _>")]
    kind: String,
    #[serde(default, deserialize_with = "list::<MAX_PRIZES, _, _>")]
    prizes: Vec<Prize>,
    #[serde(default)]
    prizes_add_up: bool,
    #[serde(default)]
    prizes_shared: PrizeSharing,
    #[serde(default, deserialize_with = "text::<MAX_CURRENCY_LEN, _>")]
    currency: String,
    #[serde(default)]
    arranged: Option<SchedulingRules>,
    #[serde(default, deserialize_with = "text::<MAX_PLACE_LEN, _>")]
    place: String,
    #[serde(default)]
    timetable: Timetable,
    #[serde(default)]
    about: EventDetails,
    #[serde(default)]
    fee_due: Option<FeeDue>,
    #[serde(default = "first_of_all", deserialize_with = "number::<1, MOST_FIRST_TABLE, _, _>")]
    first_table: u32,
    #[serde(default)]
    several_sections: bool,
    #[serde(default, deserialize_with = "optional_number::<1, MOST_STAND_IN_LEVEL, _, _>")]
    stand_in: Option<u32>,
}

const fn first_of_all() -> u32 {
    1
}

/// The grace period unless an organizer chooses: who waits for an absent opponent in an arena plays nobody else meanwhile.
fn usual_grace(games: &EventGames, plan: &Plan) -> u32 {
    let arena = |stage: &Stage| match stage.system {
        System::Arena { minutes, .. } => Some(minutes),
        _ => None,
    };
    let shortest = plan.stages.iter().filter_map(arena).min();
    let of_arena = shortest.filter(|_| games.onsite().is_some());
    of_arena.map_or(USUAL_GRACE_MINUTES, |minutes| (minutes / 10).clamp(1, 2))
}

impl TryFrom<SettingsJson> for ContestSettings {
    type Error = &'static str;

    fn try_from(json: SettingsJson) -> Result<ContestSettings, &'static str> {
        let points = PointSystem::from(json.points);
        let plan = json.plan.into_plan(points);
        if json.teams.is_some() && plan.unit == Unit::Players {
            return Err("`teams` is for a plan of teams");
        }
        let games = match json.games {
            Some(games) => EventGames::Here(games.into_games(json.game, &plan)?),
            None => EventGames::Elsewhere(json.game),
        };
        Ok(ContestSettings {
            points,
            tie_breaks: json.tie_breaks.unwrap_or_else(|| default_tie_breaks(&plan)),
            grace_minutes: match json.grace_minutes {
                Some(minutes) => minutes.0,
                None => usual_grace(&games, &plan),
            },
            games,
            plan,
            eligibility: json.eligibility,
            max_entrants: json.cap,
            fee: json.fee,
            protection: json.protection,
            accelerated: json.accelerated,
            check_in: json.check_in,
            player_reports: json.players_report,
            rated: json.rated,
            teams: json.teams.unwrap_or_default(),
            auto_default: json.defaults_by_itself,
            continuous_knockout: json.continuous_knockout,
            self_check_in: json.self_check_in,
            exclude_early_withdrawals: json.half_rule,
            kind: json.kind,
            prizes: json.prizes,
            prizes_cumulative: json.prizes_add_up,
            prize_sharing: json.prizes_shared,
            currency: json.currency,
            scheduling: json.arranged,
            place: json.place,
            timetable: json.timetable,
            about: json.about,
            fee_due: json.fee_due,
            first_table: json.first_table,
            several_sections: json.several_sections,
            stand_in: json.stand_in.and_then(|level| u8::try_from(level).ok()),
        })
    }
}

/// The default tie-breaks. Play-offs come last, for what the others leave tied.
fn default_tie_breaks(plan: &Plan) -> Vec<Criterion> {
    let is_swiss = plan.stages.iter().any(|stage| matches!(stage.system, System::Swiss { .. }));
    let are_fixed =
        |stage: &Stage| matches!(stage.system, System::BoardGroups { .. } | System::Scheveningen);
    let codes = match plan.unit {
        // If boards are the score, captains name a player for a deciding game.
        Unit::Teams { .. } if plan.stages.iter().any(are_fixed) => "DE PO",
        Unit::Teams { .. } if is_swiss => "MPvGP DE BH/C1 BC PO",
        Unit::Teams { .. } => "MPvGP DE BC PO",
        Unit::Players if is_swiss => "DE BH/C1 BH SB PO",
        Unit::Players => "NDW DEL PO",
    };
    parse_list(codes).expect("they are tie-breaks")
}

struct TieBreakCode(Criterion);

impl<'de> Deserialize<'de> for TieBreakCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TieBreakCode, D::Error> {
        let code = text::<MAX_TIE_BREAK_CODE_LEN, D>(deserializer)?;
        code.parse().map(TieBreakCode).map_err(D::Error::custom)
    }
}

/// Reads the codes of tie-breaks; repeated ones count once.
fn tie_breaks<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Vec<Criterion>>, D::Error> {
    let codes = list::<MAX_TIE_BREAKS, TieBreakCode, D>(deserializer)?;
    let codes: Vec<String> = codes.iter().map(|code| code.0.to_string()).collect();
    parse_list(&codes.join(" ")).map(Some).map_err(D::Error::custom)
}

/// Writes a plan, for `serialize_with`.
pub fn write_plan<S: Serializer>(plan: &Plan, serializer: S) -> Result<S::Ok, S::Error> {
    StagesJson::from(plan).serialize(serializer)
}

pub fn write_tie_breaks<S: Serializer>(
    tie_breaks: &[Criterion],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(tie_breaks.iter().map(Criterion::to_string))
}
