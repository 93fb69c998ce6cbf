//! Reviews: what somebody remarks on the plies of a game whose ranks are open, for himself or for everybody.
//!
//! A review is its author's alone until he publishes it. Whoever keeps off lists, as minors do, publishes nothing, and
//! what an account has published that may not sign in any more is not shown.

mod moderation;
mod writing;

use crate::organisation::{FieldError as WordFault, text};
use crate::review::{MAX_COMMENT_LEN, MAX_MARKS, MAX_REMARKS, PlyRemark, RemarkError, Remarks};
use crate::store::AnyConnection;
use crate::store::players::Privacy;
use crate::store::reviews::{self as rows, ReviewRow};
use crate::store::transaction::in_transaction;

use super::access::{Act, ActTarget, Actor, require};
use super::games::Game;
use super::records::GameId;
use super::{App, Error, refusals};

pub use moderation::{TakenDown, give_back, may_moderate, take_down, taken_down};
pub use writing::{Whole, make, may_write, rewrite};

/// Longest title, in characters.
pub const LONGEST_TITLE: usize = 60;
/// Most reviews of one account.
pub const MOST: usize = 500;
/// Most reviews that are shown beside a game.
const LISTED: i64 = 50;
/// `state` of an account that may sign in.
const ACTIVE: i16 = 0;

/// A review; moments in microseconds since 1970.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Review {
    pub id: i32,
    pub game: GameId,
    pub title: String,
    /// The handle of its author's player; empty where the account has none.
    pub author: String,
    /// Whether it is the actor's own.
    pub own: bool,
    pub published: bool,
    /// Where a moderator took it down: for its author and the moderators.
    pub taken_down: Option<TakenDown>,
    pub remarks: Remarks,
    pub created_at: i64,
    pub changed_at: i64,
}

fn allowed(actor: &Actor) -> Result<i32, Error> {
    require(actor, Act::KeepReviews, ActTarget::Account(actor.account), false)?;
    Ok(actor.account)
}

/// Who wrote a review, as far as it is shown.
#[derive(Clone)]
pub(super) struct Author {
    pub(super) handle: String,
    /// Whether what he publishes is shown.
    pub(super) shown: bool,
}

impl Author {
    pub(super) fn of(connection: &mut AnyConnection, account: i32) -> Result<Author, Error> {
        let row = rows::author(connection, account)?;
        let shown = row.as_ref().is_some_and(|own| {
            own.account_state == ACTIVE && !Privacy::from_number(own.private).is_private()
        });
        Ok(Author { handle: row.map(|own| own.handle).unwrap_or_default(), shown })
    }
}

