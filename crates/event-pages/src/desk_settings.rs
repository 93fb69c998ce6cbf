//! Settings of play at the desk: what may change during the event, and entrants kept apart.

use actix_web::web::Path;

use adjutant_domain::contest::{ContestSettings, FeeDue, MAX_ENTRANTS, Protection};
use adjutant_domain::game::GameKind;
use adjutant_service::access::Act;
use adjutant_service::contests::{
    self, BoardOptions, ContestBoard, ContestCommand, authorize, execute, invalid_amount,
    invalid_number, load_contest, no_spot, official_board, title_names, unknown_tie_break,
};
use adjutant_service::{App, Error};
use adjutant_site::assets;
use adjutant_site::forms::{FormSchema, SubmittedForm};
use adjutant_site::labels::game_choices;
use adjutant_site::prelude::*;
use swiss::stage::{Stage, System, Unit};
use swiss::tiebreak::parse_list;

use super::desk::{DeskData, required_number, run_and_redirect, unknown_event};
use super::prizes::PrizesForm;
use super::{
    address, desk_arena, desk_details, desk_division, desk_duplicate, desk_event, desk_keizer,
    desk_ladder, desk_scheduling, desk_teams, desk_timetable, event_logo, prizes, sections, terms,
};

const FIELDS: &[&str] = &[
    "add-up",
    "currency",
    "sharing",
    "do",
    "stage",
    "rounds",
    "codes",
    "game",
    "cap",
    "fee",
    "fee-amount",
    "fee-currency",
    "grace",
    terms::HIGHEST_TITLE_FIELD,
    "rating-from",
    "rating-to",
    "protection",
    "protected-rounds",
    "accelerated",
    "check-in",
    "self-check-in",
    "defaults",
    "continuous",
    "half-rule",
    "report",
    terms::STAND_IN_FIELD,
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
    "alternates",
    "sealed",
    "match-win",
    "match-draw",
    "match-loss",
    "share",
    "share-title",
    "lines",
    "place",
    "time-zone",
    "starts",
    "address",
    "map",
    "description",
    "contact",
    "regulations",
    "name",
    "day",
    "reason",
    "sure",
    "move-starts",
    "series",
    "link",
    "top",
    "bye",
    "excused",
    "absent",
    "apart",
    "reach",
    "answer-days",
    "play-days",
    "apart-days",
    "forfeits",
    "idle-days",
    "fall",
    "ladder-days",
    "by-registration",
    "arena-minutes",
    "win",
    "draw",
    "loss",
    "streak",
    "rematch",
    "disclosure",
    sections::settings::FIELDS[0],
    sections::settings::FIELDS[1],
    sections::settings::FIELDS[2],
    sections::settings::FIELDS[3],
    sections::settings::FIELDS[4],
    desk_division::FIELDS[0],
    desk_division::FIELDS[1],
    desk_division::FIELDS[2],
    desk_division::FIELDS[3],
    desk_division::FIELDS[4],
];
const CLUB_PROTECTIONS: [(&str, &str); 3] = [
    ("none", "contest-protect-none"),
    ("club", "contest-protect-club"),
    ("province", "contest-protect-province"),
];

pub struct SettingsPart {
    pub may: bool,
    pub is_open: bool,
    pub is_over: bool,
    /// The format, as far as it can still change.
    pub forms: Vec<SettingsForm>,
    /// What concerns the whole event, such as its name and its end.
    pub whole: Vec<SettingsForm>,
    pub swiss: Vec<SwissStage>,
    pub prizes: PrizesForm,
    /// Keeps what was typed in the forms that are not sent.
    pub script: &'static str,
}

/// Settings that are saved together.
pub struct SettingsForm {
    pub heading: String,
    pub words: String,
    pub form: Form,
}

/// A Swiss stage, whose number of rounds can change.
pub struct SwissStage {
    /// From 0.
    pub at: usize,
    pub words: String,
    pub rounds: usize,
}

