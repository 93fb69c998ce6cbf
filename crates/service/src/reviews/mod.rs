//! Reviews: comments on the plies of a revealed game, private or public.
//!
//! A review is private until its author publishes it. Users who are not listed publicly, such as
//! minors, cannot publish, and reviews of accounts that can no longer sign in are not shown.

mod moderation;

use adjutant_domain::moment::Micros;
use adjutant_domain::notice::Notice;
use adjutant_domain::organisation::{FieldError as WordFault, text};
use adjutant_domain::review::{MAX_COMMENT_LEN, PlyRemark, RemarkError, Remarks};
use adjutant_store::accounts::AccountState;
use adjutant_store::notices as notice_rows;
use adjutant_store::reviews::{self as rows, ReviewRow};
use adjutant_store::transaction::in_transaction;
use adjutant_store::{AnyConnection, id_sequence, rateable_games};

use super::access::{Act, ActTarget, Actor, require};
use super::games::GameHead;
use super::notices::{self, NewNotice};
use super::records::GameId;
use super::{App, Error, Result};

pub use moderation::{Moderation, TakenDown, may_moderate, moderate, taken_down};

/// Maximum length of a title, in characters.
pub const LONGEST_TITLE: usize = 60;
pub const MOST: usize = 500;
const LISTED: i64 = 50;

/// A review.
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
    pub created_at: Micros,
    pub changed_at: Micros,
}

/// The account of an actor who may write reviews and collections.
pub(super) fn allowed(actor: &Actor) -> Result<i32> {
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
            own.account_state == AccountState::Active && !own.private.is_private()
        });
        Ok(Author { handle: row.map(|own| own.handle).unwrap_or_default(), shown })
    }
}

fn remarks_of(row: &ReviewRow) -> Result<Remarks> {
    let damaged = || Error::Internal(format!("review {} does not decode", row.id));
    Remarks::parse(&row.body).ok_or_else(damaged)
}

fn decoded(row: ReviewRow, game: GameId, author: Author, actor: &Actor) -> Result<Review> {
    Ok(Review {
        taken_down: TakenDown::of(&row),
        remarks: remarks_of(&row)?,
        id: row.id,
        game,
        title: row.title,
        author: author.handle,
        own: is_own(actor, row.account_id),
        published: row.published != 0,
        created_at: row.created_at,
        changed_at: row.changed_at,
    })
}

/// Whether the actor may see what the account keeps private; not anonymous users, commands, and
/// tokens without the scope.
pub(super) fn is_own(actor: &Actor, account: i32) -> bool {
    allowed(actor).is_ok_and(|own| own == account)
}

/// The reviews of a game, by its row and id, that the actor may see: published ones, and their own.
pub fn of_game(app: &App, actor: &Actor, (number, id): (i32, GameId)) -> Result<Vec<Review>> {
    let mut conn = app.store().read_connection()?;
    let mut found = Vec::new();
    let reader = allowed(actor).unwrap_or(0);
    for row in rows::for_game(&mut conn, number, reader, LISTED)? {
        let author = Author::of(&mut conn, row.account_id)?;
        if is_own(actor, row.account_id) || (row.published != 0 && author.shown) {
            found.push(decoded(row, id, author, actor)?);
        }
    }
    Ok(found)
}

pub fn get(app: &App, actor: &Actor, game: GameHead, id: i32) -> Result<Review> {
    let mut conn = app.store().read_connection()?;
    let row = rows::find(&mut conn, id)?.filter(|row| row.game_id == game.number);
    let row = row.ok_or(Error::Hidden)?;
    let author = Author::of(&mut conn, row.account_id)?;
    let moderated = row.taken_down_at > Micros::NEVER && may_moderate(actor).is_ok();
    if !is_own(actor, row.account_id) && !moderated && (row.published == 0 || !author.shown) {
        return Err(Error::Hidden);
    }
    decoded(row, game.id, author, actor)
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
    let author = Author::of(conn, account)?;
    let all = rows::for_account(conn, account)?;
    decoded_all(conn, actor, all, Some(author))
}

