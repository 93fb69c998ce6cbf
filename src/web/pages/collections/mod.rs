//! Collections of games in chapters: lists, a collection, a chapter with its replay, and editing.

pub mod actions;
pub mod chapter;
pub mod chapter_form;
pub mod edit;
pub mod index;
pub mod show;

use adjutant_service::collections::Chapter;
use adjutant_site::i18n::Texts;

/// Flash messages of the collection pages.
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

fn collection_address(id: i32) -> String {
    format!("/collections/{id}")
}

fn chapter_address(collection: i32, id: i32) -> String {
    format!("/collections/{collection}/chapters/{id}")
}

/// The title of a chapter, or its players if it has none.
fn chapter_title(chapter: &Chapter, texts: Texts) -> String {
    match &chapter.game {
        _ if !chapter.title.is_empty() => chapter.title.clone(),
        Some(game) => format!("{} – {}", game.white, game.black),
        None => texts.get("chapter-closed"),
    }
}
