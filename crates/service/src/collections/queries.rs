//! Reading collections with what the actor may see of them.

use std::collections::HashMap;

use adjutant_store::collections::{self as rows, ChapterRow, CollectionRow};
use adjutant_store::reviews::{self as review_rows, ReviewRow};
use adjutant_store::{AnyConnection, distinct, games as game_rows};

use super::super::access::Actor;
use super::super::games::{self, GameSummary};
use super::super::reviews::{Author, allowed, is_own};
use super::super::{App, Error, Result};
use super::{Chapter, Collection, CollectionSummary, PAGE_SIZE};

/// Checks that the actor may have collections, before the request body is read.
pub fn authorize(actor: &Actor) -> Result<()> {
    allowed(actor).map(drop)
}

fn to_summary(
    row: CollectionRow,
    author: String,
    chapters: usize,
    actor: &Actor,
) -> CollectionSummary {
    CollectionSummary {
        id: row.id,
        is_own: is_own(actor, row.account_id),
        title: row.title,
        description: row.words,
        author,
        is_published: row.published != 0,
        chapter_count: chapters,
        created_at: row.created_at,
        changed_at: row.changed_at,
    }
}

/// Collections, each with the handle of its author, without their chapters.
fn summaries(
    conn: &mut AnyConnection,
    actor: &Actor,
    found: Vec<(CollectionRow, String)>,
) -> Result<Vec<CollectionSummary>> {
    let ids: Vec<i32> = found.iter().map(|(row, _)| row.id).collect();
    let mut counts: HashMap<i32, usize> = HashMap::with_capacity(ids.len());
    for home in rows::collections_of_chapters(conn, &ids)? {
        *counts.entry(home).or_default() += 1;
    }
    let summary = |(row, author): (CollectionRow, String)| {
        let chapters = counts.get(&row.id).copied().unwrap_or_default();
        to_summary(row, author, chapters, actor)
    };
    Ok(found.into_iter().map(summary).collect())
}

/// Published collections older than the id `before`, newest first, and the id to continue from.
pub fn published(
    app: &App,
    actor: &Actor,
    before: Option<i32>,
) -> Result<(Vec<CollectionSummary>, Option<i32>)> {
    let mut conn = app.store().read_connection()?;
    let before = before.unwrap_or(i32::MAX);
    let mut found = rows::published(&mut conn, before, PAGE_SIZE as i64 + 1)?;
    let more = found.len() > PAGE_SIZE;
    found.truncate(PAGE_SIZE);
    let next = found.last().filter(|_| more).map(|(row, _)| row.id);
    Ok((summaries(&mut conn, actor, found)?, next))
}

/// All collections of the actor, newest first.
pub fn own_collections(app: &App, actor: &Actor) -> Result<Vec<CollectionSummary>> {
    let account = allowed(actor)?;
    let mut conn = app.store().read_connection()?;
    let author = Author::of(&mut conn, account)?.handle;
    let found = rows::for_account(&mut conn, account)?.into_iter();
    summaries(&mut conn, actor, found.map(|row| (row, author.clone())).collect())
}

/// All collections of an account with their chapters, newest first.
pub(crate) fn collections_of_account(
    conn: &mut AnyConnection,
    actor: &Actor,
    account: i32,
) -> Result<Vec<Collection>> {
    let found = rows::for_account(conn, account)?;
    found.into_iter().map(|row| load_collection(conn, actor, row)).collect()
}

pub fn get(app: &App, actor: &Actor, id: i32) -> Result<Collection> {
    let mut conn = app.store().read_connection()?;
    let row = rows::find(&mut conn, id)?.ok_or(Error::Hidden)?;
    let own = is_own(actor, row.account_id);
    let shown = row.published != 0 && Author::of(&mut conn, row.account_id)?.shown;
    if !own && !shown {
        return Err(Error::Hidden);
    }
    load_collection(&mut conn, actor, row)
}

fn load_collection(
    conn: &mut AnyConnection,
    actor: &Actor,
    row: CollectionRow,
) -> Result<Collection> {
    let author = Author::of(conn, row.account_id)?;
    let may_publish = author.shown && is_own(actor, row.account_id);
    let all = rows::chapters(conn, row.id)?;
    let games = open_games(conn, &all)?;
    let reviews = visible_reviews(conn, actor, &all)?;
    let about = to_summary(row, author.handle, all.len(), actor);
    let chapter = |row: ChapterRow| {
        let game = games.get(&row.game_id).cloned();
        let review = reviews.get(&row.review_id).filter(|own| own.game_id == row.game_id);
        Chapter {
            id: row.id,
            title: row.title,
            text: row.words,
            ply: game.as_ref().map_or(0, |game| game.plies.min(row.ply.unsigned_abs())),
            review: review.filter(|_| game.is_some()).map(|own| own.id),
            game,
        }
    };
    Ok(Collection {
        summary: about,
        chapters: all.into_iter().map(chapter).collect(),
        can_publish: may_publish,
    })
}

/// The chapters' games that are now revealed, by id.
fn open_games(
    conn: &mut AnyConnection,
    chapters: &[ChapterRow],
) -> Result<HashMap<i32, GameSummary>> {
    let numbers = distinct(chapters.iter().map(|row| row.game_id));
    let mut found = game_rows::by_ids(conn, &numbers)?;
    found.retain(|row| row.revealed != 0);
    let numbers: Vec<i32> = found.iter().map(|row| row.id).collect();
    Ok(numbers.into_iter().zip(games::summaries(conn, found)?).collect())
}

/// The chapters' reviews that the actor may see.
fn visible_reviews(
    conn: &mut AnyConnection,
    actor: &Actor,
    chapters: &[ChapterRow],
) -> Result<HashMap<i32, ReviewRow>> {
    let ids: Vec<i32> = chapters.iter().map(|row| row.review_id).filter(|id| *id != 0).collect();
    let mut shown: HashMap<i32, bool> = HashMap::new();
    let mut seen = HashMap::new();
    for row in review_rows::by_ids(conn, &ids)? {
        let is_shown = match shown.get(&row.account_id) {
            Some(known) => *known,
            None => Author::of(conn, row.account_id)?.shown,
        };
        shown.insert(row.account_id, is_shown);
        if is_own(actor, row.account_id) || (row.published != 0 && is_shown) {
            seen.insert(row.id, row);
        }
    }
    Ok(seen)
}
