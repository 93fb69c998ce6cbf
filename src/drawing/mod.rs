//! Floor 1: positions and games as PNG and animated GIF images, and the icons of the app.
//!
//! Everything is drawn in one small palette (`palette.rs`), so that GIFs need no colour
//! quantisation and PNGs stay small. Tiles are rasterised once per size from the pages' sprite and
//! then copied (`tiles.rs`). An image shows a [`Picture`] of what its viewer sees and nothing else, so it
//! cannot contain what they may not know; `picture.rs` makes them of either game.

mod animation;
mod canvas;
mod icon;
mod painter;
mod palette;
mod picture;
mod tiles;

use salpakan::rules::ByColor;

pub use animation::{AnimationSpan, MAX_ANIMATION_BYTES, MAX_ANIMATION_PLIES, render_gif};
pub use icon::{IconShape, render_icon};
pub use picture::{BoardKind, Picture, Pictures, SalpakanPictures, ThreeGeneralsPictures};

use painter::Painter;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PictureTheme {
    #[default]
    Light,
    Dark,
}

impl PictureTheme {
    pub const ALL: [PictureTheme; 2] = [PictureTheme::Light, PictureTheme::Dark];

    /// The key in URLs.
    pub const fn key(self) -> &'static str {
        match self {
            PictureTheme::Light => "light",
            PictureTheme::Dark => "dark",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PictureSize {
    Small,
    Medium,
    Large,
    /// For link previews in chats, with the fallen pieces or the hands beside the board: 1200 x 630.
    Card,
}

impl PictureSize {
    pub const ALL: [PictureSize; 4] =
        [PictureSize::Small, PictureSize::Medium, PictureSize::Large, PictureSize::Card];
    /// The sizes of animations.
    pub const ANIMATED: [PictureSize; 3] =
        [PictureSize::Small, PictureSize::Medium, PictureSize::Large];

    /// The key in URLs.
    pub const fn key(self) -> &'static str {
        match self {
            PictureSize::Small => "small",
            PictureSize::Medium => "medium",
            PictureSize::Large => "large",
            PictureSize::Card => "card",
        }
    }

    /// The next smaller size of animations.
    pub const fn smaller(self) -> Option<PictureSize> {
        match self {
            PictureSize::Small => None,
            PictureSize::Medium => Some(PictureSize::Small),
            PictureSize::Large | PictureSize::Card => Some(PictureSize::Medium),
        }
    }

    /// Width and height in pixels of a picture of this board.
    pub const fn pixels(self, board: BoardKind) -> (usize, usize) {
        painter::layout(board, self).pixels
    }
}

/// How a picture looks, regardless of its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PictureStyle {
    pub theme: PictureTheme,
    pub size: PictureSize,
    /// Whether Black is at the bottom.
    pub flipped: bool,
}

/// The text on a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caption {
    /// Empty if names are left out.
    pub names: ByColor<String>,
    /// Each side's points, for pictures of the last position.
    pub points: Option<ByColor<&'static str>>,
}

/// Why a picture could not be drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DrawingError {
    /// More than [`MAX_ANIMATION_PLIES`].
    TooManyPlies,
    /// More bytes than [`MAX_ANIMATION_BYTES`].
    TooLarge,
    /// Out of memory, or an unusable sprite.
    Failed(String),
}

/// Renders the position after a ply as a PNG. The bytes are reproducible.
pub fn render_png(
    game: &dyn Pictures,
    ply: u32,
    caption: &Caption,
    look: PictureStyle,
) -> Result<Vec<u8>, DrawingError> {
    let picture = game.picture(ply);
    let mut painting = Painter::new(game.board(), caption, look)?;
    painting.paint_picture(&picture);
    if picture.is_last {
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
