//! Saved set-ups of an account, to be deployed in future games.
//!
//! One of them may be in use in a live game: position and name are sealed together in a constant
//! length, and shown to their owner only. There are no references between set-ups and games, so
//! that equal set-ups in two games are not recognisable.

use adjutant_domain::account::handle::has_invisible;
use adjutant_domain::moment::Micros;
use adjutant_store::names::name_key;
use adjutant_store::own_set_ups::{self as rows, OwnSetUpRow};
use adjutant_store::seal::{SealedKind, Sealer, own_set_up_binding};
use adjutant_store::transaction::in_transaction;
use adjutant_store::{AnyConnection, StoreError, id_sequence};
use salpakan::record::codec::{deployment_from_number, deployment_number};
use salpakan::record::{ShareCodeFault, parse_share_code, share_code};
use salpakan::rules::{Color, Deployment, Draft, Options, RuleSet};

use super::access::{Act, ActTarget, Actor, require};
use super::{App, Error, Result, refusals};

pub const MOST: usize = 100;
/// Maximum length of a name, in characters.
pub const LONGEST_NAME: usize = 60;
/// The length of an encoded set-up, in bytes.
const NUMBER: usize = 16;
/// Set-ups read per batch by the integrity check.
const AT_ONCE: i64 = 500;

/// A saved set-up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetUp {
    pub id: i32,
    pub name: String,
    /// Without options that do not affect legal set-ups.
    pub rules: RuleSet,
    /// As White's.
    pub army: Deployment,
    pub created_at: Micros,
    pub changed_at: Micros,
}

impl SetUp {
    /// The share code of the set-up.
    pub fn share_code(&self) -> String {
        share_code(&self.rules, &self.army)
    }

    /// Whether it is legal under these rules: army and zone are the same.
    pub fn fits(&self, rules: &RuleSet) -> bool {
        self.rules.army() == rules.army() && self.rules.zone() == rules.zone()
    }
}

/// A set-up to be saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSetUp {
    pub name: String,
    pub rules: RuleSet,
    /// Of either side, legal under these rules.
    pub army: Deployment,
}

/// The rules stored with a set-up: the preset with its army, as other options do not affect it.
pub fn rules_of(rules: &RuleSet) -> RuleSet {
    let army = rules.options().army;
    RuleSet::new(rules.preset(), Options { army, ..Options::default() })
}

fn allowed(actor: &Actor) -> Result<i32> {
    require(actor, Act::KeepSetUps, ActTarget::Account(actor.account), false)?;
    Ok(actor.account)
}

/// The actor's set-ups by name.
pub fn list(app: &App, actor: &Actor) -> Result<Vec<SetUp>> {
    let account = allowed(actor)?;
    of_account(app, &mut *app.store().read_connection()?, account)
}

/// An account's set-ups by name.
pub(super) fn of_account(app: &App, conn: &mut AnyConnection, account: i32) -> Result<Vec<SetUp>> {
    let found = rows::for_account(conn, account)?;
    let opened = found.iter().map(|row| opened(app.sealer(), row));
    let mut all = opened.collect::<Result<Vec<SetUp>>>()?;
    all.sort_by_cached_key(|one| (name_key(&one.name), one.id));
    Ok(all)
}

pub fn get(app: &App, actor: &Actor, id: i32) -> Result<SetUp> {
    let account = allowed(actor)?;
    own(app, &mut *app.store().read_connection()?, account, id)
}

fn own(app: &App, conn: &mut AnyConnection, account: i32, id: i32) -> Result<SetUp> {
    let row = rows::find(conn, account, id)?.ok_or(Error::Hidden)?;
    opened(app.sealer(), &row)
}

