//! Computes the effect of a roster file, given the existing players.

use std::collections::{BTreeMap, HashMap, HashSet};

use adjutant_domain::account::handle::{Handle, look_key};
use adjutant_domain::organisation::roster::{
    ColumnRef, CurrentMember, MemberChange, Roster, RosterDiff, RosterErrorKind, RosterErrors,
    diff_roster, report_duplicates,
};
use adjutant_store::members::{self as rows, MemberRow, NewPlayerRow};
use adjutant_store::names::name_key;
use adjutant_store::players::{self as player_rows, PlayerRow, PlayerRowState, Privacy};
use adjutant_store::seal::Sealer;
use adjutant_store::{AnyConnection, deleted_names};

use super::super::Result;
use super::super::members::details_from_row;
use super::super::members::roster_writer::{RosterPlayer, RosterStep};

const NOBODY: &str = "?";

pub(in super::super) struct Plan {
    pub faults: RosterErrors,
    pub diff: RosterDiff,
    /// Existing players of rows to be added, by key; all others are new.
    pub known: HashMap<String, PlayerRow>,
    /// Those of them who have an account.
    pub held: HashSet<i32>,
    /// The lookalike keys of new players, in the order of their rows.
    looks: Vec<String>,
    pub before: BTreeMap<String, MemberRow>,
}

/// Computes the effect of rows; with `remove_missing`, members missing from the file are removed.
pub(in super::super) fn make(
    conn: &mut AnyConnection,
    sealer: &Sealer,
    organisation: i32,
    mut roster: Roster,
    remove_missing: bool,
) -> Result<Plan> {
    let before: BTreeMap<String, MemberRow> =
        everybody(conn, organisation)?.into_iter().map(|row| (row.name_key.clone(), row)).collect();
    let known = players(conn, &mut roster, &before)?;
    report_duplicates(&mut roster, name_key);
    let present: BTreeMap<String, CurrentMember> = before
        .iter()
        .map(|(key, row)| {
            (
                key.clone(),
                CurrentMember { handle: row.handle.clone(), details: details_from_row(row) },
            )
        })
        .collect();
    let mut diff = diff_roster(&roster.lines, &present, name_key, remove_missing);
    let Roster { errors: mut faults, handle_column: handles, .. } = roster;
    let mut new: Vec<&mut MemberChange> =
        diff.added.iter_mut().filter(|row| !known.contains_key(&row.key)).collect();
    let looks = check_new(conn, sealer, &mut new, handles.as_ref(), &mut faults)?;
    let ids: Vec<i32> = known.values().map(|player| player.id).collect();
    let held = rows::players_with_accounts(conn, &ids)?;
    Ok(Plan { faults, diff, known, held, looks, before })
}

/// All members of an organisation, also those who are not listed publicly.
pub(super) fn everybody(conn: &mut AnyConnection, organisation: i32) -> Result<Vec<MemberRow>> {
    let everybody = rows::MemberSearch { with_private: true, ..rows::MemberSearch::default() };
    Ok(rows::page(conn, organisation, &everybody, i64::MAX)?)
}

/// The existing players of rows that are not members; each row gets the current handle.
fn players(
    conn: &mut AnyConnection,
    roster: &mut Roster,
    before: &BTreeMap<String, MemberRow>,
) -> Result<HashMap<String, PlayerRow>> {
    let keys: Vec<String> = roster
        .lines
        .iter()
        .map(|line| name_key(&line.handle))
        .filter(|key| key != NOBODY && !before.contains_key(key))
        .collect();
    let found = player_rows::by_keys(conn, &keys)?;
    let mut known = HashMap::with_capacity(found.len());
    let (faults, handles) = (&mut roster.errors, &roster.handle_column);
    roster.lines.retain_mut(|line| {
        let Some(player) = found.get(&name_key(&line.handle)) else { return true };
        if player.state == PlayerRowState::Anonymous {
            let handle = line.handle.clone();
            faults.push(line.line, handles.clone(), RosterErrorKind::Retired { handle });
            return false;
        }
        line.handle.clone_from(&player.handle);
        known.insert(name_key(&player.handle), player.clone());
        true
    });
    Ok(known)
}

/// Checks that new handles may be used, and normalises them; returns their lookalike keys.
fn check_new(
    conn: &mut AnyConnection,
    sealer: &Sealer,
    new: &mut [&mut MemberChange],
    place: Option<&ColumnRef>,
    faults: &mut RosterErrors,
) -> Result<Vec<String>> {
    let looks: Vec<String> = new.iter().map(|row| look_key(&row.handle)).collect();
    let taken = rows::lookalikes_by_key(conn, &looks)?;
    let anybody_left = deleted_names::has_any(conn)?;
    let mut seen: HashMap<&str, String> = HashMap::with_capacity(new.len());
    for (row, look) in new.iter_mut().zip(&looks) {
        let handle = row.handle.clone();
        let mut fault = |kind| faults.push(row.line, place.cloned(), kind);
        match Handle::parse(&handle) {
            Ok(parsed) => row.handle = parsed.as_str().to_owned(),
            Err(all) => {
                for one in all {
                    fault(RosterErrorKind::InvalidHandle { handle: handle.clone(), fault: one });
                }
                continue;
            }
        }
        // Two rows of the same player are told as that.
        let above = seen.get(look.as_str()).filter(|other| name_key(other) != row.key);
        if let Some(other) = taken.get(look).or(above) {
            fault(RosterErrorKind::LooksLike { handle: handle.clone(), other: other.clone() });
        } else if anybody_left && deleted_names::is_or_looks_deleted(conn, sealer, &handle)? {
            fault(RosterErrorKind::Retired { handle: handle.clone() });
        }
        seen.insert(look, handle);
    }
    drop(seen);
    Ok(looks)
}

/// The players of the rows to be added, in order; missing ones are created, in a transaction that
/// holds the writer lock.
pub(in super::super) fn people(conn: &mut AnyConnection, plan: &Plan) -> Result<Vec<RosterPlayer>> {
    let is_new = |row: &&MemberChange| !plan.known.contains_key(&row.key);
    let rows_of_new = plan.diff.added.iter().filter(is_new).zip(&plan.looks);
    let new: Vec<NewPlayerRow<'_>> = rows_of_new
        .map(|(row, look)| NewPlayerRow {
            handle: &row.handle,
            look_key: look,
            privacy: match row.details.age.is_minor() {
                true => Privacy::Private,
                false => Privacy::Public,
            },
        })
        .collect();
    let mut next = rows::add_players(conn, &new)?;
    let person = |row: &MemberChange| match plan.known.get(&row.key) {
        Some(known) => RosterPlayer { player: known.id, is_new: false },
        None => {
            next += 1;
            RosterPlayer { player: next - 1, is_new: true }
        }
    };
    Ok(plan.diff.added.iter().map(person).collect())
}

/// The changes to be written; `people` are the players of the added rows.
pub(in super::super) fn steps<'a>(plan: &'a Plan, people: &[RosterPlayer]) -> Vec<RosterStep<'a>> {
    let added = plan
        .diff
        .added
        .iter()
        .zip(people)
        .map(|(row, person)| RosterStep::Add { person: *person, details: &row.details });
    let changed = plan.diff.changed.iter().filter_map(|row| {
        plan.before
            .get(&row.key)
            .map(|member| RosterStep::Change { row: member, details: &row.details })
    });
    let removed = plan.diff.removed.iter();
    let removed =
        removed.filter_map(|key| plan.before.get(key)).map(|row| RosterStep::Remove { row });
    added.chain(changed).chain(removed).collect()
}