fn form(
    visit: &RequestContext,
    (settings, is_game_fixed): (&ContestSettings, bool),
    own_titles: &[String],
    action: &str,
) -> Form {
    let texts = visit.texts();
    let codes: Vec<String> = settings.tie_breaks.iter().map(ToString::to_string).collect();
    let (protection, rounds) = match settings.protection {
        Protection::None => ("none", 0),
        Protection::Club(rounds) => ("club", rounds),
        Protection::Province(rounds) => ("province", rounds),
    };
    let choices =
        CLUB_PROTECTIONS.map(|(value, words)| Choice::new(value, texts.get(words))).to_vec();
    let (eligibility, due) = (&settings.eligibility, settings.fee_due.as_ref());
    let has_knockout =
        settings.plan.stages.iter().any(|one| matches!(one.system, System::Knockout { .. }));
    let ticked = [
        ("accelerated", "contest-accelerated", settings.accelerated),
        ("check-in", "contest-check-in", settings.check_in),
        ("self-check-in", "contest-self-check-in", settings.self_check_in),
        ("defaults", "contest-defaults", settings.auto_default),
        ("half-rule", "contest-half-rule", settings.exclude_early_withdrawals),
        ("report", "contest-report", settings.player_reports),
    ];
    let number = |name, label, value: Option<u32>| {
        let value = value.map(|value| value.to_string()).unwrap_or_default();
        Field::number(texts, name, label).value(value)
    };
    let grace = number("grace", "contest-grace", Some(settings.grace_minutes));
    visit
        .form("settle", action, "contest-settle")
        .with_fields([Field::hidden(texts, "do", "settle")])
        .with_fields((!is_game_fixed).then(|| {
            Field::select(texts, "game", "contest-which-game", game_choices(texts))
                .value(settings.game().key())
        }))
        .with_fields([
            Field::text(texts, "codes", "contest-ties")
                .hint("contest-codes-settled")
                .value(codes.join(" "))
                .autocomplete("off"),
            number("cap", "contest-cap", settings.max_entrants).hint("contest-cap-hint"),
            Field::text(texts, "fee", "contest-fee")
                .hint("contest-fee-hint")
                .value(&settings.fee)
                .autocomplete("off"),
            Field::text(texts, "fee-amount", "contest-fee-amount")
                .hint("contest-fee-amount-hint")
                .value(due.map(|due| due.amount.to_string()).unwrap_or_default())
                .inputmode("decimal")
                .autocomplete("off"),
            Field::text(texts, "fee-currency", "contest-fee-currency")
                .hint("contest-fee-currency-hint")
                .value(due.map(|due| due.currency.clone()).unwrap_or_default())
                .autocomplete("off"),
            terms::highest_title_field(own_titles, eligibility.max_title, texts),
            number("rating-from", "contest-rating-from", eligibility.min_rating),
            number("rating-to", "contest-rating-to", eligibility.max_rating),
            Field::select(texts, "protection", "contest-protection", choices).value(protection),
            Field::number(texts, "protected-rounds", "contest-protected-rounds")
                .value(rounds.to_string()),
            match settings.onsite_games() {
                Some(_) => grace.hint("contest-grace-hint"),
                None => grace,
            },
        ])
        .with_fields(ticked.map(|(name, label, on)| Field::checkbox(texts, name, label, on)))
        .with_fields(has_knockout.then(|| {
            let on = settings.continuous_knockout;
            Field::checkbox(texts, "continuous", "contest-continuous", on)
        }))
        .with_fields(
            (settings.stand_in.is_some() || settings.can_have_stand_in())
                .then(|| terms::stand_in_field(texts, settings)),
        )
}

/// A whole number, or `None` if empty.
pub fn parse_optional_number(
    sent: &SubmittedForm,
    name: &'static str,
    most: u32,
) -> Result<Option<u32>, Error> {
    match sent.text(name) {
        "" => Ok(None),
        text => match text.parse() {
            Ok(number) if number <= most => Ok(Some(number)),
            _ => Err(invalid_number(name, most)),
        },
    }
}

fn settings_command(
    settings: &ContestSettings,
    sent: &SubmittedForm,
) -> Result<ContestCommand, Error> {
    let settled = match sent.text("do") {
        desk_scheduling::FORM_ACTION => desk_scheduling::apply_form(settings, sent),
        desk_teams::FORM_ACTION => desk_teams::apply_form(settings, sent),
        action if action == desk_keizer::FORM.action => desk_keizer::apply_form(settings, sent),
        action if action == desk_arena::FORM.action => desk_arena::apply_form(settings, sent),
        action if action == desk_ladder::FORM.action => desk_ladder::apply_form(settings, sent),
        desk_timetable::FORM_ACTION => desk_timetable::apply_form(settings, sent),
        desk_details::FORM_ACTION => Ok(desk_details::apply_form(settings, sent)),
        _ => apply_form(settings, sent),
    };
    Ok(ContestCommand::ChangeSettings(Box::new(settled?)))
}

