//! Set-ups that a player keeps for himself, to deploy them in games to come.
//!
//! One of them may stand in a game that is being played: number and name rest sealed, together and
//! always of the same length, and nobody but their owner is shown them. No game points to
//! one, nor one to a game: equal set-ups in two games are not known to be equal.

use rand::Rng;

use crate::account::handle::has_invisible;
use crate::store::names::name_key;
use crate::store::own_set_ups::{self as rows, OwnSetUpRow};
use crate::store::seal::{NONCE_BYTES, SealedKind, Sealer, own_set_up_binding};
use crate::store::transaction::in_transaction;
use crate::store::{AnyConnection, StoreError, id_sequence};
use salpakan::record::codec::{deployment_from_number, deployment_number};
use salpakan::record::{ShareCodeFault, parse_share_code, share_code};
use salpakan::rules::{Color, Deployment, Draft, Options, RuleSet};

use super::access::{Act, ActTarget, Actor, require};
use super::{App, Error, refusals};

/// Most set-ups of one account.
pub const MOST: usize = 100;
/// Longest name of a set-up, in characters.
pub const LONGEST_NAME: usize = 60;
/// Bytes of a set-up's number.
const NUMBER: usize = 16;
/// Set-ups that the check reads at once.
const AT_ONCE: i64 = 500;

/// A set-up of somebody's own; moments in microseconds since 1970.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetUp {
    pub id: i32,
    pub name: String,
    /// Without options that say nothing about where pieces may stand.
    pub rules: RuleSet,
    /// As White's.
    pub army: Deployment,
    pub created_at: i64,
    pub changed_at: i64,
}

impl SetUp {
    /// What its owner gives to others.
    #[must_use]
    pub fn share_code(&self) -> String {
        share_code(&self.rules, &self.army)
    }

    /// Whether it may be deployed under these rules: army and zone are the same.
    #[must_use]
    pub fn fits(&self, rules: &RuleSet) -> bool {
        self.rules.army() == rules.army() && self.rules.zone() == rules.zone()
    }
}

/// What is to be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSetUp {
    pub name: String,
    pub rules: RuleSet,
    /// Of either side, legal under these rules.
    pub army: Deployment,
}

/// The rules of a set-up: the preset with its army, for other options say nothing about it.
#[must_use]
pub fn rules_of(rules: &RuleSet) -> RuleSet {
    let army = rules.options().army;
    RuleSet::new(rules.preset(), Options { army, ..Options::default() })
}

fn allowed(actor: &Actor) -> Result<i32, Error> {
    require(actor, Act::KeepSetUps, ActTarget::Account(actor.account), false)?;
    Ok(actor.account)
}

/// All of one's own, by their names.
///
/// # Errors
/// As [`require`] for who may not; [`Error::Unavailable`] where one does not open.
pub fn list(app: &App, actor: &Actor) -> Result<Vec<SetUp>, Error> {
    let account = allowed(actor)?;
    of_account(app, &mut *app.store().read_connection()?, account)
}

/// All of an account, by their names.
pub(super) fn of_account(
    app: &App,
    connection: &mut AnyConnection,
    account: i32,
) -> Result<Vec<SetUp>, Error> {
    let found = rows::for_account(connection, account)?;
    let opened = found.iter().map(|row| opened(app.sealer(), row));
    let mut all = opened.collect::<Result<Vec<SetUp>, Error>>()?;
    all.sort_by_cached_key(|one| (name_key(&one.name), one.id));
    Ok(all)
}

/// One of one's own.
///
/// # Errors
/// [`Error::Hidden`] where he has no such set-up; as [`list`].
pub fn get(app: &App, actor: &Actor, id: i32) -> Result<SetUp, Error> {
    let account = allowed(actor)?;
    own(app, &mut *app.store().read_connection()?, account, id)
}

fn own(app: &App, connection: &mut AnyConnection, account: i32, id: i32) -> Result<SetUp, Error> {
    let row = rows::find(connection, account, id)?.ok_or(Error::Hidden)?;
    opened(app.sealer(), &row)
}

