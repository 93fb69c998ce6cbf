//! Sharing games: links, images, embedding in other sites, printing.

pub mod embed;
pub mod oembed;
mod panel;
pub mod score_sheet;

pub use panel::{SharePanel, SharedReplay, card_url};

use crate::drawing::BoardKind;
use adjutant_service::games::AnyGame;
use adjutant_site::assets;
use adjutant_site::replay::Perspective;

/// A shared position: game, ply, view and orientation. A game that hides nothing has one view, which is not named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedPosition {
    pub id: String,
    pub ply: u32,
    pub view: Option<Perspective>,
    pub flipped: bool,
}

impl SharedPosition {
    /// The query string without the question mark.
    fn to_query(&self) -> String {
        let view = self.view.map(|view| format!("&view={}", view.key())).unwrap_or_default();
        let flip = if self.flipped { "&flip=1" } else { "" };
        format!("ply={}{view}{flip}", self.ply)
    }

    /// The path of the replay at this position.
    fn replay_path(&self) -> String {
        format!("/games/{}?{}", self.id, self.to_query())
    }

    /// The path of the embedded replay.
    fn embed_path(&self) -> String {
        format!("/embed/games/{}?{}", self.id, self.to_query())
    }

    /// The path of the preview image.
    fn card(&self) -> String {
        format!("/games/{}/board.png?{}", self.id, self.to_query())
    }
}

/// The board that a game is played on.
const fn board_kind(game: &AnyGame) -> BoardKind {
    match game {
        AnyGame::Salpakan(_) => BoardKind::Salpakan,
        AnyGame::ThreeGenerals(_) => BoardKind::ThreeGenerals,
    }
}

/// Width and height of an iframe that fits the board and the controls below it.
const fn frame_size(board: BoardKind, width: u32) -> (u32, u32) {
    match board {
        BoardKind::Salpakan => (width, width * 9 / 10 + 190),
        // A square board, both hands, and longer sentences.
        BoardKind::ThreeGenerals => (width, width + 300),
    }
}

fn stylesheet_url() -> &'static str {
    assets::address("css/sharing.css")
}

/// The default width of an iframe.
const DEFAULT_FRAME_WIDTH: u32 = 480;

/// The HTML that embeds the replay; the page itself fills in `title`.
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
        let place = SharedPosition {
            id: "x".into(),
            ply: 3,
            view: Some(Perspective::Public),
            flipped: true,
        };
        let code = embed_code("https://s.example", &place, "\"><script>&", (480, 600));
        assert_eq!(
            code,
            "<iframe src=\"https://s.example/embed/games/x?ply=3&amp;view=public&amp;flip=1\" \
             title=\"&quot;>&lt;script>&amp;\" width=\"480\" height=\"600\" loading=\"lazy\"></iframe>"
        );
    }
}
