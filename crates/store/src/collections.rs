//! Collections of games and their chapters.

use diesel::prelude::*;

use super::accounts::AccountState;
use super::id_sequence::lock_counter;
use super::players::Privacy;
use super::schema::{accounts, chapters, collections, players};
use super::{AnyConnection, Result};
use adjutant_domain::moment::Micros;

/// A collection.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = collections, treat_none_as_default_value = false)]
pub struct CollectionRow {
    pub id: i32,
    pub account_id: i32,
    pub title: String,
    pub words: String,
    /// 0 private, 1 public.
    pub published: i16,
    pub created_at: Micros,
    pub changed_at: Micros,
}

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = chapters, treat_none_as_default_value = false)]
pub struct ChapterRow {
    pub id: i32,
    pub collection_id: i32,
    /// From 1, without gaps.
    pub place: i32,
    pub game_id: i32,
    pub ply: i32,
    /// 0 for none.
    pub review_id: i32,
    pub title: String,
    pub words: String,
}

/// Takes the lock of writers of collections, as the first statement of a transaction that updates
/// one after reading it.
pub fn lock_writer(conn: &mut AnyConnection) -> Result<()> {
    lock_counter(conn, "collections")
}

/// Inserts a collection, whose id the counter provided.
pub fn add(conn: &mut AnyConnection, row: &CollectionRow) -> Result<()> {
    diesel::insert_into(collections::table).values(row).execute(conn)?;
    Ok(())
}

pub fn find(conn: &mut AnyConnection, id: i32) -> Result<Option<CollectionRow>> {
    Ok(collections::table.find(id).first(conn).optional()?)
}

/// Updates text and visibility of a collection.
pub fn update(conn: &mut AnyConnection, row: &CollectionRow) -> Result<()> {
    diesel::update(collections::table.find(row.id))
        .set((
            collections::title.eq(&row.title),
            collections::words.eq(&row.words),
            collections::published.eq(row.published),
            collections::changed_at.eq(row.changed_at),
        ))
        .execute(conn)?;
    Ok(())
}

/// Deletes a collection with its chapters.
pub fn remove(conn: &mut AnyConnection, id: i32) -> Result<()> {
    let own = chapters::table.filter(chapters::collection_id.eq(id));
    diesel::delete(own).execute(conn)?;
    diesel::delete(collections::table.find(id)).execute(conn)?;
    Ok(())
}

/// An account's collections, newest first.
pub fn for_account(conn: &mut AnyConnection, account: i32) -> Result<Vec<CollectionRow>> {
    Ok(collections::table
        .filter(collections::account_id.eq(account))
        .order(collections::id.desc())
        .load(conn)?)
}

/// Published collections older than the id `before`, newest first, each with the handle of its
/// author's player; only of active accounts whose players are listed publicly.
pub fn published(
    conn: &mut AnyConnection,
    before: i32,
    limit: i64,
) -> Result<Vec<(CollectionRow, String)>> {
    Ok(collections::table
        .inner_join(accounts::table.on(collections::account_id.eq(accounts::id)))
        .inner_join(players::table.on(accounts::player_id.eq(players::id.nullable())))
        .filter(collections::published.eq(1))
        .filter(collections::id.lt(before))
        .filter(accounts::state.eq(AccountState::Active))
        .filter(players::private.eq(Privacy::Public))
        .order(collections::id.desc())
        .limit(limit)
        .select((CollectionRow::as_select(), players::handle))
        .load(conn)?)
}

/// The chapters of a collection in order.
pub fn chapters(conn: &mut AnyConnection, collection: i32) -> Result<Vec<ChapterRow>> {
    Ok(chapters::table
        .filter(chapters::collection_id.eq(collection))
        .order(chapters::place)
        .load(conn)?)
}

/// The collection ids of the chapters of these collections, one per chapter, unordered.
pub fn collections_of_chapters(conn: &mut AnyConnection, ids: &[i32]) -> Result<Vec<i32>> {
    Ok(chapters::table
        .filter(chapters::collection_id.eq_any(ids))
        .select(chapters::collection_id)
        .load(conn)?)
}

/// Inserts a chapter, whose id the counter provided.
pub fn add_chapter(conn: &mut AnyConnection, row: &ChapterRow) -> Result<()> {
    diesel::insert_into(chapters::table).values(row).execute(conn)?;
    Ok(())
}

/// Updates place, ply, review and text of a chapter.
pub fn update_chapter(conn: &mut AnyConnection, row: &ChapterRow) -> Result<()> {
    diesel::update(chapters::table.find(row.id))
        .set((
            chapters::place.eq(row.place),
            chapters::ply.eq(row.ply),
            chapters::review_id.eq(row.review_id),
            chapters::title.eq(&row.title),
            chapters::words.eq(&row.words),
        ))
        .execute(conn)?;
    Ok(())
}

pub fn remove_chapter(conn: &mut AnyConnection, id: i32) -> Result<()> {
    diesel::delete(chapters::table.find(id)).execute(conn)?;
    Ok(())
}

/// Deletes all collections of an account.
pub(super) fn remove_for_account(conn: &mut AnyConnection, account: i32) -> Result<()> {
    for row in for_account(conn, account)? {
        remove(conn, row.id)?;
    }
    Ok(())
}
