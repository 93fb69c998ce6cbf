//! Messages for invalid fields of organisation forms, in the visitor's language.

use serde::Deserialize;

use crate::i18n::Texts;
use adjutant_domain::organisation::{FieldError, text};
use adjutant_service::persons::LONGEST_REASON;

use super::FormRefusal;

/// The name of a field, and the message.
pub type FieldFault = (&'static str, String);

/// Adds where a fault is; lines are counted from 0.
pub fn fault_at_line(texts: Texts, line: usize, words: String) -> String {
    texts.fill("org-fault-at-line", &[("line", (line + 1).to_string()), ("words", words)])
}

/// The form of an action that needs a reason.
#[derive(Deserialize)]
pub struct ReasonForm {
    pub reason: String,
}

/// Checks a required reason; returns the fault in the visitor's language.
pub fn reason_field_fault(texts: Texts, reason: &str) -> Option<FieldFault> {
    let said = match text::clean_line(reason, LONGEST_REASON) {
        Ok(line) if line.is_empty() => texts.get("org-fault-reason"),
        Ok(_) => return None,
        Err(fault) => texts.localize(&fault.message().into()),
    };
    Some(("reason", said))
}

/// Returns the reason, or refuses the form that lacks it.
pub fn required_reason(texts: Texts, reason: &str) -> Result<String, FormRefusal> {
    FormRefusal::if_any(reason_field_fault(texts, reason).into_iter().collect())?;
    Ok(reason.to_owned())
}

/// Collects the faults of a form while its fields are read.
pub struct FaultCollector {
    texts: Texts,
    pub faults: Vec<FieldFault>,
}

impl FaultCollector {
    pub const fn new(texts: Texts) -> FaultCollector {
        FaultCollector { texts, faults: Vec::new() }
    }

    /// Returns the value, or records the fault of the field.
    pub fn check<T>(&mut self, field: &'static str, read: Result<T, FieldError>) -> Option<T> {
        read.map_err(|fault| {
            self.faults.push((field, self.texts.localize(&fault.message().into())))
        })
        .ok()
    }

    /// Checks a single line of at most `most` characters.
    pub fn check_line(&mut self, field: &'static str, value: &str, most: usize) {
        self.check(field, text::clean_line(value, most));
    }

    /// Checks a text of several lines.
    pub fn check_lines(&mut self, field: &'static str, value: &str, most: usize) {
        self.check(field, text::clean_lines(value, most));
    }
}
