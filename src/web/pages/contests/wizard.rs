//! The questions for a new event, and the settings that follow from the answers.

use serde_json::{Value, json};

use crate::web::forms::{self, FieldFault};
use crate::web::i18n::Texts;
use crate::web::kit::{Choice, Field, Form};
use adjutant_domain::contest::{ContestSettings, json};
use adjutant_service::Error;
use adjutant_service::live::pace_fault;
use ledger_ratings::Day;
use salpakan::clock::Pace;
use swiss::stage::{Schedule, Timing};

use super::{desk_scheduling, eligibility, labels};

pub const FIELDS: &[&str] = &[
    "name",
    "day",
    "template",
    "entrants",
    "rounds",
    "days",
    "minutes",
    "pause",
    "boards",
    "points",
    "ties",
    "codes",
    "cap",
    "fee",
    "kind",
    "titles",
    eligibility::HIGHEST_TITLE_FIELD,
    "check-in",
    "self-check-in",
    "report",
    "team-boards",
    "sealed",
    "games",
    "pace",
    "disclosure",
    "watching",
    "rated",
    "seen",
    "arranged",
    "window",
    "cut-off",
    "agree",
    "zone",
    "one-silent",
    "both-silent",
    "not-agreed",
    "one-absent",
    "both-absent",
    "match-grace",
    "remind",
    "appeal",
];

