//! Icons of the app: the site's mark, five stars of gold on the green of its header.

use resvg::{tiny_skia, usvg};

use super::DrawingError;
use super::picture::BoardKind;

/// The symbol of the sprite that is the site's mark.
const MARK: &str = "rank-5";
const GROUND: &str = "#26352b";
const GOLD: &str = "#f2b632";
/// The side of an icon in its own coordinates.
const ICON_SIDE: f64 = 64.0;

/// What an icon is cut out of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IconShape {
    /// With rounded corners, as it is shown.
    Rounded,
    /// To its edges, with the mark inside the circle that every system leaves of it.
    Maskable,
    /// To its edges: the system rounds the corners.
    Square,
}

impl IconShape {
    /// The radius of the corners, and the size of the symbol, of which the stars are two thirds.
    const fn proportions(self) -> (f64, f64) {
        match self {
            IconShape::Rounded => (13.0, 1.2),
            IconShape::Maskable => (0.0, 0.85),
            IconShape::Square => (0.0, 1.15),
        }
    }
}

/// Draws an icon of `side` pixels as a PNG. The bytes are reproducible.
pub fn render_icon(side: u32, shape: IconShape) -> Result<Vec<u8>, DrawingError> {
    let failed = |why: String| DrawingError::Failed(why);
    let tree = usvg::Tree::from_str(&icon_svg(shape), &usvg::Options::default());
    let tree = tree.map_err(|e| failed(e.to_string()))?;
    let drawn = tiny_skia::Pixmap::new(side, side);
    let mut drawn = drawn.ok_or_else(|| failed(format!("no icon of {side} pixels")))?;
    let scale = (f64::from(side) / ICON_SIDE) as f32;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut drawn.as_mut());
    encode(&drawn).map_err(|e| failed(e.to_string()))
}

fn icon_svg(shape: IconShape) -> String {
    let (radius, share) = shape.proportions();
    let mark = symbol(MARK);
    // The stars fill the upper two thirds of their symbol.
    let (size, drop) = (ICON_SIDE * share, ICON_SIDE * share * 0.16);
    let inset = (ICON_SIDE - size) / 2.0;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
         viewBox=\"0 0 64 64\"><defs>{mark}</defs><rect width=\"64\" height=\"64\" rx=\"{radius}\" \
         fill=\"{GROUND}\"/><use xlink:href=\"#{MARK}\" x=\"{inset}\" y=\"{}\" width=\"{size}\" \
         height=\"{size}\" color=\"{GOLD}\"/></svg>",
        inset + drop
    )
}

/// A symbol of the sprite; empty if it has none of this name.
fn symbol(name: &str) -> &'static str {
    let start = BoardKind::Salpakan.sprite().find(&format!("<symbol id=\"{name}\""));
    let rest = start.map_or("", |start| &BoardKind::Salpakan.sprite()[start..]);
    rest.split_inclusive("</symbol>").next().unwrap_or_default()
}

fn encode(drawn: &tiny_skia::Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let plain = drawn.pixels().iter().map(|pixel| pixel.demultiply());
    let data: Vec<u8> = plain.flat_map(|c| [c.red(), c.green(), c.blue(), c.alpha()]).collect();
    let mut bytes = Vec::with_capacity(8 << 10);
    let mut encoder = png::Encoder::new(&mut bytes, drawn.width(), drawn.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&data)?;
    writer.finish()?;
    Ok(bytes)
}
