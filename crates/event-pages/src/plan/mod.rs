//! The plan of an event: its stages, added, joined and previewed on one page until the first of them starts.

mod stage_fields;

use actix_web::web::Path;

use adjutant_domain::contest::{
    ContestSettings, MAX_ENTRANTS, StageState, json, plan_fault_message,
};
use adjutant_service::access::Act;
use adjutant_service::accounts::AccountError;
use adjutant_service::contests::{ContestCommand, authorize, execute, load_contest};
use adjutant_service::{App, Error};
use adjutant_site::assets;
use adjutant_site::forms::{FormSchema, SubmittedForm, run_attempt};
use adjutant_site::html::private_download;
use adjutant_site::i18n::Texts;
use adjutant_site::prelude::*;
use adjutant_site::use_cases::run_heavy_use_case;
use serde_json::{Value, json};
use swiss::stage::{StageEstimate, Timing, Unit};

use self::stage_fields::{
    CARRIES, DRAWINGS, DRAWS, Labelled, SERIES, SOURCES, SYSTEMS, StageFields, TEAM_SYSTEMS,
};
use super::desk::{DeskQuery, as_form_error};
use super::new::{TEMPLATE_CHOICES, duration_label};
use super::{address, labels};

const MAX_PLAN_BYTES: usize = 64 << 10;
/// The entrants for whom a plan is shown if nothing is known of them.
const USUAL_ENTRANTS: usize = 16;
/// The most entrants that are assumed by trying.
const MOST_ASSUMED: usize = 512;
const SCHEMA: FormSchema = FormSchema {
    single: &["do", "entrants", "minutes", "pause", "boards", "start", "template"],
    repeated: stage_fields::FIELDS,
    files: &[("file", MAX_PLAN_BYTES)],
};

/// A choice of a select: value, label, and whether it is chosen.
struct Item {
    value: String,
    label: String,
    chosen: bool,
}

struct SourceView {
    from: Vec<Item>,
    of: Vec<Item>,
    count: String,
    place: String,
}

struct StageView {
    number: usize,
    fields: StageFields,
    systems: Vec<Item>,
    draws: Vec<Item>,
    drawings: Vec<Item>,
    series: Vec<Item>,
    carries: Vec<Item>,
    sources: [SourceView; 2],
}

struct ScheduleRow {
    name: String,
    system: String,
    entrants: usize,
    rounds: usize,
    boards: usize,
    games: String,
    time: String,
    ends: String,
}

#[derive(Template)]
#[template(path = "contests/plan.html")]
struct PlanPage {
    frame: PageFrame,
    look: &'static str,
    csrf: String,
    back: String,
    action: String,
    event: String,
    faults: Vec<String>,
    stages: Vec<StageView>,
    templates: Vec<Item>,
    timing: TimingFields,
    schedule: Vec<ScheduleRow>,
    whole: String,
    /// Whether it can still be changed.
    may_change: bool,
    /// The file of the plan.
    file: String,
}

/// What the schedule is computed for, as it is entered.
#[derive(Clone)]
struct TimingFields {
    entrants: String,
    minutes: String,
    pause: String,
    boards: String,
    start: String,
}

impl TimingFields {
    fn of_form(sent: &SubmittedForm) -> TimingFields {
        let value = |field: &str| sent.text(field).to_owned();
        TimingFields {
            entrants: value("entrants"),
            minutes: value("minutes"),
            pause: value("pause"),
            boards: value("boards"),
            start: value("start"),
        }
    }

    /// The number of entrants, the timing, and the minute of the day at which it starts.
    fn parse(&self) -> Result<(usize, Timing, u64), &'static str> {
        let within = |text: &str, most: u32, field| {
            let number = text.parse::<u32>().ok().filter(|number| *number <= most);
            number.ok_or(field)
        };
        let entrants = within(&self.entrants, MAX_ENTRANTS, "plan-entrants")? as usize;
        let timing = Timing {
            game_minutes: within(&self.minutes, 1_440, "plan-minutes")?.max(1),
            pause_minutes: within(&self.pause, 1_440, "plan-pause")?,
            boards: match self.boards.as_str() {
                "" | "0" => None,
                boards => Some(within(boards, MAX_ENTRANTS, "plan-boards")? as usize),
            },
        };
        let start = self.start.split_once(':').and_then(|(hour, minute)| {
            let (hour, minute) = (hour.parse::<u64>().ok()?, minute.parse::<u64>().ok()?);
            (hour < 24 && minute < 60).then_some(hour * 60 + minute)
        });
        Ok((entrants, timing, start.ok_or("plan-start")?))
    }
}

