//! Floor 1: positions and games as pictures, PNG and animated GIF, drawn by our own hand.
//!
//! Everything is drawn in the numbers of one small palette (`palette.rs`), so that a GIF needs no search for colours and a PNG stays
//! small. Tiles are drawn once for each size out of the pages' own sprite and then copied (`tiles.rs`). A picture shows
//! a [`Scene`] and nothing else: what its viewer may not know is not in it.

mod canvas;
mod film;
mod painting;
mod palette;
mod tiles;

use salpakan::rules::{ByColor, Rank};
use salpakan::view::Scene;

pub use film::{Film, MOST_BYTES, MOST_PLIES, film};

use painting::Painting;

/// By day or by night.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Theme {
    #[default]
    Light,
    Dark,
}

impl Theme {
    pub const ALL: [Theme; 2] = [Theme::Light, Theme::Dark];

    /// The word in addresses.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }
}

/// How large a picture is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Size {
    Small,
    Medium,
    Large,
    /// What chats show as a card, with the fallen beside the board: 1200 x 630.
    Card,
}

impl Size {
    pub const ALL: [Size; 4] = [Size::Small, Size::Medium, Size::Large, Size::Card];
    /// The sizes that move.
    pub const OF_FILMS: [Size; 3] = [Size::Small, Size::Medium, Size::Large];

    /// The word in addresses.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Size::Small => "small",
            Size::Medium => "medium",
            Size::Large => "large",
            Size::Card => "card",
        }
    }

    /// The next smaller one that moves.
    #[must_use]
    pub const fn smaller(self) -> Option<Size> {
        match self {
            Size::Small => None,
            Size::Medium => Some(Size::Small),
            Size::Large | Size::Card => Some(Size::Medium),
        }
    }

    /// Width and height in pixels.
    #[must_use]
    pub const fn pixels(self) -> (usize, usize) {
        painting::layout(self).pixels
    }
}

/// How a picture looks, whatever it shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    pub theme: Theme,
    pub size: Size,
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
pub enum NotDrawn {
    /// More plies are asked for than a film may show.
    #[error("a film shows {MOST_PLIES} plies at most")]
    Long,
    /// The film would become larger than a film may be.
    #[error("a film has {MOST_BYTES} bytes at most")]
    Large,
    /// Memory is short, or the sprite is not what the tests found it to be.
    #[error("a picture cannot be drawn: {0}")]
    Failed(String),
}

/// A position as a PNG. The same is drawn to the byte each time.
///
/// # Errors
/// [`NotDrawn`].
pub fn png(scene: &Scene, caption: &Caption, look: Look) -> Result<Vec<u8>, NotDrawn> {
    let mut painting = Painting::new(caption, look)?;
    painting.show(scene);
    if scene.to_move.is_none() {
        painting.end();
    }
    encode(&painting, look.theme).map_err(|e| NotDrawn::Failed(e.to_string()))
}

fn encode(painting: &Painting<'_>, theme: Theme) -> Result<Vec<u8>, png::EncodingError> {
    let canvas = painting.canvas();
    let mut bytes = Vec::with_capacity(32 << 10);
    let mut encoder = png::Encoder::new(&mut bytes, canvas.width as u32, canvas.height as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette::of(theme).as_flattened().to_vec());
    encoder.set_compression(png::Compression::Balanced);
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&canvas.pixels)?;
    writer.finish()?;
    Ok(bytes)
}
