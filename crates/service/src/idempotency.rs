//! Requests of the API with a key of the client's (draft-ietf-httpapi-idempotency-key-header): each is carried out once,
//! and its answer is given again for a day, by whichever server is asked.

use adjutant_domain::moment::{DAY, MINUTE, Micros};
use adjutant_store::idempotency_keys;
pub use adjutant_store::idempotency_keys::{Answered, ClientKey, Known};

use super::access::{Actor, Credential};
use super::{App, Result};

/// How long an answer is given again.
pub const LIFE: i64 = DAY;
/// After this time a request is not in progress any more: its server is gone.
const ABANDONED_AFTER: i64 = 10 * MINUTE;
/// The number of keys of an account; beyond it the oldest are forgotten.
const MOST: i64 = 10_000;

/// The key as this actor's; `None` for somebody who shows no token, and can change nothing.
pub fn key_of(actor: &Actor, key: &str) -> Option<ClientKey> {
    let is_known = !matches!(actor.credential, Credential::Nobody);
    is_known.then(|| ClientKey::new(actor.account, key))
}

/// Claims a key for a request, unless it is known.
pub fn claim(app: &App, key: &ClientKey, now: Micros) -> Result<Known> {
    let limits = (now - LIFE, now - ABANDONED_AFTER, MOST);
    app.write(|conn| Ok(idempotency_keys::claim(conn, key, now, limits)?))
}

/// Keeps the answer to the request that has claimed a key.
pub fn keep(app: &App, key: &ClientKey, answered: &Answered) -> Result<()> {
    let random = rand::random();
    app.write(|conn| Ok(idempotency_keys::keep(conn, key, answered, random)?))
}

/// Forgets a key whose request was not carried out.
pub fn release(app: &App, key: &ClientKey) -> Result<()> {
    app.write(|conn| Ok(idempotency_keys::release(conn, key)?))
}
