//! Entries of the audit log in the visitor's language.

use crate::parameters::percent_encode;
use adjutant_service::audit::{AuditPerson, AuditPlace, Field, ShownEntry, WrittenChange};

use crate::fact_sentences::fact_sentences;
use crate::i18n::Texts;
use crate::time_format::{format_minute, to_rfc3339};

/// An entry as shown by the macro `kit::trail`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntryLine {
    pub at: String,
    /// The same for programs.
    pub exact: String,
    pub by: String,
    /// The role in which the actor acted.
    pub acting_as: String,
    pub action: String,
    /// What the entry concerns, each with its address, which may be empty.
    pub about: Vec<(String, String)>,
    pub changes: Vec<ChangeLine>,
    pub reason: String,
}

/// What changed, and the address of what it names, which may be empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeLine {
    pub words: String,
    pub address: String,
}

impl ChangeLine {
    fn of_words(words: String) -> ChangeLine {
        ChangeLine { words, address: String::new() }
    }
}

pub fn audit_lines(texts: Texts, entries: Vec<ShownEntry>) -> Vec<AuditEntryLine> {
    entries.into_iter().map(|entry| audit_line(texts, entry)).collect()
}

fn audit_line(texts: Texts, entry: ShownEntry) -> AuditEntryLine {
    AuditEntryLine {
        at: format_minute(texts, entry.at),
        exact: to_rfc3339(entry.at),
        by: person_name(texts, &entry.actor),
        acting_as: key_text(texts, "part-", &entry.acting_as),
        action: action_label(texts, &entry.action),
        changes: change_lines(texts, &entry.changes),
        about: audit_subjects(texts, &entry),
        reason: entry.reason,
    }
}

fn audit_subjects(texts: Texts, entry: &ShownEntry) -> Vec<(String, String)> {
    let mut about = Vec::new();
    if let Some(AuditPlace { slug, name }) = &entry.organisation {
        about.push((name.clone(), format!("/organisations/{slug}")));
    }
    if let Some(AuditPlace { slug, name }) = &entry.event {
        about.push((name.clone(), format!("/events/{slug}")));
    }
    if let Some(handle) = &entry.player {
        about.push((handle.clone(), format!("/players/{}", percent_encode(handle))));
    }
    // The actor is named already.
    if let Some(subject) = entry.subject.as_ref().filter(|subject| **subject != entry.actor) {
        about.push((person_name(texts, subject), String::new()));
    }
    about
}

fn person_name(texts: Texts, person: &AuditPerson) -> String {
    match person {
        AuditPerson::Command => texts.get("trail-command"),
        AuditPerson::Server => texts.get("trail-server"),
        AuditPerson::Nobody => texts.get("trail-nobody"),
        AuditPerson::Account(name) => name.clone(),
        AuditPerson::Deleted => texts.get("trail-deleted"),
    }
}

/// The text of a stored key, or the key itself if this version of the program does not know it.
fn key_text(texts: Texts, prefix: &str, key: &str) -> String {
    let name = key.replace(['.', '_'], "-");
    match texts.text(&format!("{prefix}{name}")) {
        "?" => key.to_owned(),
        text => text.to_owned(),
    }
}

/// The name of an action by its key.
pub fn action_label(texts: Texts, key: &str) -> String {
    key_text(texts, "action-", key)
}

/// What changed, in order; the facts of an event as sentences.
fn change_lines(texts: Texts, changes: &[WrittenChange]) -> Vec<ChangeLine> {
    let fact = |change: &WrittenChange| {
        let values = change.values.as_ref().filter(|_| change.field == Field::Told.key());
        values.map(|(_, phrase)| phrase.clone())
    };
    let mut all = Vec::new();
    for part in changes.chunk_by(|one, other| fact(one).is_some() == fact(other).is_some()) {
        let phrases: Vec<String> = part.iter().filter_map(fact).collect();
        let phrases: Vec<&str> = phrases.iter().map(String::as_str).collect();
        match phrases.is_empty() {
            true => all.extend(part.iter().map(|change| change_line(texts, change))),
            false => {
                all.extend(fact_sentences(texts, &phrases).into_iter().map(ChangeLine::of_words));
            }
        }
    }
    all
}

fn change_line(texts: Texts, change: &WrittenChange) -> ChangeLine {
    let field = ("field", key_text(texts, "field-", &change.field));
    let Some((before, after)) = &change.values else {
        return ChangeLine::of_words(texts.fill("trail-changed", &[field]));
    };
    let id = if after.is_empty() { before } else { after };
    let address = match change.field.as_str() {
        field if field == Field::Game.key() => format!("/games/{id}"),
        field if field == Field::Play.key() => format!("/play/{id}"),
        _ => String::new(),
    };
    let (before, after) = (("before", before.clone()), ("after", after.clone()));
    let words = match (before.1.is_empty(), after.1.is_empty()) {
        (true, _) => texts.fill("trail-set", &[field, after]),
        (_, true) => texts.fill("trail-emptied", &[field, before]),
        _ => texts.fill("trail-from-to", &[field, before, after]),
    };
    ChangeLine { words, address }
}

#[cfg(test)]
mod tests {
    use adjutant_domain::moment::Micros;

    use super::*;
    use crate::i18n::Language;

    fn entry() -> ShownEntry {
        let values = |before: &str, after: &str| Some((before.to_owned(), after.to_owned()));
        let change = |field: &str, values| WrittenChange { field: field.to_owned(), values };
        ShownEntry {
            id: 7,
            at: Micros(0),
            actor: AuditPerson::Account("Ana".into()),
            acting_as: "owner".into(),
            action: "role.granted".into(),
            organisation: Some(AuditPlace { slug: "liga".into(), name: "Liga".into() }),
            event: None,
            player: None,
            subject: Some(AuditPerson::Deleted),
            changes: vec![
                change("role", values("", "organizer")),
                change("email", None),
                change("later", values("a", "b")),
                change("play", values("", "9gg8pdqcf2wmek12")),
            ],
            reason: "asked".into(),
        }
    }

    #[test]
    fn an_entry_says_who_what_to_whom_and_what_changed() {
        let line = audit_line(Texts(Language::English), entry());
        assert_eq!((line.by.as_str(), line.acting_as.as_str()), ("Ana", "owner"));
        assert_eq!(line.action, "Role assigned");
        assert_eq!(line.about[0], ("Liga".to_owned(), "/organisations/liga".to_owned()));
        assert_eq!(line.about[1].0, "a deleted account");
        let expected = [
            ("Role: “organizer”", ""),
            ("E-mail address was changed", ""),
            ("later: “a” → “b”", ""),
            ("Game: “9gg8pdqcf2wmek12”", "/play/9gg8pdqcf2wmek12"),
        ];
        let lines = line.changes.iter().map(|one| (one.words.as_str(), one.address.as_str()));
        assert_eq!(lines.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn one_who_acts_on_himself_is_named_once() {
        let own = ShownEntry { subject: Some(AuditPerson::Account("Ana".into())), ..entry() };
        assert_eq!(audit_line(Texts(Language::Filipino), own).about.len(), 1);
    }
}