/// Reviews of several games, all by this author if there is one.
fn decoded_all(
    conn: &mut AnyConnection,
    actor: &Actor,
    all: Vec<ReviewRow>,
    author: Option<Author>,
) -> Result<Vec<Review>> {
    let numbers: Vec<i32> = all.iter().map(|row| row.game_id).collect();
    let games = rateable_games::content_ids(conn, &numbers)?;
    let mut found = Vec::with_capacity(all.len());
    for row in all {
        let game = games.iter().find(|(number, _)| *number == row.game_id);
        let Some(game) = game.and_then(|(_, id)| GameId::from_bytes(id)) else { continue };
        let author = match &author {
            Some(author) => author.clone(),
            None => Author::of(conn, row.account_id)?,
        };
        found.push(decoded(row, game, author, actor)?);
    }
    Ok(found)
}

/// Starts a private review of a revealed game; returns its id.
pub fn begin(app: &App, actor: &Actor, game: GameHead, title: &str, now: Micros) -> Result<i32> {
    make(app, actor, game, &Whole { title: title.to_owned(), remarks: Vec::new() }, now)
}

pub(super) fn titled(title: &str) -> Result<String> {
    let title =
        text::clean_line(title, LONGEST_TITLE).map_err(|e| Error::invalid("title", e.message()))?;
    if title.is_empty() {
        let fault = WordFault::Empty;
        return Err(Error::invalid("title", fault.message()));
    }
    Ok(title)
}

/// Changes or deletes a review of the actor, whose row is passed to `change`.
fn change(
    app: &App,
    actor: &Actor,
    (game, id): (GameHead, i32),
    change: impl FnOnce(&mut AnyConnection, ReviewRow) -> Result<()>,
) -> Result<()> {
    let account = allowed(actor)?;
    in_transaction(&mut *app.store().connection()?, |conn| {
        rows::lock_writer(conn)?;
        let own = |row: &ReviewRow| row.account_id == account && row.game_id == game.number;
        let row = rows::find(conn, id)?.filter(own).ok_or(Error::Hidden)?;
        change(conn, row)
    })?;
    // Cached pages are now outdated.
    app.editions().raise();
    Ok(())
}

/// Sets the comment at a ply; an empty one deletes it.
pub fn remark(
    app: &App,
    actor: &Actor,
    at: (GameHead, i32),
    (ply, remark): (u32, PlyRemark),
    now: Micros,
) -> Result<()> {
    let plies = at.0.plies;
    let words = text::clean_lines(&remark.comment, MAX_COMMENT_LEN)
        .map_err(|e| Error::invalid("words", e.message()))?;
    let remark = PlyRemark { comment: words, ..remark };
    change(app, actor, at, |conn, row| {
        let mut remarks = remarks_of(&row)?;
        remarks.set(ply, plies, remark).map_err(refused)?;
        let row = ReviewRow { body: remarks.to_text(), changed_at: now, ..row };
        Ok(rows::update(conn, &row)?)
    })
}

fn refused(fault: RemarkError) -> Error {
    match fault {
        RemarkError::CommentTooLong | RemarkError::TooManyRemarks => {
            Error::invalid("words", fault.message())
        }
        RemarkError::TooManyMarks => Error::invalid("marks", fault.message()),
        RemarkError::UnknownPly => Error::Hidden,
    }
}

pub fn publish(
    app: &App,
    actor: &Actor,
    at: (GameHead, i32),
    published: bool,
    now: Micros,
) -> Result<()> {
    change(app, actor, at, |conn, row| {
        if published && !Author::of(conn, row.account_id)?.shown {
            return Err(Error::Hidden);
        }
        if published && row.taken_down_at > Micros::NEVER {
            return Err(Error::conflict(refusal!(REVIEW_TAKEN_DOWN, reason = row.taken_down_for)));
        }
        let row = ReviewRow { published: i16::from(published), changed_at: now, ..row };
        rows::update(conn, &row)?;
        if published {
            notify_players(conn, actor, at.0, &row, now)?;
        }
        Ok(())
    })
}

