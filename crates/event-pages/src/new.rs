//! Creates events: a few questions, the resulting schedule, then the event.

use std::ops::RangeInclusive;

use serde_json::{Value, json};

use adjutant_domain::contest::{ContestSettings, json, plan_fault_message};
use adjutant_domain::game::GameKind;
use adjutant_domain::play::pace_message;
use adjutant_service::contests::{FilledList, NewContest, create_sections, parse_section_names};
use adjutant_service::{Error, organisations};
use adjutant_site::forms::{
    FieldFault, FormSchema, SubmittedForm, redirect_to_password_prompt, values_digest,
};
use adjutant_site::labels::game_choices;
use adjutant_site::org_context::OrgContext;
use adjutant_site::prelude::*;
use ledger_ratings::Day;
use salpakan::clock::Pace;
use swiss::stage::{Schedule, StageEstimate, System, Timing};

use super::desk_people::MAX_LIST_BYTES;
use super::new_list::{self, FAULTY_FIELD, UNSEEN_FIELD, first_list};
use super::people_list::{EntrantList, GUEST_FIELD, PreviewPart};
use super::{address, desk_scheduling, labels, terms};

/// Templates with the keys of their names.
pub const TEMPLATE_CHOICES: [(&str, &str); 15] = [
    ("swiss", "template-swiss"),
    ("swiss-to-final", "template-swiss-to-final"),
    ("keizer", "template-keizer"),
    ("arena", "template-arena"),
    ("ladder", "template-ladder"),
    ("groups-to-knock-out", "template-groups"),
    ("round-robin", "template-round-robin"),
    ("double-round-robin", "template-double-round-robin"),
    ("single-elimination", "template-single"),
    ("double-elimination", "template-double"),
    ("qualifier-days", "template-days"),
    ("team-event", "template-team-event"),
    ("team-swiss", "template-team-swiss"),
    ("team-round-robin", "template-team-round-robin"),
    ("team-single-elimination", "template-team-single"),
];
const POINTS_CHOICES: [(&str, &str); 2] =
    [("2-1-0", "points-league"), ("1-half-0", "points-chess")];
const TIE_BREAK_CHOICES: [(&str, &str); 3] =
    [("usual", "ties-usual"), ("fide", "ties-fide"), ("own", "ties-own")];
/// Where games are played: elsewhere, or here with a venue.
const GAMES_CHOICES: [(&str, &str); 3] =
    [("", "games-elsewhere"), ("online", "games-online"), ("table", "games-table")];
pub const DISCLOSURE_CHOICES: [(&str, &str); 3] =
    [("game", "ranks-game"), ("round", "ranks-round"), ("event", "ranks-event")];
const SPECTATOR_CHOICES: [(&str, &str); 3] =
    [("public", "watch-now"), ("minutes:15", "watch-later"), ("none", "watch-nobody")];
const FIDE_TIE_BREAKS: &str = "BH/C1 BH SB DE WIN";

#[derive(Template)]
#[template(path = "contests/new.html")]
struct NewPage {
    frame: PageFrame,
    head: AreaHeader,
    whole: String,
    /// Whether games are played at times that the plan tells: not in ladders.
    has_times: bool,
    lines: Vec<StageScheduleRow>,
    preview: Option<PreviewPart>,
    form: Form,
    /// The address for restoring an event from a file.
    restore: String,
}

/// Identifies the answers for which a schedule was shown, with the list of players.
fn answers_digest(answers: &Answers, list: &str) -> String {
    let Answers { settings, entrants, timing, sections, .. } = answers;
    let all = format!("{} {entrants} {timing:?}", json::write_settings(settings));
    values_digest(&[&all, list, &sections.join(",")])
}

/// What a form that is sent again brings along.
#[derive(Default)]
struct ShownBefore {
    /// Identifies the schedule that was shown; empty if there is none.
    digest: String,
    /// The list of players that was shown.
    lines: String,
    /// Whether that list was uploaded, but not shown yet.
    is_unseen: bool,
    /// Whether a list was sent that had faults and is not kept.
    is_faulty: bool,
}