/// Saves a new set-up; returns its id.
pub fn keep(app: &App, actor: &Actor, new: &NewSetUp, now: Micros) -> Result<i32> {
    let account = allowed(actor)?;
    let name = named(&new.name)?;
    in_transaction(&mut *app.store().connection()?, |conn| {
        let id = id_sequence::next_ids(conn, "own_set_ups", 1)?;
        let others = of_account(app, conn, account)?;
        if others.len() >= MOST {
            return Err(Error::conflict(refusal!(MOST_SET_UPS, most = MOST)));
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
        rows::add(conn, &sealed(app.sealer(), account, &set_up)?)?;
        Ok(id)
    })
}

/// Applies `change` to a set-up of the actor.
fn change(
    app: &App,
    actor: &Actor,
    id: i32,
    change: impl FnOnce(SetUp) -> Result<SetUp>,
) -> Result<()> {
    let account = allowed(actor)?;
    in_transaction(&mut *app.store().connection()?, |conn| {
        rows::lock_writer(conn)?;
        let changed = change(own(app, conn, account, id)?)?;
        free(&of_account(app, conn, account)?, id, &changed.name)?;
        match rows::update(conn, &sealed(app.sealer(), account, &changed)?)? {
            true => Ok(()),
            false => Err(Error::Hidden),
        }
    })
}

/// Renames a set-up.
pub fn rename(app: &App, actor: &Actor, id: i32, name: &str, now: Micros) -> Result<()> {
    let name = named(name)?;
    change(app, actor, id, |set_up| Ok(SetUp { name, changed_at: now, ..set_up }))
}

/// Replaces name, rules and pieces of a set-up.
pub fn replace(app: &App, actor: &Actor, id: i32, new: &NewSetUp, now: Micros) -> Result<()> {
    let name = named(&new.name)?;
    let (rules, army) = (rules_of(&new.rules), new.army.seen_by(Color::White));
    change(app, actor, id, |set_up| Ok(SetUp { name, rules, army, changed_at: now, ..set_up }))
}

/// Deletes a set-up.
pub fn remove(app: &App, actor: &Actor, id: i32) -> Result<()> {
    let account = allowed(actor)?;
    let mut conn = app.store().connection()?;
    match rows::remove(&mut conn, account, id)? {
        true => Ok(()),
        false => Err(Error::Hidden),
    }
}

/// Decodes a share code as White's set-up, ignoring white space. Needs no database: the code
/// contains the set-up.
///
/// # Errors
/// Returns [`Error::Invalid`] in the field `code` with an explanation.
pub fn by_share_code(rules: &RuleSet, code: &str) -> Result<Deployment> {
    let bare: String = code.split_whitespace().collect();
    parse_share_code(rules, Color::White, &bare).map_err(|fault| match fault {
        ShareCodeFault::NoCode => Error::invalid("code", refusals::SHARE_CODE_NONE),
        ShareCodeFault::OtherRoster { digits, expected } => {
            Error::invalid("code", refusal!(SHARE_CODE_OTHER, digits, expected))
        }
        ShareCodeFault::TooLarge => Error::invalid("code", refusals::SHARE_CODE_TOO_LARGE),
    })
}

/// Validates and normalises a name.
fn named(written: &str) -> Result<String> {
    if has_invisible(written) {
        return Err(Error::invalid("name", refusals::UNSEEN));
    }
    let name = written.split_whitespace().collect::<Vec<_>>().join(" ");
    if !(1..=LONGEST_NAME).contains(&name.chars().count()) {
        return Err(Error::invalid("name", refusal!(SET_UP_NAME, most = LONGEST_NAME)));
    }
    Ok(name)
}

/// Checks that no other set-up has this name.
fn free(all: &[SetUp], id: i32, name: &str) -> Result<()> {
    let key = name_key(name);
    match all.iter().find(|one| one.id != id && name_key(&one.name) == key) {
        Some(other) => Err(Error::invalid("name", refusal!(SET_UP_NAME_TAKEN, name = other.name))),
        None => Ok(()),
    }
}

fn sealed(sealer: &Sealer, account: i32, set_up: &SetUp) -> Result<OwnSetUpRow> {
    let draft = Draft::new(Color::White, set_up.army.pieces().collect());
    if draft.check(&set_up.rules).is_err() {
        return Err(Error::Internal("a set-up is to be kept under rules that it breaks".into()));
    }
    let mut plain = deployment_number(&set_up.rules, &set_up.army).to_le_bytes().to_vec();
    plain.extend_from_slice(set_up.name.as_bytes());
    Ok(OwnSetUpRow {
        id: set_up.id,
        account,
        rule_set: set_up.rules.key(),
        body: sealer.seal(
            SealedKind::OwnSetUp,
            &own_set_up_binding(account, set_up.id),
            &plain,
            rand::random(),
        )?,
        created_at: set_up.created_at,
        changed_at: set_up.changed_at,
    })
}

fn opened(sealer: &Sealer, row: &OwnSetUpRow) -> Result<SetUp> {
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

/// Whether the key opens the saved set-ups; `None` if there are none.
pub(super) fn opens(conn: &mut AnyConnection, sealer: &Sealer) -> Result<Option<bool>, StoreError> {
    let first = rows::page_after(conn, i32::MIN, 1)?;
    Ok(first.first().map(|row| {
        sealer
            .open(SealedKind::OwnSetUp, &own_set_up_binding(row.account, row.id), &row.body)
            .is_ok()
    }))
}

/// Returns the number of all saved set-ups, and describes those that are damaged, without their
/// contents.
pub(super) fn verify(app: &App, conn: &mut AnyConnection) -> Result<(u64, Vec<String>)> {
    let (mut count, mut faults, mut last) = (0, Vec::new(), i32::MIN);
    loop {
        let some = rows::page_after(conn, last, AT_ONCE)?;
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
