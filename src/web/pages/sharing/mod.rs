//! Games as they are passed on: links, pictures, frames on other sites, paper.

pub mod embed;
pub mod oembed;
mod panel;
pub mod score_sheet;

pub use panel::{SharePanel, card_url};

use crate::web::assets;
use crate::web::replay::Perspective;
use crate::web::request_context::RequestContext;

/// Which position of a game is meant, seen by whom and from where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedPosition {
    /// The game's id.
    pub id: String,
    pub ply: u32,
    pub view: Perspective,
    pub flipped: bool,
}

impl SharedPosition {
    /// What an address has behind its question mark.
    fn to_query(&self) -> String {
        let flip = if self.flipped { "&flip=1" } else { "" };
        format!("ply={}&view={}{flip}", self.ply, self.view.key())
    }

    /// The replay there, below the site's address.
    fn replay_path(&self) -> String {
        format!("/games/{}?{}", self.id, self.to_query())
    }

    /// The frame for other sites.
    fn embed_path(&self) -> String {
        format!("/embed/games/{}?{}", self.id, self.to_query())
    }

    /// The card for chats.
    fn card(&self) -> String {
        format!("/games/{}/board.png?{}", self.id, self.to_query())
    }
}

/// The site as visitors reach it, without a slash at its end; empty where the operator has not said. Never what a request
/// calls it: pages are kept for everybody.
pub(super) fn site_origin(visit: &RequestContext) -> &str {
    visit.site.settings.public_url.as_deref().unwrap_or_default().trim_end_matches('/')
}

/// Width and height of a frame that has room for the board and what is below it.
const fn frame_size(width: u32) -> (u32, u32) {
    (width, width * 9 / 10 + 190)
}

/// The address of what these pages look like.
fn stylesheet_url() -> &'static str {
    assets::address("css/sharing.css")
}

/// How wide a frame is where nobody says.
const DEFAULT_FRAME_WIDTH: u32 = 480;

/// The markup that shows the frame; `title` is put in by the page that it is for.
fn embed_code(
    site: &str,
    place: &SharedPosition,
    title: &str,
    (width, height): (u32, u32),
) -> String {
    let title = title.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    let address = place.embed_path().replace('&', "&amp;");
    format!(
        "<iframe src=\"{site}{address}\" title=\"{title}\" width=\"{width}\" height=\"{height}\" \
         loading=\"lazy\"></iframe>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_leave_the_code_of_a_frame() {
        let place =
            SharedPosition { id: "x".into(), ply: 3, view: Perspective::Public, flipped: true };
        let code = embed_code("https://s.example", &place, "\"><script>&", (480, 600));
        assert_eq!(
            code,
            "<iframe src=\"https://s.example/embed/games/x?ply=3&amp;view=public&amp;flip=1\" \
             title=\"&quot;>&lt;script>&amp;\" width=\"480\" height=\"600\" loading=\"lazy\"></iframe>"
        );
    }
}
