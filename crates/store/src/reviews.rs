//! Reviews of games.

use diesel::prelude::*;

use super::accounts::AccountState;
use super::id_sequence::lock_counter;
use super::players::Privacy;
use super::schema::{accounts, players, reviews};
use super::{AnyConnection, Result};
use adjutant_domain::moment::Micros;

/// A review.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = reviews, treat_none_as_default_value = false)]
pub struct ReviewRow {
    pub id: i32,
    pub game_id: i32,
    pub account_id: i32,
    pub title: String,
    /// 0 private, 1 public.
    pub published: i16,
    pub body: String,
    pub created_at: Micros,
    pub changed_at: Micros,
    /// When a moderator took it down; 0 if none did.
    pub taken_down_at: Micros,
    pub taken_down_for: String,
}

/// The author: the handle of the account's player, whether they are unlisted, and the account's
/// state.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = players)]
pub struct AuthorRow {
    pub handle: String,
    pub private: Privacy,
    #[diesel(select_expression = accounts::state)]
    pub account_state: AccountState,
}

/// Takes the lock of writers of reviews, as the first statement of a transaction that updates one
/// after reading it.
pub fn lock_writer(conn: &mut AnyConnection) -> Result<()> {
    lock_counter(conn, "reviews")
}

/// Inserts a review, whose id the counter provided.
pub fn add(conn: &mut AnyConnection, row: &ReviewRow) -> Result<()> {
    diesel::insert_into(reviews::table).values(row).execute(conn)?;
    Ok(())
}

pub fn find(conn: &mut AnyConnection, id: i32) -> Result<Option<ReviewRow>> {
    Ok(reviews::table.find(id).first(conn).optional()?)
}

/// The reviews with these ids, unordered.
pub fn by_ids(conn: &mut AnyConnection, ids: &[i32]) -> Result<Vec<ReviewRow>> {
    Ok(reviews::table.filter(reviews::id.eq_any(ids)).load(conn)?)
}

/// Up to `limit` reviews of a game that are published or by `reader`, in order of creation.
pub fn for_game(
    conn: &mut AnyConnection,
    game: i32,
    reader: i32,
    limit: i64,
) -> Result<Vec<ReviewRow>> {
    Ok(reviews::table
        .filter(reviews::game_id.eq(game))
        .filter(reviews::published.eq(1).or(reviews::account_id.eq(reader)))
        .order(reviews::id)
        .limit(limit)
        .load(conn)?)
}

/// An account's reviews, newest first.
pub fn for_account(conn: &mut AnyConnection, account: i32) -> Result<Vec<ReviewRow>> {
    Ok(reviews::table
        .filter(reviews::account_id.eq(account))
        .order(reviews::id.desc())
        .load(conn)?)
}

/// The author with this account; `None` if it has no player.
pub fn author(conn: &mut AnyConnection, account: i32) -> Result<Option<AuthorRow>> {
    Ok(accounts::table
        .inner_join(players::table.on(accounts::player_id.eq(players::id.nullable())))
        .filter(accounts::id.eq(account))
        .select(AuthorRow::as_select())
        .first(conn)
        .optional()?)
}

/// Updates title, comments and visibility of a review.
pub fn update(conn: &mut AnyConnection, row: &ReviewRow) -> Result<()> {
    diesel::update(reviews::table.find(row.id))
        .set((
            reviews::title.eq(&row.title),
            reviews::published.eq(row.published),
            reviews::body.eq(&row.body),
            reviews::changed_at.eq(row.changed_at),
        ))
        .execute(conn)?;
    Ok(())
}

pub fn remove(conn: &mut AnyConnection, id: i32) -> Result<()> {
    diesel::delete(reviews::table.find(id)).execute(conn)?;
    Ok(())
}

/// Deletes all reviews of an account.
pub(super) fn remove_for_account(conn: &mut AnyConnection, account: i32) -> Result<()> {
    diesel::delete(reviews::table.filter(reviews::account_id.eq(account))).execute(conn)?;
    Ok(())
}

/// Marks a review as taken down at a time; 0 restores it.
pub fn set_taken_down_at(
    conn: &mut AnyConnection,
    id: i32,
    (at, reason): (Micros, &str),
) -> Result<()> {
    diesel::update(reviews::table.find(id))
        .set((
            reviews::published.eq(0),
            reviews::taken_down_at.eq(at),
            reviews::taken_down_for.eq(reason),
        ))
        .execute(conn)?;
    Ok(())
}

/// Up to `limit` reviews that are taken down, newest first.
pub fn newest_taken_down(conn: &mut AnyConnection, limit: i64) -> Result<Vec<ReviewRow>> {
    Ok(reviews::table
        .filter(reviews::taken_down_at.gt(0))
        .order((reviews::taken_down_at.desc(), reviews::id.desc()))
        .limit(limit)
        .load(conn)?)
}
