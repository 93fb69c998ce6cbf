//! Creating and replacing complete reviews.

use adjutant_domain::organisation::{FieldError as WordFault, text};
use adjutant_domain::review::{MAX_COMMENT_LEN, PlyRemark, Remarks};
use adjutant_store::id_sequence;
use adjutant_store::reviews::{self as rows, ReviewRow};
use adjutant_store::transaction::in_transaction;

use super::super::access::Actor;
use super::super::games::Game;
use super::super::{App, Error, Result};
use super::{MOST, allowed, change, refused, titled};

/// The content of a review.
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
pub fn make(app: &App, actor: &Actor, game: &Game, whole: &Whole, now: i64) -> Result<i32> {
    let account = allowed(actor)?;
    if game.stored.revealed().is_none() {
        return Err(Error::Hidden);
    }
    let (title, body) = (titled(&whole.title)?, written(game, &whole.remarks)?);
    let mut conn = app.store().connection()?;
    in_transaction(&mut conn, |conn| {
        let id = id_sequence::next_ids(conn, "reviews", 1)?;
        if rows::for_account(conn, account)?.len() >= MOST {
            let fault = WordFault::TooMany { most: MOST };
            return Err(Error::invalid("title", fault));
        }
        let row = ReviewRow {
            id,
            game_id: game.number,
            account_id: account,
            title: title.clone(),
            published: 0,
            body: body.clone(),
            created_at: now,
            changed_at: now,
            taken_down_at: 0,
            taken_down_for: String::new(),
        };
        rows::add(conn, &row)?;
        Ok(id)
    })
}

/// Replaces title and comments of a review; its visibility does not change.
pub fn rewrite(app: &App, actor: &Actor, at: (&Game, i32), whole: &Whole, now: i64) -> Result<()> {
    let (title, body) = (titled(&whole.title)?, written(at.0, &whole.remarks)?);
    change(app, actor, at, |row, _| {
        row.title.clone_from(&title);
        row.body.clone_from(&body);
        row.changed_at = now;
        Ok(())
    })
}

/// Encodes the comments for storage; errors name the ply.
fn written(game: &Game, said: &[(u32, PlyRemark)]) -> Result<String> {
    let plies = game.stored.timeline().len();
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
        let words = words.map_err(|e| at(Error::invalid("words", e)))?;
        let remark = PlyRemark { comment: words, ..remark.clone() };
        remarks.set(*ply, plies, remark).map_err(|fault| at(refused(fault)))?;
    }
    Ok(remarks.to_text())
}
