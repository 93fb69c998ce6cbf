//! What the forms for stages of one system have in common.

use std::ops::RangeInclusive;

use adjutant_domain::contest::ContestSettings;
use adjutant_service::Error;
use adjutant_service::contests::{invalid_number, no_spot};
use adjutant_site::forms::SubmittedForm;
use adjutant_site::i18n::Texts;
use adjutant_site::kit::Field;
use swiss::stage::System;

use super::desk::required_number;
use super::desk_settings::parse_optional_number;

/// A kind of form for a stage, with the keys of its texts.
pub struct StageForm {
    /// What is done by it: the value of its field `do`.
    pub action: &'static str,
    pub heading: &'static str,
    pub words: &'static str,
    pub save: &'static str,
}

pub fn number_field(
    texts: Texts,
    name: &'static str,
    label: &'static str,
    value: impl ToString,
) -> Field {
    let field = Field::text(texts, name, label).inputmode("numeric").autocomplete("off");
    field.value(value.to_string())
}

/// A number that must be given, and be in this range.
pub fn required_count(
    sent: &SubmittedForm,
    name: &'static str,
    range: RangeInclusive<u32>,
) -> Result<u32, Error> {
    let most = *range.end();
    let number = parse_optional_number(sent, name, most)?.filter(|number| range.contains(number));
    number.ok_or_else(|| invalid_number(name, most))
}

/// The settings with another system of the stage that the form is for.
pub fn change_stage(
    settings: &ContestSettings,
    sent: &SubmittedForm,
    change: impl FnOnce(System) -> Result<System, Error>,
) -> Result<ContestSettings, Error> {
    let mut settings = settings.clone();
    let at: usize = required_number(sent, "stage")?;
    let stage = settings.plan.stages.get_mut(at).ok_or_else(no_spot)?;
    stage.system = change(stage.system)?;
    Ok(settings)
}
