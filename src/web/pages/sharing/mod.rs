//! Games as they are passed on: links, pictures, frames on other sites, paper.

pub mod embed;
pub mod oembed;
mod panel;
pub mod sheet;

pub use panel::{Share, card};

use crate::web::assets;
use crate::web::replay::Knowledge;
use crate::web::visit::Visit;

/// Which position of a game is meant, seen by whom and from where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The game's id.
    pub id: String,
    pub ply: u32,
    pub view: Knowledge,
    pub flipped: bool,
}

impl Place {
    /// What an address has behind its question mark.
    fn query(&self) -> String {
        let flip = if self.flipped { "&flip=1" } else { "" };
        format!("ply={}&view={}{flip}", self.ply, self.view.key())
    }

    /// The replay there, below the site's address.
    fn replay(&self) -> String {
        format!("/games/{}?{}", self.id, self.query())
    }

    /// The frame for other sites.
    fn frame(&self) -> String {
        format!("/embed/games/{}?{}", self.id, self.query())
    }

    /// The card for chats.
    fn card(&self) -> String {
        format!("/games/{}/board.png?{}", self.id, self.query())
    }
}

/// The site as visitors reach it, without a slash at its end; empty where the operator has not said. Never what a request
/// calls it: pages are kept for everybody.
pub(super) fn site(visit: &Visit) -> &str {
    visit.site.settings.public_url.as_deref().unwrap_or_default().trim_end_matches('/')
}

/// Width and height of a frame that has room for the board and what is below it.
const fn frame_size(width: u32) -> (u32, u32) {
    (width, width * 9 / 10 + 190)
}

/// The address of what these pages look like.
fn look() -> &'static str {
    assets::address("css/sharing.css")
}

/// How wide a frame is where nobody says.
const FRAME_WIDTH: u32 = 480;

/// The markup that shows the frame; `title` is put in by the page that it is for.
fn code(site: &str, place: &Place, title: &str, (width, height): (u32, u32)) -> String {
    let title = title.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    let address = place.frame().replace('&', "&amp;");
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
        let place = Place { id: "x".into(), ply: 3, view: Knowledge::Public, flipped: true };
        let code = code("https://s.example", &place, "\"><script>&", (480, 600));
        assert_eq!(
            code,
            "<iframe src=\"https://s.example/embed/games/x?ply=3&amp;view=public&amp;flip=1\" \
             title=\"&quot;>&lt;script>&amp;\" width=\"480\" height=\"600\" loading=\"lazy\"></iframe>"
        );
    }
}
