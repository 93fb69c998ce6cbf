//! Collections: games whose ranks are open, put together with words, for oneself or for everybody.
//!
//! A collection is its maker's alone until he publishes it, by the rules of reviews: whoever keeps off lists, as minors
//! do, publishes nothing. What a reader may see of a chapter's game is looked at each time that he reads.

mod changing;
mod reading;

pub use changing::{
    Target, add, edit, edit_chapter, make, place_chapter, publish, remove, remove_chapter,
};
pub(super) use reading::of_account;
pub use reading::{get, may_keep, own, published};

use super::games::GameSummary;

/// Longest title of a collection or a chapter, in characters.
pub const LONGEST_TITLE: usize = 60;
/// Longest words about a collection.
pub const LONGEST_WORDS: usize = 2_000;
/// Longest words about a chapter.
pub const LONGEST_CHAPTER: usize = 1_000;
/// Most collections of one account.
pub const MOST: usize = 100;
/// Most chapters of a collection.
pub const MOST_CHAPTERS: usize = 64;
/// Collections on a page of a list.
pub const ON_PAGE: usize = 30;

/// A collection in a list; moments in microseconds since 1970.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    pub id: i32,
    pub title: String,
    pub words: String,
    /// The handle of its maker's player; empty where the account has none.
    pub author: String,
    /// Whether it is the actor's own.
    pub own: bool,
    pub published: bool,
    pub chapters: usize,
    pub created_at: i64,
    pub changed_at: i64,
}

/// A collection with its chapters in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collection {
    pub about: Listed,
    pub chapters: Vec<Chapter>,
    /// Whether the actor may publish it: of his own alone.
    pub may_publish: bool,
}

/// A game at a ply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chapter {
    pub id: i32,
    /// What its maker calls it; may be empty.
    pub title: String,
    pub words: String,
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
pub struct Words {
    pub title: String,
    pub words: String,
}

/// What its maker says of a chapter.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Draft {
    pub ply: u32,
    /// One of the reviews of its game that he sees.
    pub review: Option<i32>,
    pub title: String,
    pub words: String,
}
