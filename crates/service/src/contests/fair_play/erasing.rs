//! What of cases goes with an account.

use adjutant_domain::contest::fair_play::cases::CaseEntry;
use adjutant_domain::contest::json::{read_case_entry, write_case_entry};
use adjutant_store::case_entries::{self as rows, CaseEntryRow};
use adjutant_store::{AnyConnection, StoreError};

use crate::Result;

/// Reads an entry, changes its words and stores them if they are others.
fn rewrite(
    conn: &mut AnyConnection,
    row: &CaseEntryRow,
    change: impl FnOnce(&mut CaseEntry),
) -> Result<()> {
    let damaged = || {
        let (contest, number) = (row.contest_id, row.number);
        StoreError::Damaged(format!("entry {number} of the cases of event {contest}"))
    };
    let mut entry = read_case_entry(&row.body).map_err(|_| damaged())?;
    change(&mut entry);
    let body = write_case_entry(&entry);
    if body != row.body {
        rows::replace_body(conn, row, &body)?;
    }
    Ok(())
}

/// Erases what an account wrote as a player: reports and appeals. What it wrote as an official belongs to the event.
pub(crate) fn erase_own_words(conn: &mut AnyConnection, account: i32) -> Result<()> {
    for row in rows::for_account(conn, account)? {
        rewrite(conn, &row, |entry| {
            let is_player = matches!(
                entry,
                CaseEntry::Opened { reported: true, .. } | CaseEntry::Appealed { .. }
            );
            if is_player {
                entry.words_mut().clear();
            }
        })?;
    }
    Ok(())
}

/// Replaces names in all cases.
pub(crate) fn replace_names(
    conn: &mut AnyConnection,
    replaced: impl Fn(&str) -> String,
) -> Result<()> {
    for row in rows::all(conn)? {
        rewrite(conn, &row, |entry| {
            let words = replaced(entry.words());
            *entry.words_mut() = words;
        })?;
    }
    Ok(())
}
