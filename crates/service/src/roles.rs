//! Roles in organisations: granting, changing and revoking them.
//!
//! The permission table determines who may grant which role, so that nobody grants more than they
//! have. An organisation always keeps an owner.

use adjutant_domain::account::roles::{Duties, OrganisationRole, RoleGrant};
use adjutant_domain::moment::Micros;
use adjutant_store::accounts::{self as account_rows, AccountRow, AccountState};
use adjutant_store::id_sequence::reference;
use adjutant_store::organisations::{self, Organisation};
use adjutant_store::roles::{self as rows, RoleRow};
use adjutant_store::{AnyConnection, claims, labels};

use super::access::{Act, ActTarget, ActingAs, Actor, require};
use super::accounts::{self, AccountError, MailMessage, NewInvitation};
use super::audit::{self, Action, AuditEntry, Field};
use super::organisations::access_guard;
use super::{App, Error, Result, Thing, persons, privacy, refusals};

/// The number of roles granted per organisation.
pub const MOST: usize = 1_000;
/// The number of managers shown on an organisation's page.
const MOST_KEEPERS: i64 = 20;

/// A granted role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    pub id: i32,
    /// The name of the account.
    pub account: String,
    pub role: OrganisationRole,
    /// Slug and name of an official's event; `None` for all events.
    pub event: Option<(String, String)>,
    pub duties: Duties,
    pub granted_at: Micros,
    /// The name of the granting account; empty if it is deleted.
    pub granted_by: String,
    pub second_factor: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRole {
    pub role: OrganisationRole,
    /// The slug of an official's event; `None` for all events, and for other roles.
    pub event: Option<String>,
    /// The duties of an official; none for other roles.
    pub duties: Duties,
}

/// The permission to grant or revoke a role.
pub(super) const fn act_for(role: OrganisationRole) -> Act {
    match role {
        OrganisationRole::Owner | OrganisationRole::Organizer => Act::GrantOrganizer,
        OrganisationRole::Official => Act::GrantOfficial,
    }
}

/// All granted roles, owners first.
pub fn list(app: &App, actor: &Actor, slug: &str) -> Result<Vec<Held>> {
    let mut conn = app.store().read_connection()?;
    let (row, _) = access_guard::authorize(&mut conn, actor, Act::ReadRoles, slug)?;
    let roles = rows::for_organisation(&mut conn, row.id)?;
    held(&mut conn, roles)
}

/// The public list of an organisation's managers by handle: owners, then organizers. It names
/// players only, not accounts, and no minors.
pub fn keepers(app: &App, actor: &Actor, slug: &str) -> Result<Vec<(OrganisationRole, String)>> {
    let mut conn = app.store().read_connection()?;
    let (row, _) = access_guard::authorize(&mut conn, actor, Act::ReadPublic, slug)?;
    let found = rows::public_organizer_handles(&mut conn, row.id, MOST_KEEPERS)?;
    Ok(found
        .into_iter()
        .filter_map(|(role, handle)| Some((OrganisationRole::from_number(role)?, handle)))
        .collect())
}

fn held(conn: &mut AnyConnection, roles: Vec<RoleRow>) -> Result<Vec<Held>> {
    let by: Vec<i32> = roles.iter().filter_map(|row| row.granted_by).collect();
    let names = labels::account_names(conn, &by)?;
    let ids: Vec<i32> = roles.iter().filter_map(|row| row.event).collect();
    let events = labels::events(conn, &ids)?;
    let one = |row: RoleRow| {
        Some(Held {
            id: row.id,
            account: row.name,
            role: OrganisationRole::from_number(row.role)?,
            event: row
                .event
                .and_then(|id| events.get(&id))
                .map(|event| (event.slug.clone(), event.name.clone())),
            duties: Duties::from_bits(row.duties),
            granted_at: row.granted_at,
            granted_by: row.granted_by.and_then(|id| names.get(&id).cloned()).unwrap_or_default(),
            second_factor: row.totp_on != 0 || row.passkeys != 0,
        })
    };
    Ok(roles.into_iter().filter_map(one).collect())
}