/// The plan as it is entered.
struct Draft {
    stages: Vec<StageFields>,
    timing: TimingFields,
}

/// An event whose plan is looked at.
struct Planned {
    name: String,
    settings: ContestSettings,
    entrants: usize,
    may_change: bool,
}

async fn load(visit: &RequestContext, slug: &str) -> Result<Planned, PageError> {
    let (actor, own) = (visit.actor().clone(), slug.to_owned());
    run_heavy_use_case(visit, move |app| {
        authorize(app, &actor, Act::RunEvent, &own)?;
        let loaded = load_contest(app, &own)?;
        let contest = &loaded.contest;
        Ok(Planned {
            name: loaded.row.name.clone(),
            settings: contest.settings.clone(),
            entrants: contest.active_count(),
            may_change: !contest.is_over && !contest.stages.iter().any(StageState::has_begun),
        })
    })
    .await
}

fn settings_json(settings: &ContestSettings) -> Value {
    serde_json::from_str(&json::write_settings(settings)).unwrap_or_default()
}

fn stages_of(settings: &ContestSettings) -> Vec<StageFields> {
    let written = settings_json(settings);
    let stages = written["plan"]["stages"].as_array().cloned().unwrap_or_default();
    stages.iter().map(StageFields::from_json).collect()
}

/// The settings with the plan that is entered, or what is wrong with it.
fn with_plan(
    settings: &ContestSettings,
    stages: &[StageFields],
    texts: Texts,
) -> Result<ContestSettings, String> {
    let mut written = settings_json(settings);
    let mut all = Vec::with_capacity(stages.len());
    for (number, stage) in (1..).zip(stages) {
        let json = stage.to_json().map_err(|field| {
            let values = [("stage", number.to_string()), ("field", texts.get(field))];
            texts.fill("plan-not-a-number", &values)
        })?;
        all.push(json);
    }
    written["plan"]["stages"] = Value::Array(all);
    json::read_settings(&written.to_string())
        .map_err(|e| texts.one("plan-unreadable", "why", e.to_string()))
}

fn items<'a>(
    choices: impl IntoIterator<Item = &'a Labelled>,
    chosen: &str,
    texts: Texts,
) -> Vec<Item> {
    let item = |(value, label): &Labelled| Item {
        value: (*value).to_owned(),
        label: texts.get(label),
        chosen: *value == chosen,
    };
    choices.into_iter().map(item).collect()
}

fn source_view(
    (number, count): (usize, usize),
    stage: &StageFields,
    at: usize,
    texts: Texts,
) -> SourceView {
    let source = &stage.sources[at];
    let mut from = items(&SOURCES, &source.from, texts);
    if at > 0 {
        let chosen = source.from.is_empty();
        from.insert(0, Item { value: String::new(), label: texts.get("plan-from-none"), chosen });
    }
    let of = (1..=count).filter(|of| *of != number).map(|of| Item {
        value: of.to_string(),
        label: of.to_string(),
        chosen: source.of == of.to_string(),
    });
    SourceView { from, of: of.collect(), count: source.count.clone(), place: source.place.clone() }
}

fn stage_view(
    (number, count): (usize, usize),
    stage: &StageFields,
    of_teams: bool,
    texts: Texts,
) -> StageView {
    let systems = SYSTEMS.iter().chain(TEAM_SYSTEMS.iter().filter(|_| of_teams));
    let kept = stage.series == "kept";
    let series = SERIES.iter().filter(|(key, _)| *key != "kept" || kept);
    StageView {
        number,
        systems: items(systems, &stage.system, texts),
        draws: items(&DRAWS, &stage.draw, texts),
        drawings: items(&DRAWINGS, &stage.drawing, texts),
        series: items(series, &stage.series, texts),
        carries: items(&CARRIES, &stage.carry, texts),
        sources: [0, 1].map(|at| source_view((number, count), stage, at, texts)),
        fields: stage.clone(),
    }
}

/// The schedule of a plan, or what is wrong with it.
fn schedule(
    settings: &ContestSettings,
    timing: &TimingFields,
    texts: Texts,
) -> Result<(Vec<ScheduleRow>, String), Vec<String>> {
    let (entrants, pace, start) =
        timing.parse().map_err(|field| vec![texts.one("plan-wrong", "field", texts.get(field))])?;
    let plan = &settings.plan;
    let schedule = plan.schedule(entrants, &pace).map_err(|faults| {
        let stages = plan.stage_names();
        let message = |fault| plan_fault_message(&stages, fault);
        faults.iter().map(|fault| texts.localize(&message(fault).into())).collect::<Vec<_>>()
    })?;
    let mut minute = start;
    let row = |one: &StageEstimate| {
        minute += one.minutes;
        let stage = &plan.stages[one.stage.0];
        let row = ScheduleRow {
            name: stage.name.clone(),
            system: labels::system_label(&stage.system, texts),
            entrants: one.entrants,
            rounds: one.rounds,
            boards: one.boards,
            games: labels::range_label(one.games.0, one.games.1),
            time: duration_label(one.minutes, texts),
            ends: clock_label(minute, texts),
        };
        minute += u64::from(pace.pause_minutes);
        row
    };
    let rows = schedule.stages.iter().map(row).collect();
    Ok((rows, duration_label(schedule.minutes, texts)))
}

