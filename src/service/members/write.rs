//! Writing changes of a roster, with an entry of the audit trail for each member.

use crate::account::age::AgeBand;
use crate::organisation::roster::{Column, Details, changes};
use crate::store::members::{self as rows, MemberRow, Values};
use crate::store::{AnyConnection, profiles};

use super::super::Error;
use super::super::audit::{self, Action, Entry, Field, Hidden};
use super::details_of;

/// A player who comes onto a roster.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Person {
    pub player: i32,
    /// Whether he was made for it, with the privacy that his age asks for.
    pub is_new: bool,
}

/// What becomes of one member.
#[derive(Debug, Clone, Copy)]
pub(in super::super) enum Step<'a> {
    /// A player comes onto the roster.
    Add {
        person: Person,
        details: &'a Details,
    },
    Change {
        row: &'a MemberRow,
        details: &'a Details,
    },
    Remove {
        row: &'a MemberRow,
    },
}

/// Who does it, where, when and why.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct By<'a> {
    pub account: i32,
    pub acting_as: &'static str,
    pub organisation: i32,
    pub now: i64,
    pub reason: &'a str,
}

/// Writes the steps in a transaction that holds the writer's lock; gives the players of whom
/// lists may show more or less than before.
pub(in super::super) fn write(
    connection: &mut AnyConnection,
    by: By<'_>,
    steps: &[Step<'_>],
) -> Result<Vec<i32>, Error> {
    let mut added = Vec::new();
    let mut removed = Vec::new();
    for step in steps {
        match step {
            Step::Add { person, details } => {
                added.push((person.player, values(details, (0, 0))));
            }
            Step::Change { row, details } => {
                rows::update(connection, row.id, values(details, verified(row, details)))?;
            }
            Step::Remove { row } => removed.push(row.id),
        }
    }
    rows::add_all(connection, by.organisation, &added, by.now)?;
    rows::remove(connection, &removed)?;
    let concerned: Vec<i32> = steps.iter().filter_map(moves_privacy).collect();
    for player in &concerned {
        profiles::keep_privacy(connection, *player)?;
    }
    let entries: Vec<Entry> = steps.iter().map(|step| entry_of(by, step)).collect();
    audit::write_all(connection, &entries)?;
    Ok(concerned)
}

fn values(details: &Details, (verified_at, verified_by): (i64, i32)) -> Values<'_> {
    Values {
        reference: &details.number,
        real_name: &details.real_name,
        club: &details.club,
        province: &details.province,
        age_band: details.age as i16,
        verified_at,
        verified_by,
    }
}

/// Another club or province is not the one that was verified.
fn verified(row: &MemberRow, details: &Details) -> (i64, i32) {
    let same = row.club == details.club && row.province == details.province;
    if same { (row.verified_at, row.verified_by) } else { (0, 0) }
}

/// The player, where the step may make him keep off lists or come back.
fn moves_privacy(step: &Step<'_>) -> Option<i32> {
    let (player, before, after) = match step {
        Step::Add { person, .. } if person.is_new => return None,
        Step::Add { person, details } => (person.player, AgeBand::Unknown, details.age),
        Step::Change { row, details } => (row.player, AgeBand::of(row.age_band), details.age),
        Step::Remove { row } => (row.player, AgeBand::of(row.age_band), AgeBand::Unknown),
    };
    (before.is_minor() != after.is_minor()).then_some(player)
}

fn entry_of(by: By<'_>, step: &Step<'_>) -> Entry {
    let none = Details::default();
    let entry = |action, player| {
        Entry::by(by.account, by.acting_as, action, by.now)
            .organisation(by.organisation)
            .player(player)
            .because(by.reason)
    };
    match step {
        Step::Add { person, details } => {
            with_fields(entry(Action::MemberAdded, person.player), &none, details)
        }
        Step::Change { row, details } => {
            let before = details_of(row);
            let (verified_at, _) = verified(row, details);
            let entry = entry(Action::MemberChanged, row.player);
            with_fields(entry, &before, details).change(
                Field::Verified,
                yes_no(row.verified_at > 0),
                yes_no(verified_at > 0),
            )
        }
        // What was known of him is not told again.
        Step::Remove { row } => entry(Action::MemberRemoved, row.player),
    }
}

pub(super) const fn yes_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

/// Names the fields that differ; with values only club and province, and these not of a member
/// whom this roster says to be a minor, before or after. Whether he keeps off lists by anybody
/// else's word is not asked: the trail is read by this organisation's owners, and an entry that
/// hides more than their own roster asks for would tell them of it.
fn with_fields(entry: Entry, before: &Details, after: &Details) -> Entry {
    let is_minor = before.age.is_minor() || after.age.is_minor();
    let mut affiliation_told = false;
    changes(before, after).into_iter().fold(entry, |entry, change| match change.column {
        Column::Handle => entry,
        Column::Name => entry.hidden(Hidden::RealName),
        Column::Number => entry.hidden(Hidden::Reference),
        Column::Age => entry.hidden(Hidden::AgeBand),
        Column::Club | Column::Province if is_minor => {
            if std::mem::replace(&mut affiliation_told, true) {
                entry
            } else {
                entry.hidden(Hidden::Affiliation)
            }
        }
        Column::Club => entry.change(Field::Club, change.before, change.after),
        Column::Province => entry.change(Field::Province, change.before, change.after),
    })
}
