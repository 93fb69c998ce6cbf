//! Masks the names of deleted people in displayed reasons. The log itself is never changed, and no
//! list of such names exists; they are recognised by their hashes.

use std::ops::Range;

use adjutant_store::audit::AuditRow;
use adjutant_store::deleted_names::NameBearer;
use adjutant_store::seal::Sealer;
use adjutant_store::{AnyConnection, StoreError, deleted_names};

const MAX_NAME_WORDS: usize = 5;
const MASKED_NAME: &str = "[deleted]";

/// Masks the names of deleted people in the reasons of some rows.
pub(super) fn mask_deleted_names(
    conn: &mut AnyConnection,
    sealer: &Sealer,
    rows: &mut [AuditRow],
) -> Result<(), StoreError> {
    if rows.iter().all(|row| row.reason.is_empty()) || !deleted_names::has_any(conn)? {
        return Ok(());
    }
    let texts = rows.iter().flat_map(|row| {
        let whose = concerned_names(row);
        name_candidates(&row.reason).map(move |at| (row.reason[at].to_owned(), whose.clone()))
    });
    let names = deleted_names::texts_naming_deleted(conn, sealer, texts.collect())?;
    if !names.is_empty() {
        for row in rows {
            let whose = concerned_names(row);
            row.reason =
                mask_matches(&row.reason, |text| names.contains(&(text.to_owned(), whose.clone())));
        }
    }
    Ok(())
}

/// The people concerned by an entry, as actor or target. Single words are masked for them only:
/// somebody who signs up as "result" must not remove that word from all reasons.
fn concerned_names(row: &AuditRow) -> Vec<NameBearer> {
    let accounts = [row.account_id, row.subject_id].into_iter().map(NameBearer::Account);
    let all = accounts.chain([NameBearer::Player(row.player_id)]);
    all.filter(|one| !matches!(one, NameBearer::Account(0) | NameBearer::Player(0))).collect()
}

/// The words of a text: letters and digits, with the punctuation that handles allow between them.
fn word_ranges(text: &str) -> Vec<Range<usize>> {
    let is_part = |c: char| c.is_alphanumeric();
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, c) in text.char_indices().filter(|(_, c)| is_part(*c)) {
        match found.last_mut() {
            Some(last) if last.end == at => last.end = at + c.len_utf8(),
            _ => found.push(at..at + c.len_utf8()),
        }
    }
    found
}

/// Every sequence of a few words, also with a full stop after it; the longest first for each start.
fn name_candidates(text: &str) -> impl Iterator<Item = Range<usize>> {
    let words = word_ranges(text);
    let starts = 0..words.len();
    starts.flat_map(move |first| {
        let last = (first + MAX_NAME_WORDS).min(words.len());
        let runs = (first..last).rev().map(|last| words[first].start..words[last].end);
        let runs = runs.filter(|run| run.len() > 1);
        let stop = |run: Range<usize>| {
            let stops = text[run.end..].starts_with('.');
            [stops.then(|| run.start..run.end + 1), Some(run)].into_iter().flatten()
        };
        runs.flat_map(stop).collect::<Vec<_>>()
    })
}

fn mask_matches(text: &str, is_name: impl Fn(&str) -> bool) -> String {
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    for run in name_candidates(text) {
        if run.start >= at && is_name(&text[run.clone()]) {
            out.push_str(&text[at..run.start]);
            out.push_str(MASKED_NAME);
            at = run.end;
        }
    }
    out.push_str(&text[at..]);
    out
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_name_is_taken_out_where_it_stands_as_words() {
        let names: HashSet<String> =
            ["Juan dela Cruz", "Juan", "J. Cruz", "x_y", "Ñata B."].map(str::to_owned).into();
        for (before, after) in [
            ("Juan dela Cruz said so", "[deleted] said so"),
            ("as Juan, Juana and x_y know", "as [deleted], Juana and [deleted] know"),
            ("(J. Cruz) is Ñata B.", "([deleted]) is [deleted]"),
            ("nobody", "nobody"),
            ("", ""),
        ] {
            assert_eq!(mask_matches(before, |text| names.contains(text)), after);
        }
    }
}
