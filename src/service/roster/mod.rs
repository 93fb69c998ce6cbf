//! A roster from a file: first what it would change, then, if nothing else has changed since, the
//! change.

pub(super) mod plan;

use crate::organisation::roster::{
    self as files, MAX_ROSTER_ROWS, Roster, RosterError, RosterFieldChange,
};
use crate::organisation::text_decoding::TextEncoding;
use crate::store::AnyConnection;
use crate::store::members::{self as rows, MemberRow};
use crate::store::organisations::OrganisationRow;
use crate::store::transaction::in_transaction;

use super::access::{Act, ActingAs, Actor, Credential};
use super::audit::{self, Action, AuditEntry, Field};
use super::looked_at::{File, Owner};
use super::members::details_from_row;
use super::members::roster_writer::{RosterChangeAuthor, write_changes};
use super::organisations::access_guard;
use super::{App, Error, persons, refusals};

use plan::Plan;

/// How a file is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// Whether members go who are not in the file.
    pub remove_missing: bool,
}

/// What becomes of a member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    Added {
        new_player: bool,
        /// Whether an account has the player already: is it the same person?
        has_account: bool,
        fields: Vec<RosterFieldChange>,
    },
    Changed(Vec<RosterFieldChange>),
    Removed,
}

/// A row that does something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// In the file; 0 for who is not in it.
    pub line: u64,
    pub handle: String,
    pub what: Change,
}

/// What a file would do.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Preview {
    /// Of the file and of the roster as it is; empty where there are faults.
    pub digest: String,
    /// How the file was written.
    pub encoding: TextEncoding,
    /// The first 200.
    pub faults: Vec<RosterError>,
    pub more_faults: usize,
    pub added: usize,
    pub changed: usize,
    pub unchanged: usize,
    pub removed: usize,
    /// Added, changed and removed members, in this order.
    pub rows: Vec<Row>,
}

/// What a file has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Applied {
    pub added: usize,
    pub changed: usize,
    pub unchanged: usize,
    pub removed: usize,
    /// Of those added: players who were not there before.
    pub new_players: usize,
}

/// Whether the actor may import a roster here: asked before anything of a file is read, so that
/// strangers get no memory.
///
/// # Errors
/// As [`require`](super::access::require) has it, [`Error::SignIn`] for nobody whether there is
/// such an organisation or not; [`Error::Missing`]; [`Error::Conflict`] where the organisation is
/// not open.
pub fn permit(app: &App, actor: &Actor, slug: &str) -> Result<(), Error> {
    if actor.credential == Credential::Nobody {
        return Err(Error::SignIn);
    }
    let mut connection = app.store().read_connection()?;
    let (row, _) = access_guard::authorize(&mut connection, actor, Act::EditRoster, slug)?;
    access_guard::require_open(&row)
}

/// Works out what a file would change, and writes and keeps nothing: whoever wants it done gives
/// the same file to [`apply_file`], with the digest.
///
/// # Errors
/// As [`require`](super::access::require) has it; [`Error::Missing`]; [`Error::Conflict`] where
/// the organisation is not open. What is wrong with the file is in the answer.
pub fn look(
    app: &App,
    actor: &Actor,
    slug: &str,
    file: &[u8],
    options: Options,
) -> Result<Preview, Error> {
    looked(app, actor, slug, file, options).map(|(_, preview)| preview)
}

fn looked(
    app: &App,
    actor: &Actor,
    slug: &str,
    file: &[u8],
    options: Options,
) -> Result<(OrganisationRow, Preview), Error> {
    let mut connection = app.store().connection()?;
    let (row, _) = access_guard::authorize(&mut connection, actor, Act::EditRoster, slug)?;
    access_guard::require_open(&row)?;
    let read = files::read_roster(file);
    let encoding = read.encoding;
    let plan = planned(app, &mut connection, &row, read, options)?;
    let mut shown = Preview { encoding, ..shown(&plan) };
    if shown.faults.is_empty() {
        shown.digest = digest(&row, file, options, &plan);
    }
    Ok((row, shown))
}