/// Checks that a role is consistent; returns the id of its event, 0 for all.
pub(super) fn event_of(
    conn: &mut AnyConnection,
    organisation: i32,
    new: &NewRole,
) -> Result<Option<i32>> {
    let is_official = new.role == OrganisationRole::Official;
    if is_official && new.duties == Duties::NONE {
        return Err(Error::invalid("duties", refusals::NO_DUTY));
    }
    if !is_official && (new.event.is_some() || new.duties != Duties::NONE) {
        return Err(Error::invalid("duties", refusals::NO_DUTIES_OF_OWNERS));
    }
    match &new.event {
        None => Ok(None),
        Some(slug) => organisations::event_id(conn, organisation, slug)?
            .map(Some)
            .ok_or_else(|| Error::missing(Thing::Event, slug)),
    }
}

/// Runs a change of roles in one transaction. The required permission depends on the role.
fn change<T>(
    app: &App,
    actor: &Actor,
    slug: &str,
    work: impl FnOnce(&mut AnyConnection, &Organisation) -> Result<T>,
) -> Result<T> {
    // The weakest permission; the work checks the actual one.
    access_guard::write(app, actor, Act::ReadPublic, slug, |conn, row, _| work(conn, &row))
}

/// Grants a role to an account by name; if it has the role for the same events, its duties are
/// changed.
pub fn grant(
    app: &App,
    actor: &Actor,
    slug: &str,
    account: &str,
    new: &NewRole,
    now: Micros,
) -> Result<Held> {
    change(app, actor, slug, |conn, row| {
        let (_, acting_as) = access_guard::authorize(conn, actor, act_for(new.role), slug)?;
        access_guard::require_open(row)?;
        let event = event_of(conn, row.id, new)?;
        let found = account_rows::by_name(conn, account)?;
        let AccountRow { id: holder, name, .. } = found
            .filter(|row| row.state == AccountState::Active)
            .ok_or_else(|| Error::missing(Thing::Account, account))?;
        let all = rows::for_organisation(conn, row.id)?;
        let same = |one: &&RoleRow| {
            one.account == holder && one.role == new.role as i16 && one.event == event
        };
        let given = Given { actor, acting_as, organisation: row.id, holder, event, now };
        let id = match all.iter().find(same) {
            Some(before) if before.duties == new.duties.bits() => {
                return Err(Error::conflict(refusal!(ROLE_HELD, name)));
            }
            Some(before) => change_duties(conn, given, before, new)?,
            None if all.len() >= MOST => {
                return Err(Error::conflict(refusal!(MOST_ROLES, most = MOST)));
            }
            None => add(conn, given, new)?,
        };
        let given = rows::find(conn, row.id, id)?.into_iter().collect();
        let gone = || Error::Internal("a role was not written".to_owned());
        held(conn, given)?.pop().ok_or_else(gone)
    })
}

/// A grant with its author.
#[derive(Clone, Copy)]
struct Given<'a> {
    actor: &'a Actor,
    acting_as: ActingAs,
    organisation: i32,
    holder: i32,
    event: Option<i32>,
    now: Micros,
}

impl Given<'_> {
    fn entry(self, action: Action) -> AuditEntry {
        AuditEntry::for_actor(self.actor, self.acting_as, action, self.now)
            .organisation(self.organisation)
            .event(self.event.unwrap_or(0))
            .subject(self.holder)
    }
}

fn words(duties: Duties) -> String {
    duties.keys().collect::<Vec<_>>().join(", ")
}

fn add(conn: &mut AnyConnection, given: Given<'_>, new: &NewRole) -> Result<i32> {
    let id = rows::add(
        conn,
        rows::NewRoleRow {
            account: given.holder,
            organisation: given.organisation,
            role: new.role as i16,
            event: given.event,
            duties: new.duties.bits(),
            granted_by: reference(given.actor.account),
            granted_at: given.now,
        },
    )?;
    let entry = given
        .entry(Action::RoleGranted)
        .with_change(Field::Role, "", new.role.key())
        .with_change(Field::Duties, "", words(new.duties));
    audit::write(conn, &entry)?;
    Ok(id)
}

fn change_duties(
    conn: &mut AnyConnection,
    given: Given<'_>,
    before: &RoleRow,
    new: &NewRole,
) -> Result<i32> {
    rows::set_duties(conn, before.id, new.duties.bits())?;
    let entry = given.entry(Action::RoleChanged).with_change(
        Field::Duties,
        words(Duties::from_bits(before.duties)),
        words(new.duties),
    );
    audit::write(conn, &entry)?;
    Ok(before.id)
}

