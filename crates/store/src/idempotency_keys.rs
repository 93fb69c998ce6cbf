//! Requests that were sent with a key, so that they are carried out once, and their answers.
//!
//! Rows hold nothing that can be read without the client's key: answers may contain secrets of a webhook or of a game.

use chacha20poly1305::aead::{Aead, KeyInit};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};
use diesel::prelude::*;

use super::schema::idempotency_keys;
use super::seal::NONCE_BYTES;
use super::{AnyConnection, Result, StoreError};
use adjutant_domain::moment::Micros;

/// The client's key, bound to the account that uses it.
#[derive(Clone)]
pub struct ClientKey {
    account: i32,
    secret: [u8; 32],
}

impl std::fmt::Debug for ClientKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ClientKey(..)")
    }
}

impl ClientKey {
    pub fn new(account: i32, key: &str) -> ClientKey {
        let material = [&account.to_be_bytes()[..], key.as_bytes()].concat();
        ClientKey {
            account,
            secret: blake3::derive_key("adjutant 2026 idempotency key", &material),
        }
    }

    fn hash(&self) -> [u8; 32] {
        blake3::derive_key("adjutant 2026 idempotency row", &self.secret)
    }

    /// The key of hashes of requests, which tell nothing of them to whoever does not know it.
    pub fn request_key(&self) -> [u8; 32] {
        blake3::derive_key("adjutant 2026 idempotency request", &self.secret)
    }

    fn cipher(&self) -> XChaCha20Poly1305 {
        let key = blake3::derive_key("adjutant 2026 idempotency answer", &self.secret);
        XChaCha20Poly1305::new(&Key::from(key))
    }
}

/// A request that has been answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// A hash of the request.
    pub fingerprint: Vec<u8>,
    pub answer: Vec<u8>,
}

/// What is known of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Known {
    /// It was not known: it is claimed now, for the request to be carried out.
    New,
    InProgress,
    Answered(Answered),
}

/// The row of a key.
fn row(key: &ClientKey) -> diesel::dsl::Find<idempotency_keys::table, Vec<u8>> {
    idempotency_keys::table.find(key.hash().to_vec())
}

/// Claims a key unless it is known, in a transaction of the caller. Forgets keys of the account that were claimed before
/// `expired`, requests in progress that were claimed before `abandoned`, and the oldest keys beyond `most`.
///
/// # Errors
/// Returns [`StoreError::Damaged`] if an answer cannot be opened.
pub fn claim(
    conn: &mut AnyConnection,
    key: &ClientKey,
    now: Micros,
    (expired, abandoned, most): (Micros, Micros, i64),
) -> Result<Known> {
    let own = || idempotency_keys::account_id.eq(key.account);
    let over = idempotency_keys::claimed_at.le(expired);
    diesel::delete(idempotency_keys::table.filter(own()).filter(over)).execute(conn)?;
    let found: Option<(Vec<u8>, Vec<u8>, Micros)> = row(key)
        .select((
            idempotency_keys::fingerprint,
            idempotency_keys::answer,
            idempotency_keys::claimed_at,
        ))
        .first(conn)
        .optional()?;
    match found {
        Some((fingerprint, answer, _)) if !answer.is_empty() => {
            let damaged = || StoreError::Damaged("the answer to a repeated request".to_owned());
            let (nonce, sealed) = answer.split_at_checked(NONCE_BYTES).ok_or_else(damaged)?;
            let nonce = XNonce::from_slice(nonce);
            let answer = key.cipher().decrypt(nonce, sealed).map_err(|_| damaged())?;
            return Ok(Known::Answered(Answered { fingerprint, answer }));
        }
        Some((_, _, claimed_at)) if claimed_at > abandoned => return Ok(Known::InProgress),
        Some(_) => release(conn, key)?,
        None => {}
    }
    let oldest_kept: Option<Micros> = idempotency_keys::table
        .filter(own())
        .order(idempotency_keys::claimed_at.desc())
        .select(idempotency_keys::claimed_at)
        .offset(most - 1)
        .first(conn)
        .optional()?;
    if let Some(oldest) = oldest_kept {
        let more = idempotency_keys::claimed_at.le(oldest);
        diesel::delete(idempotency_keys::table.filter(own()).filter(more)).execute(conn)?;
    }
    let nothing: Vec<u8> = Vec::new();
    diesel::insert_into(idempotency_keys::table)
        .values((
            idempotency_keys::key_hash.eq(key.hash().to_vec()),
            idempotency_keys::account_id.eq(key.account),
            idempotency_keys::fingerprint.eq(&nothing),
            idempotency_keys::answer.eq(&nothing),
            idempotency_keys::claimed_at.eq(now),
        ))
        .execute(conn)?;
    Ok(Known::New)
}

/// Keeps the answer to the request that has claimed a key; `random` is used for nothing else.
///
/// # Errors
/// Returns [`StoreError::Damaged`] if the answer cannot be encrypted.
pub fn keep(
    conn: &mut AnyConnection,
    key: &ClientKey,
    answered: &Answered,
    random: [u8; NONCE_BYTES],
) -> Result<()> {
    let failed = |_| StoreError::Damaged("the answer to a request is too long".to_owned());
    let sealed = key.cipher().encrypt(XNonce::from_slice(&random), &answered.answer[..]);
    let answer = [&random[..], &sealed.map_err(failed)?].concat();
    diesel::update(row(key))
        .set((
            idempotency_keys::fingerprint.eq(&answered.fingerprint),
            idempotency_keys::answer.eq(answer),
        ))
        .execute(conn)?;
    Ok(())
}

/// Forgets a key, so that its request can be sent again.
pub fn release(conn: &mut AnyConnection, key: &ClientKey) -> Result<()> {
    diesel::delete(row(key)).execute(conn)?;
    Ok(())
}

/// Forgets up to `limit` keys that were claimed before a time; returns their number.
pub fn forget(conn: &mut AnyConnection, before: Micros, limit: i64) -> Result<usize> {
    let some: Vec<Vec<u8>> = idempotency_keys::table
        .filter(idempotency_keys::claimed_at.lt(before))
        .select(idempotency_keys::key_hash)
        .limit(limit)
        .load(conn)?;
    let gone = idempotency_keys::table.filter(idempotency_keys::key_hash.eq_any(some));
    Ok(diesel::delete(gone).execute(conn)?)
}

pub fn remove_for_account(conn: &mut AnyConnection, account: i32) -> Result<()> {
    let own = idempotency_keys::table.filter(idempotency_keys::account_id.eq(account));
    diesel::delete(own).execute(conn)?;
    Ok(())
}