/// The fee as an amount; `None` if neither amount nor currency is given.
fn fee_due(sent: &SubmittedForm) -> Result<Option<FeeDue>, Error> {
    let currency = sent.text("fee-currency").to_owned();
    match sent.text("fee-amount") {
        "" if currency.is_empty() => Ok(None),
        amount => {
            let amount = amount.parse().map_err(|_| invalid_amount("fee-amount"))?;
            Ok(Some(FeeDue { amount, currency }))
        }
    }
}

/// The settings with the form's values; the plan, the points and everything else stay.
fn apply_form(settings: &ContestSettings, sent: &SubmittedForm) -> Result<ContestSettings, Error> {
    let codes = sent.text("codes").to_uppercase().replace([',', ';'], " ");
    let tie_breaks = parse_list(&codes).map_err(|unknown| unknown_tie_break("codes", &unknown))?;
    let rounds = parse_optional_number(sent, "protected-rounds", 1_000)?.unwrap_or(0) as usize;
    let mut eligibility = settings.eligibility.clone();
    let highest = parse_optional_number(sent, terms::HIGHEST_TITLE_FIELD, u32::from(u8::MAX))?;
    eligibility.max_title = highest.and_then(|height| u8::try_from(height).ok());
    eligibility.min_rating = parse_optional_number(sent, "rating-from", 4_000)?;
    eligibility.max_rating = parse_optional_number(sent, "rating-to", 4_000)?;
    let game = GameKind::parse(sent.text("game")).unwrap_or_else(|| settings.game());
    Ok(ContestSettings {
        games: settings.games.of_game(game, &settings.plan),
        tie_breaks,
        eligibility,
        max_entrants: parse_optional_number(sent, "cap", MAX_ENTRANTS)?,
        fee: sent.text("fee").to_owned(),
        fee_due: fee_due(sent)?,
        protection: match sent.text("protection") {
            "club" => Protection::Club(rounds),
            "province" => Protection::Province(rounds),
            _ => Protection::None,
        },
        accelerated: sent.is_checked("accelerated"),
        check_in: sent.is_checked("check-in"),
        grace_minutes: parse_optional_number(sent, "grace", 1_440)?.unwrap_or(0),
        self_check_in: sent.is_checked("self-check-in"),
        auto_default: sent.is_checked("defaults"),
        continuous_knockout: sent.is_checked("continuous"),
        exclude_early_withdrawals: sent.is_checked("half-rule"),
        player_reports: sent.is_checked("report"),
        stand_in: terms::chosen_stand_in(sent, game)?,
        ..settings.clone()
    })
}

fn swiss_stages(board: &ContestBoard, texts: Texts) -> Vec<SwissStage> {
    let stages = board.stages.iter().enumerate();
    let of = |(at, stage): (usize, &contests::StageBoard)| match stage.system {
        System::Swiss { rounds } => {
            let words = texts.one("contest-rounds-of", "stage", &stage.name);
            Some(SwissStage { at, words, rounds })
        }
        _ => None,
    };
    stages.filter_map(of).collect()
}

/// The forms of stages that have settings of their own; `filled` puts refused input into one.
fn stage_forms(
    visit: &RequestContext,
    settings: &ContestSettings,
    action: &str,
    filled: &dyn Fn(&str, usize, Form) -> Form,
) -> Vec<SettingsForm> {
    let texts = visit.texts();
    let stages = settings.plan.stages.iter().enumerate();
    let form = |(at, stage): (usize, &Stage)| {
        let (kind, fields) = match stage.system {
            System::Keizer { rounds, rules } => {
                (&desk_keizer::FORM, desk_keizer::fields(texts, rounds, &rules))
            }
            System::Arena { minutes, rules } => {
                (&desk_arena::FORM, desk_arena::fields(texts, settings, minutes, &rules))
            }
            System::Ladder { rules } => (&desk_ladder::FORM, desk_ladder::fields(texts, &rules)),
            _ => return None,
        };
        let is_open =
            matches!(stage.system, System::Arena { .. }) && settings.reveals_during_arena();
        let words = std::iter::once(kind.words).chain(is_open.then_some("contest-arena-open"));
        let place = [
            Field::hidden(texts, "do", kind.action),
            Field::hidden(texts, "stage", at.to_string()),
        ];
        let form = visit.form(kind.action, action, kind.save).numbered(at);
        Some(SettingsForm {
            heading: texts.one(kind.heading, "stage", &stage.name),
            words: words.map(|key| texts.get(key)).collect::<Vec<_>>().join(" "),
            form: filled(kind.action, at, form.with_fields(place).with_fields(fields)),
        })
    };
    stages.filter_map(form).collect()
}

