//! API tokens, by which programs act for a user.
//!
//! A token never has more permissions than its owner: they are looked up at each use, and the
//! token's scopes only narrow them. Its text is shown once, when it is created.

use std::fmt;

use adjutant_domain::account::handle::has_invisible;
use adjutant_domain::account::scopes::TokenScopes;
use adjutant_domain::account::secret::Secret;
use adjutant_domain::moment::{DAY, Micros};
use adjutant_store::accounts::AccountState;
use adjutant_store::tokens::{self as rows, TokenRoleRow, TokenRow};
use adjutant_store::transaction::in_transaction;
use adjutant_store::{AnyConnection, StoreError};

use super::access::{Act, ActTarget, Actor, Credential, require};
use super::accounts::{AccountError, require_recent_authentication};
use super::audit::{self, Action, AuditEntry, Field, Hidden};
use super::sessions::actor_of;
use super::{App, Error, Result, refusals};

/// The prefix of every token, by which leaked ones can be recognised.
pub const PREFIX: &str = "adj_";
/// The maximum lifetime in days.
pub const MOST_DAYS: u16 = 366;
/// Maximum length of a name, in characters.
pub const LONGEST_NAME: usize = 60;
/// The number of valid tokens per account.
const MOST_OPEN: i64 = 50;
const MOST_LISTED: i64 = 200;
/// The minimum time between recorded uses of a token, so that reads seldom cause writes.
const TOUCH: i64 = 300_000_000;
/// How far the clock may have been set back before tokens from the future become invalid.
const SLACK: i64 = DAY;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewToken {
    pub name: String,
    pub scopes: TokenScopes,
    /// The lifetime: 1 to [`MOST_DAYS`].
    pub days: u16,
}

/// A new token; its text cannot be retrieved again.
#[derive(Clone, PartialEq, Eq)]
pub struct Made {
    pub id: i32,
    /// The text sent by clients.
    pub text: String,
    pub expires_at: Micros,
}

impl fmt::Debug for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Made({})", self.id)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    Open,
    Expired,
    Revoked,
}

impl State {
    /// The key in the catalogues (`token-state-<key>`); frozen.
    pub const fn key(self) -> &'static str {
        match self {
            State::Open => "open",
            State::Expired => "expired",
            State::Revoked => "revoked",
        }
    }
}

/// A token in its owner's list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    pub id: i32,
    pub name: String,
    pub scopes: TokenScopes,
    pub state: State,
    pub created_at: Micros,
    pub expires_at: Micros,
    /// To about five minutes; `None` if it was never used.
    pub used_at: Option<Micros>,
    pub revoked_at: Option<Micros>,
}

/// Creates a token of the actor's own, who must have confirmed their password recently, because a
/// token outlives the session.
pub fn make(app: &App, actor: &Actor, new: &NewToken, now: Micros) -> Result<Made, AccountError> {
    let acting_as = require(actor, Act::KeepAccount, ActTarget::Account(actor.account), false)?;
    require_recent_authentication(actor, now)?;
    // Its use counts as the second factor.
    if actor.has_second_factor && !actor.gave_second_factor {
        return Err(Error::SecondFactor.into());
    }
    let name = checked(new)?;
    let secret = Secret::new(&mut rand::rng());
    let expires_at = now.saturating_add(i64::from(new.days) * DAY);
    let id = in_transaction(&mut *app.store().connection()?, |conn| {
        let row = rows::NewTokenRow {
            hash: &secret.hash(),
            account: actor.account,
            name,
            scopes: new.scopes.bits(),
            created_at: now,
            expires_at,
        };
        let id = rows::add(conn, &row)?;
        if rows::count_active(conn, actor.account, now)? > MOST_OPEN {
            return Err(Error::conflict(refusal!(MOST_TOKENS, most = MOST_OPEN)));
        }
        let entry = AuditEntry::for_actor(actor, acting_as, Action::TokenMade, now)
            .subject(actor.account)
            .with_hidden_change(Hidden::Token)
            .with_change(Field::Scopes, "", words(new.scopes))
            .with_change(Field::Days, "", new.days);
        audit::write(conn, &entry)?;
        Ok::<i32, Error>(id)
    })?;
    Ok(Made { id, text: format!("{PREFIX}{}", secret.to_base32()), expires_at })
}

/// Validates the token; returns its normalised name.
fn checked(new: &NewToken) -> Result<&str> {
    let name = new.name.trim();
    let length = name.chars().count();
    if !(1..=LONGEST_NAME).contains(&length) || has_invisible(name) {
        return Err(Error::invalid("name", refusal!(TOKEN_NAME, most = LONGEST_NAME)));
    }
    if new.scopes.is_empty() {
        return Err(Error::invalid("scopes", refusals::TOKEN_SCOPES));
    }
    if !(1..=MOST_DAYS).contains(&new.days) {
        return Err(Error::invalid("days", refusal!(TOKEN_DAYS, most = MOST_DAYS)));
    }
    Ok(name)
}

