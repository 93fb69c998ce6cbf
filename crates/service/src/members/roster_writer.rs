//! Writes roster changes, with an audit log entry per member.

use adjutant_domain::account::age::AgeBand;
use adjutant_domain::moment::Micros;
use adjutant_domain::organisation::roster::{MemberDetails, RosterColumn, changed_fields};
use adjutant_store::members::{self as rows, MemberRow, MemberValues};
use adjutant_store::{AnyConnection, profiles};

use super::super::Result;
use super::super::access::{ActingAs, Actor};
use super::super::audit::{self, Action, AuditEntry, Field, Hidden, yes_no};
use super::details_from_row;

#[derive(Debug, Clone, Copy)]
pub(in super::super) struct RosterPlayer {
    pub player: i32,
    /// Whether the player was created for it, with the privacy that the age requires.
    pub is_new: bool,
}

#[derive(Debug, Clone, Copy)]
pub(in super::super) enum RosterStep<'a> {
    Add { person: RosterPlayer, details: &'a MemberDetails },
    Change { row: &'a MemberRow, details: &'a MemberDetails },
    Remove { row: &'a MemberRow },
}

/// The author of a change, with place, time and reason.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct RosterChangeAuthor<'a> {
    pub actor: &'a Actor,
    pub acting_as: ActingAs,
    pub organisation: i32,
    pub now: Micros,
    pub reason: &'a str,
}

/// Writes the changes in a transaction that holds the writer lock; returns the players whose public
/// visibility may change.
pub(in super::super) fn write_changes(
    conn: &mut AnyConnection,
    by: RosterChangeAuthor<'_>,
    steps: &[RosterStep<'_>],
) -> Result<Vec<i32>> {
    let mut added = Vec::new();
    let mut removed = Vec::new();
    for step in steps {
        match step {
            RosterStep::Add { person, details } => {
                added.push((person.player, member_values(details, (Micros::NEVER, None))));
            }
            RosterStep::Change { row, details } => {
                rows::update(
                    conn,
                    row.id,
                    member_values(details, kept_verification(row, details)),
                )?;
            }
            RosterStep::Remove { row } => removed.push(row.id),
        }
    }
    rows::add_all(conn, by.organisation, &added, by.now)?;
    rows::remove(conn, &removed)?;
    let concerned: Vec<i32> = steps.iter().filter_map(player_with_changed_privacy).collect();
    for player in &concerned {
        profiles::sync_privacy(conn, *player)?;
    }
    let entries: Vec<AuditEntry> = steps.iter().map(|step| audit_entry(by, step)).collect();
    audit::write_all(conn, &entries)?;
    Ok(concerned)
}

pub(super) fn member_values(
    details: &MemberDetails,
    (verified_at, verified_by): (Micros, Option<i32>),
) -> MemberValues<'_> {
    MemberValues {
        reference: &details.number,
        real_name: &details.real_name,
        club: &details.club,
        province: &details.province,
        age_band: details.age as i16,
        verified_at,
        verified_by,
    }
}

/// A new club or province is not verified.
fn kept_verification(row: &MemberRow, details: &MemberDetails) -> (Micros, Option<i32>) {
    let same = row.club == details.club && row.province == details.province;
    if same { (row.verified_at, row.verified_by) } else { (Micros::NEVER, None) }
}

/// The player, if the change may affect their public visibility.
fn player_with_changed_privacy(step: &RosterStep<'_>) -> Option<i32> {
    let (player, before, after) = match step {
        RosterStep::Add { person, .. } if person.is_new => return None,
        RosterStep::Add { person, details } => (person.player, AgeBand::Unknown, details.age),
        RosterStep::Change { row, details } => {
            (row.player, AgeBand::from_number(row.age_band), details.age)
        }
        RosterStep::Remove { row } => {
            (row.player, AgeBand::from_number(row.age_band), AgeBand::Unknown)
        }
    };
    (before.is_minor() != after.is_minor()).then_some(player)
}

fn audit_entry(by: RosterChangeAuthor<'_>, step: &RosterStep<'_>) -> AuditEntry {
    let none = MemberDetails::default();
    let entry = |action, player| {
        AuditEntry::for_actor(by.actor, by.acting_as, action, by.now)
            .organisation(by.organisation)
            .player(player)
            .with_reason(by.reason)
    };
    match step {
        RosterStep::Add { person, details } => {
            with_fields(entry(Action::MemberAdded, person.player), &none, details)
        }
        RosterStep::Change { row, details } => {
            let before = details_from_row(row);
            let (verified_at, _) = kept_verification(row, details);
            let entry = entry(Action::MemberChanged, row.player);
            with_fields(entry, &before, details).with_change(
                Field::Verified,
                yes_no(row.verified_at > Micros::NEVER),
                yes_no(verified_at > Micros::NEVER),
            )
        }
        // The values of a removed member are not logged again.
        RosterStep::Remove { row } => entry(Action::MemberRemoved, row.player),
    }
}

/// Adds the changed fields to the entry. Values are logged of club and province only, and not if
/// this roster says that the member is or was a minor. Other sources on their age are disregarded:
/// an entry that hides more than this roster requires would reveal their existence to the
/// organisation's owners, who read the log.
fn with_fields(entry: AuditEntry, before: &MemberDetails, after: &MemberDetails) -> AuditEntry {
    let is_minor = before.age.is_minor() || after.age.is_minor();
    let mut affiliation_told = false;
    changed_fields(before, after).into_iter().fold(entry, |entry, change| match change.column {
        RosterColumn::Handle => entry,
        RosterColumn::Name => entry.with_hidden_change(Hidden::RealName),
        RosterColumn::Number => entry.with_hidden_change(Hidden::Reference),
        RosterColumn::Age => entry.with_hidden_change(Hidden::AgeBand),
        RosterColumn::Club | RosterColumn::Province if is_minor => {
            if std::mem::replace(&mut affiliation_told, true) {
                entry
            } else {
                entry.with_hidden_change(Hidden::Affiliation)
            }
        }
        RosterColumn::Club => entry.with_change(Field::Club, change.before, change.after),
        RosterColumn::Province => entry.with_change(Field::Province, change.before, change.after),
    })
}
