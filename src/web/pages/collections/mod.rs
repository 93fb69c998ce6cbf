//! Collections of games with chapters: lists, one with its chapters, a chapter with its replay, and keeping one's own.

pub mod actions;
pub mod chapter;
mod chapter_fields;
pub mod chapter_form;
pub mod edit;
pub mod index;
pub mod show;

use crate::service::collections::Chapter;
use crate::web::error::PageError;
use crate::web::i18n::Texts;
use crate::web::request_context::RequestContext;

/// What may have been done a moment ago to a collection.
const DONE_KEYS: &[&str] = &[
    "done-collection-made",
    "done-collection-saved",
    "done-collection-published",
    "done-collection-withdrawn",
    "done-chapter-added",
    "done-chapter-saved",
    "done-chapter-moved",
    "done-chapter-removed",
];

/// The address of a collection.
fn collection_address(id: i32) -> String {
    format!("/collections/{id}")
}

/// The address of a chapter.
fn chapter_address(collection: i32, id: i32) -> String {
    format!("/collections/{collection}/chapters/{id}")
}

/// The number in an address; what is none is nobody's.
fn parse_id(visit: &RequestContext, text: &str) -> Result<i32, PageError> {
    text.parse().map_err(|_| PageError::new(visit, &crate::service::Error::Hidden))
}

/// What a chapter is called: by its maker, else by who played.
fn chapter_title(chapter: &Chapter, texts: Texts) -> String {
    match &chapter.game {
        _ if !chapter.title.is_empty() => chapter.title.clone(),
        Some(game) => format!("{} – {}", game.white, game.black),
        None => texts.get("chapter-closed"),
    }
}
