//! Passkeys: adding, listing and removing one's own, and signing in by one.
//!
//! A passkey verifies its owner by itself, by a fingerprint or a PIN, and so counts as both factors.
//! Challenges wait in the database for five minutes; the browser that asked holds the secret that
//! finds one, and the first answer uses it up, right or wrong.

mod json;
mod relying_party;

use serde::de::DeserializeOwned;
use webauthn_rs::prelude::{
    DiscoverableAuthentication, Passkey, PasskeyRegistration, PublicKeyCredential,
    RegisterPublicKeyCredential, Uuid, WebauthnError,
};

use crate::access::Actor;
use crate::audit::{self, Action, AuditEntry, Hidden};
use crate::{App, Error, Result, refusals, tokens};
use adjutant_domain::account::handle::has_invisible;
use adjutant_domain::account::secret::Secret;
use adjutant_domain::moment::{MINUTE, Micros};
use adjutant_store::accounts::{AccountRow, AccountState};
use adjutant_store::passkeys::{self as rows, NewChallenge, NewPasskey, PasskeyRow};
use adjutant_store::{AnyConnection, accounts, recovery};

use super::own_account::own_account_row;
use super::second_factor::{require_change, store_new_recovery_codes};
use super::sign_in::{audit_sign_in, open_session};
use super::{AccountError, ClientInfo, MailKind, MailMessage, OpenedSession, require_session};

pub use relying_party::RelyingParty;

/// Maximum length of a name, in characters.
const LONGEST_PASSKEY_NAME: usize = 60;
/// The maximum number of passkeys per account.
const MOST_PASSKEYS: usize = 20;
/// How long a challenge can be answered, in microseconds.
const CHALLENGE_LIFETIME: i64 = 5 * MINUTE;

/// A passkey in its owner's list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnPasskey {
    pub id: i32,
    pub name: String,
    pub added_at: Micros,
    /// `None` if it was never used.
    pub used_at: Option<Micros>,
}

impl From<PasskeyRow> for OwnPasskey {
    fn from(row: PasskeyRow) -> OwnPasskey {
        let used_at = row.used_at.if_ever();
        OwnPasskey { id: row.id, name: row.name, added_at: row.made_at, used_at }
    }
}

/// What a browser needs to answer a challenge.
#[derive(Debug)]
pub struct PasskeyChallenge {
    /// Finds the challenge; only the browser that asked has it.
    pub secret: Secret,
    /// The options for the browser's function, in JSON.
    pub options: String,
}

#[derive(Debug)]
pub struct PasskeyAdded {
    /// New ones if the account had no second factor before; shown once.
    pub recovery_codes: Vec<String>,
    pub session: OpenedSession,
    pub mail: Vec<MailMessage>,
}

/// Lists the actor's own passkeys, oldest first.
pub fn passkeys(app: &App, actor: &Actor) -> Result<Vec<OwnPasskey>, AccountError> {
    let own = require_session(actor)?;
    let found = rows::for_account(&mut *app.store().read_connection()?, own.account)?;
    Ok(found.into_iter().map(OwnPasskey::from).collect())
}

fn credential_hash(id: &[u8]) -> [u8; 32] {
    *blake3::hash(id).as_bytes()
}

/// The fault of an answer that does not fit, whatever the reason.
fn refused() -> AccountError {
    AccountError::invalid_field("answer", refusals::PASSKEY_REFUSED)
}

fn refused_because(e: WebauthnError) -> AccountError {
    tracing::info!(target: "adjutant::security", error = %e, "a passkey was refused");
    refused()
}

/// Validates the name; returns it without surrounding white space.
fn checked_name(name: &str) -> Result<&str, AccountError> {
    let name = name.trim();
    let length = name.chars().count();
    if !(1..=LONGEST_PASSKEY_NAME).contains(&length) || has_invisible(name) {
        let words = refusal!(PASSKEY_NAME, most = LONGEST_PASSKEY_NAME);
        return Err(AccountError::invalid_field("name", words));
    }
    Ok(name)
}

/// Stores a challenge.
fn put_challenge(
    conn: &mut AnyConnection,
    account: Option<i32>,
    state: &[u8],
    now: Micros,
) -> Result<Secret, AccountError> {
    let secret = Secret::new(&mut rand::rng());
    let expires_at = now.saturating_add(CHALLENGE_LIFETIME);
    rows::add_challenge(conn, NewChallenge { hash: &secret.hash(), account, state, expires_at })?;
    Ok(secret)
}