/// Creates an invitation link to a role, for somebody without an account or whose name is unknown.
/// It becomes invalid when its creator loses their role.
pub fn invite(
    app: &App,
    actor: &Actor,
    slug: &str,
    new: &NewRole,
    email: &str,
    now: Micros,
) -> Result<MailMessage, AccountError> {
    let mut conn = app.store().connection()?;
    let (row, _) = access_guard::authorize(&mut conn, actor, act_for(new.role), slug)?;
    access_guard::require_open(&row)?;
    let event = event_of(&mut conn, row.id, new)?;
    drop(conn);
    let event = event.unwrap_or(0);
    let grant = RoleGrant { organisation: row.id, role: new.role, event, duties: new.duties };
    let demands_second_factor = row.demands_second_factor;
    accounts::invite(
        app,
        actor,
        &NewInvitation { email, grant: Some(grant), demands_second_factor },
        now,
    )
}

/// The granted role with this id, of this organisation.
fn found(
    conn: &mut AnyConnection,
    organisation: i32,
    id: i32,
) -> Result<(RoleRow, OrganisationRole)> {
    let row = rows::find(conn, organisation, id)?.ok_or_else(no_role)?;
    let role = OrganisationRole::from_number(row.role).ok_or_else(no_role)?;
    Ok((row, role))
}

fn no_role() -> Error {
    Error::not_found(refusals::NO_ROLE)
}

/// Revokes a role, and the open invitations of its holder.
///
/// # Errors
/// Returns [`Error::Invalid`] without a reason, and [`Error::Conflict`] for the last owner.
pub fn revoke(
    app: &App,
    actor: &Actor,
    slug: &str,
    id: i32,
    reason: &str,
    now: Micros,
) -> Result<()> {
    change(app, actor, slug, |conn, row| {
        // An actor who may not list roles must not learn that this one exists.
        access_guard::authorize(conn, actor, Act::ReadRoles, slug)?;
        let (before, role) = found(conn, row.id, id)?;
        let (_, acting_as) = access_guard::authorize(conn, actor, act_for(role), slug)?;
        let reason = &persons::reason(reason)?;
        take(conn, actor, acting_as, row, (&before, role), reason, now)
    })
}

/// Gives up a role of the actor's own.
pub fn leave(app: &App, actor: &Actor, slug: &str, id: i32, now: Micros) -> Result<()> {
    change(app, actor, slug, |conn, row| {
        let (before, role) = found(conn, row.id, id)?;
        if before.account != actor.account {
            return Err(no_role());
        }
        let on = ActTarget::Event { organisation: row.id, event: before.event.unwrap_or(0) };
        let acting_as = match require(actor, Act::LeaveRole, on, false) {
            Err(e) if e.is_of_others() => return Err(no_role()),
            answer => answer?,
        };
        take(conn, actor, acting_as, row, (&before, role), "", now)
    })
}

fn take(
    conn: &mut AnyConnection,
    actor: &Actor,
    acting_as: ActingAs,
    row: &Organisation,
    (before, role): (&RoleRow, OrganisationRole),
    reason: &str,
    now: Micros,
) -> Result<()> {
    rows::remove(conn, before.id)?;
    if role == OrganisationRole::Owner && rows::count_active_owners(conn, row.id)? == 0 {
        let said = refusal!(LAST_OWNER, name = before.name, organisation = row.name);
        return Err(Error::conflict(said));
    }
    let player = claims::player_of_account(conn, before.account)?;
    let known = player.as_slice();
    let reason = &privacy::without_names_of(conn, actor, reason, known, &before.name)?;
    let entry = AuditEntry::for_actor(actor, acting_as, Action::RoleRevoked, now)
        .organisation(row.id)
        .event(before.event.unwrap_or(0))
        .subject(before.account)
        .with_change(Field::Role, role.key(), "")
        .with_change(Field::Duties, words(Duties::from_bits(before.duties)), "")
        .with_reason(reason);
    audit::write(conn, &entry)?;
    let by = (actor.account, acting_as.key());
    Ok(accounts::revoke_invitations(conn, by, before.account, Some(row.id), now)?)
}
