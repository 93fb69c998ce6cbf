//! Authentication by session.

use adjutant_domain::account::roles::{Duties, OrganisationRole, RoleGrant, SiteRole};
use adjutant_domain::account::secret::Secret;
use adjutant_domain::account::session::{self, SessionLifetimes};
use adjutant_domain::moment::Micros;
use adjutant_store::accounts::AccountState;
use adjutant_store::sessions::{self as rows, HeldRoleRow, HolderRow, SessionRow};

use super::access::{Actor, Credential};
use super::{App, Result, notices};

#[derive(Debug, Clone)]
pub struct SignedIn {
    pub actor: Actor,
    /// The number of unread notices.
    pub unread: u32,
    /// The session, if its use should be recorded: see [`touch`].
    pub due: Option<i32>,
}

/// The actor of a session secret; `None` if the session is unknown, ended or expired, or its
/// account may not sign in. Costs two queries by key; changes of roles apply from the next call.
pub fn who(
    app: &App,
    secret: &Secret,
    lives: SessionLifetimes,
    now: Micros,
) -> Result<Option<SignedIn>> {
    let mut conn = app.store().read_connection()?;
    let found = rows::by_hash(&mut conn, &secret.hash())?;
    let Some(first) = found.first() else { return Ok(None) };
    if !may_act(first.holder.state) || !lives.is_alive(first.created_at, first.seen_at, now) {
        return Ok(None);
    }
    let due = session::is_touch_due(first.seen_at, now).then_some(first.id);
    let unread = notices::count_unread(&mut conn, first.holder.id)?;
    Ok(Some(SignedIn { actor: actor_of_session(&found, first), unread, due }))
}

/// The actor of a session that was opened just now.
pub(super) fn of_new_session(app: &App, secret: &Secret) -> Result<Option<Actor>> {
    let found = rows::by_hash(&mut *app.store().connection()?, &secret.hash())?;
    Ok(found.first().map(|first| actor_of_session(&found, first)))
}

/// Whether a session of an account in this state is valid.
fn may_act(state: AccountState) -> bool {
    matches!(state, AccountState::Active | AccountState::Guest)
}

/// The actors of the sessions with these ids, without invalid ones.
pub(super) fn of_ids(
    app: &App,
    ids: &[i32],
    lives: SessionLifetimes,
    now: Micros,
) -> Result<Vec<Actor>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let found = rows::by_ids(&mut *app.store().connection()?, ids)?;
    let of_one = |rows: &[SessionRow]| {
        let first = rows.first()?;
        let opens =
            may_act(first.holder.state) && lives.is_alive(first.created_at, first.seen_at, now);
        opens.then(|| actor_of_session(rows, first))
    };
    Ok(found.chunk_by(|a, b| a.id == b.id).filter_map(of_one).collect())
}

fn actor_of_session(found: &[SessionRow], first: &SessionRow) -> Actor {
    let credential = Credential::Session { id: first.id, authenticated_at: first.proved_at };
    let gave_second_factor = first.second_factor != 0;
    let actor = actor_of(&first.holder, found.iter().map(|row| row.role), credential);
    Actor { gave_second_factor, ..actor }
}

/// The holder of a session or token with their roles, of which each row has one.
pub(super) fn actor_of(
    holder: &HolderRow,
    roles: impl Iterator<Item = Option<HeldRoleRow>>,
    credential: Credential,
) -> Actor {
    Actor {
        account: holder.id,
        name: holder.name.clone(),
        player: holder.player_id,
        is_guest: holder.state == AccountState::Guest,
        site_role: SiteRole::from_number(holder.site_role),
        grants: roles.flatten().filter_map(grant_of).collect(),
        has_second_factor: holder.totp_on != 0 || holder.passkeys != 0,
        gave_second_factor: false,
        credential,
    }
}

/// Converts a stored role; unknown ones grant nothing.
pub(super) fn grant_of(row: HeldRoleRow) -> Option<RoleGrant> {
    Some(RoleGrant {
        organisation: row.organisation_id,
        role: OrganisationRole::from_number(row.role)?,
        event: row.event_id.unwrap_or(0),
        duties: Duties::from_bits(row.duties),
    })
}

/// Records the use of a session.
pub fn touch(app: &App, session: i32, now: Micros) -> Result<()> {
    Ok(rows::record_use(&mut *app.store().connection()?, session, now)?)
}