/// Uses up a challenge, in a transaction of its own, so that a wrong answer is the last one too.
fn take_challenge<T: DeserializeOwned>(
    app: &App,
    challenge: &Secret,
    account: Option<i32>,
    now: Micros,
) -> Result<T, AccountError> {
    let taken: Option<(Vec<u8>, Micros)> = app.write(|conn| {
        Ok::<_, AccountError>(rows::take_challenge(conn, &challenge.hash(), account)?)
    })?;
    // One that ends later than any new one was made under a wrong clock.
    let lives = |end: Micros| now < end && end <= now.saturating_add(2 * CHALLENGE_LIFETIME);
    match taken {
        Some((state, end)) if lives(end) => Ok(json::from_bytes(&state)?),
        _ => Err(AccountError::invalid_field("answer", refusals::PASSKEY_LATE)),
    }
}

/// Starts adding a passkey with this name.
pub fn begin_passkey(
    app: &App,
    actor: &Actor,
    party: &RelyingParty,
    name: &str,
    now: Micros,
) -> Result<PasskeyChallenge, AccountError> {
    let own = require_session(actor)?;
    require_change(actor, now)?;
    checked_name(name)?;
    let verifier = party.verifier()?;
    app.write(|conn| {
        let row = own_account_row(conn, &own)?;
        let known = rows::for_account(conn, own.account)?;
        if known.len() >= MOST_PASSKEYS {
            return Err(Error::conflict(refusal!(MOST_PASSKEYS, most = MOST_PASSKEYS)).into());
        }
        let user = known.first().and_then(|one| Uuid::from_slice(&one.user_handle).ok());
        let user = user.unwrap_or_else(|| Uuid::from_bytes(rand::random()));
        let exclude = known
            .iter()
            .map(|one| {
                json::from_bytes::<Passkey>(&one.credential).map(|key| key.cred_id().clone())
            })
            .collect::<Result<Vec<_>>>()?;
        let begun = verifier.start_passkey_registration(user, &row.name, &row.name, Some(exclude));
        let (options, state) = begun.map_err(|e| Error::Internal(format!("a passkey: {e}")))?;
        let state = json::to_bytes(&(user, state))?;
        let secret = put_challenge(conn, Some(own.account), &state, now)?;
        Ok(PasskeyChallenge { secret, options: json::creation_options(&options)? })
    })
}

/// Adds the passkey with which a browser answered. The session gets a new secret and counts as one
/// in which the second factor was given. As the first second factor of an account, it ends earlier
/// tokens and comes with recovery codes.
pub fn add_passkey(
    app: &App,
    actor: &Actor,
    party: &RelyingParty,
    (challenge, answer): (&Secret, &str),
    name: &str,
    arrival: &ClientInfo<'_>,
    now: Micros,
) -> Result<PasskeyAdded, AccountError> {
    let own = require_session(actor)?;
    require_change(actor, now)?;
    let name = checked_name(name)?;
    let (user, state): (Uuid, PasskeyRegistration) =
        take_challenge(app, challenge, Some(own.account), now)?;
    let answer: RegisterPublicKeyCredential = json::answer(answer).ok_or_else(refused)?;
    let made = party.verifier()?.finish_passkey_registration(&answer, &state);
    let made = made.map_err(refused_because)?;
    let (hash, credential) = (credential_hash(made.cred_id()), json::to_bytes(&made)?);
    app.write(|conn| {
        let row = own_account_row(conn, &own)?;
        if rows::by_hash(conn, &hash)?.is_some() {
            return Err(AccountError::invalid_field("answer", refusals::PASSKEY_KNOWN));
        }
        let new = NewPasskey {
            account: own.account,
            hash: &hash,
            user_handle: user.as_bytes(),
            name,
            credential: &credential,
            now,
        };
        rows::add(conn, new)?;
        let entry = own.entry(Action::AccountPasskeyAdded, now).with_hidden_change(Hidden::Passkey);
        audit::write(conn, &entry)?;
        let mut recovery_codes = Vec::new();
        if !row.has_second_factor() {
            recovery_codes = store_new_recovery_codes(conn, own.account)?;
            // Existing tokens were created without this factor.
            tokens::end_all(conn, own.by(), own.account, now)?;
        }
        let session = open_session(conn, own.account, arrival, true, now)?;
        let mail = MailMessage::notice(&row, MailKind::PasskeyAdded);
        Ok(PasskeyAdded { recovery_codes, session, mail })
    })
}

