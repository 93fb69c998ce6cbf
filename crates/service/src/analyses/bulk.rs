//! Many games at once: what is known of them, and requests in bulk, which are made when no other request is waiting.

use std::collections::HashMap;

use adjutant_domain::game::GameKind;
use adjutant_domain::moment::Micros;
use adjutant_store::AnyConnection;
use adjutant_store::analyses::{self as rows, AnalysisState, NewAnalysis};
use adjutant_store::games::NarrowGameRow;
use salpakan_computer::analysis::Turn;

use super::super::edition::Topic;
use super::super::records::StoredGame;
use super::super::stored::{Sealed, read_many};
use super::super::{App, Result};
use super::super::{events, games};
use super::{LONGEST, MOST_IN_BULK, Record, VERSION, armies, codec};

/// How far the analyses of some games are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Standing {
    /// Those that can be analyzed: their ranks are revealed.
    pub games: usize,
    pub done: usize,
    pub waiting: usize,
}

/// Keeps the games of Salpakan that can be analyzed and that somebody vouches for: what uses many analyses asks what their players
/// knew.
fn keep_meant(conn: &mut AnyConnection, found: &mut Vec<NarrowGameRow>) -> Result<()> {
    let rule_sets = events::rule_sets_of(conn, GameKind::Salpakan)?;
    found.retain(|row| {
        let is_possible = row.revealed != 0 && (1..=LONGEST as i32).contains(&row.plies);
        is_possible && games::counts(row) && rule_sets.contains(&row.rule_set_id)
    });
    Ok(())
}

fn states(
    conn: &mut AnyConnection,
    found: &[NarrowGameRow],
) -> Result<HashMap<i32, AnalysisState>> {
    let ids: Vec<i32> = found.iter().map(|row| row.id).collect();
    let known = rows::known(conn, &ids, *VERSION)?;
    let state = |row: &NarrowGameRow| {
        let (content, state) = known.get(&row.id)?;
        (*content == row.content_id).then_some((row.id, *state))
    };
    Ok(found.iter().filter_map(state).collect())
}

/// How far the analyses of these games are, and gives each that is done, of at most so many, to a function.
pub fn of_many(
    conn: &mut AnyConnection,
    mut found: Vec<NarrowGameRow>,
    most: usize,
    mut use_one: impl FnMut(&NarrowGameRow, Record<'_>, &[Turn]),
) -> Result<Standing> {
    keep_meant(conn, &mut found)?;
    let states = states(conn, &found)?;
    let is_done = |row: &NarrowGameRow| states.get(&row.id) == Some(&AnalysisState::Done);
    let done = found.iter().filter(|row| is_done(row)).count();
    let standing = Standing { games: found.len(), done, waiting: states.len() - done };
    found.retain(is_done);
    found.truncate(most);
    let ids: Vec<i32> = found.iter().map(|row| row.id).collect();
    let bodies = rows::done(conn, &ids, *VERSION)?;
    for raw in read_many(conn, found, Sealed::Leave)? {
        let stored = raw.decode()?.salpakan();
        let narrow = &raw.wide.narrow;
        let Some(record) = stored.as_ref().and_then(StoredGame::revealed) else { continue };
        let (Some(armies), Some(body)) = (armies(record), bodies.get(&narrow.content_id)) else {
            continue;
        };
        let Some(turns) = codec::read_turns(body, record.timeline()) else { continue };
        use_one(narrow, (record.timeline(), armies), &turns);
    }
    Ok(standing)
}

/// Asks for the analyses of those of these games that have none, as far as there is room, and returns how many were asked for. The caller
/// has checked the permission.
pub fn request_many(
    app: &App,
    account: i32,
    mut found: Vec<NarrowGameRow>,
    now: Micros,
) -> Result<usize> {
    keep_meant(&mut *app.store().read_connection()?, &mut found)?;
    let added: Vec<i32> = app.write(|conn| {
        let known = states(conn, &found)?;
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
