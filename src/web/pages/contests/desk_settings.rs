//! Settings of play at the desk: what may change during the event, and entrants kept apart.

use crate::web::forms;
use crate::web::i18n::Texts;
use crate::web::kit::{Choice, Field, Form};
use adjutant_domain::contest::{
    Contest, ContestSettings, EntrantId, MAX_PROHIBITED_ROUNDS, ProhibitedGroup, Protection,
};
use adjutant_service::Error;
use adjutant_service::contests::{
    ContestCommand, RoundCommand, invalid_number, unknown_entrant_name, unknown_tie_break,
};
use swiss::tiebreak::parse_list;

use super::prizes::find_entrant;
use super::{desk_scheduling, desk_teams, eligibility};

/// The forms' fields.
pub const FIELDS: &[&str] = &[
    "add-up",
    "do",
    "stage",
    "rounds",
    "codes",
    "cap",
    "fee",
    "grace",
    eligibility::HIGHEST_TITLE_FIELD,
    "rating-from",
    "rating-to",
    "protection",
    "protected-rounds",
    "accelerated",
    "check-in",
    "self-check-in",
    "defaults",
    "half-rule",
    "report",
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
];
/// The forms' actions that change settings.
pub const FORM_ACTIONS: [&str; 3] =
    ["settle", desk_scheduling::FORM_ACTION, desk_teams::FORM_ACTION];
const CLUB_PROTECTIONS: [(&str, &str); 3] = [
    ("none", "contest-protect-none"),
    ("club", "contest-protect-club"),
    ("province", "contest-protect-province"),
];

fn number_field(texts: Texts, name: &'static str, label: &str, value: Option<u32>) -> Field {
    let value = value.map(|value| value.to_string()).unwrap_or_default();
    Field::number(texts, name, label).value(value)
}

/// The form with the current values.
pub fn form(
    settings: &ContestSettings,
    own_titles: &[String],
    action: &str,
    csrf: &str,
    texts: Texts,
) -> Form {
    let codes: Vec<String> = settings.tie_breaks.iter().map(ToString::to_string).collect();
    let (protection, rounds) = match settings.protection {
        Protection::None => ("none", 0),
        Protection::Club(rounds) => ("club", rounds),
        Protection::Province(rounds) => ("province", rounds),
    };
    let choices =
        CLUB_PROTECTIONS.map(|(value, words)| Choice::new(value, texts.get(words))).to_vec();
    let eligibility = &settings.eligibility;
    let ticked = [
        ("accelerated", "contest-accelerated", settings.accelerated),
        ("check-in", "contest-check-in", settings.check_in),
        ("self-check-in", "contest-self-check-in", settings.self_check_in),
        ("defaults", "contest-defaults", settings.auto_default),
        ("half-rule", "contest-half-rule", settings.exclude_early_withdrawals),
        ("report", "contest-report", settings.player_reports),
    ];
    let form = Form::new(texts, "settle", action, csrf, "contest-settle")
        .with_field(Field::hidden(texts, "do", "settle"))
        .with_field(
            Field::text(texts, "codes", "contest-ties")
                .hint("contest-codes-settled")
                .value(codes.join(" "))
                .autocomplete("off"),
        )
        .with_field(
            number_field(texts, "cap", "contest-cap", settings.max_entrants)
                .hint("contest-cap-hint"),
        )
        .with_field(
            Field::text(texts, "fee", "contest-fee")
                .hint("contest-fee-hint")
                .value(settings.fee.clone())
                .autocomplete("off"),
        )
        .with_field(eligibility::highest_title_field(own_titles, eligibility.max_title, texts))
        .with_field(number_field(
            texts,
            "rating-from",
            "contest-rating-from",
            eligibility.min_rating,
        ))
        .with_field(number_field(texts, "rating-to", "contest-rating-to", eligibility.max_rating))
        .with_field(
            Field::select(texts, "protection", "contest-protection", choices).value(protection),
        )
        .with_field(
            Field::number(texts, "protected-rounds", "contest-protected-rounds")
                .value(rounds.to_string()),
        )
        .with_field(number_field(texts, "grace", "contest-grace", Some(settings.grace_minutes)));
    ticked.into_iter().fold(form, |form, (name, label, on)| {
        form.with_field(Field::checkbox(texts, name, label, on))
    })
}