/// Removes one of the actor's own passkeys. With the last second factor, all tokens and the recovery
/// codes go.
pub fn remove_passkey(
    app: &App,
    actor: &Actor,
    id: i32,
    now: Micros,
) -> Result<Vec<MailMessage>, AccountError> {
    let own = require_session(actor)?;
    require_change(actor, now)?;
    app.write(|conn| {
        if rows::remove(conn, own.account, id)?.is_none() {
            return Err(Error::Hidden.into());
        }
        let entry =
            own.entry(Action::AccountPasskeyRemoved, now).with_hidden_change(Hidden::Passkey);
        audit::write(conn, &entry)?;
        let row = own_account_row(conn, &own)?;
        if !row.has_second_factor() {
            recovery::replace(conn, own.account, &[])?;
            tokens::end_all(conn, own.by(), own.account, now)?;
        }
        Ok(MailMessage::notice(&row, MailKind::PasskeyRemoved))
    })
}

/// Starts signing in by a passkey; whose it is, its answer tells.
pub fn begin_passkey_sign_in(
    app: &App,
    party: &RelyingParty,
    arrival: &ClientInfo<'_>,
    now: Micros,
) -> Result<PasskeyChallenge, AccountError> {
    app.doors().rate_limiter().check_challenge(arrival.network(), now)?;
    let begun = party.verifier()?.start_discoverable_authentication();
    let (mut options, state) = begun.map_err(|e| Error::Internal(format!("a passkey: {e}")))?;
    // A button was pressed: the browser asks at once.
    options.mediation = None;
    let state = json::to_bytes(&state)?;
    let secret = app.write(|conn| put_challenge(conn, None, &state, now))?;
    Ok(PasskeyChallenge { secret, options: json::request_options(&options)? })
}

/// Signs in by a passkey, or, where somebody is signed in, confirms that it is them.
///
/// # Errors
/// Returns a fault of `answer` if the challenge was answered before or has expired, if the passkey
/// is unknown or removed, or was used at another origin; and if it is another account's than that of
/// the session.
pub fn sign_in_by_passkey(
    app: &App,
    actor: &Actor,
    party: &RelyingParty,
    (challenge, answer): (&Secret, &str),
    arrival: &ClientInfo<'_>,
    now: Micros,
) -> Result<OpenedSession, AccountError> {
    let state: DiscoverableAuthentication = take_challenge(app, challenge, None, now)?;
    let answer: PublicKeyCredential = json::answer(answer).ok_or_else(refused)?;
    let (row, key) = find_owner(app, &answer)?;
    let mut credential: Passkey = json::from_bytes(&key.credential)?;
    let result = party
        .verifier()?
        .finish_discoverable_authentication_v2(&answer, state, &credential)
        .map_err(refused_because)?;
    if actor.is_signed_in() && actor.account != row.id {
        return Err(AccountError::invalid_field("answer", refusals::PASSKEY_OTHER));
    }
    credential.update_credential(&result);
    let used = json::to_bytes(&credential)?;
    let opened = app.write(|conn| {
        let still = accounts::by_id(conn, row.id)?;
        if still.is_none_or(|still| still.state != AccountState::Active)
            || !rows::record_use(conn, key.id, &key.credential, &used, now)?
        {
            return Err(refused());
        }
        let entry = AuditEntry::for_account(row.id, "self", Action::AccountPasskeyUsed, now);
        audit::write(conn, &entry.subject(row.id))?;
        if !actor.is_signed_in() {
            audit_sign_in(conn, row.id, Action::AccountSignedIn, now)?;
        }
        Ok(open_session(conn, row.id, arrival, true, now)?)
    })?;
    app.doors().rate_limiter().refund_challenge(arrival.network());
    Ok(opened)
}

/// The active account whose passkey an answer names, and the passkey.
fn find_owner(
    app: &App,
    answer: &PublicKeyCredential,
) -> Result<(AccountRow, PasskeyRow), AccountError> {
    let mut conn = app.store().connection()?;
    let key = rows::by_hash(&mut conn, &credential_hash(answer.get_credential_id()))?;
    let key = key
        .filter(|key| answer.get_user_unique_id() == Some(&key.user_handle))
        .ok_or_else(refused)?;
    let row = accounts::by_id(&mut conn, key.account_id)?;
    let row = row.filter(|row| row.state == AccountState::Active).ok_or_else(refused)?;
    Ok((row, key))
}