/// Tells the players of a game of a review by somebody else, once.
fn notify_players(
    conn: &mut AnyConnection,
    actor: &Actor,
    game: GameHead,
    row: &ReviewRow,
    now: Micros,
) -> Result<()> {
    let Some(by) = actor.player else { return Ok(()) };
    let seats = notice_rows::players_of_game(conn, row.game_id)?;
    let accounts = notice_rows::accounts_of_players(conn, &seats)?;
    let readers = accounts.into_values().filter(|account| *account != row.account_id);
    let all = readers.map(|account| NewNotice {
        account,
        cause: format!("review:{}", row.id),
        notice: Notice::Reviewed { game: game.id.to_string(), review: row.id, by },
    });
    notices::publish(conn, all.collect(), now)
}

/// Whether a published review of the actor would be shown.
pub fn may_publish(app: &App, actor: &Actor) -> Result<bool> {
    Ok(Author::of(&mut *app.store().read_connection()?, actor.account)?.shown)
}

pub fn remove(app: &App, actor: &Actor, at: (GameHead, i32)) -> Result<()> {
    change(app, actor, at, |conn, row| Ok(rows::remove(conn, row.id)?))
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Whole {
    pub title: String,
    /// By ply, 0 before the first; each ply once.
    pub remarks: Vec<(u32, PlyRemark)>,
}

/// Checks the permission to write reviews, before the request body is read.
pub fn may_write(actor: &Actor) -> Result<()> {
    allowed(actor).map(drop)
}

/// Creates a private review of a revealed game with all its comments; returns its id.
pub fn make(app: &App, actor: &Actor, game: GameHead, whole: &Whole, now: Micros) -> Result<i32> {
    let account = allowed(actor)?;
    if !game.is_open {
        return Err(Error::Hidden);
    }
    let (title, body) = (titled(&whole.title)?, written(game, &whole.remarks)?);
    in_transaction(&mut *app.store().connection()?, |conn| {
        let id = id_sequence::next_ids(conn, "reviews", 1)?;
        if rows::for_account(conn, account)?.len() >= MOST {
            let fault = WordFault::TooMany { most: MOST };
            return Err(Error::invalid("title", fault.message()));
        }
        let row = ReviewRow {
            id,
            game_id: game.number,
            account_id: account,
            title,
            published: 0,
            body,
            created_at: now,
            changed_at: now,
            taken_down_at: Micros::NEVER,
            taken_down_for: String::new(),
        };
        rows::add(conn, &row)?;
        Ok(id)
    })
}

/// Replaces title and comments of a review; its visibility does not change.
pub fn rewrite(
    app: &App,
    actor: &Actor,
    at: (GameHead, i32),
    whole: &Whole,
    now: Micros,
) -> Result<()> {
    let (title, body) = (titled(&whole.title)?, written(at.0, &whole.remarks)?);
    change(app, actor, at, |conn, row| {
        Ok(rows::update(conn, &ReviewRow { title, body, changed_at: now, ..row })?)
    })
}

/// Encodes the comments for storage; errors name the ply.
fn written(game: GameHead, said: &[(u32, PlyRemark)]) -> Result<String> {
    let plies = game.plies;
    let mut remarks = Remarks::default();
    for (ply, remark) in said {
        let at = |e| match e {
            Error::Invalid { field, message } => {
                Error::invalid(field, format!("at ply {ply}: {message}"))
            }
            other => other,
        };
        if *ply > plies {
            let beyond = format!("the game has {plies} plies, and there is no ply {ply}");
            return Err(Error::invalid("ply", beyond));
        }
        if remarks.at(*ply).is_some() {
            return Err(Error::invalid("ply", format!("ply {ply} is named twice")));
        }
        let words = text::clean_lines(&remark.comment, MAX_COMMENT_LEN);
        let words = words.map_err(|e| at(Error::invalid("words", e.message())))?;
        let remark = PlyRemark { comment: words, ..remark.clone() };
        remarks.set(*ply, plies, remark).map_err(|fault| at(refused(fault)))?;
    }
    Ok(remarks.to_text())
}
