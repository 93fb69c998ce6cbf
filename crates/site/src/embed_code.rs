//! The HTML by which other sites show a part of this one in a frame.

use crate::assets;
use crate::parameters::{AcceptedValues, ParameterError, QueryString};
use crate::request_context::{BOARD_LOOKS, Looks, PIECE_LOOKS, RequestContext};

/// The code of a frame, to be copied from a page.
pub struct EmbedCode {
    pub code: String,
    /// Completes the address if the site does not know its own.
    pub script: &'static str,
}

impl EmbedCode {
    /// The frame of a page below `/embed/`; `height` is in pixels.
    pub fn new(visit: &RequestContext, path: &str, title: &str, height: u32) -> EmbedCode {
        let site = visit.site.settings.public_url.as_deref().unwrap_or_default();
        EmbedCode {
            code: frame_code(site.trim_end_matches('/'), path, title, height),
            script: assets::address("js/share/frames.js"),
        }
    }
}

fn frame_code(site: &str, path: &str, title: &str, height: u32) -> String {
    let escaped = |text: &str| {
        text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
    };
    format!(
        "<iframe src=\"{site}{}\" title=\"{}\" width=\"100%\" height=\"{height}\" \
         loading=\"lazy\"></iframe>",
        escaped(path),
        escaped(title)
    )
}

/// Has a frame show what has changed.
pub const REFRESH_SCRIPT: &str = "js/share/refresh.js";

/// The looks in the address of a frame, which has no cookies.
pub fn frame_looks(parameters: &QueryString) -> Result<Looks, ParameterError> {
    let themes = ["light", "dark", "auto"];
    let given = parameters.parse(&["theme"])?;
    let theme = given.parse_with("theme", AcceptedValues::one_of(themes.join(", ")), |text| {
        themes.into_iter().find(|one| *one == text)
    })?;
    let theme = theme.filter(|theme| *theme != "auto").unwrap_or_default();
    let [board, pieces] = [BOARD_LOOKS[0], PIECE_LOOKS[0]];
    Ok(Looks { theme, board, pieces, sound: false })
}

#[cfg(test)]
mod tests {
    use super::frame_code;

    #[test]
    fn a_name_cannot_leave_the_code_of_a_frame() {
        let code = frame_code("https://s.example", "/embed/players/a", "\"><b>&", 300);
        assert_eq!(
            code,
            "<iframe src=\"https://s.example/embed/players/a\" title=\"&quot;&gt;&lt;b&gt;&amp;\" \
             width=\"100%\" height=\"300\" loading=\"lazy\"></iframe>"
        );
    }
}
