//! Collections: games whose ranks are open, put together with words, for oneself or for everybody.
//!
//! A collection is its maker's alone until he publishes it, by the rules of reviews: whoever keeps off lists, as minors
//! do, publishes nothing. What a reader may see of a chapter's game is looked at each time that he reads.

mod editing;
mod queries;

pub use editing::{
    CollectionTarget, add_game, create, edit, edit_chapter, move_chapter, remove, remove_chapter,
    set_published,
};
pub(super) use queries::collections_of_account;
pub use queries::{authorize, get, own_collections, published};

use super::games::GameSummary;

/// Longest title of a collection or a chapter, in characters.
pub const MAX_TITLE_LEN: usize = 60;
/// Longest words about a collection.
pub const MAX_DESCRIPTION_LEN: usize = 2_000;
/// Longest words about a chapter.
pub const MAX_CHAPTER_TEXT_LEN: usize = 1_000;
/// Most collections of one account.
pub const MAX_COLLECTIONS: usize = 100;
/// Most chapters of a collection.
pub const MAX_CHAPTERS: usize = 64;
/// Collections on a page of a list.
pub const PAGE_SIZE: usize = 30;

/// A collection in a list; moments in microseconds since 1970.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CollectionSummary {
    pub id: i32,
    pub title: String,
    pub description: String,
    /// The handle of its maker's player; empty where the account has none.
    pub author: String,
    /// Whether it is the actor's own.
    pub is_own: bool,
    pub is_published: bool,
    pub chapter_count: usize,
    pub created_at: i64,
    pub changed_at: i64,
}

/// A collection with its chapters in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collection {
    pub summary: CollectionSummary,
    pub chapters: Vec<Chapter>,
    /// Whether the actor may publish it: of his own alone.
    pub can_publish: bool,
}

/// A game at a ply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chapter {
    pub id: i32,
    /// What its maker calls it; may be empty.
    pub title: String,
    pub text: String,
    /// `None` where its ranks are not open to the reader.
    pub game: Option<GameSummary>,
    pub ply: u32,
    /// The review that goes with it, where the reader may see it.
    pub review: Option<i32>,
}

impl Collection {
    /// The chapter with this id, and where it stands, from 0 on.
    #[must_use]
    pub fn chapter(&self, id: i32) -> Option<(usize, &Chapter)> {
        self.chapters.iter().enumerate().find(|(_, chapter)| chapter.id == id)
    }
}

/// What its maker says of a collection.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CollectionText {
    pub title: String,
    pub description: String,
}

/// What its maker says of a chapter.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ChapterDraft {
    pub ply: u32,
    /// One of the reviews of its game that he sees.
    pub review: Option<i32>,
    pub title: String,
    pub text: String,
}