/// Builds the settings, with refused input.
pub fn settings_part(
    visit: &RequestContext,
    desk: &DeskData,
    sent: Option<&SubmittedForm>,
) -> SettingsPart {
    let (contest, may) = (&desk.board.loaded.contest, desk.rights.settings);
    let action = address(&desk.board.loaded.row.slug, "run/settings");
    let (settings, texts) = (&contest.settings, visit.texts());
    let refused = |deed: &str| sent.filter(|sent| sent.text("do") == deed);
    let section = |heading: &str, words: &str, deed: &str, form: Form| SettingsForm {
        heading: texts.get(heading),
        words: texts.get(words),
        form: match refused(deed) {
            Some(sent) => form.filled_from(sent),
            None => form,
        },
    };
    let of_stage = |deed: &str, at: usize, form: Form| match refused(deed) {
        Some(sent) if sent.text("stage") == at.to_string() => form.filled_from(sent),
        _ => form,
    };
    let forms = || {
        let usual = form(visit, (settings, contest.has_results()), &desk.titles, &action);
        let usual = section("contest-settings", "contest-settle-words", "settle", usual);
        let more = match settings.plan.unit {
            Unit::Players => {
                let form = desk_scheduling::form(visit, settings, &action);
                let deed = desk_scheduling::FORM_ACTION;
                section("matches-title", "contest-arranged-words", deed, form)
            }
            Unit::Teams { .. } => {
                let form = desk_teams::form(visit, settings, &desk.titles, &action);
                let deed = desk_teams::FORM_ACTION;
                section("contest-teams", "contest-teams-words", deed, form)
            }
        };
        let times = desk_timetable::form(visit, settings, &action);
        let deed = desk_timetable::FORM_ACTION;
        let times = section("contest-timetable", "contest-timetable-words", deed, times);
        let about = desk_details::form(visit, settings, &action);
        let deed = desk_details::FORM_ACTION;
        let about = section("contest-about-event", "contest-about-words", deed, about);
        let general = [times, about, usual, more].into_iter();
        general.chain(stage_forms(visit, settings, &action, &of_stage)).collect()
    };
    let copy = || {
        let form = desk_duplicate::form(visit, &action);
        let deed = desk_duplicate::FORM_ACTION;
        section("contest-duplicate", "contest-duplicate-words", deed, form)
    };
    let forms = if may && !contest.is_over { forms() } else { Vec::new() };
    let mut whole = Vec::new();
    let edit = || {
        let form = desk_event::edit_form(visit, &desk.board.loaded.row, contest, &action);
        section("contest-edit", "contest-edit-words", desk_event::EDIT, form)
    };
    whole.extend(may.then(edit));
    let logo = || SettingsForm {
        heading: texts.get("org-logo"),
        words: texts.get("contest-logo-words"),
        form: event_logo::form(visit, &desk.board.loaded.row),
    };
    whole.extend(may.then(logo));
    whole.extend(may.then(copy));
    if may && !contest.is_over {
        let forms = sections::settings::forms(visit, &desk.board.loaded, &action);
        whole.extend(forms.map(|(head, words, deed, form)| section(head, words, deed, form)));
    }
    let cancel = || {
        let form = desk_event::cancel_form(visit, contest, &action);
        section("contest-cancel", "contest-cancel-about", desk_event::CANCEL, form)
    };
    whole.extend((may && !contest.has_ended()).then(cancel));
    let delete = || {
        let form = desk_event::delete_form(visit, &action);
        section("contest-delete", "contest-delete-words", desk_event::DELETE, form)
    };
    whole.extend((may && desk_event::may_be_deleted(contest)).then(delete));
    SettingsPart {
        may,
        is_open: contest.registration_open,
        is_over: contest.is_over,
        forms,
        whole,
        prizes: prizes::prizes_form(contest, &desk.titles, refused("prizes"), texts),
        swiss: swiss_stages(&desk.board, texts),
        script: assets::address("js/contest/settings.js"),
    }
}

