//! Files that were previewed and may be applied next.

use diesel::prelude::*;

use super::schema::uploads;
use super::{AnyConnection, Result};
use adjutant_domain::moment::Micros;

/// Whose upload it is, and what it is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UploadKey {
    pub account: i32,
    pub organisation: i32,
    pub kind: UploadKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UploadKind {
    Roster = 1,
    /// An event's file, or a copy of an event.
    Event = 2,
}

#[derive(Debug, Clone, PartialEq, Eq, HasQuery)]
#[diesel(table_name = uploads)]
pub struct Upload {
    pub digest: String,
    /// How it is to be applied.
    pub options: String,
    pub bytes: Vec<u8>,
    pub kept_at: Micros,
}

/// Keeps an upload in place of an earlier one, in a transaction of the caller. Drops those that were kept
/// until `expired`, and the oldest ones beyond `most` bytes in total.
pub fn put(
    conn: &mut AnyConnection,
    key: UploadKey,
    upload: &Upload,
    (expired, most): (Micros, i64),
) -> Result<()> {
    remove(conn, key)?;
    diesel::delete(uploads::table.filter(uploads::kept_at.le(expired))).execute(conn)?;
    let length = i32::try_from(upload.bytes.len()).unwrap_or(i32::MAX);
    let row = (
        uploads::account_id.eq(key.account),
        uploads::organisation_id.eq(key.organisation),
        uploads::kind.eq(key.kind as i16),
        uploads::digest.eq(&upload.digest),
        uploads::options.eq(&upload.options),
        uploads::length.eq(length),
        uploads::bytes.eq(&upload.bytes),
        uploads::kept_at.eq(upload.kept_at),
    );
    diesel::insert_into(uploads::table).values(row).execute(conn)?;
    let all: Vec<(i32, i32, i16, i32)> = uploads::table
        .select((uploads::account_id, uploads::organisation_id, uploads::kind, uploads::length))
        .order(uploads::kept_at.desc())
        .load(conn)?;
    let mut total = 0;
    for (account, organisation, kind, length) in all {
        total += i64::from(length);
        if total > most {
            diesel::delete(uploads::table.find((account, organisation, kind))).execute(conn)?;
        }
    }
    Ok(())
}

pub fn find(conn: &mut AnyConnection, key: UploadKey) -> Result<Option<Upload>> {
    let UploadKey { account, organisation, kind } = key;
    Ok(Upload::query()
        .filter(uploads::account_id.eq(account))
        .filter(uploads::organisation_id.eq(organisation))
        .filter(uploads::kind.eq(kind as i16))
        .first(conn)
        .optional()?)
}

pub fn remove(conn: &mut AnyConnection, key: UploadKey) -> Result<()> {
    let UploadKey { account, organisation, kind } = key;
    diesel::delete(uploads::table.find((account, organisation, kind as i16))).execute(conn)?;
    Ok(())
}

/// Removes what an account has uploaded.
pub fn remove_for_account(conn: &mut AnyConnection, account: i32) -> Result<()> {
    diesel::delete(uploads::table.filter(uploads::account_id.eq(account))).execute(conn)?;
    Ok(())
}
