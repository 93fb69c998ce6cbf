//! What counts in stages by the Keizer system, and how many rounds they have.

use adjutant_domain::contest::ContestSettings;
use adjutant_service::Error;
use adjutant_service::contests::{invalid_number, no_spot};
use adjutant_site::forms::SubmittedForm;
use adjutant_site::kit::{Field, Form};
use adjutant_site::request_context::RequestContext;
use swiss::keizer::Rules;
use swiss::stage::System;

use super::desk::required_number;
use super::desk_settings::parse_optional_number;

pub const FORM_ACTION: &str = "keizer";
const MOST_ROUNDS: u32 = 100;
const MOST_VALUE: u32 = 10_000;

/// A stage by the Keizer system.
pub struct KeizerStage {
    /// From 0.
    pub at: usize,
    pub name: String,
}

pub fn forms(
    visit: &RequestContext,
    settings: &ContestSettings,
    action: &str,
) -> Vec<(KeizerStage, Form)> {
    let stages = settings.plan.stages.iter().enumerate();
    let of = stages.filter_map(|(at, stage)| match stage.system {
        System::Keizer { rounds, rules } => {
            let form = form(visit, at, rounds, &rules, action);
            Some((KeizerStage { at, name: stage.name.clone() }, form))
        }
        _ => None,
    });
    of.collect()
}

fn form(visit: &RequestContext, at: usize, rounds: usize, rules: &Rules, action: &str) -> Form {
    let texts = visit.texts();
    let top = rules.top.map(|top| top.to_string()).unwrap_or_default();
    let number = |name: &'static str, label: &'static str, value: String| {
        Field::text(texts, name, label).inputmode("numeric").autocomplete("off").value(value)
    };
    visit.form(FORM_ACTION, action, "contest-keizer-save").numbered(at).with_fields([
        Field::hidden(texts, "do", FORM_ACTION),
        Field::hidden(texts, "stage", at.to_string()),
        number("rounds", "contest-rounds", rounds.to_string()),
        number("top", "keizer-top", top).hint("keizer-top-hint"),
        number("bye", "keizer-bye", rules.bye.to_string()),
        number("excused", "keizer-excused", rules.excused.to_string()),
        number("absent", "keizer-absent", rules.absent.to_string()),
        number("apart", "keizer-apart", rules.apart.to_string()),
    ])
}

/// The settings with what a form says of a Keizer stage.
pub fn apply_form(
    settings: &ContestSettings,
    sent: &SubmittedForm,
) -> Result<ContestSettings, Error> {
    let mut settings = settings.clone();
    let at: usize = required_number(sent, "stage")?;
    let system = settings.plan.stages.get_mut(at).map(|stage| &mut stage.system);
    let Some(System::Keizer { rounds, rules }) = system else { return Err(no_spot()) };
    let count = |name, most| {
        let number = parse_optional_number(sent, name, most)?;
        number.ok_or_else(|| invalid_number(name, most))
    };
    let percent = |name| count(name, 100).map(|number| u8::try_from(number).unwrap_or(100));
    // No round and no value are refused with the settings.
    *rounds = count("rounds", MOST_ROUNDS)? as usize;
    *rules = Rules {
        top: parse_optional_number(sent, "top", MOST_VALUE)?,
        bye: percent("bye")?,
        excused: percent("excused")?,
        absent: percent("absent")?,
        apart: count("apart", MOST_ROUNDS)? as usize,
    };
    Ok(settings)
}
