//! Guests: people who play casual games without having signed up. A guest is an account without a
//! password, kept by its session alone. Whoever signs up in the same browser takes over what the guest
//! has played; otherwise both are deleted.

use adjutant_domain::account::handle::{Handle, MAX_GUEST_NAME_LEN, guest_handle};
use adjutant_domain::account::secret::Secret;
use adjutant_domain::account::user_agent;
use adjutant_domain::moment::{DAY, Micros};
use adjutant_store::accounts::{AccountState, NewAccount};
use adjutant_store::sessions::NewSession;
use adjutant_store::{AnyConnection, accounts, play_queries, players, profiles, sessions};
use rand::RngExt;

use super::{AccountError, ClientInfo};
use crate::access::Actor;
use crate::audit::{self, Action, AuditEntry};
use crate::{App, Error, Result, persons, sessions as credentials};

/// How long a guest is kept, and may be claimed, from the first game on.
pub const GUESTS_KEPT: i64 = 30 * DAY;
/// The most that [`expired`] returns.
const AT_ONCE: i64 = 200;

/// A guest with their session.
#[derive(Debug)]
pub struct NewGuest {
    pub actor: Actor,
    pub session: Secret,
}

/// Creates a guest and opens their session. Without a name they are called by a number.
///
/// # Errors
/// Returns a fault of `name`, and another if the network has too many guests.
pub fn begin(
    app: &App,
    name: &str,
    language: &str,
    arrival: &ClientInfo<'_>,
    now: Micros,
) -> Result<NewGuest, AccountError> {
    let name = parse_name(name)?;
    count_game(app, arrival, now)?;
    let session = Secret::new(&mut rand::rng());
    let agent = user_agent::describe(arrival.user_agent);
    app.write(|conn| {
        let handle = free_handle(conn, app, name.as_ref())?;
        let player = players::add(conn, &handle)?;
        let new = NewAccount {
            name: &handle,
            email: "",
            password: "",
            site_role: 0,
            player: Some(player),
            language,
            state: AccountState::Guest,
            now,
        };
        let account = accounts::add(conn, new)?;
        profiles::sync_privacy(conn, player)?;
        let hash = session.hash();
        sessions::add(
            conn,
            NewSession { hash: &hash, account, second_factor: false, agent: &agent, now },
        )?;
        let entry = AuditEntry::for_account(account, "guest", Action::AccountCreated, now);
        audit::write(conn, &entry.subject(account).player(player))?;
        Ok::<_, AccountError>(())
    })?;
    let found = credentials::of_new_session(app, &session)?;
    let actor = found.ok_or_else(|| Error::Internal("a new session is gone".to_owned()))?;
    Ok(NewGuest { actor, session })
}

/// Counts a game on one device, which needs no account, like a new guest.
pub fn count_game(app: &App, arrival: &ClientInfo<'_>, now: Micros) -> Result<(), AccountError> {
    Ok(app.doors().rate_limiter().check_guest(arrival.network(), now)?)
}

/// The chosen name; `None` for none.
fn parse_name(written: &str) -> Result<Option<Handle>, AccountError> {
    if written.trim().is_empty() {
        return Ok(None);
    }
    let name = Handle::parse(written)
        .ok()
        .filter(|name| name.as_str().chars().count() <= MAX_GUEST_NAME_LEN);
    name.map(Some).ok_or_else(|| {
        let most = MAX_GUEST_NAME_LEN;
        AccountError::invalid_field("name", refusal!(GUEST_NAME, most))
    })
}

/// A handle that nobody has. The numbers grow longer the more of them are taken.
fn free_handle(conn: &mut AnyConnection, app: &App, name: Option<&Handle>) -> Result<String> {
    let mut below = 1_000;
    let mut number = name.is_none().then(|| rand::rng().random_range(100..below));
    loop {
        let handle = guest_handle(name, number);
        if persons::taken(conn, app.sealer(), &handle)?.is_none() {
            return Ok(handle);
        }
        below = (below * 2).min(1_000_000_000);
        number = Some(rand::rng().random_range(100..below));
    }
}

/// The guest with this account and their player, if they may still be claimed.
pub(super) fn claimable(
    conn: &mut AnyConnection,
    account: i32,
    now: Micros,
) -> Result<Option<(i32, i32)>> {
    let row = accounts::by_id(conn, account)?;
    let row = row
        .filter(|row| row.state == AccountState::Guest && now.since(row.created_at) < GUESTS_KEPT);
    Ok(row.and_then(|row| Some((row.id, row.player_id?))))
}

/// Guests whose time is over and who are not in the middle of a game.
pub(crate) fn expired(app: &App, now: Micros) -> Result<Vec<i32>> {
    let conn = &mut *app.store().read_connection()?;
    let mut over = accounts::guests_before(conn, now.saturating_sub(GUESTS_KEPT), AT_ONCE)?;
    let mut playing = Vec::new();
    for guest in &over {
        if !play_queries::running_for_account(conn, *guest, 1)?.is_empty() {
            playing.push(*guest);
        }
    }
    over.retain(|guest| !playing.contains(guest));
    Ok(over)
}
