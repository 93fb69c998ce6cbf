//! Opening a session: always a new one, whatever came along.

use crate::account::agent;
use crate::account::secret::Secret;
use crate::store::open_sessions::NewSession;
use crate::store::{AnyConnection, StoreError, accounts, devices, open_sessions};

use super::{Arrival, Letter, LetterKind, Opened};

/// Opens a session for an account, in a transaction that holds the writer's lock. The session that
/// came along ends, so that nobody goes on in one that somebody else has put into his browser.
pub(super) fn open(
    connection: &mut AnyConnection,
    account: i32,
    arrival: &Arrival<'_>,
    second_factor: bool,
    now: i64,
) -> Result<Opened, StoreError> {
    if let Some(before) = arrival.session {
        open_sessions::end_by_hash(connection, &before.hash())?;
    }
    let session = Secret::new(&mut rand::rng());
    let agent = agent::words(arrival.agent);
    let hash = session.hash();
    let new = NewSession { hash: &hash, account, second_factor, agent: &agent, now };
    open_sessions::add(connection, new)?;
    accounts::signed_in(connection, account, now)?;
    let others = devices::any(connection, account)?;
    let device = remember(connection, account, arrival.device, now)?;
    let is_new = arrival.device != Some(&device);
    let letters = if others && is_new { notice(connection, account)? } else { Vec::new() };
    Ok(Opened { session, device, letters })
}

/// Tells the holder that a browser signed in which is not one of those that did before.
fn notice(connection: &mut AnyConnection, account: i32) -> Result<Vec<Letter>, StoreError> {
    let row = accounts::by_id(connection, account)?;
    Ok(row.map_or_else(Vec::new, |row| Letter::notice(&row, LetterKind::NewSignIn)))
}

/// The browser's own secret, which it keeps when it has one for this account.
fn remember(
    connection: &mut AnyConnection,
    account: i32,
    device: Option<&Secret>,
    now: i64,
) -> Result<Secret, StoreError> {
    if let Some(device) = device
        && let Some(id) = devices::known(connection, account, &device.hash())?
    {
        devices::touch(connection, id, now)?;
        return Ok(device.clone());
    }
    let new = Secret::new(&mut rand::rng());
    devices::add(connection, account, &new.hash(), now)?;
    Ok(new)
}