/// Templates with the keys of their names.
const TEMPLATE_CHOICES: [(&str, &str); 12] = [
    ("swiss", "template-swiss"),
    ("swiss-to-final", "template-swiss-to-final"),
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
const DISCLOSURE_CHOICES: [(&str, &str); 3] =
    [("game", "ranks-game"), ("round", "ranks-round"), ("event", "ranks-event")];
const SPECTATOR_CHOICES: [(&str, &str); 3] =
    [("public", "watch-now"), ("minutes:15", "watch-later"), ("none", "watch-nobody")];
const FIDE_TIE_BREAKS: &str = "BH/C1 BH SB DE WIN";

fn choices(texts: Texts, all: &[(&str, &str)]) -> Vec<Choice> {
    all.iter().map(|(value, words)| Choice::new(*value, texts.get(words))).collect()
}

/// Where games are played, and the terms announced for them.
fn onsite_game_fields(texts: Texts) -> [Field; 4] {
    let choices = |all| choices(texts, all);
    let how = [
        Field::text(texts, "pace", "contest-pace")
            .hint("contest-pace-hint")
            .autocomplete("off")
            .value("1200+5"),
        Field::select(texts, "disclosure", "contest-ranks", choices(&DISCLOSURE_CHOICES))
            .value("game"),
        Field::select(texts, "watching", "contest-watching", choices(&SPECTATOR_CHOICES))
            .value("public"),
    ];
    let [pace, disclosure, watching] = how.map(|field| field.shown_only_with("games"));
    let whether = Field::radio(texts, "games", "contest-games", choices(&GAMES_CHOICES)).value("");
    [whether, pace, disclosure, watching]
}

/// The questions, with the organisation's own titles; `seen` identifies the schedule shown, if any.
pub fn wizard_form(form: Form, own_titles: &[String], texts: Texts, seen: &str) -> Form {
    let choices = |all| choices(texts, all);
    let number = |name, label| Field::number(texts, name, label);
    form.with_field(Field::text(texts, "name", "contest-event-name").required().autocomplete("off"))
        .with_field(Field::date(texts, "day", "contest-first-day").required())
        .with_field(
            Field::radio(texts, "template", "contest-template", choices(&TEMPLATE_CHOICES))
                .value("swiss"),
        )
        .with_field(number("entrants", "contest-expected").value("16").required())
        .with_field(number("rounds", "contest-swiss-rounds").hint("contest-swiss-rounds-hint"))
        .with_field(
            number("days", "contest-days").hint("contest-days-hint").shown_only_with("days"),
        )
        .with_field(
            number("team-boards", "contest-team-boards")
                .hint("contest-team-boards-hint")
                .shown_only_with("teams"),
        )
        .with_field(
            Field::checkbox(texts, "sealed", "contest-sealed", false).shown_only_with("teams"),
        )
        .with_field(number("minutes", "contest-minutes").value("60").required())
        .with_field(number("pause", "contest-pause").value("10").required())
        .with_field(number("boards", "contest-boards").hint("contest-boards-hint"))
        .with_field(
            Field::radio(texts, "points", "column-points", choices(&POINTS_CHOICES)).value("2-1-0"),
        )
        .with_field(
            Field::radio(texts, "ties", "contest-ties", choices(&TIE_BREAK_CHOICES)).value("usual"),
        )
        .with_field(
            Field::text(texts, "codes", "contest-codes")
                .hint("contest-codes-hint")
                .autocomplete("off")
                .shown_only_with("codes"),
        )
        .with_field(number("cap", "contest-cap").hint("contest-cap-hint"))
        .with_field(
            Field::text(texts, "fee", "contest-fee").hint("contest-fee-hint").autocomplete("off"),
        )
        .with_field(
            Field::text(texts, "kind", "contest-kind")
                .hint("contest-kind-hint")
                .autocomplete("off"),
        )
        .with_field(number("titles", "contest-titles").hint("contest-titles-hint"))
        .with_field(eligibility::highest_title_field(own_titles, None, texts))
        .with_field(Field::checkbox(texts, "check-in", "contest-check-in", false))
        .with_field(Field::checkbox(texts, "self-check-in", "contest-self-check-in", false))
        .with_field(Field::checkbox(texts, "report", "contest-report", false))
        .with_fields(onsite_game_fields(texts))
        .with_field(
            Field::checkbox(texts, "rated", "contest-rated", false).hint("contest-rated-hint"),
        )
        .with_fields(desk_scheduling::scheduling_fields(None, texts))
        .with_field(Field::hidden(texts, "seen", seen))
}

/// The answers.
pub struct Answers {
    pub name: String,
    pub day: Day,
    pub settings: ContestSettings,
    pub entrants: usize,
    pub timing: Timing,
}

/// A whole number; `None` if empty.
fn parse_number(
    sent: &forms::SubmittedForm,
    name: &'static str,
    (low, high): (usize, usize),
    texts: Texts,
) -> Result<Option<usize>, FieldFault> {
    let text = sent.text(name);
    if text.is_empty() {
        return Ok(None);
    }
    let found = text.parse().ok().filter(|number| (low..=high).contains(number));
    let values = [("low", low.to_string()), ("high", high.to_string())];
    found.map(Some).ok_or_else(|| (name, texts.fill("contest-fault-number", &values)))
}

/// The preset's points; the default if none is selected.
fn points_json(sent: &forms::SubmittedForm) -> Option<Value> {
    (sent.text("points") == "1-half-0").then(|| json!({"win": 1, "draw": "0.5", "loss": 0}))
}

/// The selected codes; `None` for the event's default.
fn tie_break_codes(sent: &forms::SubmittedForm) -> Option<Vec<String>> {
    let own = match sent.text("ties") {
        "fide" => FIDE_TIE_BREAKS,
        "own" => sent.text("codes"),
        _ => return None,
    };
    let parts = own.split([' ', ',', ';']).filter(|code| !code.is_empty());
    Some(parts.map(str::to_uppercase).collect())
}

/// The numbers among the answers.
struct WizardNumbers {
    entrants: usize,
    rounds: Option<usize>,
    days: Option<usize>,
    team_boards: Option<usize>,
    minutes: Option<usize>,
    pause: Option<usize>,
    boards: Option<usize>,
    cap: Option<usize>,
    titles: Option<usize>,
    /// The highest eligible title.
    highest: Option<usize>,
}

impl WizardNumbers {
    fn timing(&self) -> Timing {
        let minutes = |given: Option<usize>, usual| {
            given.and_then(|one| u32::try_from(one).ok()).unwrap_or(usual)
        };
        Timing {
            game_minutes: minutes(self.minutes, 60),
            pause_minutes: minutes(self.pause, 10),
            boards: self.boards,
        }
    }
}

/// The answers as JSON settings.
fn wanted(sent: &forms::SubmittedForm, template: &str, numbers: &WizardNumbers) -> Value {
    let WizardNumbers { entrants, rounds, days, team_boards, minutes, pause, boards, cap, .. } =
        *numbers;
    // The same templates, played by teams.
    let of_teams = template.starts_with("team-");
    let named =
        if template == "team-event" { template } else { template.trim_start_matches("team-") };
    let mut plan = json!({
        "template": named, "entrants": entrants, "game_minutes": minutes, "pause_minutes": pause,
    });
    if template == "qualifier-days" {
        plan["days"] = json!(days);
    }
    if let Some(rounds) = rounds.filter(|_| named.starts_with("swiss")) {
        plan["rounds"] = json!(rounds);
    }
    if let Some(boards) = boards {
        plan["boards"] = json!(boards);
    }
    if of_teams {
        plan["team_boards"] = json!(team_boards);
    }
    let mut wanted = json!({
        "plan": plan,
        "fee": sent.text("fee"),
        "kind": sent.text("kind"),
        "check_in": sent.is_checked("check-in"),
        "self_check_in": sent.is_checked("self-check-in"),
        "players_report": sent.is_checked("report"),
        "rated": sent.is_checked("rated"),
        "eligibility": {"titles_won": numbers.titles, "title_at_most": numbers.highest},
    });
    if of_teams && sent.is_checked("sealed") {
        wanted["teams"] = json!({"sealed": true});
    }
    if !sent.text("games").is_empty() {
        wanted["games"] = json!({
            "venue": sent.text("games"), "pace": sent.text("pace"),
            "disclosure": sent.text("disclosure"), "spectators": sent.text("watching"),
        });
    }
    let optional = [
        ("cap", cap.map(|cap| json!(cap))),
        ("points", points_json(sent)),
        ("tie_breaks", tie_break_codes(sent).map(|codes| json!(codes))),
    ];
    for (name, value) in optional {
        if let Some(value) = value {
            wanted[name] = value;
        }
    }
    wanted
}

/// The settings with the match arrangement, read as at the desk.
fn apply_scheduling(
    settings: ContestSettings,
    sent: &forms::SubmittedForm,
    texts: Texts,
) -> Result<ContestSettings, FieldFault> {
    desk_scheduling::apply_form(&settings, sent).map_err(|error| match error {
        Error::Invalid { field, message } => (field, texts.localize(&message)),
        other => ("", other.to_string()),
    })
}

/// An error in the settings with its field, if it has one.
fn settings_field_fault(
    sent: &forms::SubmittedForm,
    fault: &json::JsonError,
    texts: Texts,
) -> FieldFault {
    let pace = (fault.place == "games.pace").then(|| Pace::parse(sent.text("pace")).err());
    if let Some(pace) = pace.flatten() {
        return ("pace", texts.localize(&pace_fault(pace)));
    }
    let field = if sent.text("ties") == "own" { "codes" } else { "" };
    (field, texts.one("refused-because", "reason", fault))
}

/// Reads the numbers, and collects errors.
fn read_numbers(
    sent: &forms::SubmittedForm,
    texts: Texts,
    faults: &mut Vec<FieldFault>,
) -> WizardNumbers {
    let mut take = |name, range, usual: Option<usize>| {
        let given = parse_number(sent, name, range, texts);
        let given = given.unwrap_or_else(|fault| {
            faults.push(fault);
            None
        });
        given.or(usual)
    };
    WizardNumbers {
        entrants: take("entrants", (2, 5_000), Some(16)).unwrap_or(16),
        rounds: take("rounds", (1, 99), None),
        days: take("days", (1, 31), Some(3)),
        team_boards: take("team-boards", (1, 100), Some(3)),
        minutes: take("minutes", (1, 1_440), Some(60)),
        pause: take("pause", (0, 1_440), Some(10)),
        boards: take("boards", (1, 5_000), None),
        cap: take("cap", (2, 5_000), None),
        titles: take("titles", (1, 100), None),
        highest: take(eligibility::HIGHEST_TITLE_FIELD, (0, 255), None),
    }
}

/// Reads the answers, or returns all errors.
pub fn parse_answers(
    sent: &forms::SubmittedForm,
    texts: Texts,
) -> Result<Answers, Vec<FieldFault>> {
    let mut faults: Vec<FieldFault> = Vec::new();
    let numbers = read_numbers(sent, texts, &mut faults);
    let day = Day::parse(sent.text("day"));
    if day.is_none() {
        faults.push(("day", texts.get("contest-fault-day")));
    }
    if sent.text("name").is_empty() {
        faults.push(("name", texts.get("contest-fault-name")));
    }
    let template = TEMPLATE_CHOICES.iter().find(|(key, _)| *key == sent.text("template"));
    if template.is_none() {
        faults.push(("template", texts.get("contest-fault-template")));
    }
    let template = template.map_or("swiss", |(key, _)| key);
    let wanted = wanted(sent, template, &numbers);
    let settings = match json::read_settings(&wanted.to_string()) {
        Ok(settings) => apply_scheduling(settings, sent, texts),
        Err(fault) => Err(settings_field_fault(sent, &fault, texts)),
    };
    match (settings, day) {
        (Ok(settings), Some(day)) if faults.is_empty() => Ok(Answers {
            name: sent.text("name").to_owned(),
            day,
            settings,
            entrants: numbers.entrants,
            timing: numbers.timing(),
        }),
        (settings, _) => {
            faults.extend(settings.err());
            Err(faults)
        }
    }
}

/// A stage of the schedule in words.
pub struct StageScheduleRow {
    pub name: String,
    pub system: String,
    pub rounds: usize,
    pub boards: usize,
    pub games: String,
    pub time: String,
}

/// Minutes as people write them.
fn duration_label(minutes: u64, texts: Texts) -> String {
    let values = [("hours", (minutes / 60).to_string()), ("minutes", (minutes % 60).to_string())];
    texts.fill("contest-time", &values)
}

/// At least and at most.
fn range_label((least, most): (usize, usize)) -> String {
    if least == most { most.to_string() } else { format!("{least}–{most}") }
}

/// The schedule that follows from the answers.
pub fn schedule_rows(
    answers: &Answers,
    schedule: &Schedule,
    texts: Texts,
) -> Vec<StageScheduleRow> {
    let stages = &answers.settings.plan.stages;
    let line = |one: &swiss::stage::StageEstimate| {
        let stage = &stages[one.stage.0];
        StageScheduleRow {
            name: stage.name.clone(),
            system: labels::system_label(&stage.system, texts),
            rounds: one.rounds,
            boards: one.boards,
            games: range_label(one.games),
            time: duration_label(one.minutes, texts),
        }
    };
    schedule.stages.iter().map(line).collect()
}

/// The whole schedule in a sentence.
pub fn total_duration_label(schedule: &Schedule, texts: Texts) -> String {
    texts.fill(
        "contest-schedule-whole",
        &[
            ("rounds", schedule.rounds.to_string()),
            ("boards", schedule.boards.to_string()),
            ("games", range_label(schedule.games)),
            ("time", duration_label(schedule.minutes, texts)),
        ],
    )
}