/// A whole number, or `None` if empty.
pub fn parse_optional_number(
    sent: &forms::SubmittedForm,
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

/// Reads one of the forms.
///
/// # Errors
/// Returns [`Error::Invalid`] for unreadable values.
pub fn settings_command(
    settings: &ContestSettings,
    sent: &forms::SubmittedForm,
) -> Result<ContestCommand, Error> {
    let settled = match sent.text("do") {
        desk_scheduling::FORM_ACTION => desk_scheduling::apply_form(settings, sent),
        desk_teams::FORM_ACTION => desk_teams::apply_form(settings, sent),
        _ => apply_form(settings, sent),
    };
    Ok(ContestCommand::ChangeSettings(Box::new(settled?)))
}

/// The settings with the form's values; the plan, the points and everything else stay.
fn apply_form(
    settings: &ContestSettings,
    sent: &forms::SubmittedForm,
) -> Result<ContestSettings, Error> {
    let codes = sent.text("codes").to_uppercase().replace([',', ';'], " ");
    let tie_breaks = parse_list(&codes).map_err(|unknown| unknown_tie_break("codes", &unknown))?;
    let rounds = parse_optional_number(sent, "protected-rounds", 1_000)?.unwrap_or(0) as usize;
    let mut eligibility = settings.eligibility.clone();
    let highest =
        parse_optional_number(sent, eligibility::HIGHEST_TITLE_FIELD, u32::from(u8::MAX))?;
    eligibility.max_title = highest.and_then(|height| u8::try_from(height).ok());
    eligibility.min_rating = parse_optional_number(sent, "rating-from", 4_000)?;
    eligibility.max_rating = parse_optional_number(sent, "rating-to", 4_000)?;
    Ok(ContestSettings {
        tie_breaks,
        eligibility,
        max_entrants: parse_optional_number(sent, "cap", adjutant_domain::contest::MAX_ENTRANTS)?,
        fee: sent.text("fee").to_owned(),
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
        exclude_early_withdrawals: sent.is_checked("half-rule"),
        player_reports: sent.is_checked("report"),
        ..settings.clone()
    })
}

/// Entrants kept apart, a group per line, for the form.
pub fn kept_apart_lines(contest: &Contest) -> String {
    let name = |id: &EntrantId| {
        contest.entrant(*id).map(|one| one.person.name.clone()).unwrap_or_default()
    };
    let line = |group: &ProhibitedGroup| {
        let names = group.entrants.iter().map(name).collect::<Vec<_>>().join("; ");
        match group.rounds {
            None => names,
            Some(rounds) => format!("{rounds}: {names}"),
        }
    };
    contest.prohibited.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The number of rounds before a colon at the beginning of a line, and the rest.
fn split_round_prefix(line: &str) -> Option<(usize, &str)> {
    let (rounds, names) = line.split_once(':')?;
    let rounds = rounds.trim().parse().ok()?;
    (1..=MAX_PROHIBITED_ROUNDS).contains(&rounds).then_some((rounds, names))
}

/// Reads groups of names or numbers, one per line; a number and a colon before them limits the
/// group to that many first rounds.
///
/// # Errors
/// Returns [`Error::NotFound`] with an unknown name.
pub fn kept_apart_command(contest: &Contest, lines: &str) -> Result<ContestCommand, Error> {
    let group = |line: &str| {
        let (rounds, names) = match split_round_prefix(line) {
            Some((rounds, names)) => (Some(rounds), names),
            None => (None, line),
        };
        let parts = names.split([';', '\t']).map(str::trim).filter(|part| !part.is_empty());
        let all =
            parts.map(|text| find_entrant(contest, text).ok_or_else(|| unknown_entrant_name(text)));
        all.collect::<Result<Vec<EntrantId>, Error>>()
            .map(|entrants| ProhibitedGroup { entrants, rounds })
    };
    let lines = lines.lines().filter(|line| !line.trim().is_empty());
    let groups = lines.map(group).collect::<Result<_, _>>()?;
    Ok(ContestCommand::Round(RoundCommand::KeepApart { groups }))
}
