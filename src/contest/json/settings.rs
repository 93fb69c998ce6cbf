//! Settings.

use swiss::stage::{Plan, Stage, System, Unit};
use swiss::tiebreak::{Criterion, parse_list};

use super::super::registration::MAX_CLUB_LEN;
use super::super::settings::{MAX_ENTRANTS, MAX_FEE_LEN, MAX_KIND_LEN, MAX_PROVINCES};
use super::super::teams::TeamRules;
use super::super::{ContestSettings, Eligibility, Protection};
use super::reader::{JsonMembers, JsonResult, integer, json_error, list, text};
use super::series::{LEAGUE_POINTS, read_system, write_system};
use super::tree::{Json, list as written_list, object, or_null, text as written};
use super::tree::{integer as number, with_member};
use super::{onsite_games, plan, prizes, scheduling, teams};

/// Codes of tie-breaks are no longer.
const MAX_TIE_BREAK_CODE_LEN: usize = 20;
const MAX_TIE_BREAKS: usize = 64;
/// Grace of a day.
const MAX_GRACE_MINUTES: i64 = 1_440;
const DEFAULT_GRACE_MINUTES: u32 = 30;
const MAX_PROTECTED_ROUNDS: i64 = 1_000;

pub(super) fn write(settings: &ContestSettings) -> Json {
    let json = object([
        ("plan", plan::write(&settings.plan)),
        ("points", write_system(&settings.points)),
        ("tie_breaks", written_list(&settings.tie_breaks, |code| written(&code.to_string()))),
        ("eligibility", write_eligibility(&settings.eligibility)),
        ("cap", or_null(settings.max_entrants, number)),
        ("fee", written(&settings.fee)),
        ("protection", write_protection(settings.protection)),
        ("accelerated", Json::Flag(settings.accelerated)),
        ("check_in", Json::Flag(settings.check_in)),
        ("grace_minutes", number(settings.grace_minutes)),
        ("players_report", Json::Flag(settings.player_reports)),
        ("rated", Json::Flag(settings.rated)),
    ]);
    // They are written where they are not as usual; what is usual stays so for ever.
    let is_usual = settings.teams == TeamRules::default();
    let json = with_member(json, "teams", (!is_usual).then(|| teams::write_rules(&settings.teams)));
    // What is newer than the first events is told where it is on.
    let newer = [
        ("defaults_by_itself", settings.auto_default),
        ("self_check_in", settings.self_check_in),
        ("half_rule", settings.exclude_early_withdrawals),
    ];
    let on = newer.into_iter().filter(|(_, on)| *on);
    let json = on.fold(json, |json, (name, on)| with_member(json, name, Some(Json::Flag(on))));
    let json = with_member(json, "games", settings.onsite_games.as_ref().map(onsite_games::write));
    let kind = settings.kind.as_str();
    let json = with_member(json, "kind", (!kind.is_empty()).then(|| written(kind)));
    let prizes =
        (!settings.prizes.is_empty()).then(|| written_list(&settings.prizes, prizes::write));
    let json = with_member(json, "prizes", prizes);
    let json =
        with_member(json, "prizes_add_up", settings.prizes_cumulative.then_some(Json::Flag(true)));
    with_member(json, "arranged", settings.scheduling.as_ref().map(scheduling::write))
}

pub(super) fn read(json: &Json) -> JsonResult<ContestSettings> {
    let mut members = JsonMembers::from_json(json)?;
    let points = members.optional_or("points", LEAGUE_POINTS, read_system)?;
    let plan = members.required("plan", |json| plan::read(json, &points))?;
    let cap = |json: &Json| integer(json, 2, i64::from(MAX_ENTRANTS));
    let grace = |json: &Json| integer(json, 0, MAX_GRACE_MINUTES);
    let is_of_teams = matches!(plan.unit, Unit::Teams { .. });
    if members.has("teams") && !is_of_teams {
        return Err(json_error("`teams` is for a plan of teams"));
    }
    let settings = ContestSettings {
        points,
        teams: members.optional_or("teams", TeamRules::default(), teams::read_rules)?,
        tie_breaks: members.optional_or(
            "tie_breaks",
            default_tie_breaks(&plan),
            read_tie_breaks,
        )?,
        plan,
        eligibility: members.optional_or(
            "eligibility",
            Eligibility::default(),
            read_eligibility,
        )?,
        max_entrants: members.optional("cap", cap)?,
        fee: members.optional_or("fee", String::new(), |json| text(json, MAX_FEE_LEN))?,
        protection: members.optional("protection", read_protection)?.unwrap_or_default(),
        accelerated: members.flag("accelerated")?,
        check_in: members.flag("check_in")?,
        grace_minutes: members.optional_or("grace_minutes", DEFAULT_GRACE_MINUTES, grace)?,
        auto_default: members.flag("defaults_by_itself")?,
        exclude_early_withdrawals: members.flag("half_rule")?,
        self_check_in: members.flag("self_check_in")?,
        player_reports: members.flag("players_report")?,
        rated: members.flag("rated")?,
        onsite_games: members.optional("games", onsite_games::read)?,
        kind: members.optional_or("kind", String::new(), |json| text(json, MAX_KIND_LEN))?,
        prizes: members.optional_or("prizes", Vec::new(), prizes::read_all)?,
        prizes_cumulative: members.flag("prizes_add_up")?,
        scheduling: members.optional("arranged", scheduling::read)?,
    };
    members.finish()?;
    Ok(settings)
}

