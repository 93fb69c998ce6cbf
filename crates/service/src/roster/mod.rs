//! Importing a roster file: a preview, then the change if nothing else has changed since.

pub(super) mod plan;

use adjutant_domain::moment::Micros;
use adjutant_domain::organisation::roster::{
    self as files, MAX_ROSTER_ROWS, Roster, RosterError, RosterFieldChange,
};
use adjutant_domain::organisation::text_decoding::TextEncoding;
use adjutant_store::AnyConnection;
use adjutant_store::members::MemberRow;
use adjutant_store::organisations::Organisation;
use adjutant_store::uploads::UploadKind;

use super::access::{Act, ActingAs, Actor};
use super::audit::{self, Action, AuditEntry, Field};
use super::members::details_from_row;
use super::members::roster_writer::{RosterChangeAuthor, write_changes};
use super::organisations::access_guard;
use super::uploads::{self, Owner, UploadOptions};
use super::{App, Error, Result, persons, refusals};

use plan::Plan;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// Whether members missing from the file are removed.
    pub remove_missing: bool,
}

impl UploadOptions for Options {
    const KIND: UploadKind = UploadKind::Roster;

    fn write(&self) -> String {
        self.remove_missing.to_string()
    }

    fn read(text: &str) -> Option<Options> {
        Some(Options { remove_missing: text.parse().ok()? })
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    Added {
        new_player: bool,
        /// Whether the player has an account already, in which case the person should be checked.
        has_account: bool,
        fields: Vec<RosterFieldChange>,
    },
    Changed(Vec<RosterFieldChange>),
    Removed,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The line in the file; 0 for a member missing from it.
    pub line: u64,
    pub handle: String,
    pub what: Change,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Preview {
    /// A digest of the file and the current roster; empty if there are faults.
    pub digest: String,
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Applied {
    pub added: usize,
    pub changed: usize,
    pub unchanged: usize,
    pub removed: usize,
    /// The number of added players who were created.
    pub new_players: usize,
}

/// Checks the permission to import a roster before the file is read, so that strangers cannot use
/// memory.
pub fn permit(app: &App, actor: &Actor, slug: &str) -> Result<()> {
    access_guard::permit(app, actor, Act::EditRoster, slug)
}

/// Computes the effect of a file without storing anything; to apply it, pass the same file and the
/// digest to [`apply_file`]. Faults of the file are part of the result.
pub fn look(
    app: &App,
    actor: &Actor,
    slug: &str,
    file: &[u8],
    options: Options,
) -> Result<Preview> {
    looked(app, actor, slug, file, options).map(|(_, preview)| preview)
}

fn looked(
    app: &App,
    actor: &Actor,
    slug: &str,
    file: &[u8],
    options: Options,
) -> Result<(Organisation, Preview)> {
    let mut conn = app.store().connection()?;
    let (row, _) = access_guard::authorize(&mut conn, actor, Act::EditRoster, slug)?;
    access_guard::require_open(&row)?;
    let read = files::read_roster(file);
    let encoding = read.encoding;
    let plan = planned(app, &mut conn, &row, read, options)?;
    let mut shown = Preview { encoding, ..shown(&plan) };
    if shown.faults.is_empty() {
        shown.digest = digest(&row, file, options, &plan);
    }
    Ok((row, shown))
}

/// Like [`look`], and keeps the file for this account for half an hour, so that [`apply`] needs the
/// digest only.
pub fn preview(
    app: &App,
    actor: &Actor,
    slug: &str,
    file: &[u8],
    options: Options,
    now: Micros,
) -> Result<Preview> {
    let (row, shown) = looked(app, actor, slug, file, options)?;
    if shown.faults.is_empty() {
        let owner = Owner { account: actor.account, organisation: row.id };
        uploads::keep(app, owner, (&shown.digest, &options), file, now)?;
    }
    Ok(shown)
}

fn planned(
    app: &App,
    conn: &mut AnyConnection,
    row: &Organisation,
    roster: Roster,
    options: Options,
) -> Result<Plan> {
    let mut plan = plan::make(conn, app.sealer(), row.id, roster, options.remove_missing)?;
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

/// A digest of everything that determines the change: the file, the options, the current roster,
/// and which players exist.
fn digest(row: &Organisation, file: &[u8], options: Options, plan: &Plan) -> String {
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
        part(&member.verified_at.0.to_le_bytes());
    }
    for row in &plan.diff.added {
        let player = plan.known.get(&row.key).map_or(0, |known| known.id);
        part(&player.to_le_bytes());
    }
    hasher.finalize().to_hex()[..32].to_owned()
}

/// Applies the previewed file in one transaction, if roster and players have not changed.
pub fn apply(app: &App, actor: &Actor, slug: &str, digest: &str, now: Micros) -> Result<Applied> {
    let (row, _) = {
        let mut conn = app.store().read_connection()?;
        access_guard::authorize(&mut conn, actor, Act::EditRoster, slug)?
    };
    let owner = Owner { account: actor.account, organisation: row.id };
    let gone = || Error::conflict(refusals::FILE_GONE);
    let (file, options): (_, Options) = uploads::find(app, owner, digest, now)?.ok_or_else(gone)?;
    let applied = apply_file(app, actor, slug, &file, options, Some(digest), now)?;
    uploads::remove::<Options>(app, owner)?;
    Ok(applied)
}

/// Applies a file in one transaction; with the digest of a preview, only if nothing has changed
/// since.
pub fn apply_file(
    app: &App,
    actor: &Actor,
    slug: &str,
    file: &[u8],
    options: Options,
    seen: Option<&str>,
    now: Micros,
) -> Result<Applied> {
    // Files are parsed only for actors with permission.
    let mut conn = app.store().read_connection()?;
    access_guard::authorize(&mut conn, actor, Act::EditRoster, slug)?;
    drop(conn);
    let roster = files::read_roster(file);
    let apply = |conn: &mut AnyConnection, row: Organisation, acting_as| {
        access_guard::require_open(&row)?;
        let plan = planned(app, conn, &row, roster, options)?;
        let fault = plan.faults.listed.first();
        match (seen, fault) {
            (None, Some(fault)) => Err(Error::invalid("file", fault.message())),
            (Some(seen), _) if fault.is_some() || seen != digest(&row, file, options, &plan) => {
                Err(Error::conflict(refusals::ROSTER_CHANGED))
            }
            _ => written(conn, actor, acting_as, &row, &plan, now),
        }
    };
    let (applied, concerned) = access_guard::write(app, actor, Act::EditRoster, slug, apply)?;
    persons::changed_any(app, &concerned)?;
    Ok(applied)
}

fn written(
    conn: &mut AnyConnection,
    actor: &Actor,
    acting_as: ActingAs,
    row: &Organisation,
    plan: &Plan,
    now: Micros,
) -> Result<(Applied, Vec<i32>)> {
    let people = plan::people(conn, plan)?;
    let by = RosterChangeAuthor { actor, acting_as, organisation: row.id, now, reason: "" };
    let concerned = write_changes(conn, by, &plan::steps(plan, &people))?;
    let applied = Applied {
        added: plan.diff.added.len(),
        changed: plan.diff.changed.len(),
        unchanged: plan.diff.unchanged,
        removed: plan.diff.removed.len(),
        new_players: people.iter().filter(|person| person.is_new).count(),
    };
    let entry = AuditEntry::for_actor(actor, acting_as, Action::RosterImported, now)
        .organisation(row.id)
        .with_change(Field::Added, 0, applied.added)
        .with_change(Field::Changed, 0, applied.changed)
        .with_change(Field::Unchanged, 0, applied.unchanged)
        .with_change(Field::Removed, 0, applied.removed);
    audit::write(conn, &entry)?;
    Ok((applied, concerned))
}

/// Exports the roster as a file for [`preview`]; the export is logged.
pub fn export(app: &App, actor: &Actor, slug: &str, now: Micros) -> Result<String> {
    let read = |conn: &mut _, row: Organisation, acting_as| {
        access_guard::require_visible_members(&row)?;
        let members = plan::everybody(conn, row.id)?;
        let entry = AuditEntry::for_actor(actor, acting_as, Action::RegistrationsRead, now)
            .organisation(row.id)
            .with_change(Field::Rows, 0, members.len());
        audit::write(conn, &entry)?;
        Ok(members)
    };
    let members = access_guard::write(app, actor, Act::ReadRoster, slug, read)?;
    let details: Vec<_> = members.iter().map(details_from_row).collect();
    let handles = members.iter().map(|row: &MemberRow| row.handle.as_str());
    Ok(files::write_roster(handles.zip(&details)))
}
