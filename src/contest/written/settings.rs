//! Settings.

use swiss::stage::{Plan, Stage, System, Unit};
use swiss::tiebreak::{Criterion, parse_list};

use super::super::entering::LONGEST_PLACE;
use super::super::settings::{LONGEST_FEE, LONGEST_KIND, MOST_ENTRANTS, MOST_PROVINCES};
use super::super::teams::TeamRules;
use super::super::{Eligibility, Protection, Settings};
use super::reading::{Members, Read, fault, list, text, whole};
use super::series::{LEAGUE, read_system, write_system};
use super::tree::{Json, list as written_list, object, or_null, text as written};
use super::tree::{whole as number, with};
use super::{arranged, games, plan, prizes, teams};

/// Codes of tie-breaks are no longer.
const LONGEST_CODE: usize = 20;
const MOST_CODES: usize = 64;
/// Grace of a day.
const LONGEST_GRACE: i64 = 1_440;
const USUAL_GRACE: u32 = 30;
const MOST_PROTECTED: i64 = 1_000;

pub(super) fn write(settings: &Settings) -> Json {
    let json = object([
        ("plan", plan::write(&settings.plan)),
        ("points", write_system(&settings.points)),
        ("tie_breaks", written_list(&settings.tie_breaks, |code| written(&code.to_string()))),
        ("eligibility", write_eligibility(&settings.eligibility)),
        ("cap", or_null(settings.cap, number)),
        ("fee", written(&settings.fee)),
        ("protection", write_protection(settings.protection)),
        ("accelerated", Json::Flag(settings.accelerated)),
        ("check_in", Json::Flag(settings.check_in)),
        ("grace_minutes", number(settings.grace_minutes)),
        ("players_report", Json::Flag(settings.players_report)),
        ("rated", Json::Flag(settings.rated)),
    ]);
    // They are written where they are not as usual; what is usual stays so for ever.
    let is_usual = settings.teams == TeamRules::default();
    let json = with(json, "teams", (!is_usual).then(|| teams::write_rules(&settings.teams)));
    // What is newer than the first events is told where it is on.
    let newer = [
        ("defaults_by_itself", settings.defaults_by_itself),
        ("self_check_in", settings.self_check_in),
        ("half_rule", settings.half_rule),
    ];
    let on = newer.into_iter().filter(|(_, on)| *on);
    let json = on.fold(json, |json, (name, on)| with(json, name, Some(Json::Flag(on))));
    let json = with(json, "games", settings.games.as_ref().map(games::write));
    let kind = settings.kind.as_str();
    let json = with(json, "kind", (!kind.is_empty()).then(|| written(kind)));
    let prizes =
        (!settings.prizes.is_empty()).then(|| written_list(&settings.prizes, prizes::write));
    let json = with(json, "prizes", prizes);
    let json = with(json, "prizes_add_up", settings.prizes_add_up.then_some(Json::Flag(true)));
    with(json, "arranged", settings.arranged.as_ref().map(arranged::write))
}

pub(super) fn read(json: &Json) -> Read<Settings> {
    let mut members = Members::of(json)?;
    let points = members.or("points", LEAGUE, read_system)?;
    let plan = members.needed("plan", |json| plan::read(json, &points))?;
    let cap = |json: &Json| whole(json, 2, i64::from(MOST_ENTRANTS));
    let grace = |json: &Json| whole(json, 0, LONGEST_GRACE);
    let is_of_teams = matches!(plan.unit, Unit::Teams { .. });
    if members.has("teams") && !is_of_teams {
        return Err(fault("`teams` is for a plan of teams"));
    }
    let settings = Settings {
        points,
        teams: members.or("teams", TeamRules::default(), teams::read_rules)?,
        tie_breaks: members.or("tie_breaks", usual(&plan), read_codes)?,
        plan,
        eligibility: members.or("eligibility", Eligibility::default(), read_eligibility)?,
        cap: members.maybe("cap", cap)?,
        fee: members.or("fee", String::new(), |json| text(json, LONGEST_FEE))?,
        protection: members.maybe("protection", read_protection)?.unwrap_or_default(),
        accelerated: members.flag("accelerated")?,
        check_in: members.flag("check_in")?,
        grace_minutes: members.or("grace_minutes", USUAL_GRACE, grace)?,
        defaults_by_itself: members.flag("defaults_by_itself")?,
        half_rule: members.flag("half_rule")?,
        self_check_in: members.flag("self_check_in")?,
        players_report: members.flag("players_report")?,
        rated: members.flag("rated")?,
        games: members.maybe("games", games::read)?,
        kind: members.or("kind", String::new(), |json| text(json, LONGEST_KIND))?,
        prizes: members.or("prizes", Vec::new(), prizes::read_all)?,
        prizes_add_up: members.flag("prizes_add_up")?,
        arranged: members.maybe("arranged", arranged::read)?,
    };
    members.end()?;
    Ok(settings)
}

/// The tie-breaks where nothing is said of them: play-offs come last, where the others leave a tie.
fn usual(plan: &Plan) -> Vec<Criterion> {
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

fn read_codes(json: &Json) -> Read<Vec<Criterion>> {
    let codes = list(json, MOST_CODES, |json| {
        let code = text(json, LONGEST_CODE)?;
        code.parse::<Criterion>().map_err(|unknown| fault(unknown.to_string()))
    })?;
    // Twice the same is refused there.
    let all: Vec<String> = codes.iter().map(Criterion::to_string).collect();
    parse_list(&all.join(" ")).map_err(|unknown| fault(unknown.to_string()))
}

fn write_eligibility(of: &Eligibility) -> Json {
    object([
        ("title_at_most", or_null(of.title_at_most, number)),
        ("rating_from", or_null(of.rating_from, number)),
        ("rating_to", or_null(of.rating_to, number)),
        ("titles_won", or_null(of.titles_won, number)),
        ("provinces", written_list(&of.provinces, |one| written(one))),
    ])
}

fn read_eligibility(json: &Json) -> Read<Eligibility> {
    let mut members = Members::of(json)?;
    let rating = |json: &Json| whole(json, 0, i64::from(u32::MAX));
    let place = |json: &Json| text(json, LONGEST_PLACE);
    let provinces = |json: &Json| list(json, MOST_PROVINCES, place);
    let of = Eligibility {
        title_at_most: members.maybe("title_at_most", |json| whole(json, 0, 255))?,
        rating_from: members.maybe("rating_from", rating)?,
        rating_to: members.maybe("rating_to", rating)?,
        titles_won: members.maybe("titles_won", rating)?,
        provinces: members.or("provinces", Vec::new(), provinces)?,
    };
    members.end()?;
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

fn read_protection(json: &Json) -> Read<Protection> {
    let mut members = Members::of(json)?;
    let of = members.needed("of", |json| text(json, 20))?;
    let rounds = members.number("rounds", MOST_PROTECTED)?;
    members.end()?;
    match of.as_str() {
        "club" => Ok(Protection::Club(rounds)),
        "province" => Ok(Protection::Province(rounds)),
        _ => Err(fault("`of` is `club` or `province`")),
    }
}
