//! The share panel below a replay, made of links and forms; its script copies links and tracks the
//! position.

use crate::drawing::{BoardKind, MAX_ANIMATION_PLIES, PictureSize, PictureTheme};
use crate::web::images::SPEEDS;
use adjutant_site::assets;
use adjutant_site::i18n::Texts;
use adjutant_site::parameters::percent_encode_path;
use adjutant_site::replay::Perspective;
use adjutant_site::request_context::RequestContext;

use super::{DEFAULT_FRAME_WIDTH, SharedPosition, embed_code, frame_size, stylesheet_url};

pub struct ShareChoice {
    pub key: &'static str,
    pub words: &'static str,
    pub chosen: bool,
}

/// The content of the share panel.
pub struct SharePanel {
    /// Empty if the public address is not configured; the script then uses its own origin.
    pub site: String,
    pub link: String,
    pub frame: String,
    pub sheet: String,
    pub ply: u32,
    pub last: u32,
    /// The ply at which the longest animation that ends with the game starts.
    pub film_from: u32,
    /// Empty where the game has one view.
    pub views: Vec<ShareChoice>,
    pub themes: Vec<ShareChoice>,
    pub sizes: Vec<ShareChoice>,
    pub film_sizes: Vec<ShareChoice>,
    pub paces: Vec<ShareChoice>,
    pub sides: Vec<ShareChoice>,
    pub names: Vec<ShareChoice>,
    /// The oEmbed address; empty if the public address is not configured.
    pub discovery: String,
    pub look: &'static str,
    pub script: &'static str,
}

/// What the panel below a replay is made from.
pub struct SharedReplay<'a> {
    pub place: SharedPosition,
    pub heading: &'a str,
    pub board: BoardKind,
    /// The number of its last ply.
    pub last: u32,
    /// The views that it can be shown in, if there are several.
    pub views: &'a [Perspective],
}

fn choices(
    texts: Texts,
    room: &str,
    keys: impl IntoIterator<Item = &'static str>,
    chosen: &str,
) -> Vec<ShareChoice> {
    let choice = |key: &'static str| ShareChoice {
        key,
        words: texts.text(&format!("{room}-{key}")),
        chosen: key == chosen,
    };
    keys.into_iter().map(choice).collect()
}

impl SharePanel {
    /// Builds the panel below a replay at this position.
    pub fn new(visit: &RequestContext, shared: SharedReplay<'_>) -> SharePanel {
        let (texts, site) = (visit.texts(), visit.site_origin().to_owned());
        let SharedReplay { place, heading, board, last, views } = shared;
        let link = format!("{site}{}", place.replay_path());
        let shown = place.view.map_or("", Perspective::key);
        let flipped = if place.flipped { "1" } else { "0" };
        let discovery = match site.is_empty() {
            true => String::new(),
            false => format!("{site}/oembed?format=json&url={}", percent_encode_path(&link)),
        };
        SharePanel {
            frame: embed_code(&site, &place, heading, frame_size(board, DEFAULT_FRAME_WIDTH)),
            sheet: format!("/games/{}/sheet", place.id),
            ply: place.ply,
            last,
            film_from: last.saturating_sub(MAX_ANIMATION_PLIES),
            views: choices(texts, "view", views.iter().map(|view| view.key()), shown),
            themes: choices(
                texts,
                "theme",
                PictureTheme::ALL.map(PictureTheme::key),
                visit.looks.theme,
            ),
            sizes: choices(
                texts,
                "share-size",
                PictureSize::ALL.map(PictureSize::key),
                PictureSize::Large.key(),
            ),
            film_sizes: choices(
                texts,
                "share-size",
                PictureSize::ANIMATED.map(PictureSize::key),
                PictureSize::Medium.key(),
            ),
            paces: choices(texts, "share-pace", SPEEDS.map(|(key, _)| key), SPEEDS[1].0),
            sides: choices(texts, "share-below", ["0", "1"], flipped),
            names: choices(texts, "share-names", ["1", "0"], "1"),
            discovery,
            look: stylesheet_url(),
            script: assets::address("js/share/main.js"),
            site,
            link,
        }
    }
}

/// The absolute address of the preview image of a position, or of the last one for the first ply. `None` if the public
/// address is not configured.
pub fn card_url(visit: &RequestContext, place: &SharedPosition, last: u32) -> Option<String> {
    let site = Some(visit.site_origin()).filter(|site| !site.is_empty())?;
    let ply = if place.ply == 0 { last } else { place.ply };
    let card = SharedPosition { ply, flipped: false, ..place.clone() }.card();
    Some(format!("{site}{card}"))
}