/// A time of the day, with the number of the day after the first.
fn clock_label(minute: u64, texts: Texts) -> String {
    let (day, minute) = (minute / 1_440, minute % 1_440);
    let clock = format!("{:02}:{:02}", minute / 60, minute % 60);
    match day {
        0 => clock,
        day => texts.fill("plan-day", &[("time", clock), ("day", (day + 1).to_string())]),
    }
}

fn page(
    visit: &RequestContext,
    slug: &str,
    planned: &Planned,
    draft: &Draft,
    mut faults: Vec<String>,
) -> PlanPage {
    let texts = visit.texts();
    let mut shown = (Vec::new(), String::new());
    match with_plan(&planned.settings, &draft.stages, texts) {
        Ok(settings) => match schedule(&settings, &draft.timing, texts) {
            Ok(found) => shown = found,
            Err(more) => faults.extend(more),
        },
        Err(fault) => faults.push(fault),
    }
    faults.dedup();
    let (schedule, whole) = shown;
    let of_teams = matches!(planned.settings.plan.unit, Unit::Teams { .. });
    let count = draft.stages.len();
    let templates = TEMPLATE_CHOICES.iter().filter(|(key, _)| key.starts_with("team-") == of_teams);
    PlanPage {
        frame: visit.frame(format!("{} · {}", texts.get("plan-heading"), planned.name)),
        look: assets::address("css/plan.css"),
        csrf: visit.form_token(),
        back: address(slug, "run?part=settings"),
        action: address(slug, "run/plan"),
        file: address(slug, "run/plan.json"),
        event: planned.name.clone(),
        faults,
        stages: (1..)
            .zip(&draft.stages)
            .map(|(number, stage)| stage_view((number, count), stage, of_teams, texts))
            .collect(),
        templates: templates
            .map(|(key, label)| Item {
                value: (*key).to_owned(),
                label: texts.get(label),
                chosen: false,
            })
            .collect(),
        timing: draft.timing.clone(),
        schedule,
        whole,
        may_change: planned.may_change,
    }
}

/// How many entrants the schedule is shown for: those there are, otherwise those for whom there is room, otherwise
/// [`USUAL_ENTRANTS`], and if the plan cannot be played with any of these the least that it can.
fn assumed_entrants(settings: &ContestSettings, registered: usize) -> usize {
    let is_playable = |count: &usize| settings.plan.check(*count).is_empty();
    let room = settings.max_entrants.map(|most| most as usize);
    let usual = [Some(registered).filter(|count| *count >= 2), room, Some(USUAL_ENTRANTS)];
    let usual = usual.into_iter().flatten().filter(|count| *count >= registered);
    let mut all = usual.chain(registered.max(2)..=MOST_ASSUMED);
    all.find(is_playable).unwrap_or(USUAL_ENTRANTS.max(registered))
}

/// Shows the plan as it is.
pub async fn show(visit: RequestContext, path: Path<String>) -> PageResult {
    let planned = load(&visit, &path).await?;
    let entrants = assumed_entrants(&planned.settings, planned.entrants);
    let timing = TimingFields {
        entrants: entrants.to_string(),
        minutes: "60".to_owned(),
        pause: "10".to_owned(),
        boards: String::new(),
        start: "09:00".to_owned(),
    };
    let draft = Draft { stages: stages_of(&planned.settings), timing };
    let page = page(&visit, &path, &planned, &draft, Vec::new());
    private_html(&visit, StatusCode::OK, &page)
}

/// Downloads the plan as a file that another event can take.
pub async fn download(visit: RequestContext, path: Path<String>) -> PageResult {
    let planned = load(&visit, &path).await?;
    let plan = settings_json(&planned.settings)["plan"].take();
    let text = serde_json::to_vec_pretty(&plan).unwrap_or_default();
    Ok(private_download("application/json", &format!("{}-plan.json", path.as_str()), text))
}