/// Keeps a new one; answers its id.
///
/// # Errors
/// [`Error::Invalid`] for a name that cannot be or that another of his has, [`Error::Conflict`]
/// where he has too many; as [`list`].
pub fn keep(app: &App, actor: &Actor, new: &NewSetUp, now: i64) -> Result<i32, Error> {
    let account = allowed(actor)?;
    let name = named(&new.name)?;
    let mut connection = app.store().connection()?;
    in_transaction(&mut connection, |connection| {
        let id = id_sequence::next_ids(connection, "own_set_ups", 1)?;
        let others = of_account(app, connection, account)?;
        if others.len() >= MOST {
            return Err(Error::conflict(refusals::MOST_SET_UPS.with([&MOST])));
        }
        free(&others, id, &name)?;
        let set_up = SetUp {
            id,
            name,
            rules: rules_of(&new.rules),
            army: new.army.seen_by(Color::White),
            created_at: now,
            changed_at: now,
        };
        rows::add(connection, &sealed(app.sealer(), account, &set_up)?)?;
        Ok(id)
    })
}

/// Changes one: `change` is given the set-up, and gives back what it is to be.
fn change(
    app: &App,
    actor: &Actor,
    id: i32,
    change: impl FnOnce(SetUp) -> Result<SetUp, Error>,
) -> Result<(), Error> {
    let account = allowed(actor)?;
    let mut connection = app.store().connection()?;
    in_transaction(&mut connection, |connection| {
        rows::lock_writer(connection)?;
        let changed = change(own(app, connection, account, id)?)?;
        free(&of_account(app, connection, account)?, id, &changed.name)?;
        match rows::update(connection, &sealed(app.sealer(), account, &changed)?)? {
            true => Ok(()),
            false => Err(Error::Hidden),
        }
    })
}

/// Gives one another name.
///
/// # Errors
/// [`Error::Hidden`] where he has no such set-up; as [`keep`] for the name.
pub fn rename(app: &App, actor: &Actor, id: i32, name: &str, now: i64) -> Result<(), Error> {
    let name = named(name)?;
    change(app, actor, id, |set_up| Ok(SetUp { name, changed_at: now, ..set_up }))
}

/// Puts name, rules and pieces in the place of what one was.
///
/// # Errors
/// [`Error::Hidden`] where he has no such set-up; as [`keep`] for the name.
pub fn replace(app: &App, actor: &Actor, id: i32, new: &NewSetUp, now: i64) -> Result<(), Error> {
    let name = named(&new.name)?;
    let (rules, army) = (rules_of(&new.rules), new.army.seen_by(Color::White));
    change(app, actor, id, |set_up| Ok(SetUp { name, rules, army, changed_at: now, ..set_up }))
}

/// Removes one.
///
/// # Errors
/// [`Error::Hidden`] where he has no such set-up; as [`require`] for who may not.
pub fn remove(app: &App, actor: &Actor, id: i32) -> Result<(), Error> {
    let account = allowed(actor)?;
    let mut connection = app.store().connection()?;
    match rows::remove(&mut connection, account, id)? {
        true => Ok(()),
        false => Err(Error::Hidden),
    }
}

/// The set-up that somebody shared, as White's. White space around the code and between its parts
/// is nothing. Asks no store: a code is its set-up.
///
/// # Errors
/// [`Error::Invalid`] in the field `code`, in words that say what is wrong with it.
pub fn by_share_code(rules: &RuleSet, code: &str) -> Result<Deployment, Error> {
    let bare: String = code.split_whitespace().collect();
    parse_share_code(rules, Color::White, &bare).map_err(|fault| match fault {
        ShareCodeFault::NoCode => Error::invalid("code", refusals::SHARE_CODE_NONE),
        ShareCodeFault::OtherRoster { digits, expected } => {
            Error::invalid("code", refusals::SHARE_CODE_OTHER.with([&digits, &expected]))
        }
        ShareCodeFault::TooLarge => Error::invalid("code", refusals::SHARE_CODE_TOO_LARGE),
    })
}