/// The organisation with its own titles, lowest first.
struct NewEventContext {
    place: OrgContext,
    titles: Vec<String>,
}

impl NewEventContext {
    async fn enter(
        visit: &RequestContext,
        place: OrgContext,
    ) -> Result<NewEventContext, PageError> {
        let titles = place.run(visit, organisations::titles).await?;
        Ok(NewEventContext { place, titles: titles.into_iter().map(|one| one.name).collect() })
    }
}

fn page(visit: &RequestContext, asking: &NewEventContext, seen: &ShownBefore) -> NewPage {
    let place = &asking.place;
    let texts = visit.texts();
    let action = place.address("events/new");
    let button = if seen.digest.is_empty() { "contest-show-schedule" } else { "contest-make" };
    let form = visit.form("new-event", &action, button);
    let head = place.area_header(visit, "", "contest-new");
    NewPage {
        frame: head.frame(visit),
        head,
        whole: String::new(),
        has_times: true,
        lines: Vec::new(),
        preview: None,
        form: wizard_form(form, &asking.titles, texts, seen),
        restore: place.address("events/restore"),
    }
}

pub async fn show(visit: RequestContext, place: OrgContext) -> PageResult {
    let asking = NewEventContext::enter(&visit, place).await?;
    private_html(&visit, StatusCode::OK, &page(&visit, &asking, &ShownBefore::default()))
}

/// Shows the resulting schedule and list; creates the event if they were shown before.
pub async fn submit(visit: RequestContext, place: OrgContext, post: Post) -> PageResult {
    let asking = NewEventContext::enter(&visit, place).await?;
    let questions = page(&visit, &asking, &ShownBefore::default()).form.fields;
    let names: Vec<&str> =
        questions.iter().map(|field| field.name).filter(|name| *name != "file").collect();
    let files = &[("file", MAX_LIST_BYTES)];
    let schema = FormSchema { single: &names, repeated: &[GUEST_FIELD], files };
    let sent = post.read_fields(&visit, schema).await?;
    let texts = visit.texts();
    let parsed = first_list(&sent, texts)
        .map_err(|fault| FormRefusal::from_faults(vec![fault]))
        .and_then(|list| {
            // A list that was just uploaded says how many play; later the number can be changed.
            let listed = list.as_ref().filter(|_| new_list::is_unseen(&sent));
            let answers = parse_answers(&sent, listed.map(|list| list.people.len()), texts)?;
            let schedule = schedule_of(&answers, texts)?;
            Ok((list, answers, schedule))
        });
    let (list, answers, schedule) = match parsed {
        Ok(parsed) => parsed,
        Err(refusal) => return render_refused(&visit, &asking, &sent, refusal),
    };
    let (list, filled) = new_list::complete(&visit, &asking.place, list, &sent).await?;
    let shown = list.as_ref().map(new_list::without_ticks).unwrap_or_default();
    let digest = answers_digest(&answers, &shown);
    let new = NewContest {
        name: answers.name.clone(),
        first_day: answers.day,
        settings: answers.settings.clone(),
    };
    if sent.text("seen") != digest {
        let sent = (&sent, list.map(|list| (list, filled)), new);
        return show_schedule(&visit, &asking, sent, (&answers, &schedule, digest)).await;
    }
    let people = list.map(|list| list.people).unwrap_or_default();
    let sections = answers.sections;
    // Whoever has a list goes on with the first round.
    let part = if people.is_empty() { "run" } else { "run?part=rounds" };
    let made = asking.place.attempt(&visit, Ok(new), move |app, actor, slug, new| {
        create_sections(app, actor, slug, (&new, &people), &sections, now_micros())
    });
    match made.await? {
        Ok(event) => Ok(redirect_with_flash(&address(&event, part), "done-contest-made")),
        Err(refusal) => render_refused(&visit, &asking, &sent, refusal),
    }
}

