//! Rows of the audit log: appended, never changed, and chained by their hashes.

use diesel::prelude::*;
use diesel::sql_types::Bool;

use super::any_backend::AnyBackend;
use super::queries::insert_all;
use super::schema::audit;
use super::{AnyConnection, Result, id_sequence};
use adjutant_domain::moment::Micros;

/// An entry; ids are 0 for none.
#[derive(Debug, Clone, PartialEq, Eq, HasQuery, Insertable)]
#[diesel(table_name = audit, treat_none_as_default_value = false)]
pub struct AuditRow {
    pub id: i32,
    pub at: Micros,
    pub account_id: i32,
    pub acting_as: String,
    pub action: String,
    pub organisation_id: i32,
    pub event_id: i32,
    pub player_id: i32,
    /// The account concerned.
    pub subject_id: i32,
    pub changes: String,
    pub reason: String,
    pub chain: Vec<u8>,
}

/// The length of a chain hash; the first row follows one of zeros.
const CHAIN_HASH_BYTES: usize = 32;

impl AuditRow {
    /// BLAKE3 of the previous chain hash and this row: integers as 8 bytes, little-endian, texts
    /// prefixed by their length in bytes, so that no two rows have the same bytes.
    fn chain_hash(&self, before: &[u8]) -> Vec<u8> {
        let mut hasher = blake3::Hasher::new();
        hasher.update(before);
        let numbers = [
            i64::from(self.id),
            self.at.0,
            i64::from(self.account_id),
            i64::from(self.organisation_id),
            i64::from(self.event_id),
            i64::from(self.player_id),
            i64::from(self.subject_id),
        ];
        for number in numbers {
            hasher.update(&number.to_le_bytes());
        }
        for text in [&self.acting_as, &self.action, &self.changes, &self.reason] {
            hasher.update(&(text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        }
        hasher.finalize().as_bytes().to_vec()
    }
}

/// Appends rows in order, within the caller's transaction; sets their ids and chain hashes.
pub fn append(conn: &mut AnyConnection, mut rows: Vec<AuditRow>) -> Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    // First, so that concurrent transactions wait here until this one ends.
    let first = id_sequence::next_ids(conn, "audit", rows.len())?;
    let mut before = newest_chain_hash(conn)?;
    for (id, row) in (first..).zip(&mut rows) {
        row.id = id;
        row.chain = row.chain_hash(&before);
        before.clone_from(&row.chain);
    }
    insert_all!(&mut *conn, audit::table, rows);
    Ok(())
}

fn newest_chain_hash(conn: &mut AnyConnection) -> Result<Vec<u8>> {
    let newest = audit::table.order(audit::id.desc()).select(audit::chain);
    let newest: Option<Vec<u8>> = newest.first(conn).optional()?;
    Ok(newest.unwrap_or_else(|| vec![0; CHAIN_HASH_BYTES]))
}

/// Rows per query of a check or an export.
const BATCH_ROWS: i64 = 2_000;
/// The number of faults listed individually.
const MAX_LISTED_FAULTS: usize = 20;

/// Verifies the whole chain; returns a description of each fault, without names and values, and the
/// number of rows.
pub fn verify_chain(conn: &mut AnyConnection) -> Result<(u64, Vec<String>)> {
    let (mut faults, mut rows) = (Vec::new(), 0_u64);
    let (mut after, mut before) = (0, vec![0; CHAIN_HASH_BYTES]);
    loop {
        let some: Vec<AuditRow> = AuditRow::query()
            .filter(audit::id.gt(after))
            .order(audit::id)
            .limit(BATCH_ROWS)
            .load(conn)?;
        for row in &some {
            if row.id != after + 1 {
                faults.push(format!(
                    "the audit trail lacks entries {} to {}",
                    after + 1,
                    row.id - 1
                ));
            }
            if row.chain != row.chain_hash(&before) {
                faults.push(format!("entry {} of the audit trail was changed or moved", row.id));
            }
            after = row.id;
            before.clone_from(&row.chain);
        }
        rows += some.len() as u64;
        if some.is_empty() {
            break;
        }
    }
    let counted = id_sequence::counter(conn, "audit")?;
    if counted != i64::from(after) {
        faults.push(format!("the audit trail ends at entry {after}, but {counted} were written"));
    }
    let more = faults.len().saturating_sub(MAX_LISTED_FAULTS);
    faults.truncate(MAX_LISTED_FAULTS);
    faults.extend((more > 0).then(|| format!("{more} more faults of the audit trail")));
    Ok((rows, faults))
}

/// The actions of the entries `after < id <= through`, each with its event, 0 for none.
pub fn actions_between(
    conn: &mut AnyConnection,
    (after, through): (i32, i32),
) -> Result<Vec<(String, i32)>> {
    if after == through {
        return Ok(Vec::new());
    }
    let rows = audit::table.filter(audit::id.gt(after)).filter(audit::id.le(through));
    Ok(rows.order(audit::id).select((audit::action, audit::event_id)).load(conn)?)
}

/// The subject of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuditSubject {
    /// Entries by or about a person; the player is 0 if there is none.
    Person {
        account: i32,
        player: i32,
    },
    Event(i32),
    Organisation(i32),
    Everybody,
}

/// A filter of entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditFilter {
    pub whose: AuditSubject,
    /// Only this action.
    pub action: Option<String>,
    /// From `since` until before `until`.
    pub since: Option<Micros>,
    pub until: Option<Micros>,
}

/// What entries have in common, read by an index that yields them newest first.
type AuditCondition = Box<dyn BoxableExpression<audit::table, AnyBackend, SqlType = Bool>>;

/// Up to `limit` entries older than the id `before`, newest first.
pub fn page(
    conn: &mut AnyConnection,
    look: &AuditFilter,
    before: i32,
    limit: i64,
) -> Result<Vec<AuditRow>> {
    let subjects: Vec<AuditCondition> = match look.whose {
        AuditSubject::Person { account, player } => {
            let mut all: Vec<AuditCondition> = vec![
                Box::new(audit::account_id.eq(account)),
                Box::new(audit::subject_id.eq(account)),
            ];
            if player != 0 {
                all.push(Box::new(audit::player_id.eq(player)));
            }
            all
        }
        AuditSubject::Event(event) => vec![Box::new(audit::event_id.eq(event))],
        AuditSubject::Organisation(one) => vec![Box::new(audit::organisation_id.eq(one))],
        AuditSubject::Everybody => vec![Box::new(audit::id.gt(0))],
    };
    // Each index separately: a single query over three of them would sort all entries of a person.
    let mut rows = Vec::new();
    for subject in subjects {
        rows.extend(load_index(conn, subject, look, before, limit)?);
    }
    rows.sort_by_key(|row: &AuditRow| std::cmp::Reverse(row.id));
    rows.dedup_by_key(|row| row.id);
    rows.truncate(usize::try_from(limit).unwrap_or(0));
    Ok(rows)
}

fn load_index(
    conn: &mut AnyConnection,
    subject: AuditCondition,
    look: &AuditFilter,
    before: i32,
    limit: i64,
) -> Result<Vec<AuditRow>> {
    let mut query = AuditRow::query()
        .filter(subject)
        .filter(audit::id.lt(before))
        .order(audit::id.desc())
        .limit(limit)
        .into_boxed();
    if let Some(action) = &look.action {
        query = query.filter(audit::action.eq(action));
    }
    if let Some(since) = look.since {
        query = query.filter(audit::at.ge(since));
    }
    if let Some(until) = look.until {
        query = query.filter(audit::at.lt(until));
    }
    Ok(query.load(conn)?)
}
