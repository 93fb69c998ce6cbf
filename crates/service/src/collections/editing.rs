//! Creating and editing collections.

use adjutant_domain::moment::Micros;
use adjutant_domain::organisation::text;
use adjutant_store::collections::{self as rows, ChapterRow, CollectionRow};
use adjutant_store::transaction::in_transaction;
use adjutant_store::{AnyConnection, id_sequence};

use super::super::access::Actor;
use super::super::games::GameHead;
use super::super::reviews::{self, Author, allowed};
use super::super::{App, Error, Result, refusals};
use super::{
    ChapterDraft, CollectionText, MAX_CHAPTER_TEXT_LEN, MAX_CHAPTERS, MAX_COLLECTIONS,
    MAX_DESCRIPTION_LEN, MAX_TITLE_LEN,
};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CollectionTarget {
    /// An existing collection of the actor, by id.
    Existing(i32),
    New(CollectionText),
}

fn validate_text(text: &CollectionText) -> Result<CollectionText> {
    let title = reviews::titled(&text.title)?;
    let description = text::clean_lines(&text.description, MAX_DESCRIPTION_LEN)
        .map_err(|e| Error::invalid("words", e.message()))?;
    Ok(CollectionText { title, description })
}

fn validate_chapter(draft: &ChapterDraft, plies: u32) -> Result<ChapterDraft> {
    let title = text::clean_line(&draft.title, MAX_TITLE_LEN)
        .map_err(|e| Error::invalid("title", e.message()))?;
    let text = text::clean_lines(&draft.text, MAX_CHAPTER_TEXT_LEN)
        .map_err(|e| Error::invalid("words", e.message()))?;
    if draft.ply > plies {
        return Err(Error::invalid("ply", refusal!(COLLECTION_PLY, plies)));
    }
    Ok(ChapterDraft { title, text, ..*draft })
}

/// Creates a private collection; returns its id.
pub fn create(app: &App, actor: &Actor, words: &CollectionText, now: Micros) -> Result<i32> {
    let account = allowed(actor)?;
    let words = validate_text(words)?;
    in_transaction(&mut *app.store().connection()?, |conn| insert(conn, account, words, now))
}

fn insert(
    conn: &mut AnyConnection,
    account: i32,
    words: CollectionText,
    now: Micros,
) -> Result<i32> {
    let id = id_sequence::next_ids(conn, "collections", 1)?;
    if rows::for_account(conn, account)?.len() >= MAX_COLLECTIONS {
        return Err(Error::conflict(refusal!(MOST_COLLECTIONS, most = MAX_COLLECTIONS)));
    }
    let row = CollectionRow {
        id,
        account_id: account,
        title: words.title,
        words: words.description,
        published: 0,
        created_at: now,
        changed_at: now,
    };
    rows::add(conn, &row)?;
    Ok(id)
}

fn own_row(conn: &mut AnyConnection, account: i32, id: i32) -> Result<CollectionRow> {
    rows::find(conn, id)?.filter(|row| row.account_id == account).ok_or(Error::Hidden)
}

/// Updates a collection of the actor: `change` modifies its row, which is saved with the time.
fn update_own<T>(
    app: &App,
    actor: &Actor,
    (id, now): (i32, Micros),
    change: impl FnOnce(&mut AnyConnection, &mut CollectionRow) -> Result<T>,
) -> Result<T> {
    let account = allowed(actor)?;
    let done = in_transaction(&mut *app.store().connection()?, |conn| {
        rows::lock_writer(conn)?;
        let mut row = own_row(conn, account, id)?;
        let done = change(conn, &mut row)?;
        row.changed_at = now;
        rows::update(conn, &row)?;
        Ok::<_, Error>(done)
    })?;
    // Cached pages are now outdated.
    app.editions().raise();
    Ok(done)
}

pub fn edit(app: &App, actor: &Actor, id: i32, words: &CollectionText, now: Micros) -> Result<()> {
    allowed(actor)?;
    let words = validate_text(words)?;
    update_own(app, actor, (id, now), |_, row| {
        (row.title, row.words) = (words.title, words.description);
        Ok(())
    })
}

pub fn set_published(
    app: &App,
    actor: &Actor,
    id: i32,
    published: bool,
    now: Micros,
) -> Result<()> {
    update_own(app, actor, (id, now), |conn, row| {
        if published && !Author::of(conn, row.account_id)?.shown {
            return Err(Error::conflict(refusals::COLLECTION_QUIET));
        }
        if published && rows::chapters(conn, id)?.is_empty() {
            return Err(Error::conflict(refusals::COLLECTION_EMPTY));
        }
        row.published = i16::from(published);
        Ok(())
    })
}

pub fn remove(app: &App, actor: &Actor, id: i32) -> Result<()> {
    let account = allowed(actor)?;
    in_transaction(&mut *app.store().connection()?, |conn| {
        rows::lock_writer(conn)?;
        own_row(conn, account, id)?;
        Ok::<_, Error>(rows::remove(conn, id)?)
    })?;
    app.editions().raise();
    Ok(())
}