/// The stages of a template for this many entrants.
fn of_template(
    settings: &ContestSettings,
    key: &str,
    timing: &TimingFields,
) -> Option<Vec<StageFields>> {
    let entrants = timing.entrants.parse::<u32>().ok().filter(|entrants| *entrants >= 2)?;
    let mut plan =
        json!({"template": key.strip_prefix("team-").unwrap_or(key), "entrants": entrants});
    if key == "qualifier-days" {
        plan["days"] = json!(3);
    }
    if let Unit::Teams { boards } = settings.plan.unit {
        plan["team_boards"] = json!(boards);
        if key == "team-event" {
            plan["template"] = json!(key);
        }
    }
    let mut written = settings_json(settings);
    written["plan"] = plan;
    json::read_settings(&written.to_string()).ok().map(|settings| stages_of(&settings))
}

/// The stages of the file of a plan; `None` if it is none for entrants of this kind.
fn of_file(settings: &ContestSettings, file: &[u8]) -> Option<Vec<StageFields>> {
    let plan: Value = serde_json::from_slice(file).ok()?;
    let mut written = settings_json(settings);
    written["plan"] = plan;
    let read = json::read_settings(&written.to_string()).ok()?;
    (read.plan.unit == settings.plan.unit).then(|| stages_of(&read))
}

/// Another stage, which takes the best of the last one.
fn next_stage(stages: &[StageFields], texts: Texts) -> StageFields {
    let next = json!({
        "name": texts.one("plan-stage", "number", stages.len() + 1),
        "sources": [{"from": "top", "of": stages.len().saturating_sub(1), "each": 4}],
        "system": {"type": "knock-out", "draw": "seeded"},
        "carry": {"points": "none", "places": true},
    });
    StageFields::from_json(&next)
}

/// Adds or removes a stage, takes a template or a file, shows what it comes to, or saves it.
pub async fn submit(visit: RequestContext, path: Path<String>, post: Post) -> PageResult {
    let sent = post.read_fields(&visit, SCHEMA).await?;
    let slug = path.into_inner();
    let (planned, texts) = (load(&visit, &slug).await?, visit.texts());
    let mut draft =
        Draft { stages: StageFields::of_form(&sent), timing: TimingFields::of_form(&sent) };
    let mut faults = Vec::new();
    match sent.text("do") {
        "add" => draft.stages.push(next_stage(&draft.stages, texts)),
        "template" => match of_template(&planned.settings, sent.text("template"), &draft.timing) {
            Some(stages) => draft.stages = stages,
            None => faults.push(texts.get("plan-no-template")),
        },
        "upload" => {
            let file = sent.file("file").map(|file| file.bytes.to_vec());
            match file.and_then(|file| of_file(&planned.settings, &file)) {
                Some(stages) => draft.stages = stages,
                None => faults.push(texts.get("plan-no-file")),
            }
        }
        "save" => return save(&visit, &slug, &planned, draft).await,
        action => {
            let removed = action.strip_prefix("remove-").and_then(|at| at.parse::<usize>().ok());
            let removed = removed.filter(|at| *at < draft.stages.len() && draft.stages.len() > 1);
            if let Some(removed) = removed {
                draft.stages.remove(removed);
                let stages = draft.stages.into_iter();
                draft.stages = stages.map(|stage| stage.without_stage(removed)).collect();
            }
        }
    }
    let status = if faults.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    let page = page(&visit, &slug, &planned, &draft, faults);
    private_html(&visit, status, &page)
}

async fn save(visit: &RequestContext, slug: &str, planned: &Planned, draft: Draft) -> PageResult {
    let texts = visit.texts();
    let settings = match with_plan(&planned.settings, &draft.stages, texts) {
        Ok(settings) => settings,
        Err(fault) => {
            let page = page(visit, slug, planned, &draft, vec![fault]);
            return private_html(visit, StatusCode::UNPROCESSABLE_ENTITY, &page);
        }
    };
    let (actor, own) = (visit.actor().clone(), slug.to_owned());
    let saved = run_attempt(visit, move |app: &App| {
        let command = ContestCommand::ChangeSettings(Box::new(settings));
        let saved = execute(app, &actor, &own, &command, now_micros());
        saved.map_err(|e: Error| AccountError::from(as_form_error(e)))
    });
    match saved.await? {
        Ok(_) => {
            let at = DeskQuery { part: "rounds", ..DeskQuery::default() };
            Ok(see_other(&at.address_after(slug, "done-contest-plan")))
        }
        Err(refusal) => {
            let (status, faults) = refusal.into_messages();
            let page = page(visit, slug, planned, &draft, faults);
            private_html(visit, status, &page)
        }
    }
}
