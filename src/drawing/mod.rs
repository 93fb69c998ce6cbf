//! Floor 1: positions and games as pictures, PNG and animated GIF, drawn by our own hand.
//!
//! Everything is drawn in the numbers of one small palette (`palette.rs`), so that a GIF needs no search for colours and a PNG stays
//! small. Tiles are drawn once for each size out of the pages' own sprite and then copied (`tiles.rs`). A picture shows
//! a [`Scene`] and nothing else: what its viewer may not know is not in it.

mod animation;
mod canvas;
mod painter;
mod palette;
mod tiles;

use salpakan::rules::{ByColor, Rank};
use salpakan::view::Scene;

pub use animation::{AnimationSpan, MAX_ANIMATION_BYTES, MAX_ANIMATION_PLIES, render_gif};

use painter::Painter;

/// By day or by night.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PictureTheme {
    #[default]
    Light,
    Dark,
}

impl PictureTheme {
    pub const ALL: [PictureTheme; 2] = [PictureTheme::Light, PictureTheme::Dark];

    /// The word in addresses.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            PictureTheme::Light => "light",
            PictureTheme::Dark => "dark",
        }
    }
}

/// How large a picture is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PictureSize {
    Small,
    Medium,
    Large,
    /// What chats show as a card, with the fallen beside the board: 1200 x 630.
    Card,
}

impl PictureSize {
    pub const ALL: [PictureSize; 4] =
        [PictureSize::Small, PictureSize::Medium, PictureSize::Large, PictureSize::Card];
    /// The sizes that move.
    pub const ANIMATED: [PictureSize; 3] =
        [PictureSize::Small, PictureSize::Medium, PictureSize::Large];

    /// The word in addresses.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            PictureSize::Small => "small",
            PictureSize::Medium => "medium",
            PictureSize::Large => "large",
            PictureSize::Card => "card",
        }
    }

    /// The next smaller one that moves.
    #[must_use]
    pub const fn smaller(self) -> Option<PictureSize> {
        match self {
            PictureSize::Small => None,
            PictureSize::Medium => Some(PictureSize::Small),
            PictureSize::Large | PictureSize::Card => Some(PictureSize::Medium),
        }
    }

    /// Width and height in pixels.
    #[must_use]
    pub const fn pixels(self) -> (usize, usize) {
        painter::layout(self).pixels
    }
}

/// How a picture looks, whatever it shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PictureStyle {
    pub theme: PictureTheme,
    pub size: PictureSize,
    /// Whether Black is below.
    pub flipped: bool,
}

/// What is written on a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caption {
    /// Empty where names are left out.
    pub names: ByColor<String>,
    /// What each side got, for pictures of the last position.
    pub points: Option<ByColor<&'static str>>,
    /// What is written on a tile of each rank.
    pub labels: [&'static str; Rank::COUNT],
}

/// Why there is no picture.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DrawingError {
    /// More plies are asked for than a film may show.
    #[error("a film shows {MAX_ANIMATION_PLIES} plies at most")]
    TooManyPlies,
    /// The film would become larger than a film may be.
    #[error("a film has {MAX_ANIMATION_BYTES} bytes at most")]
    TooLarge,
    /// Memory is short, or the sprite is not what the tests found it to be.
    #[error("a picture cannot be drawn: {0}")]
    Failed(String),
}

/// A position as a PNG. The same is drawn to the byte each time.
///
/// # Errors
/// [`DrawingError`].
pub fn render_png(
    scene: &Scene,
    caption: &Caption,
    look: PictureStyle,
) -> Result<Vec<u8>, DrawingError> {
    let mut painting = Painter::new(caption, look)?;
    painting.paint_scene(scene);
    if scene.to_move.is_none() {
        painting.paint_result();
    }
    encode(&painting, look.theme).map_err(|e| DrawingError::Failed(e.to_string()))
}

fn encode(painting: &Painter<'_>, theme: PictureTheme) -> Result<Vec<u8>, png::EncodingError> {
    let canvas = painting.canvas();
    let mut bytes = Vec::with_capacity(32 << 10);
    let mut encoder = png::Encoder::new(&mut bytes, canvas.width as u32, canvas.height as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette::theme_colors(theme).as_flattened().to_vec());
    encoder.set_compression(png::Compression::Balanced);
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&canvas.pixels)?;
    writer.finish()?;
    Ok(bytes)
}