/// The schedule of the answers, or what is wrong with the plan.
fn schedule_of(answers: &Answers, texts: Texts) -> Result<Schedule, FormRefusal> {
    let plan = &answers.settings.plan;
    plan.schedule(answers.entrants, &answers.timing).map_err(|faults| {
        let stages = plan.stage_names();
        let words =
            faults.iter().map(|fault| texts.localize(&plan_fault_message(&stages, fault).into()));
        FormRefusal::fault("template", words.collect::<Vec<_>>().join("; "))
    })
}

/// Shows what the event would be, with the button that creates it unless the list has faults.
async fn show_schedule(
    visit: &RequestContext,
    asking: &NewEventContext,
    (sent, list, new): (&SubmittedForm, Option<(EntrantList, FilledList)>, NewContest),
    (answers, schedule, digest): (&Answers, &Schedule, String),
) -> PageResult {
    let texts = visit.texts();
    let preview = match list {
        Some((list, filled)) => {
            match new_list::preview(visit, &asking.place, new, (list, filled, sent)).await? {
                Ok(preview) => Some(preview),
                Err(refusal) => return render_refused(visit, asking, sent, refusal),
            }
        }
        None => None,
    };
    let is_faulty = preview.as_ref().is_some_and(|preview| preview.is_faulty);
    let seen = match preview.as_ref() {
        _ if is_faulty => ShownBefore { is_faulty, ..ShownBefore::default() },
        preview => ShownBefore {
            digest,
            lines: preview.map(|preview| preview.lines.clone()).unwrap_or_default(),
            ..ShownBefore::default()
        },
    };
    let mut page = page(visit, asking, &seen);
    page.form = page.form.filled_from(sent).with_value("entrants", answers.entrants.to_string());
    if is_faulty {
        page.frame.mark_refused();
    } else {
        page.lines = schedule_rows(answers, schedule, texts);
        let stages = &answers.settings.plan.stages;
        page.has_times = stages.iter().any(|one| !matches!(one.system, System::Ladder { .. }));
        page.whole = match page.has_times {
            true => total_duration_label(schedule, texts),
            false => texts.get("ladder-no-schedule"),
        };
    }
    page.preview = preview.map(|preview| preview.part);
    let status = if is_faulty { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    private_html(visit, status, &page)
}

fn render_refused(
    visit: &RequestContext,
    asking: &NewEventContext,
    sent: &SubmittedForm,
    refusal: FormRefusal,
) -> PageResult {
    let FormRefusal::Faults { status, faults, .. } = refusal else {
        return Ok(redirect_to_password_prompt(visit));
    };
    // A list that was shown or uploaded is kept, so that it is not chosen again.
    let lines = new_list::kept_lines(sent);
    let seen = ShownBefore {
        digest: String::new(),
        is_unseen: new_list::is_unseen(sent) && !lines.is_empty(),
        lines,
        is_faulty: sent.text(FAULTY_FIELD) == "1" && sent.file("file").is_none(),
    };
    let mut page = page(visit, asking, &seen);
    page.frame.mark_refused();
    page.form = page.form.filled_from(sent).with_errors(faults);
    private_html(visit, status, &page)
}

fn choices(texts: Texts, all: &[(&str, &str)]) -> Vec<Choice> {
    all.iter().map(|(value, words)| Choice::new(*value, texts.get(words))).collect()
}

/// Where games are played, and the terms announced for them.
fn onsite_game_fields(texts: Texts) -> [Field; 4] {
    let choices = |all| choices(texts, all);
    let usual = Choice::new("", texts.get("ranks-usual"));
    let disclosures = [vec![usual], choices(&DISCLOSURE_CHOICES)].concat();
    let how = [
        Field::text(texts, "pace", "contest-pace")
            .hint("contest-pace-hint")
            .autocomplete("off")
            .value("1200+5"),
        Field::select(texts, "disclosure", "contest-ranks", disclosures)
            .hint("contest-ranks-hint")
            .value(""),
        Field::select(texts, "watching", "contest-watching", choices(&SPECTATOR_CHOICES))
            .value("public"),
    ];
    let [pace, disclosure, watching] = how.map(|field| field.shown_only_with("games"));
    let whether = Field::radio(texts, "games", "contest-games", choices(&GAMES_CHOICES)).value("");
    [whether, pace, disclosure, watching]
}

/// The questions, with the organisation's own titles; `seen` identifies the schedule shown, if any.
fn wizard_form(form: Form, own_titles: &[String], texts: Texts, seen: &ShownBefore) -> Form {
    let choices = |all| choices(texts, all);
    let number = |name, label| Field::number(texts, name, label);
    let text = |name, label| Field::text(texts, name, label).autocomplete("off");
    let ticked = |name, label| Field::checkbox(texts, name, label, false);
    form.with_fields([
        text("name", "contest-event-name").required(),
        Field::date(texts, "day", "contest-first-day").required(),
        Field::file(texts, "file", "contest-first-list", ".csv,text/csv,text/plain").hint(
            match seen.is_unseen {
                true => "contest-first-list-kept",
                false => "contest-first-list-hint",
            },
        ),
        Field::select(texts, "game", "contest-which-game", game_choices(texts))
            .value(GameKind::default().key()),
        Field::radio(texts, "template", "contest-template", choices(&TEMPLATE_CHOICES))
            .value("swiss"),
        text("sections", "section-new-list").hint("section-new-list-hint"),
        number("entrants", "contest-expected").value("16").required(),
        number("rounds", "contest-swiss-rounds").hint("contest-swiss-rounds-hint"),
        number("arena-minutes", "contest-arena-minutes")
            .hint("contest-arena-minutes-hint")
            .value("90")
            .shown_only_with("arena"),
        number("days", "contest-days").hint("contest-days-hint").shown_only_with("days"),
        number("team-boards", "contest-team-boards")
            .hint("contest-team-boards-hint")
            .shown_only_with("teams"),
        ticked("sealed", "contest-sealed").shown_only_with("teams"),
        number("minutes", "contest-minutes").value("60").required(),
        number("pause", "contest-pause").value("10").required(),
        number("boards", "contest-boards").hint("contest-boards-hint"),
        Field::radio(texts, "points", "column-points", choices(&POINTS_CHOICES)).value("2-1-0"),
        Field::radio(texts, "ties", "contest-ties", choices(&TIE_BREAK_CHOICES)).value("usual"),
        text("codes", "contest-codes").hint("contest-codes-hint").shown_only_with("codes"),
        number("cap", "contest-cap").hint("contest-cap-hint"),
        text("fee", "contest-fee").hint("contest-fee-hint"),
        text("kind", "contest-kind").hint("contest-kind-hint"),
        number("titles", "contest-titles").hint("contest-titles-hint"),
        terms::highest_title_field(own_titles, None, texts),
        ticked("check-in", "contest-check-in"),
        ticked("self-check-in", "contest-self-check-in"),
        ticked("report", "contest-report"),
        ticked("continuous", "contest-continuous").shown_only_with("knock-out"),
    ])
    .with_fields(onsite_game_fields(texts))
    .with_field(ticked("rated", "contest-rated").hint("contest-rated-hint"))
    .with_field(terms::new_stand_in_field(texts).shown_only_with("games"))
    .with_fields(desk_scheduling::scheduling_fields(None, texts))
    .with_field(Field::hidden(texts, "lines", &seen.lines))
    .with_field(Field::hidden(texts, UNSEEN_FIELD, if seen.is_unseen { "1" } else { "" }))
    .with_field(Field::hidden(texts, "seen", &seen.digest))
    .with_field(Field::hidden(texts, FAULTY_FIELD, if seen.is_faulty { "1" } else { "" }))
}

struct Answers {
    name: String,
    day: Day,
    settings: ContestSettings,
    entrants: usize,
    timing: Timing,
    /// The sections that are made; none for an event on its own.
    sections: Vec<String>,
}

/// The selected codes; `None` for the event's default.
fn tie_break_codes(sent: &SubmittedForm) -> Option<Vec<String>> {
    let own = match sent.text("ties") {
        "fide" => FIDE_TIE_BREAKS,
        "own" => sent.text("codes"),
        _ => return None,
    };
    let parts = own.split([' ', ',', ';']).filter(|code| !code.is_empty());
    Some(parts.map(str::to_uppercase).collect())
}

/// An error in the settings with its field, if it has one.
fn settings_field_fault(sent: &SubmittedForm, fault: &json::JsonError, texts: Texts) -> FieldFault {
    let pace = (fault.place == "games.pace").then(|| Pace::parse(sent.text("pace")).err());
    if let Some(pace) = pace.flatten() {
        return ("pace", texts.localize(&pace_message(pace).into()));
    }
    let field = if sent.text("ties") == "own" { "codes" } else { "" };
    (field, texts.one("refused-because", "reason", fault))
}

fn invalid_field(e: Error, texts: Texts) -> FieldFault {
    match e {
        Error::Invalid { field, message } => (field, texts.localize(&message)),
        other => ("", other.to_string()),
    }
}

/// Reads the answers, or returns all errors; `listed` is the number of players if a list says so.
fn parse_answers(
    sent: &SubmittedForm,
    listed: Option<usize>,
    texts: Texts,
) -> Result<Answers, FormRefusal> {
    let mut faults: Vec<FieldFault> = Vec::new();
    let mut number = |name, range: RangeInclusive<u32>| {
        let text = sent.text(name);
        let found = text.parse().ok().filter(|number| range.contains(number));
        if found.is_none() && !text.is_empty() {
            let values = [("low", range.start().to_string()), ("high", range.end().to_string())];
            faults.push((name, texts.fill("contest-fault-number", &values)));
        }
        found
    };
    let entrants = number("entrants", 2..=5_000).unwrap_or(16);
    let entrants = listed.and_then(|count| u32::try_from(count.max(2)).ok()).unwrap_or(entrants);
    let rounds = number("rounds", 1..=99);
    let days = number("days", 1..=31).unwrap_or(3);
    let arena_minutes = number("arena-minutes", 1..=10_080);
    let team_boards = number("team-boards", 1..=100).unwrap_or(3);
    let game_minutes = number("minutes", 1..=1_440).unwrap_or(60);
    let pause_minutes = number("pause", 0..=1_440).unwrap_or(10);
    let boards = number("boards", 1..=5_000);
    let cap = number("cap", 2..=5_000);
    let titles_won = number("titles", 1..=100);
    let title_at_most = number(terms::HIGHEST_TITLE_FIELD, 0..=255);
    let day = Day::parse(sent.text("day"));
    if day.is_none() {
        faults.push(("day", texts.get("contest-fault-day")));
    }
    if sent.text("name").is_empty() {
        faults.push(("name", texts.get("contest-fault-name")));
    }
    let sections = parse_section_names(sent.text("sections")).unwrap_or_else(|e| {
        faults.push(invalid_field(e, texts));
        Vec::new()
    });
    if let Err(e) = terms::chosen_stand_in(sent, asked_game(sent)) {
        faults.push(invalid_field(e, texts));
    }
    let template = TEMPLATE_CHOICES.iter().find(|(key, _)| *key == sent.text("template"));
    if template.is_none() {
        faults.push(("template", texts.get("contest-fault-template")));
    }
    let template = template.map_or("swiss", |(key, _)| key);
    // The same templates, played by teams.
    let of_teams = template.starts_with("team-");
    let named =
        if template == "team-event" { template } else { template.trim_start_matches("team-") };
    let plan = json!({
        "template": named,
        "entrants": entrants,
        "game_minutes": game_minutes,
        "pause_minutes": pause_minutes,
        "days": (template == "qualifier-days").then_some(days),
        "minutes": arena_minutes.filter(|_| template == "arena"),
        "rounds": rounds.filter(|_| named.starts_with("swiss") || named == "keizer"),
        "boards": boards,
        "team_boards": of_teams.then_some(team_boards),
    });
    let eligibility = json!({"titles_won": titles_won, "title_at_most": title_at_most});
    let wanted = json!({"plan": plan, "cap": cap, "eligibility": eligibility});
    let settings = match json::read_settings(&with_choices(wanted, sent, of_teams).to_string()) {
        Ok(settings) => {
            let settings = desk_scheduling::apply_form(&settings, sent);
            settings.map_err(|e| invalid_field(e, texts)).and_then(|settings| {
                let can = settings.stand_in.is_none() || settings.can_have_stand_in();
                let fault = || (terms::STAND_IN_FIELD, texts.get("refused-settings-stand-in"));
                if can { Ok(settings) } else { Err(fault()) }
            })
        }
        Err(fault) => Err(settings_field_fault(sent, &fault, texts)),
    };
    match (settings, day) {
        (Ok(settings), Some(day)) if faults.is_empty() => Ok(Answers {
            name: sent.text("name").to_owned(),
            day,
            settings,
            sections,
            entrants: entrants as usize,
            timing: Timing {
                game_minutes,
                pause_minutes,
                boards: boards.map(|boards| boards as usize),
            },
        }),
        (settings, _) => {
            faults.extend(settings.err());
            Err(FormRefusal::from_faults(faults))
        }
    }
}

fn asked_game(sent: &SubmittedForm) -> GameKind {
    GameKind::parse(sent.text("game")).unwrap_or_default()
}

/// Adds the answers that are no numbers to the settings in JSON.
fn with_choices(mut wanted: Value, sent: &SubmittedForm, of_teams: bool) -> Value {
    wanted["fee"] = json!(sent.text("fee"));
    wanted["kind"] = json!(sent.text("kind"));
    wanted["check_in"] = json!(sent.is_checked("check-in"));
    wanted["self_check_in"] = json!(sent.is_checked("self-check-in"));
    if sent.is_checked("continuous") {
        wanted["continuous_knockout"] = json!(true);
    }
    wanted["players_report"] = json!(sent.is_checked("report"));
    wanted["rated"] = json!(sent.is_checked("rated"));
    if of_teams && sent.is_checked("sealed") {
        wanted["teams"] = json!({"sealed": true});
    }
    let game = asked_game(sent);
    if !sent.text("game").is_empty() {
        wanted["game"] = json!(sent.text("game"));
    }
    if !sent.text("games").is_empty() {
        wanted["games"] = json!({
            "venue": sent.text("games"), "pace": sent.text("pace"),
            "spectators": sent.text("watching"),
        });
        // The page shows the question for every game, and without script it cannot be taken away.
        if game.hides_ranks() && !sent.text("disclosure").is_empty() {
            wanted["games"]["disclosure"] = json!(sent.text("disclosure"));
        }
    }
    if sent.text("points") == "1-half-0" {
        wanted["points"] = json!({"win": 1, "draw": "0.5", "loss": 0});
    }
    if let Ok(Some(level)) = terms::chosen_stand_in(sent, game) {
        wanted["stand_in"] = json!(level);
    }
    if let Some(codes) = tie_break_codes(sent) {
        wanted["tie_breaks"] = json!(codes);
    }
    wanted
}

struct StageScheduleRow {
    name: String,
    system: String,
    rounds: usize,
    boards: usize,
    games: String,
    time: String,
}

pub fn duration_label(minutes: u64, texts: Texts) -> String {
    let values = [("hours", (minutes / 60).to_string()), ("minutes", (minutes % 60).to_string())];
    texts.fill("contest-time", &values)
}

fn schedule_rows(answers: &Answers, schedule: &Schedule, texts: Texts) -> Vec<StageScheduleRow> {
    let stages = &answers.settings.plan.stages;
    let line = |one: &StageEstimate| {
        let stage = &stages[one.stage.0];
        StageScheduleRow {
            name: stage.name.clone(),
            system: labels::system_label(&stage.system, texts),
            rounds: one.rounds,
            boards: one.boards,
            games: labels::range_label(one.games.0, one.games.1),
            time: duration_label(one.minutes, texts),
        }
    };
    schedule.stages.iter().map(line).collect()
}

fn total_duration_label(schedule: &Schedule, texts: Texts) -> String {
    texts.fill(
        "contest-schedule-whole",
        &[
            ("rounds", schedule.rounds.to_string()),
            ("boards", schedule.boards.to_string()),
            ("games", labels::range_label(schedule.games.0, schedule.games.1)),
            ("time", duration_label(schedule.minutes, texts)),
        ],
    )
}