/// The tie-breaks where nothing is said of them: play-offs come last, where the others leave a tie.
fn default_tie_breaks(plan: &Plan) -> Vec<Criterion> {
    let is_swiss = plan.stages.iter().any(|stage| matches!(stage.system, System::Swiss { .. }));
    if matches!(plan.unit, Unit::Teams { .. }) {
        let are_fixed = |stage: &Stage| {
            matches!(stage.system, System::BoardGroups { .. } | System::Scheveningen)
        };
        let codes = match plan.stages.iter().any(are_fixed) {
            // Where boards are the score, captains name somebody for a game that decides.
            true => "DE PO",
            false if is_swiss => "MPvGP DE BH/C1 BC PO",
            false => "MPvGP DE BC PO",
        };
        return parse_list(codes).expect("they are tie-breaks");
    }
    let codes = if is_swiss { "DE BH/C1 BH SB PO" } else { "NDW DEL PO" };
    parse_list(codes).expect("they are tie-breaks")
}

fn read_tie_breaks(json: &Json) -> JsonResult<Vec<Criterion>> {
    let codes = list(json, MAX_TIE_BREAKS, |json| {
        let code = text(json, MAX_TIE_BREAK_CODE_LEN)?;
        code.parse::<Criterion>().map_err(|unknown| json_error(unknown.to_string()))
    })?;
    // Twice the same is refused there.
    let all: Vec<String> = codes.iter().map(Criterion::to_string).collect();
    parse_list(&all.join(" ")).map_err(|unknown| json_error(unknown.to_string()))
}

fn write_eligibility(of: &Eligibility) -> Json {
    object([
        ("title_at_most", or_null(of.max_title, number)),
        ("rating_from", or_null(of.min_rating, number)),
        ("rating_to", or_null(of.max_rating, number)),
        ("titles_won", or_null(of.titles_won, number)),
        ("provinces", written_list(&of.provinces, |one| written(one))),
    ])
}

fn read_eligibility(json: &Json) -> JsonResult<Eligibility> {
    let mut members = JsonMembers::from_json(json)?;
    let rating = |json: &Json| integer(json, 0, i64::from(u32::MAX));
    let place = |json: &Json| text(json, MAX_CLUB_LEN);
    let provinces = |json: &Json| list(json, MAX_PROVINCES, place);
    let of = Eligibility {
        max_title: members.optional("title_at_most", |json| integer(json, 0, 255))?,
        min_rating: members.optional("rating_from", rating)?,
        max_rating: members.optional("rating_to", rating)?,
        titles_won: members.optional("titles_won", rating)?,
        provinces: members.optional_or("provinces", Vec::new(), provinces)?,
    };
    members.finish()?;
    Ok(of)
}

fn write_protection(protection: Protection) -> Json {
    let (of, rounds) = match protection {
        Protection::None => return Json::Null,
        Protection::Club(rounds) => ("club", rounds),
        Protection::Province(rounds) => ("province", rounds),
    };
    object([("of", written(of)), ("rounds", number(rounds))])
}

fn read_protection(json: &Json) -> JsonResult<Protection> {
    let mut members = JsonMembers::from_json(json)?;
    let of = members.required("of", |json| text(json, 20))?;
    let rounds = members.number("rounds", MAX_PROTECTED_ROUNDS)?;
    members.finish()?;
    match of.as_str() {
        "club" => Ok(Protection::Club(rounds)),
        "province" => Ok(Protection::Province(rounds)),
        _ => Err(json_error("`of` is `club` or `province`")),
    }
}