/// Adds a game as the last chapter; returns the ids of collection and chapter.
pub fn add_game(
    app: &App,
    actor: &Actor,
    into: &CollectionTarget,
    (game, draft): (GameHead, &ChapterDraft),
    now: Micros,
) -> Result<(i32, i32)> {
    let account = allowed(actor)?;
    if !game.is_open {
        return Err(Error::invalid("game", refusals::COLLECTION_CLOSED));
    }
    let draft = validate_chapter(draft, game.plies)?;
    require_visible_review(app, actor, game, draft.review)?;
    let into = match into {
        CollectionTarget::Existing(id) => CollectionTarget::Existing(*id),
        // In the combined form, `title` is the field of the chapter's title.
        CollectionTarget::New(text) => match validate_text(text) {
            Err(Error::Invalid { field: "title", message }) => {
                return Err(Error::Invalid { field: "name", message });
            }
            text => CollectionTarget::New(text?),
        },
    };
    let done = in_transaction(&mut *app.store().connection()?, |conn| {
        rows::lock_writer(conn)?;
        let id = match into {
            CollectionTarget::New(text) => insert(conn, account, text, now)?,
            CollectionTarget::Existing(id) => id,
        };
        let mut row = own_row(conn, account, id)?;
        let there = rows::chapters(conn, id)?.len();
        if there >= MAX_CHAPTERS {
            return Err(Error::conflict(refusal!(MOST_CHAPTERS, most = MAX_CHAPTERS)));
        }
        let chapter = id_sequence::next_ids(conn, "chapters", 1)?;
        let new = ChapterRow {
            id: chapter,
            collection_id: id,
            place: there as i32 + 1,
            game_id: game.number,
            ply: draft.ply as i32,
            review_id: draft.review.unwrap_or_default(),
            title: draft.title,
            words: draft.text,
        };
        rows::add_chapter(conn, &new)?;
        row.changed_at = now;
        rows::update(conn, &row)?;
        Ok((id, chapter))
    })?;
    app.editions().raise();
    Ok(done)
}

fn require_visible_review(
    app: &App,
    actor: &Actor,
    game: GameHead,
    review: Option<i32>,
) -> Result<()> {
    let Some(review) = review else { return Ok(()) };
    match reviews::get(app, actor, game, review) {
        Ok(_) => Ok(()),
        Err(Error::Hidden) => Err(Error::invalid("review", refusals::COLLECTION_REVIEW)),
        Err(other) => Err(other),
    }
}

fn find_chapter(
    conn: &mut AnyConnection,
    collection: i32,
    id: i32,
) -> Result<(Vec<ChapterRow>, usize)> {
    let all = rows::chapters(conn, collection)?;
    let at = all.iter().position(|row| row.id == id).ok_or(Error::Hidden)?;
    Ok((all, at))
}

/// Replaces ply, review and text of a chapter of this game.
pub fn edit_chapter(
    app: &App,
    actor: &Actor,
    (collection, id): (i32, i32),
    (game, draft): (GameHead, &ChapterDraft),
    now: Micros,
) -> Result<()> {
    allowed(actor)?;
    let draft = validate_chapter(draft, game.plies)?;
    require_visible_review(app, actor, game, draft.review)?;
    update_own(app, actor, (collection, now), |conn, _| {
        let (mut all, at) = find_chapter(conn, collection, id)?;
        let row = &mut all[at];
        if row.game_id != game.number {
            return Err(Error::Hidden);
        }
        (row.ply, row.review_id) = (draft.ply as i32, draft.review.unwrap_or_default());
        (row.title, row.words) = (draft.title, draft.text);
        rows::update_chapter(conn, row)?;
        Ok(())
    })
}

/// Moves a chapter to a place, counted from 1; those in between shift by one.
pub fn move_chapter(
    app: &App,
    actor: &Actor,
    (collection, id): (i32, i32),
    place: usize,
    now: Micros,
) -> Result<()> {
    update_own(app, actor, (collection, now), |conn, _| {
        let (mut all, at) = find_chapter(conn, collection, id)?;
        if !(1..=all.len()).contains(&place) {
            let most = all.len();
            return Err(Error::invalid("place", refusal!(COLLECTION_PLACE, most)));
        }
        let row = all.remove(at);
        all.insert(place - 1, row);
        save_order(conn, all)
    })
}

fn save_order(conn: &mut AnyConnection, all: Vec<ChapterRow>) -> Result<()> {
    for (place, mut row) in (1..).zip(all) {
        if row.place != place {
            row.place = place;
            rows::update_chapter(conn, &row)?;
        }
    }
    Ok(())
}

/// Deletes a chapter. Deleting the last one of a published collection unpublishes it.
pub fn remove_chapter(
    app: &App,
    actor: &Actor,
    (collection, id): (i32, i32),
    now: Micros,
) -> Result<()> {
    update_own(app, actor, (collection, now), |conn, row| {
        let (mut all, at) = find_chapter(conn, collection, id)?;
        all.remove(at);
        rows::remove_chapter(conn, id)?;
        if all.is_empty() {
            row.published = 0;
        }
        save_order(conn, all)
    })
}