fn decoded(row: ReviewRow, game: GameId, author: Author, actor: &Actor) -> Result<Review, Error> {
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

/// Whose own reviews this actor is shown: none where he is nobody, a command, or a token that was not made for it.
fn own_account(actor: &Actor) -> Option<i32> {
    allowed(actor).ok()
}

fn is_own(actor: &Actor, account: i32) -> bool {
    own_account(actor) == Some(account)
}

/// The reviews of a game, by its number and id, that this actor may see: published ones, and his own.
///
/// # Errors
/// [`Error`] where the store fails.
pub fn of_game(
    app: &App,
    actor: &Actor,
    (number, id): (i32, GameId),
) -> Result<Vec<Review>, Error> {
    let mut connection = app.store().read_connection()?;
    let mut found = Vec::new();
    let reader = own_account(actor).unwrap_or(0);
    for row in rows::for_game(&mut connection, number, reader, LISTED)? {
        let author = Author::of(&mut connection, row.account_id)?;
        if is_own(actor, row.account_id) || (row.published != 0 && author.shown) {
            found.push(decoded(row, id, author, actor)?);
        }
    }
    Ok(found)
}

/// One review of a game.
///
/// # Errors
/// [`Error::Hidden`] where this actor may see none of this number.
pub fn get(app: &App, actor: &Actor, game: &Game, id: i32) -> Result<Review, Error> {
    let mut connection = app.store().read_connection()?;
    let row = rows::find(&mut connection, id)?.filter(|row| row.game_id == game.number);
    let row = row.ok_or(Error::Hidden)?;
    let author = Author::of(&mut connection, row.account_id)?;
    let moderated = row.taken_down_at > 0 && may_moderate(actor).is_ok();
    if !is_own(actor, row.account_id) && !moderated && (row.published == 0 || !author.shown) {
        return Err(Error::Hidden);
    }
    decoded(row, game.summary.id, author, actor)
}

/// All of one's own, the newest first.
///
/// # Errors
/// As [`require`] for who may not.
pub fn own(app: &App, actor: &Actor) -> Result<Vec<Review>, Error> {
    let account = allowed(actor)?;
    of_account(&mut *app.store().read_connection()?, actor, account)
}

/// All of an account, the newest first.
pub(super) fn of_account(
    connection: &mut AnyConnection,
    actor: &Actor,
    account: i32,
) -> Result<Vec<Review>, Error> {
    let all = rows::for_account(connection, account)?;
    let numbers: Vec<i32> = all.iter().map(|row| row.game_id).collect();
    let games = rows::game_content_ids(connection, &numbers)?;
    let author = Author::of(connection, account)?;
    let mut found = Vec::with_capacity(all.len());
    for row in all {
        let game = games.iter().find(|(number, _)| *number == row.game_id);
        let Some(game) = game.and_then(|(_, id)| GameId::from_bytes(id)) else { continue };
        found.push(decoded(row, game, author.clone(), actor)?);
    }
    Ok(found)
}

/// Begins a review of a game whose ranks are open; gives its number. It is its author's alone.
///
/// # Errors
/// As [`make`].
pub fn begin(app: &App, actor: &Actor, game: &Game, title: &str, now: i64) -> Result<i32, Error> {
    make(app, actor, game, &Whole { title: title.to_owned(), remarks: Vec::new() }, now)
}

fn titled(title: &str) -> Result<String, Error> {
    let title = text::clean_line(title, LONGEST_TITLE).map_err(|e| Error::invalid("title", e))?;
    if title.is_empty() {
        let fault = WordFault::Empty;
        return Err(Error::invalid("title", fault));
    }
    Ok(title)
}

/// Changes one of one's own: `change` is given the row, and what it makes of it is kept.
fn change(
    app: &App,
    actor: &Actor,
    (game, id): (&Game, i32),
    change: impl FnOnce(&mut ReviewRow, &Author) -> Result<(), Error>,
) -> Result<(), Error> {
    let account = allowed(actor)?;
    let mut connection = app.store().connection()?;
    in_transaction(&mut connection, |connection| {
        rows::lock_writer(connection)?;
        let own = |row: &ReviewRow| row.account_id == account && row.game_id == game.number;
        let mut row = rows::find(connection, id)?.filter(own).ok_or(Error::Hidden)?;
        let author = Author::of(connection, account)?;
        change(&mut row, &author)?;
        rows::update(connection, &row)?;
        Ok::<_, Error>(())
    })?;
    // What is kept of pages shows it no longer as it was.
    app.editions().raise();
    Ok(())
}

/// Says something at a ply, in the place of what was said there; an empty remark takes it away.
///
/// # Errors
/// [`Error::Hidden`] where he has no such review of the game, or the game no such ply; [`Error::Invalid`] for words or marks
/// that are too many; as [`require`].
pub fn remark(
    app: &App,
    actor: &Actor,
    at: (&Game, i32),
    (ply, remark): (u32, PlyRemark),
    now: i64,
) -> Result<(), Error> {
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

/// Shows a review to everybody, or to its author alone again.
///
/// # Errors
/// [`Error::Hidden`] where he has no such review of the game, or keeps off lists; [`Error::Conflict`] where it is to be shown
/// and a moderator took it down; as [`require`].
pub fn publish(
    app: &App,
    actor: &Actor,
    at: (&Game, i32),
    published: bool,
    now: i64,
) -> Result<(), Error> {
    change(app, actor, at, |row, author| {
        if published && !author.shown {
            return Err(Error::Hidden);
        }
        if published && row.taken_down_at > 0 {
            return Err(Error::conflict(refusals::REVIEW_TAKEN_DOWN.with([&row.taken_down_for])));
        }
        (row.published, row.changed_at) = (i16::from(published), now);
        Ok(())
    })
}

/// Whether what this actor publishes would be shown.
///
/// # Errors
/// [`Error`] where the store fails.
pub fn may_publish(app: &App, actor: &Actor) -> Result<bool, Error> {
    Ok(Author::of(&mut *app.store().read_connection()?, actor.account)?.shown)
}

/// Removes a review.
///
/// # Errors
/// [`Error::Hidden`] where he has no such review of the game; as [`require`].
pub fn remove(app: &App, actor: &Actor, (game, id): (&Game, i32)) -> Result<(), Error> {
    let account = allowed(actor)?;
    let mut connection = app.store().connection()?;
    in_transaction(&mut connection, |connection| {
        rows::lock_writer(connection)?;
        let own = |row: &ReviewRow| row.account_id == account && row.game_id == game.number;
        rows::find(connection, id)?.filter(own).ok_or(Error::Hidden)?;
        rows::remove(connection, id)?;
        Ok::<_, Error>(())
    })?;
    app.editions().raise();
    Ok(())
}
