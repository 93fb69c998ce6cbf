//! The sealing key: accepting its loss, and replacing it while a server runs.

use adjutant_domain::moment::Micros;
use adjutant_store::resealing::{self, SealedTable};
use adjutant_store::seal::{Rotation, SealedKind, Sealer};
use adjutant_store::transaction::in_transaction;
use adjutant_store::{AnyConnection, ServingLock, Store, StoreError, id_sequence, lost_key};

pub use adjutant_store::lost_key::LostKeyCounts;

use super::access::Part;
use super::app::{fits, new_key};
use super::audit::{self, Action, AuditEntry};
use super::{App, AppSettings, Error, Result, live};

/// Rows resealed per transaction, for which players must wait.
const AT_ONCE: i64 = 200;
/// The maximum number of passes: data sealed with the old key ends with the first one.
const MOST_PASSES: u32 = 5;
/// The reason shown to players whose game is aborted.
const STOPPED: &str =
    "The server's sealing key was lost, so nobody can open the set-ups of this game any more.";

/// The result of a key replacement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Replaced {
    /// Bodies now sealed with the new key.
    pub resealed: u64,
    /// Bodies that no key opens, left as they were.
    pub unopened: u64,
}

/// Counts the data that is unreadable without the missing key.
pub fn what_is_lost(settings: &AppSettings) -> Result<LostKeyCounts> {
    let store = Store::open(settings.database.clone())?;
    store.migrate()?;
    is_away(&store, settings)?;
    Ok(lost_key::count(&mut *store.connection()?)?)
}

/// Accepts the loss of the key: aborts games that are not final, removes unreadable data, and
/// creates a new key. The counts are logged in the audit log. No server may be running.
pub fn accept_loss(settings: &AppSettings, now: Micros) -> Result<LostKeyCounts> {
    let store = Store::open(settings.database.clone())?;
    store.migrate()?;
    let lock = ServingLock::acquire_alone(&store).map_err(|e| match e {
        StoreError::InUse(_) => {
            Error::conflict(format!("a server serves {}: stop it first", store.location()))
        }
        e => e.into(),
    })?;
    is_away(&store, settings)?;
    let lost = in_transaction(&mut *store.connection()?, |conn| {
        id_sequence::lock_writer(conn)?;
        let lost = lost_key::count(conn)?;
        live::stop_all(conn, STOPPED, now)?;
        lost_key::discard_sealed(conn)?;
        let entry = AuditEntry::for_account(0, Part::Operator.key(), Action::SealKeyLost, now);
        audit::write(conn, &entry.with_reason(&in_words(&lost)))?;
        Ok::<_, Error>(lost)
    })?;
    new_key(&settings.key_file)?;
    drop(lock);
    Ok(lost)
}

/// Checks that the key is really missing, and that another key file is not overwritten.
fn is_away(store: &Store, settings: &AppSettings) -> Result<()> {
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

/// The counts for the audit log: no names, and nothing of the sealed data.
fn in_words(lost: &LostKeyCounts) -> String {
    let LostKeyCounts { plays, records, notes, own_set_ups, second_factors, retired_names } = lost;
    format!(
        "games stopped: {plays}; records that stay closed: {records}; notes: {notes}; set-ups of players: \
         {own_set_ups}; second factors: {second_factors}; names of deleted people: {retired_names}"
    )
}

/// Replaces the key and reseals everything; a running server adopts the new key by itself. If
/// interrupted, it can be repeated.
pub fn replace(app: &App, settings: &AppSettings, now: Micros) -> Result<Replaced> {
    app.needs_its_key()?;
    let rotation = Rotation::begin(&settings.key_file, rand::random())?;
    let mut all = Replaced::default();
    let mut conn = app.store().connection()?;
    for pass in 1..=MOST_PASSES {
        let found = go_over(&mut conn, rotation.sealer())?;
        all = Replaced { resealed: all.resealed + found.resealed, unopened: found.unopened };
        if pass > 1 && found.resealed == 0 {
            break;
        }
    }
    rotation.finish()?;
    drop(conn);
    let entry = AuditEntry::for_account(0, Part::Operator.key(), Action::SealKeyReplaced, now);
    app.write(|conn| audit::write(conn, &entry))?;
    Ok(all)
}

/// Reseals everything in one pass.
fn go_over(conn: &mut AnyConnection, sealer: &Sealer) -> Result<Replaced, StoreError> {
    let mut found = Replaced::default();
    for place in SealedTable::ALL {
        let mut after = Some(resealing::FIRST_ROW_KEY);
        while let Some(from) = after {
            let mut some = Replaced::default();
            let mut reseal = |room: SealedKind, bound_to: &[u8], body: &[u8]| {
                let again = sealer.reseal(room, bound_to, body, rand::random());
                match &again {
                    Ok(again) => some.resealed += u64::from(again.is_some()),
                    Err(_) => some.unopened += 1,
                }
                again.ok().flatten()
            };
            after = in_transaction(conn, |conn| {
                id_sequence::lock_writer(conn)?;
                resealing::reseal_page(conn, place, from, AT_ONCE, &mut reseal)
            })?;
            found.resealed += some.resealed;
            found.unopened += some.unopened;
        }
    }
    Ok(found)
}
