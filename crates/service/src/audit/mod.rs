//! The audit log: who did what, when, in which capacity and to whom, with changed fields and a
//! reason.
//!
//! An entry is written in the transaction of its act, so that neither exists without the other.
//! People are referred to by id, which makes deleted ones anonymous. Values of personal fields
//! cannot be logged: [`AuditEntry::with_hidden_change`] takes no value, and
//! [`AuditEntry::with_change`] takes no personal field.

mod changes;
mod keys;
mod name_masking;
mod reader;

use std::fmt::Display;

use adjutant_domain::moment::Micros;
use adjutant_store::{AnyConnection, StoreError, audit as rows};

use super::access::{ActingAs, Actor};

/// An organisation or event with its current name.
pub use adjutant_store::labels::SlugLabel as AuditPlace;
pub use changes::WrittenChange;
pub use keys::{Action, Field, Hidden};
pub(crate) use reader::helper_links;
pub use reader::{
    AuditPerson, AuditScope, AuditTrailPage, AuditView, MAX_PAGE_ENTRIES, ShownEntry, event_scope,
    export_page, organisation_scope, page,
};

/// The capacity of acts by the server itself.
pub const ACTING_AS_SERVER: &str = "server";
/// The capacity of acts by a helper link.
pub(crate) const ACTING_AS_STEWARD: &str = "steward";

#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use = "an entry must be written"]
pub struct AuditEntry {
    pub(super) at: Micros,
    pub(super) account: i32,
    acting_as: String,
    action: Action,
    organisation: i32,
    event: i32,
    player: i32,
    subject: i32,
    changes: Vec<WrittenChange>,
    reason: String,
}

impl AuditEntry {
    /// An act of an account (0 for a command on the server) in a capacity.
    pub fn for_account(
        account: i32,
        acting_as: impl Display,
        action: Action,
        at: Micros,
    ) -> AuditEntry {
        AuditEntry {
            at,
            account,
            acting_as: acting_as.to_string(),
            action,
            organisation: 0,
            event: 0,
            player: 0,
            subject: 0,
            changes: Vec::new(),
            reason: String::new(),
        }
    }

    /// An act of an actor in the capacity that [`require`](super::access::require) returned.
    pub fn for_actor(actor: &Actor, acting_as: ActingAs, action: Action, at: Micros) -> AuditEntry {
        AuditEntry::for_account(actor.account, acting_as.key(), action, at)
    }

    /// Sets the organisation concerned, whose owners see the entry.
    pub fn organisation(self, organisation: impl Into<Option<i32>>) -> AuditEntry {
        AuditEntry { organisation: organisation.into().unwrap_or(0), ..self }
    }

    /// Sets the event concerned, whose officials see the entry.
    pub fn event(self, event: impl Into<Option<i32>>) -> AuditEntry {
        AuditEntry { event: event.into().unwrap_or(0), ..self }
    }

    /// Sets the player concerned, who sees the entry.
    pub fn player(self, player: i32) -> AuditEntry {
        AuditEntry { player, ..self }
    }

    /// Sets the account concerned, whose holder sees the entry.
    pub fn subject(self, subject: impl Into<Option<i32>>) -> AuditEntry {
        AuditEntry { subject: subject.into().unwrap_or(0), ..self }
    }

    /// Adds a field with its values, empty if there was none. Unchanged fields are omitted, and
    /// long values are truncated.
    pub fn with_change(
        mut self,
        field: Field,
        before: impl Display,
        after: impl Display,
    ) -> AuditEntry {
        let (before, after) = (before.to_string(), after.to_string());
        if before != after {
            self.changes.push(WrittenChange::with_values(field, &before, &after));
        }
        self
    }

    pub fn with_hidden_change(mut self, field: Hidden) -> AuditEntry {
        self.changes.push(WrittenChange::without_values(field));
        self
    }

    /// Sets the reason given by the actor, truncated to 500 characters.
    pub fn with_reason(self, reason: &str) -> AuditEntry {
        AuditEntry { reason: changes::sanitize(reason), ..self }
    }

    pub fn has_no_changes(&self) -> bool {
        self.changes.is_empty()
    }

    fn to_row(&self) -> rows::AuditRow {
        rows::AuditRow {
            id: 0,
            at: self.at,
            account_id: self.account,
            acting_as: self.acting_as.clone(),
            action: self.action.key().to_owned(),
            organisation_id: self.organisation,
            event_id: self.event,
            player_id: self.player,
            subject_id: self.subject,
            changes: changes::to_column(&self.changes),
            reason: self.reason.clone(),
            chain: Vec::new(),
        }
    }
}

/// The value of a field that is set or not.
pub(super) const fn yes_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

/// Writes an entry within the transaction of its act.
///
/// # Errors
/// On [`StoreError`] the act must be rolled back.
pub fn write(conn: &mut AnyConnection, entry: &AuditEntry) -> Result<(), StoreError> {
    write_all(conn, std::slice::from_ref(entry))
}

/// Like [`write()`], unless no field has changed; returns whether one has.
pub fn write_changes(conn: &mut AnyConnection, entry: &AuditEntry) -> Result<bool, StoreError> {
    let has_changes = !entry.changes.is_empty();
    if has_changes {
        write(conn, entry)?;
    }
    Ok(has_changes)
}

/// Writes several entries in order, like [`write()`].
pub fn write_all(conn: &mut AnyConnection, entries: &[AuditEntry]) -> Result<(), StoreError> {
    rows::append(conn, entries.iter().map(AuditEntry::to_row).collect())
}