/// As [`look`]. The file is kept for this account for half an hour, so that [`apply`] needs its
/// digest alone.
///
/// # Errors
/// As [`look`].
pub fn preview(
    app: &App,
    actor: &Actor,
    slug: &str,
    file: &[u8],
    options: Options,
    now: i64,
) -> Result<Preview, Error> {
    let (row, shown) = looked(app, actor, slug, file, options)?;
    if shown.faults.is_empty() {
        app.rosters().put(File {
            owner: Owner { account: actor.account, organisation: row.id },
            digest: shown.digest.clone(),
            wish: options,
            bytes: file.to_vec(),
            kept_at: now,
        });
    }
    Ok(shown)
}

fn planned(
    app: &App,
    connection: &mut AnyConnection,
    row: &OrganisationRow,
    roster: Roster,
    options: Options,
) -> Result<Plan, Error> {
    let mut plan =
        plan::make_with(connection, app.sealer(), row.id, roster, options.remove_missing)?;
    let after = plan.before.len() + plan.diff.added.len() - plan.diff.removed.len();
    if after > MAX_ROSTER_ROWS {
        plan.faults.push(0, None, files::RosterErrorKind::TooManyRows);
    }
    Ok(plan)
}

fn shown(plan: &Plan) -> Preview {
    let added = plan.diff.added.iter().map(|row| Row {
        line: row.line,
        handle: row.handle.clone(),
        what: Change::Added {
            new_player: !plan.known.contains_key(&row.key),
            has_account: plan.known.get(&row.key).is_some_and(|one| plan.held.contains(&one.id)),
            fields: row.fields.clone(),
        },
    });
    let changed = plan.diff.changed.iter().map(|row| Row {
        line: row.line,
        handle: row.handle.clone(),
        what: Change::Changed(row.fields.clone()),
    });
    let handle = |key: &String| plan.before.get(key).map(|row| row.handle.clone());
    let removed = plan.diff.removed.iter().filter_map(handle);
    let removed = removed.map(|handle| Row { line: 0, handle, what: Change::Removed });
    Preview {
        digest: String::new(),
        encoding: TextEncoding::default(),
        faults: plan.faults.listed.clone(),
        more_faults: plan.faults.more,
        added: plan.diff.added.len(),
        changed: plan.diff.changed.len(),
        unchanged: plan.diff.unchanged,
        removed: plan.diff.removed.len(),
        rows: added.chain(changed).chain(removed).collect(),
    }
}

