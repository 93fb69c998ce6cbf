//! Reviews: comments on the plies of a revealed game, private or public.
//!
//! A review is private until its author publishes it. Users who are not listed publicly, such as
//! minors, cannot publish, and reviews of accounts that can no longer sign in are not shown.

mod moderation;
mod writing;

use adjutant_domain::organisation::{FieldError as WordFault, text};
use adjutant_domain::review::{
    MAX_COMMENT_LEN, MAX_MARKS, MAX_REMARKS, PlyRemark, RemarkError, Remarks,
};
use adjutant_store::AnyConnection;
use adjutant_store::players::Privacy;
use adjutant_store::reviews::{self as rows, ReviewRow};
use adjutant_store::transaction::in_transaction;

use super::access::{Act, ActTarget, Actor, require};
use super::games::Game;
use super::records::GameId;
use super::{App, Error, Result};

pub use moderation::{TakenDown, give_back, may_moderate, take_down, taken_down};
pub use writing::{Whole, make, may_write, rewrite};

/// Maximum length of a title, in characters.
pub const LONGEST_TITLE: usize = 60;
pub const MOST: usize = 500;
/// The number of reviews shown beside a game.
const LISTED: i64 = 50;
/// The `state` of an account that may sign in.
const ACTIVE: i16 = 0;

/// A review; times in microseconds since 1970.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Review {
    pub id: i32,
    pub game: GameId,
    pub title: String,
    /// The handle of the author's player; empty if the account has none.
    pub author: String,
    pub own: bool,
    pub published: bool,
    /// Set if a moderator took it down; visible to its author and the moderators.
    pub taken_down: Option<TakenDown>,
    pub remarks: Remarks,
    pub created_at: i64,
    pub changed_at: i64,
}

fn allowed(actor: &Actor) -> Result<i32> {
    require(actor, Act::KeepReviews, ActTarget::Account(actor.account), false)?;
    Ok(actor.account)
}

/// The author of a review, as far as they may be shown.
#[derive(Clone)]
pub(super) struct Author {
    pub(super) handle: String,
    /// Whether their published reviews are shown.
    pub(super) shown: bool,
}

impl Author {
    pub(super) fn of(conn: &mut AnyConnection, account: i32) -> Result<Author> {
        let row = rows::author(conn, account)?;
        let shown = row.as_ref().is_some_and(|own| {
            own.account_state == ACTIVE && !Privacy::from(own.private).is_private()
        });
        Ok(Author { handle: row.map(|own| own.handle).unwrap_or_default(), shown })
    }
}

fn decoded(row: ReviewRow, game: GameId, author: Author, actor: &Actor) -> Result<Review> {
    let remarks = Remarks::parse(&row.body)
        .ok_or_else(|| Error::Internal(format!("review {} does not decode", row.id)))?;
    Ok(Review {
        taken_down: TakenDown::of(&row),
        id: row.id,
        game,
        title: row.title,
        author: author.handle,
        own: is_own(actor, row.account_id),
        published: row.published != 0,
        remarks,
        created_at: row.created_at,
        changed_at: row.changed_at,
    })
}

/// The account whose private reviews the actor may see; none for anonymous users, commands, and
/// tokens without the scope.
fn own_account(actor: &Actor) -> Option<i32> {
    allowed(actor).ok()
}

fn is_own(actor: &Actor, account: i32) -> bool {
    own_account(actor) == Some(account)
}

/// The reviews of a game, by its row and id, that the actor may see: published ones, and their own.
pub fn of_game(app: &App, actor: &Actor, (number, id): (i32, GameId)) -> Result<Vec<Review>> {
    let mut conn = app.store().read_connection()?;
    let mut found = Vec::new();
    let reader = own_account(actor).unwrap_or(0);
    for row in rows::for_game(&mut conn, number, reader, LISTED)? {
        let author = Author::of(&mut conn, row.account_id)?;
        if is_own(actor, row.account_id) || (row.published != 0 && author.shown) {
            found.push(decoded(row, id, author, actor)?);
        }
    }
    Ok(found)
}

/// A review of a game.
pub fn get(app: &App, actor: &Actor, game: &Game, id: i32) -> Result<Review> {
    let mut conn = app.store().read_connection()?;
    let row = rows::find(&mut conn, id)?.filter(|row| row.game_id == game.number);
    let row = row.ok_or(Error::Hidden)?;
    let author = Author::of(&mut conn, row.account_id)?;
    let moderated = row.taken_down_at > 0 && may_moderate(actor).is_ok();
    if !is_own(actor, row.account_id) && !moderated && (row.published == 0 || !author.shown) {
        return Err(Error::Hidden);
    }
    decoded(row, game.summary.id, author, actor)
}

/// The actor's own reviews, newest first.
pub fn own(app: &App, actor: &Actor) -> Result<Vec<Review>> {
    let account = allowed(actor)?;
    of_account(&mut *app.store().read_connection()?, actor, account)
}

