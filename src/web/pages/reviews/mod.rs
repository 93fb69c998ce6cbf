//! Reviews of games: comments on plies, with glyphs, squares and arrows.

pub mod actions;
pub mod game_links;
pub mod moderate;
pub mod note_calibration;
pub mod own;
pub mod show;

use adjutant_service::records::GameId;

/// Flash messages of the review pages.
const DONE_KEYS: &[&str] = &[
    "done-review-begun",
    "done-review-saved",
    "done-review-published",
    "done-review-withdrawn",
    "done-review-taken-down",
];

fn review_address(game: GameId, id: i32) -> String {
    format!("/games/{game}/reviews/{id}")
}
