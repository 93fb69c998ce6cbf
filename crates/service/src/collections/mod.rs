//! Collections of games that are open to all, with comments, private or public.
//!
//! A collection is private until its author publishes it. The rules of reviews apply: whoever is
//! not listed publicly, such as minors, cannot publish. Whether a reader may see a chapter's game
//! is checked on each read.

mod editing;
mod queries;

pub use editing::{
    CollectionTarget, add_game, create, edit, edit_chapter, move_chapter, remove, remove_chapter,
    set_published,
};
pub(super) use queries::collections_of_account;
pub use queries::{authorize, get, own_collections, published};

use super::games::GameSummary;
use adjutant_domain::moment::Micros;

/// Maximum length of a title, in characters.
pub const MAX_TITLE_LEN: usize = 60;
/// Maximum length of a collection's description, in characters.
pub const MAX_DESCRIPTION_LEN: usize = 2_000;
/// Maximum length of a chapter's text, in characters.
pub const MAX_CHAPTER_TEXT_LEN: usize = 1_000;
pub const MAX_COLLECTIONS: usize = 100;
pub const MAX_CHAPTERS: usize = 64;
pub const PAGE_SIZE: usize = 30;

/// A collection in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CollectionSummary {
    pub id: i32,
    pub title: String,
    pub description: String,
    /// The handle of the author's player; empty if the account has none.
    pub author: String,
    pub is_own: bool,
    pub is_published: bool,
    pub chapter_count: usize,
    pub created_at: Micros,
    pub changed_at: Micros,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collection {
    pub summary: CollectionSummary,
    pub chapters: Vec<Chapter>,
    /// Whether the actor may publish it; `false` for collections of others.
    pub can_publish: bool,
}

/// A game at a ply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chapter {
    pub id: i32,
    /// May be empty.
    pub title: String,
    pub text: String,
    /// `None` if it is not revealed to the reader.
    pub game: Option<GameSummary>,
    pub ply: u32,
    /// The accompanying review, if visible to the reader.
    pub review: Option<i32>,
}

impl Collection {
    pub fn chapter(&self, id: i32) -> Option<(usize, &Chapter)> {
        self.chapters.iter().enumerate().find(|(_, chapter)| chapter.id == id)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CollectionText {
    pub title: String,
    pub description: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ChapterDraft {
    pub ply: u32,
    /// One of the game's reviews that the author can see.
    pub review: Option<i32>,
    pub title: String,
    pub text: String,
}
