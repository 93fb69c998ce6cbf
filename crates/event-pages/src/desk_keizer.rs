//! What counts in stages by the Keizer system, and how many rounds they have.

use adjutant_domain::contest::ContestSettings;
use adjutant_service::Error;
use adjutant_service::contests::no_spot;
use adjutant_site::forms::SubmittedForm;
use adjutant_site::i18n::Texts;
use adjutant_site::kit::Field;
use swiss::keizer::Rules;
use swiss::stage::System;

use super::desk_settings::parse_optional_number;
use super::desk_stage::{StageForm, change_stage, number_field, required_count};

pub const FORM: StageForm = StageForm {
    action: "keizer",
    heading: "contest-keizer-of",
    words: "contest-keizer-words",
    save: "contest-keizer-save",
};
const MOST_ROUNDS: u32 = 100;
const MOST_VALUE: u32 = 10_000;

pub fn fields(texts: Texts, rounds: usize, rules: &Rules) -> Vec<Field> {
    let top = rules.top.map(|top| top.to_string()).unwrap_or_default();
    vec![
        number_field(texts, "rounds", "contest-rounds", rounds),
        number_field(texts, "top", "keizer-top", top).hint("keizer-top-hint"),
        number_field(texts, "bye", "keizer-bye", rules.bye),
        number_field(texts, "excused", "keizer-excused", rules.excused),
        number_field(texts, "absent", "keizer-absent", rules.absent),
        number_field(texts, "apart", "keizer-apart", rules.apart),
    ]
}

/// The settings with what a form says of a Keizer stage.
pub fn apply_form(
    settings: &ContestSettings,
    sent: &SubmittedForm,
) -> Result<ContestSettings, Error> {
    let percent = |name| {
        required_count(sent, name, 0..=100).map(|number| u8::try_from(number).unwrap_or(100))
    };
    change_stage(settings, sent, |system| {
        let System::Keizer { .. } = system else { return Err(no_spot()) };
        // No round and no value are refused with the settings.
        Ok(System::Keizer {
            rounds: required_count(sent, "rounds", 0..=MOST_ROUNDS)? as usize,
            rules: Rules {
                top: parse_optional_number(sent, "top", MOST_VALUE)?,
                bye: percent("bye")?,
                excused: percent("excused")?,
                absent: percent("absent")?,
                apart: required_count(sent, "apart", 0..=MOST_ROUNDS)? as usize,
            },
        })
    })
}