/// Opens and closes registration, ends the event, changes settings and prizes.
pub async fn submit(visit: RequestContext, path: Path<String>, post: Post) -> PageResult {
    let sent = post.read_fields(&visit, FormSchema::new(FIELDS)).await?;
    let slug = path.into_inner();
    let (deed, stage) = (sent.text("do").to_owned(), required_number(&sent, "stage"));
    if deed == desk_duplicate::FORM_ACTION {
        return desk_duplicate::submit(&visit, slug, sent).await;
    }
    if deed == sections::settings::ADD {
        return sections::settings::submit_new(&visit, slug, sent).await;
    }
    if deed == desk_event::DELETE {
        return desk_event::submit_deletion(&visit, slug, sent).await;
    }
    let known = [
        "settle",
        desk_scheduling::FORM_ACTION,
        desk_teams::FORM_ACTION,
        desk_timetable::FORM_ACTION,
        desk_details::FORM_ACTION,
        desk_keizer::FORM.action,
        desk_arena::FORM.action,
        desk_ladder::FORM.action,
        "prizes",
    ];
    let simple = match deed.as_str() {
        "open" => Some(ContestCommand::SetRegistrationOpen(true)),
        "close" => Some(ContestCommand::SetRegistrationOpen(false)),
        "end" => Some(ContestCommand::SetEnded(true)),
        "reopen" => Some(ContestCommand::SetEnded(false)),
        desk_event::CANCEL
        | desk_event::EDIT
        | sections::settings::JOIN
        | desk_division::FORM_ACTION => None,
        "rounds" if stage.is_ok() => None,
        deed if known.contains(&deed) => None,
        _ => {
            let e = no_spot();
            return Err(unknown_event(&visit, &slug, e));
        }
    };
    run_and_redirect(&visit, slug, "settings", sent, move |app, visit, slug, sent| {
        if deed == desk_event::EDIT {
            desk_event::edit(app, visit, slug, sent)?;
            return Ok("done-contest-settings");
        }
        if deed == sections::settings::JOIN {
            sections::settings::join(app, visit, slug, sent)?;
            return Ok("done-section-saved");
        }
        if deed == desk_division::FORM_ACTION {
            desk_division::save(app, visit, slug, sent)?;
            return Ok("done-section-saved");
        }
        let command = match simple {
            Some(command) => command,
            None if deed == desk_event::CANCEL => desk_event::cancel_command(visit, sent)?,
            None => changed_settings(app, visit, slug, sent)?,
        };
        execute(app, visit.actor(), slug, &command, now_micros())?;
        Ok(match deed.as_str() {
            "prizes" => "done-contest-prizes",
            "reopen" => "done-contest-reopened",
            desk_event::CANCEL => "done-contest-cancelled",
            _ => "done-contest-settings",
        })
    })
    .await
}

/// The command that changes the settings as a form says.
fn changed_settings(
    app: &App,
    visit: &RequestContext,
    slug: &str,
    sent: &SubmittedForm,
) -> Result<ContestCommand, Error> {
    let actor = visit.actor();
    if sent.text("do") == "rounds" {
        let board = official_board(app, actor, slug, BoardOptions::default())?;
        let mut settings = board.loaded.contest.settings.clone();
        let stage = settings.plan.stages.get_mut(required_number(sent, "stage")?);
        match stage.map(|stage| &mut stage.system) {
            // An invalid number is refused with the valid ones.
            Some(System::Swiss { rounds }) => *rounds = sent.text("rounds").parse().unwrap_or(0),
            _ => return Err(no_spot()),
        }
        return Ok(ContestCommand::ChangeSettings(Box::new(settings)));
    }
    authorize(app, actor, Act::RunEvent, slug)?;
    let run = load_contest(app, slug)?;
    match sent.text("do") {
        "prizes" => {
            let titles = title_names(app, &run)?;
            prizes::set_prizes_command(&run.contest, &titles, sent, visit.texts())
        }
        _ => settings_command(&run.contest.settings, sent),
    }
}