/// Of all that the change follows from: the file, how it is taken, the roster as it is, and which
/// players are there.
fn digest(row: &OrganisationRow, file: &[u8], options: Options, plan: &Plan) -> String {
    let mut hasher = blake3::Hasher::new();
    let mut part = |bytes: &[u8]| {
        hasher.update(&(bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    };
    part(&row.id.to_le_bytes());
    part(&[u8::from(options.remove_missing)]);
    part(file);
    for member in plan.before.values() {
        part(&member.id.to_le_bytes());
        part(&member.player.to_le_bytes());
        for text in
            [&member.handle, &member.reference, &member.real_name, &member.club, &member.province]
        {
            part(text.as_bytes());
        }
        part(&member.age_band.to_le_bytes());
        part(&member.verified_at.to_le_bytes());
    }
    for row in &plan.diff.added {
        let player = plan.known.get(&row.key).map_or(0, |known| known.id);
        part(&player.to_le_bytes());
    }
    hasher.finalize().to_hex()[..32].to_owned()
}

/// Writes the file that was looked at, in one transaction, if the roster and the players are as
/// they were then.
///
/// # Errors
/// As [`preview`]; [`Error::Conflict`] where anything has changed since, or the file is no longer
/// kept.
pub fn apply(
    app: &App,
    actor: &Actor,
    slug: &str,
    digest: &str,
    now: i64,
) -> Result<Applied, Error> {
    let mut connection = app.store().connection()?;
    let (row, _) = access_guard::authorize(&mut connection, actor, Act::EditRoster, slug)?;
    drop(connection);
    let owner = Owner { account: actor.account, organisation: row.id };
    let gone = || Error::conflict(refusals::FILE_GONE);
    let file = app.rosters().get(owner, digest, now).ok_or_else(gone)?;
    let applied = apply_file(app, actor, slug, &file.bytes, file.wish, Some(digest), now)?;
    app.rosters().remove(owner);
    Ok(applied)
}

/// Writes a file in one transaction; with the digest of a preview only if nothing has changed
/// since.
///
/// # Errors
/// As [`preview`]; [`Error::Invalid`] with the first fault of the file; [`Error::Conflict`] where
/// anything has changed since the preview.
pub fn apply_file(
    app: &App,
    actor: &Actor,
    slug: &str,
    file: &[u8],
    options: Options,
    seen: Option<&str>,
    now: i64,
) -> Result<Applied, Error> {
    let mut connection = app.store().connection()?;
    // Nobody's file is read who may not write it.
    access_guard::authorize(&mut connection, actor, Act::EditRoster, slug)?;
    let roster = files::read_roster(file);
    let (applied, concerned) = in_transaction(&mut connection, |connection| {
        let (row, acting_as) =
            access_guard::lock_authorized(connection, actor, Act::EditRoster, slug)?;
        access_guard::require_open(&row)?;
        let plan = planned(app, connection, &row, roster, options)?;
        if seen.is_some_and(|seen| seen != digest(&row, file, options, &plan)) {
            return Err(changed_since());
        }
        if let Some(fault) = plan.faults.listed.first() {
            return Err(if seen.is_some() {
                changed_since()
            } else {
                Error::invalid("file", fault.to_string())
            });
        }
        written(connection, actor, acting_as, &row, &plan, now)
    })?;
    if concerned.is_empty() {
        app.editions().raise();
    } else {
        persons::changed(app, &concerned)?;
    }
    Ok(applied)
}

fn changed_since() -> Error {
    Error::conflict(refusals::ROSTER_CHANGED)
}

fn written(
    connection: &mut AnyConnection,
    actor: &Actor,
    acting_as: ActingAs,
    row: &OrganisationRow,
    plan: &Plan,
    now: i64,
) -> Result<(Applied, Vec<i32>), Error> {
    let people = plan::people(connection, plan)?;
    let by = RosterChangeAuthor {
        account: actor.account,
        acting_as: acting_as.key(),
        organisation: row.id,
        now,
        reason: "",
    };
    let concerned = write_changes(connection, by, &plan::steps(plan, &people))?;
    let applied = Applied {
        added: plan.diff.added.len(),
        changed: plan.diff.changed.len(),
        unchanged: plan.diff.unchanged,
        removed: plan.diff.removed.len(),
        new_players: people.iter().filter(|person| person.is_new).count(),
    };
    let entry =
        AuditEntry::for_account(actor.account, acting_as.key(), Action::RosterImported, now)
            .organisation(row.id)
            .with_change(Field::Added, 0, applied.added)
            .with_change(Field::Changed, 0, applied.changed)
            .with_change(Field::Unchanged, 0, applied.unchanged)
            .with_change(Field::Removed, 0, applied.removed);
    audit::write(connection, &entry)?;
    Ok((applied, concerned))
}

/// The whole roster as a file that [`preview`] takes back; that it was taken is in the audit
/// trail.
///
/// # Errors
/// As [`require`](super::access::require) has it; [`Error::Missing`], also where it is closed.
pub fn export(app: &App, actor: &Actor, slug: &str, now: i64) -> Result<String, Error> {
    let mut connection = app.store().connection()?;
    let members = in_transaction(&mut connection, |connection| {
        let (row, acting_as) =
            access_guard::lock_authorized(connection, actor, Act::ReadRoster, slug)?;
        access_guard::require_visible_members(&row)?;
        let everybody = rows::MemberSearch { with_private: true, ..rows::MemberSearch::default() };
        let members = rows::page(connection, row.id, &everybody, i64::MAX)?;
        let entry =
            AuditEntry::for_account(actor.account, acting_as.key(), Action::RegistrationsRead, now)
                .organisation(row.id)
                .with_change(Field::Rows, 0, members.len());
        audit::write(connection, &entry)?;
        Ok::<_, Error>(members)
    })?;
    let details: Vec<_> = members.iter().map(details_from_row).collect();
    let handles = members.iter().map(|row: &MemberRow| row.handle.as_str());
    Ok(files::write_roster(handles.zip(&details)))
}