fn words(scopes: TokenScopes) -> String {
    scopes.keys().collect::<Vec<_>>().join(" ")
}

/// The actor's own tokens, newest first, including invalid ones.
pub fn list(app: &App, actor: &Actor, now: Micros) -> Result<Vec<Token>> {
    require(actor, Act::KeepAccount, ActTarget::Account(actor.account), false)?;
    let mut conn = app.store().read_connection()?;
    let found = rows::for_account(&mut conn, actor.account, MOST_LISTED)?;
    Ok(found.into_iter().map(|row| token_of(row, now)).collect())
}

fn token_of(row: TokenRow, now: Micros) -> Token {
    let state = match row.revoked_at {
        Micros::NEVER if is_alive(row.created_at, row.expires_at, now) => State::Open,
        Micros::NEVER => State::Expired,
        _ => State::Revoked,
    };
    Token {
        id: row.id,
        name: row.name,
        scopes: TokenScopes::from_bits(row.scopes),
        state,
        created_at: row.created_at,
        expires_at: row.expires_at,
        used_at: row.used_at.if_ever(),
        revoked_at: row.revoked_at.if_ever(),
    }
}

/// Revokes a token of the actor's own.
pub fn revoke(app: &App, actor: &Actor, token: i32, now: Micros) -> Result<()> {
    let acting_as = require(actor, Act::KeepAccount, ActTarget::Account(actor.account), false)?;
    in_transaction(&mut *app.store().connection()?, |conn| {
        if !rows::revoke(conn, actor.account, token, now)? {
            return Err(Error::Hidden);
        }
        let entry = AuditEntry::for_actor(actor, acting_as, Action::TokenRevoked, now)
            .subject(actor.account);
        Ok(audit::write(conn, &entry)?)
    })
}

/// Revokes all tokens of an account, in the transaction of the act that requires it, such as
/// setting up a second factor, changing the password or granting a site role. `by` is the actor and
/// their capacity; the audit log gets one entry with the number.
pub(super) fn end_all(
    conn: &mut AnyConnection,
    by: (i32, &str),
    account: i32,
    now: Micros,
) -> Result<(), StoreError> {
    let open = rows::count_active(conn, account, now)?;
    rows::revoke_for_account(conn, account, now)?;
    if open == 0 {
        return Ok(());
    }
    let entry = AuditEntry::for_account(by.0, by.1, Action::TokenRevoked, now).subject(account);
    audit::write(conn, &entry.with_change(Field::Tokens, open, 0))
}

/// The actor of a valid token.
#[derive(Debug, Clone)]
pub struct Bearer {
    pub actor: Actor,
    /// The token, if its use should be recorded: see [`touch`].
    pub due: Option<i32>,
}

/// The actor of a token; `None` if it is unknown, revoked or expired, or its account may not sign
/// in. Costs one query by key; changes of roles apply from the next call.
pub fn who(app: &App, text: &str, now: Micros) -> Result<Option<Bearer>> {
    let Some(secret) = text.strip_prefix(PREFIX).and_then(Secret::parse) else { return Ok(None) };
    let found = rows::by_hash(&mut *app.store().read_connection()?, &secret.hash())?;
    let Some(first) = found.first() else { return Ok(None) };
    if !opens(first, now) {
        return Ok(None);
    }
    // A last use in the future results from a clock that was set back.
    let due = (now.since(first.used_at).abs() > TOUCH).then_some(first.id);
    Ok(Some(Bearer { actor: actor_of_token(&found, first), due }))
}

/// The actors of the tokens with these ids, without invalid ones.
pub(super) fn of_ids(app: &App, ids: &[i32], now: Micros) -> Result<Vec<Actor>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let found = rows::by_ids(&mut *app.store().connection()?, ids)?;
    let of_one = |rows: &[TokenRoleRow]| {
        let first = rows.first().filter(|first| opens(first, now))?;
        Some(actor_of_token(rows, first))
    };
    Ok(found.chunk_by(|a, b| a.id == b.id).filter_map(of_one).collect())
}

fn opens(token: &TokenRoleRow, now: Micros) -> bool {
    let open =
        token.revoked_at == Micros::NEVER && is_alive(token.created_at, token.expires_at, now);
    open && token.holder.state == AccountState::Active
}

/// Whether a token is valid. After the clock was set back, tokens appear to be from the future: up
/// to a day is tolerated, beyond it their expiry would be unknown.
fn is_alive(created_at: Micros, expires_at: Micros, now: Micros) -> bool {
    now < expires_at && now >= created_at.saturating_sub(SLACK)
}

fn actor_of_token(found: &[TokenRoleRow], first: &TokenRoleRow) -> Actor {
    let scopes = TokenScopes::from_bits(first.scopes);
    let credential = Credential::Token { id: first.id, scopes };
    actor_of(&first.holder, found.iter().map(|row| row.role), credential)
}

/// Records the use of a token.
pub fn touch(app: &App, token: i32, now: Micros) -> Result<()> {
    Ok(rows::record_use(&mut *app.store().connection()?, token, now)?)
}
