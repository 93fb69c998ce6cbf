//! Many games at once: what is known of them, and requests in bulk, which are made when no other request is waiting.

use std::collections::HashMap;

use ::three_generals::record::Timeline;
use adjutant_domain::game::GameKind;
use adjutant_domain::moment::Micros;
use adjutant_store::AnyConnection;
use adjutant_store::analyses::{self as rows, AnalysisState, NewAnalysis};
use adjutant_store::games::NarrowGameRow;
use salpakan_computer::analysis::Turn;
use three_generals_computer::analysis::Turn as OpenTurn;

use super::super::edition::Topic;
use super::super::records::StoredRecord;
use super::super::stored::{Sealed, read_many};
use super::super::{App, Result};
use super::super::{events, games};
use super::{LONGEST, MOST_IN_BULK, Record, VERSION, armies, codec, three_generals};

/// How far the analyses of some games are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Standing {
    /// Those that can be analyzed: their ranks are revealed.
    pub games: usize,
    pub done: usize,
    pub waiting: usize,
}

/// Keeps the games of this kind that can be analyzed and that somebody vouches for.
fn keep_meant(
    conn: &mut AnyConnection,
    found: &mut Vec<NarrowGameRow>,
    kind: GameKind,
) -> Result<()> {
    let rule_sets = events::rule_sets_of(conn, kind)?;
    found.retain(|row| {
        let is_possible = row.revealed != 0 && (1..=LONGEST as i32).contains(&row.plies);
        is_possible && games::is_vouched(row) && rule_sets.contains(&row.rule_set_id)
    });
    Ok(())
}

fn states(
    conn: &mut AnyConnection,
    found: &[NarrowGameRow],
    version: i64,
) -> Result<HashMap<i32, AnalysisState>> {
    let ids: Vec<i32> = found.iter().map(|row| row.id).collect();
    let known = rows::known(conn, &ids, version)?;
    let state = |row: &NarrowGameRow| {
        let (content, state) = known.get(&row.id)?;
        (*content == row.content_id).then_some((row.id, *state))
    };
    Ok(found.iter().filter_map(state).collect())
}

/// How far the analyses of these games of Salpakan are, and gives each that is done, of at most so many, to a function.
pub fn of_many(
    conn: &mut AnyConnection,
    found: Vec<NarrowGameRow>,
    most: usize,
    mut use_one: impl FnMut(&NarrowGameRow, Record<'_>, &[Turn]),
) -> Result<Standing> {
    let meant = (GameKind::Salpakan, *VERSION);
    done_of_many(conn, meant, found, most, |narrow, stored, body| {
        let StoredRecord::Salpakan(stored) = stored else { return };
        let Some(record) = stored.revealed() else { return };
        let (Some(armies), timeline) = (armies(record), record.timeline()) else { return };
        let Some(turns) = codec::read_turns(body, timeline) else { return };
        use_one(narrow, (timeline, armies), &turns);
    })
}

/// The same of games of Three Generals.
pub fn of_many_three_generals(
    conn: &mut AnyConnection,
    found: Vec<NarrowGameRow>,
    most: usize,
    mut use_one: impl FnMut(&NarrowGameRow, &Timeline, &[OpenTurn]),
) -> Result<Standing> {
    let meant = (GameKind::ThreeGenerals, *three_generals::VERSION);
    done_of_many(conn, meant, found, most, |narrow, stored, body| {
        let StoredRecord::ThreeGenerals(record) = stored else { return };
        let timeline = &record.timeline;
        if let Some(turns) = three_generals::read_turns(body, timeline) {
            use_one(narrow, timeline, &turns);
        }
    })
}

fn done_of_many(
    conn: &mut AnyConnection,
    (kind, version): (GameKind, i64),
    mut found: Vec<NarrowGameRow>,
    most: usize,
    mut use_one: impl FnMut(&NarrowGameRow, &StoredRecord, &[u8]),
) -> Result<Standing> {
    keep_meant(conn, &mut found, kind)?;
    let states = states(conn, &found, version)?;
    let is_done = |row: &NarrowGameRow| states.get(&row.id) == Some(&AnalysisState::Done);
    let done = found.iter().filter(|row| is_done(row)).count();
    let standing = Standing { games: found.len(), done, waiting: states.len() - done };
    found.retain(is_done);
    found.truncate(most);
    let ids: Vec<i32> = found.iter().map(|row| row.id).collect();
    let bodies = rows::done(conn, &ids, version)?;
    for raw in read_many(conn, found, Sealed::Leave)? {
        let narrow = &raw.wide.narrow;
        if let Some(body) = bodies.get(&narrow.content_id) {
            use_one(narrow, &raw.decode()?, body);
        }
    }
    Ok(standing)
}

/// Asks for the analyses of those of these games of Salpakan that have none, as far as there is room. Returns how many were asked for.
/// The caller has checked the permission.
pub fn request_many(
    app: &App,
    account: i32,
    mut found: Vec<NarrowGameRow>,
    now: Micros,
) -> Result<usize> {
    keep_meant(&mut *app.store().read_connection()?, &mut found, GameKind::Salpakan)?;
    let added: Vec<i32> = app.write(|conn| {
        let known = states(conn, &found, *VERSION)?;
        let room = usize::try_from(MOST_IN_BULK - rows::waiting_in_bulk(conn)?).unwrap_or(0);
        let missing = found.iter().filter(|row| !known.contains_key(&row.id)).take(room);
        let mut added = Vec::new();
        for row in missing {
            let new = NewAnalysis {
                game_id: row.id,
                content_id: row.content_id.clone(),
                version: *VERSION,
                account,
                bulk: true,
                body: Vec::new(),
            };
            rows::add(conn, &new, now)?;
            added.push(row.id);
        }
        Ok::<_, super::super::Error>(added)
    })?;
    if !added.is_empty() {
        app.editions().touch(added.iter().map(|game| Topic::Game(*game)));
        if let Some(bell) = app.memory.analyses.bell.get() {
            bell.ring();
        }
    }
    Ok(added.len())
}
