//! Messages for invalid fields of organisation forms, in the visitor's language.

use serde::Deserialize;

use crate::organisation::roster::{self, RosterErrorKind};
use crate::organisation::{FieldError, logo::LogoError, text};
use crate::service::persons::LONGEST_REASON;
use crate::service::said::Said;
use crate::web::i18n::Texts;

use super::FormRefusal;

/// Keys of the fault messages: `org-fault-` followed by the key of the fault.
const FAULT_KEYS: &[&str] = &[
    "org-fault-empty",
    "org-fault-too-short",
    "org-fault-too-long",
    "org-fault-unseen",
    "org-fault-beginning",
    "org-fault-slug-character",
    "org-fault-reserved",
    "org-fault-no-color",
    "org-fault-no-website",
    "org-fault-ends-before",
    "org-fault-far-day",
    "org-fault-overlaps",
    "org-fault-twice",
    "org-fault-not-rising",
    "org-fault-no-rating",
    "org-fault-no-points",
    "org-fault-too-many",
    "org-fault-logo-empty",
    "org-fault-logo-too-large",
    "org-fault-logo-kind",
    "org-fault-logo-unknown",
    "org-fault-logo-too-much",
    "org-fault-logo-damaged",
    "org-fault-roster-empty-file",
    "org-fault-roster-no-rows",
    "org-fault-roster-too-large",
    "org-fault-roster-too-many-rows",
    "org-fault-roster-workbook",
    "org-fault-roster-utf16",
    "org-fault-roster-not-utf8",
    "org-fault-roster-no-handle-column",
    "org-fault-roster-unknown-column",
    "org-fault-roster-column-twice",
    "org-fault-roster-cells",
    "org-fault-roster-several-lines",
    "org-fault-roster-no-handle",
    "org-fault-roster-formula",
    "org-fault-roster-handle",
    "org-fault-roster-handle-twice",
    "org-fault-roster-looks-like",
    "org-fault-roster-retired",
    "org-fault-roster-age",
];

/// The name of a field, and the message.
pub type FieldFault = (&'static str, String);

fn fault_text(
    texts: Texts,
    prefix: &str,
    key: &str,
    args: &[(&'static str, String)],
    english: &str,
) -> String {
    let known = |own: &&&str| own.strip_prefix(prefix) == Some(key);
    match FAULT_KEYS.iter().find(known) {
        Some(own) => texts.fill(own, args),
        None => english.to_owned(),
    }
}

pub fn organisation_fault_text(texts: Texts, fault: &FieldError) -> String {
    fault_text(texts, "org-fault-", fault.key(), &fault.args(), &fault.to_string())
}

/// Adds where a fault is; lines are counted from 0.
pub fn fault_at_line(texts: Texts, line: usize, words: String) -> String {
    texts.fill("org-fault-at-line", &[("line", (line + 1).to_string()), ("words", words)])
}

/// Explains why a file is not accepted as a logo.
pub fn logo_fault_text(texts: Texts, fault: LogoError) -> String {
    fault_text(texts, "org-fault-logo-", fault.key(), &fault.args(), &fault.to_string())
}

/// Explains a fault in a roster file, and where it is.
pub fn roster_fault_text(texts: Texts, fault: &roster::RosterError) -> String {
    match &fault.kind {
        RosterErrorKind::InvalidText(fault) => organisation_fault_text(texts, fault),
        // Invalid handles have messages of their own.
        kind @ RosterErrorKind::InvalidHandle { .. } => texts.localize(&Said::from(kind)),
        kind => fault_text(texts, "org-fault-roster-", kind.key(), &kind.args(), &kind.to_string()),
    }
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
        Err(fault) => organisation_fault_text(texts, &fault),
    };
    Some(("reason", said))
}

/// Like [`reason_field_fault`], as a [`FormRefusal`].
pub fn refuse_missing_reason(texts: Texts, reason: &str) -> Option<FormRefusal> {
    reason_field_fault(texts, reason).map(|fault| FormRefusal::from_faults(vec![fault]))
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
        read.map_err(|fault| self.faults.push((field, organisation_fault_text(self.texts, &fault))))
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
