//! The sealing key as a whole: accepting that it is lost, and putting another in its place while a server runs.

use rand::Rng;

use crate::store::resealing::{self, SealedTable};
use crate::store::seal::{KEY_BYTES, NONCE_BYTES, Rotation, SealedKind, Sealer};
use crate::store::transaction::in_transaction;
use crate::store::{AnyConnection, ServingLock, Store, StoreError, id_sequence, lost_key};

pub use crate::store::lost_key::LostKeyCounts;

use super::access::Part;
use super::app::{fits, new_key};
use super::audit::{self, Action, AuditEntry};
use super::{App, AppSettings, Error, live};

/// Rows that are sealed again in one transaction: whoever plays meanwhile waits for one of them.
const AT_ONCE: i64 = 200;
/// So often everything is gone over at most: what comes in under the key before ends with the first pass.
const MOST_PASSES: u32 = 5;
/// What players are told whose game is stopped.
const STOPPED: &str =
    "The server's sealing key was lost, so nobody can open the set-ups of this game any more.";

/// What became of what was sealed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Replaced {
    /// Bodies that are under the new key now.
    pub resealed: u64,
    /// Bodies that no key opened; they are as they were.
    pub unopened: u64,
}

/// How much stays closed for ever without the key, which is not there.
///
/// # Errors
/// [`Error::Conflict`] where a key file is there; [`Error::Unavailable`] where the database cannot be used.
pub fn what_is_lost(settings: &AppSettings) -> Result<LostKeyCounts, Error> {
    let store = Store::open(settings.database.clone())?;
    store.migrate()?;
    is_away(&store, settings)?;
    Ok(lost_key::count(&mut *store.connection()?)?)
}

/// Accepts that the key is lost: games that are not final are stopped, what no key opens is taken out of the
/// way, and a new key is made. What it was is in the audit trail. No server may run.
///
/// # Errors
/// As [`what_is_lost`]; [`Error::Conflict`] where a server runs.
pub fn accept_loss(settings: &AppSettings, now: i64) -> Result<LostKeyCounts, Error> {
    let store = Store::open(settings.database.clone())?;
    store.migrate()?;
    let lock = ServingLock::acquire(&store).map_err(|e| match e {
        StoreError::InUse(_) => {
            Error::conflict(format!("a server serves {}: stop it first", store.location()))
        }
        e => e.into(),
    })?;
    is_away(&store, settings)?;
    let lost = in_transaction(&mut *store.connection()?, |connection| {
        id_sequence::lock_writer(connection)?;
        let lost = lost_key::count(connection)?;
        live::stop_all(connection, STOPPED, now)?;
        lost_key::discard_sealed(connection)?;
        let entry = AuditEntry::for_account(0, Part::Operator.key(), Action::SealKeyLost, now);
        audit::write(connection, &entry.with_reason(&in_words(&lost)))?;
        Ok::<_, Error>(lost)
    })?;
    new_key(&settings.key_file)?;
    drop(lock);
    Ok(lost)
}

/// A key that is there is not lost, and one that is another's is not written over.
fn is_away(store: &Store, settings: &AppSettings) -> Result<(), Error> {
    let path = &settings.key_file;
    if !path.exists() {
        return Ok(());
    }
    let sealer = Sealer::load(path)?;
    fits(&sealer, &mut *store.connection()?, path)?;
    Err(Error::conflict(format!(
        "nothing is lost: the key file {} is there and fits",
        path.display()
    )))
}

/// Counts for the audit trail: no names, and nothing of what was sealed.
fn in_words(lost: &LostKeyCounts) -> String {
    let LostKeyCounts { plays, records, notes, own_set_ups, second_factors, retired_names } = lost;
    format!(
        "games stopped: {plays}; records that stay closed: {records}; notes: {notes}; set-ups of players: \
         {own_set_ups}; second factors: {second_factors}; names of deleted people: {retired_names}"
    )
}

/// Puts a new key in the place of the one that is there, and seals everything again under it; a server that
/// runs goes on, and takes the new one up by itself. What is interrupted is done by running it again.
///
/// # Errors
/// [`Error::Unavailable`] where the key file cannot be read or written; [`Error::Internal`] where the store
/// fails.
pub fn replace(app: &App, settings: &AppSettings, now: i64) -> Result<Replaced, Error> {
    app.needs_its_key()?;
    let mut key = [0; KEY_BYTES];
    rand::rng().fill_bytes(&mut key);
    let rotation = Rotation::begin(&settings.key_file, key)?;
    let mut all = Replaced::default();
    let mut connection = app.store().connection()?;
    for pass in 1..=MOST_PASSES {
        let found = go_over(&mut connection, rotation.sealer())?;
        all = Replaced { resealed: all.resealed + found.resealed, unopened: found.unopened };
        if pass > 1 && found.resealed == 0 {
            break;
        }
    }
    rotation.finish()?;
    in_transaction(&mut connection, |connection| {
        id_sequence::lock_writer(connection)?;
        let entry = AuditEntry::for_account(0, Part::Operator.key(), Action::SealKeyReplaced, now);
        audit::write(connection, &entry)
    })?;
    Ok(all)
}

/// One pass over everything.
fn go_over(connection: &mut AnyConnection, sealer: &Sealer) -> Result<Replaced, StoreError> {
    let mut found = Replaced::default();
    for place in SealedTable::ALL {
        let mut after = Some(resealing::FIRST_ROW_KEY);
        while let Some(from) = after {
            let mut some = Replaced::default();
            let mut reseal = |room: SealedKind, bound_to: &[u8], body: &[u8]| {
                let mut nonce = [0; NONCE_BYTES];
                rand::rng().fill_bytes(&mut nonce);
                match sealer.reseal(room, bound_to, body, nonce) {
                    Ok(again) => {
                        some.resealed += u64::from(again.is_some());
                        again
                    }
                    Err(_) => {
                        some.unopened += 1;
                        None
                    }
                }
            };
            after = in_transaction(connection, |connection| {
                id_sequence::lock_writer(connection)?;
                resealing::reseal_page(connection, place, from, AT_ONCE, &mut reseal)
            })?;
            found.resealed += some.resealed;
            found.unopened += some.unopened;
        }
    }
    Ok(found)
}
