//! Match arrangement at the desk: windows, deadlines, and the forfeit rule.

use adjutant_domain::contest::scheduling::{
    DefaultClause, DefaultConsequence, DefaultRule, MAX_CUT_OFF_HOURS, MAX_GRACE_MINUTES,
    MAX_REMINDER_HOURS, MAX_WINDOW_DAYS, SchedulingRules,
};
use adjutant_domain::contest::{ContestSettings, scheduling};
use adjutant_service::Error;
use adjutant_service::contests::invalid_hour;
use adjutant_site::forms;
use adjutant_site::prelude::*;

use super::desk_settings::parse_optional_number;

pub const FORM_ACTION: &str = "arranged";

/// The consequence of each clause: its field and label.
const CLAUSE_FIELDS: [(DefaultClause, &str, &str); 5] = [
    (DefaultClause::OneSilent, "one-silent", "match-clause-one-silent"),
    (DefaultClause::BothSilent, "both-silent", "match-clause-both-silent"),
    (DefaultClause::NotAgreed, "not-agreed", "match-clause-not-agreed"),
    (DefaultClause::OneAbsent, "one-absent", "contest-clause-one-absent"),
    (DefaultClause::BothAbsent, "both-absent", "contest-clause-both-absent"),
];

fn consequence_fields(rule: &DefaultRule, texts: Texts) -> [Field; 5] {
    CLAUSE_FIELDS.map(|(clause, name, words)| {
        let then = match clause {
            DefaultClause::OneSilent | DefaultClause::OneAbsent => "contest-then-one",
            _ => "contest-then-both",
        };
        let choices = vec![
            Choice::new("default", texts.get(then)),
            Choice::new("officials", texts.get("contest-then-officials")),
        ];
        let now = match rule.consequence(clause) {
            DefaultConsequence::LossByDefault => "default",
            DefaultConsequence::Officials => "officials",
        };
        Field::select(texts, name, words, choices).value(now)
    })
}

/// The fields, with the current or default values.
pub fn scheduling_fields(now: Option<&SchedulingRules>, texts: Texts) -> Vec<Field> {
    let usual = SchedulingRules::default();
    let of = now.unwrap_or(&usual);
    let rule = &of.rule;
    let number =
        |name, label, value: u32| Field::number(texts, name, label).value(value.to_string());
    let whether = Field::checkbox(texts, "arranged", "contest-arranged", now.is_some());
    let window = [
        number("window", "contest-window", of.window_days).hint("contest-window-hint"),
        Field::text(texts, "cut-off", "contest-cut-off")
            .value(scheduling::format_minute_of_day(of.cut_off_minute))
            .autocomplete("off"),
        number("agree", "contest-agree", of.agree_hours).hint("contest-agree-hint"),
        Field::text(texts, "zone", "contest-zone")
            .value(of.time_zone.clone())
            .hint("contest-zone-hint")
            .autocomplete("off"),
    ];
    let times = [
        number("match-grace", "contest-match-grace", rule.grace_minutes)
            .hint("contest-match-grace-hint"),
        number("remind", "contest-remind", rule.remind_hours).hint("contest-remind-hint"),
        number("appeal", "contest-appeal", rule.appeal_hours),
    ];
    let how = window.into_iter().chain(consequence_fields(rule, texts)).chain(times);
    std::iter::once(whether).chain(how.map(|field| field.shown_only_with("arranged"))).collect()
}

pub fn form(visit: &RequestContext, settings: &ContestSettings, action: &str) -> Form {
    let texts = visit.texts();
    visit
        .form("arranged", action, "contest-arranged-save")
        .with_field(Field::hidden(texts, "do", FORM_ACTION))
        .with_fields(scheduling_fields(settings.scheduling.as_ref(), texts))
}

/// The settings with the form's values; matches are not arranged if the box is not ticked.
pub fn apply_form(
    settings: &ContestSettings,
    sent: &forms::SubmittedForm,
) -> Result<ContestSettings, Error> {
    if !sent.is_checked("arranged") {
        return Ok(ContestSettings { scheduling: None, ..settings.clone() });
    }
    let usual = SchedulingRules::default();
    let of = settings.scheduling.as_ref().unwrap_or(&usual);
    let number =
        |name, most, now| Ok::<u32, Error>(parse_optional_number(sent, name, most)?.unwrap_or(now));
    let mut rule = of.rule;
    for (clause, name, _) in CLAUSE_FIELDS {
        *rule.consequence_mut(clause) = match sent.text(name) {
            "default" => DefaultConsequence::LossByDefault,
            "officials" => DefaultConsequence::Officials,
            _ => continue,
        };
    }
    rule.grace_minutes = number("match-grace", MAX_GRACE_MINUTES, rule.grace_minutes)?;
    rule.remind_hours = number("remind", MAX_REMINDER_HOURS, rule.remind_hours)?;
    rule.appeal_hours = number("appeal", MAX_CUT_OFF_HOURS, rule.appeal_hours)?;
    let cut_off = match sent.text("cut-off") {
        "" => of.cut_off_minute,
        text => scheduling::parse_minute_of_day(text).ok_or_else(|| invalid_hour("cut-off"))?,
    };
    let zone = match sent.text("zone") {
        "" => of.time_zone.clone(),
        zone => zone.to_owned(),
    };
    let arranged = SchedulingRules {
        window_days: number("window", MAX_WINDOW_DAYS, of.window_days)?,
        cut_off_minute: cut_off,
        agree_hours: number("agree", MAX_CUT_OFF_HOURS, of.agree_hours)?,
        time_zone: zone,
        rule,
    };
    Ok(ContestSettings { scheduling: Some(arranged), ..settings.clone() })
}