/// All reviews of an account, newest first.
pub(super) fn of_account(
    conn: &mut AnyConnection,
    actor: &Actor,
    account: i32,
) -> Result<Vec<Review>> {
    let all = rows::for_account(conn, account)?;
    let numbers: Vec<i32> = all.iter().map(|row| row.game_id).collect();
    let games = rows::game_content_ids(conn, &numbers)?;
    let author = Author::of(conn, account)?;
    let mut found = Vec::with_capacity(all.len());
    for row in all {
        let game = games.iter().find(|(number, _)| *number == row.game_id);
        let Some(game) = game.and_then(|(_, id)| GameId::from_bytes(id)) else { continue };
        found.push(decoded(row, game, author.clone(), actor)?);
    }
    Ok(found)
}

/// Starts a private review of a revealed game; returns its id.
pub fn begin(app: &App, actor: &Actor, game: &Game, title: &str, now: i64) -> Result<i32> {
    make(app, actor, game, &Whole { title: title.to_owned(), remarks: Vec::new() }, now)
}

fn titled(title: &str) -> Result<String> {
    let title = text::clean_line(title, LONGEST_TITLE).map_err(|e| Error::invalid("title", e))?;
    if title.is_empty() {
        let fault = WordFault::Empty;
        return Err(Error::invalid("title", fault));
    }
    Ok(title)
}

/// Updates a review of the actor: `change` modifies its row, which is saved.
fn change(
    app: &App,
    actor: &Actor,
    (game, id): (&Game, i32),
    change: impl FnOnce(&mut ReviewRow, &Author) -> Result<()>,
) -> Result<()> {
    let account = allowed(actor)?;
    let mut conn = app.store().connection()?;
    in_transaction(&mut conn, |conn| {
        rows::lock_writer(conn)?;
        let own = |row: &ReviewRow| row.account_id == account && row.game_id == game.number;
        let mut row = rows::find(conn, id)?.filter(own).ok_or(Error::Hidden)?;
        let author = Author::of(conn, account)?;
        change(&mut row, &author)?;
        rows::update(conn, &row)?;
        Ok::<_, Error>(())
    })?;
    // Cached pages are now outdated.
    app.editions().raise();
    Ok(())
}

/// Sets the comment at a ply; an empty one deletes it.
pub fn remark(
    app: &App,
    actor: &Actor,
    at: (&Game, i32),
    (ply, remark): (u32, PlyRemark),
    now: i64,
) -> Result<()> {
    let plies = at.0.stored.timeline().len();
    let words = text::clean_lines(&remark.comment, MAX_COMMENT_LEN)
        .map_err(|e| Error::invalid("words", e))?;
    let remark = PlyRemark { comment: words, ..remark };
    change(app, actor, at, |row, _| {
        let damaged = || Error::Internal(format!("review {} does not decode", row.id));
        let mut remarks = Remarks::parse(&row.body).ok_or_else(damaged)?;
        remarks.set(ply, plies, remark).map_err(refused)?;
        (row.body, row.changed_at) = (remarks.to_text(), now);
        Ok(())
    })
}

fn refused(fault: RemarkError) -> Error {
    let (field, fault) = match fault {
        RemarkError::CommentTooLong => ("words", WordFault::TooLong { most: MAX_COMMENT_LEN }),
        RemarkError::TooManyMarks => ("marks", WordFault::TooMany { most: MAX_MARKS }),
        RemarkError::TooManyRemarks => ("words", WordFault::TooMany { most: MAX_REMARKS }),
        RemarkError::UnknownPly => return Error::Hidden,
    };
    Error::invalid(field, fault)
}

/// Publishes or unpublishes a review.
pub fn publish(
    app: &App,
    actor: &Actor,
    at: (&Game, i32),
    published: bool,
    now: i64,
) -> Result<()> {
    change(app, actor, at, |row, author| {
        if published && !author.shown {
            return Err(Error::Hidden);
        }
        if published && row.taken_down_at > 0 {
            return Err(Error::conflict(refusal!(REVIEW_TAKEN_DOWN, reason = row.taken_down_for)));
        }
        (row.published, row.changed_at) = (i16::from(published), now);
        Ok(())
    })
}

/// Whether a published review of the actor would be shown.
pub fn may_publish(app: &App, actor: &Actor) -> Result<bool> {
    Ok(Author::of(&mut *app.store().read_connection()?, actor.account)?.shown)
}

/// Deletes a review.
pub fn remove(app: &App, actor: &Actor, (game, id): (&Game, i32)) -> Result<()> {
    let account = allowed(actor)?;
    let mut conn = app.store().connection()?;
    in_transaction(&mut conn, |conn| {
        rows::lock_writer(conn)?;
        let own = |row: &ReviewRow| row.account_id == account && row.game_id == game.number;
        rows::find(conn, id)?.filter(own).ok_or(Error::Hidden)?;
        rows::remove(conn, id)?;
        Ok::<_, Error>(())
    })?;
    app.editions().raise();
    Ok(())
}
