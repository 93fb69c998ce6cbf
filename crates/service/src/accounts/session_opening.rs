//! Opening a session.

use adjutant_domain::account::secret::Secret;
use adjutant_domain::account::user_agent;
use adjutant_store::open_sessions::NewSession;
use adjutant_store::{AnyConnection, StoreError, accounts, devices, open_sessions};

use super::{ClientInfo, MailKind, MailMessage, OpenedSession};

/// Opens a session, in a transaction that holds the writer lock. The session of the request ends,
/// against session fixation.
pub(super) fn open_session(
    connection: &mut AnyConnection,
    account: i32,
    arrival: &ClientInfo<'_>,
    second_factor: bool,
    now: i64,
) -> Result<OpenedSession, StoreError> {
    if let Some(before) = arrival.session {
        open_sessions::end_by_hash(connection, &before.hash())?;
    }
    let session = Secret::new(&mut rand::rng());
    let agent = user_agent::describe(arrival.user_agent);
    let hash = session.hash();
    let new = NewSession { hash: &hash, account, second_factor, agent: &agent, now };
    open_sessions::add(connection, new)?;
    accounts::record_sign_in(connection, account, now)?;
    let others = devices::has_any(connection, account)?;
    let device = remember_device(connection, account, arrival.device, now)?;
    let is_new = arrival.device != Some(&device);
    let letters =
        if others && is_new { new_sign_in_notice(connection, account)? } else { Vec::new() };
    Ok(OpenedSession { session, device, mail: letters })
}

/// Notifies the account of a sign-in by a new browser.
fn new_sign_in_notice(
    connection: &mut AnyConnection,
    account: i32,
) -> Result<Vec<MailMessage>, StoreError> {
    let row = accounts::by_id(connection, account)?;
    Ok(row.map_or_else(Vec::new, |row| MailMessage::notice(&row, MailKind::NewSignIn)))
}

/// The secret that identifies the browser; kept if it has one for this account.
fn remember_device(
    connection: &mut AnyConnection,
    account: i32,
    device: Option<&Secret>,
    now: i64,
) -> Result<Secret, StoreError> {
    if let Some(device) = device
        && let Some(id) = devices::find(connection, account, &device.hash())?
    {
        devices::touch(connection, id, now)?;
        return Ok(device.clone());
    }
    let new = Secret::new(&mut rand::rng());
    devices::add(connection, account, &new.hash(), now)?;
    Ok(new)
}