/// The name as it is kept, of one that can be.
fn named(written: &str) -> Result<String, Error> {
    if has_invisible(written) {
        return Err(Error::invalid("name", refusals::UNSEEN));
    }
    let name = written.split_whitespace().collect::<Vec<_>>().join(" ");
    if !(1..=LONGEST_NAME).contains(&name.chars().count()) {
        return Err(Error::invalid("name", refusals::SET_UP_NAME.with([&LONGEST_NAME])));
    }
    Ok(name)
}

/// Whether none but the one with this id is called so.
fn free(all: &[SetUp], id: i32, name: &str) -> Result<(), Error> {
    let key = name_key(name);
    match all.iter().find(|one| one.id != id && name_key(&one.name) == key) {
        Some(other) => Err(Error::invalid("name", refusals::SET_UP_NAME_TAKEN.with([&other.name]))),
        None => Ok(()),
    }
}

fn sealed(sealer: &Sealer, account: i32, set_up: &SetUp) -> Result<OwnSetUpRow, Error> {
    let draft = Draft::new(Color::White, set_up.army.pieces().collect());
    if draft.check(&set_up.rules).is_err() {
        return Err(Error::Internal("a set-up is to be kept under rules that it breaks".into()));
    }
    let mut plain = deployment_number(&set_up.rules, &set_up.army).to_le_bytes().to_vec();
    plain.extend_from_slice(set_up.name.as_bytes());
    let mut nonce = [0; NONCE_BYTES];
    rand::rng().fill_bytes(&mut nonce);
    Ok(OwnSetUpRow {
        id: set_up.id,
        account,
        rule_set: set_up.rules.key(),
        body: sealer.seal(
            SealedKind::OwnSetUp,
            &own_set_up_binding(account, set_up.id),
            &plain,
            nonce,
        )?,
        created_at: set_up.created_at,
        changed_at: set_up.changed_at,
    })
}

fn opened(sealer: &Sealer, row: &OwnSetUpRow) -> Result<SetUp, Error> {
    let plain =
        sealer.open(SealedKind::OwnSetUp, &own_set_up_binding(row.account, row.id), &row.body)?;
    decoded(row, &plain)
        .ok_or_else(|| Error::Internal(format!("what set-up {} seals does not decode", row.id)))
}

fn decoded(row: &OwnSetUpRow, plain: &[u8]) -> Option<SetUp> {
    let (number, name) = plain.split_first_chunk::<NUMBER>()?;
    let rules: RuleSet = row.rule_set.parse().ok()?;
    Some(SetUp {
        id: row.id,
        name: String::from_utf8(name.to_vec()).ok()?,
        rules,
        army: deployment_from_number(&rules, Color::White, u128::from_le_bytes(*number)).ok()?,
        created_at: row.created_at,
        changed_at: row.changed_at,
    })
}

/// Whether anything is kept, and the key opens it; `None` where nothing is.
pub(super) fn opens(
    connection: &mut AnyConnection,
    sealer: &Sealer,
) -> Result<Option<bool>, StoreError> {
    let first = rows::page_after(connection, i32::MIN, 1)?;
    Ok(first.first().map(|row| {
        sealer
            .open(SealedKind::OwnSetUp, &own_set_up_binding(row.account, row.id), &row.body)
            .is_ok()
    }))
}

/// How many are kept by everybody, and what is wrong with those that do not open or do not hold
/// what they should, a sentence each that says nothing of what they hold.
pub(super) fn verify(
    app: &App,
    connection: &mut AnyConnection,
) -> Result<(u64, Vec<String>), Error> {
    let (mut count, mut faults, mut last) = (0, Vec::new(), i32::MIN);
    loop {
        let some = rows::page_after(connection, last, AT_ONCE)?;
        let Some(end) = some.last() else { return Ok((count, faults)) };
        last = end.id;
        for row in &some {
            count += 1;
            let whole = opened(app.sealer(), row).is_ok_and(|one| {
                rules_of(&one.rules).key() == row.rule_set
                    && named(&one.name).is_ok_and(|n| n == one.name)
            });
            if !whole {
                let OwnSetUpRow { id, account, .. } = row;
                faults.push(format!("set-up {id} of account {account} does not open or decode"));
            }
        }
    }
}
