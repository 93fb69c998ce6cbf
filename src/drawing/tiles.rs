//! The tiles of pieces in each size, rasterised once from the pages' sprite.

use std::fmt::Write as _;
use std::sync::LazyLock;

use resvg::{tiny_skia, usvg};

use salpakan::rules::{Color, Rank};

use super::DrawingError;
use super::canvas::TRANSPARENT_PIXEL;
use super::palette::{EDGES, TILES, ramp_step};

/// The pages' sprite, which consists of paths only.
pub(super) const SPRITE: &str = include_str!("../../static/pieces.svg");
/// One tile per rank, and one for a hidden piece.
const TILE_KINDS: usize = Rank::COUNT + 1;
/// The sizes of tiles, in pixels per side.
pub const TILE_SIDES: [usize; 4] = [32, 48, 53, 70];
/// The smallest tile with room for a label.
pub const MIN_LABELLED_SIDE: usize = 48;
/// The side of a square in the sprite's coordinates.
const SPRITE_SQUARE_SIDE: f64 = 70.0;

/// The tiles of one size.
pub struct TileSet {
    side: usize,
    pixels: Vec<u8>,
}

impl TileSet {
    /// The tiles for squares of `side` pixels, one of [`TILE_SIDES`].
    pub fn for_side(side: usize) -> Result<&'static TileSet, DrawingError> {
        static ALL: [LazyLock<Result<TileSet, String>>; 4] = [
            LazyLock::new(|| rasterize(TILE_SIDES[0])),
            LazyLock::new(|| rasterize(TILE_SIDES[1])),
            LazyLock::new(|| rasterize(TILE_SIDES[2])),
            LazyLock::new(|| rasterize(TILE_SIDES[3])),
        ];
        let at = TILE_SIDES.iter().position(|one| *one == side);
        let tiles = at.ok_or_else(|| DrawingError::Failed(format!("no tiles of {side} pixels")))?;
        ALL[tiles].as_ref().map_err(|e| DrawingError::Failed(e.clone()))
    }

    pub const fn side(&self) -> usize {
        self.side
    }

    /// The tile of a piece, row by row.
    pub fn tile(&self, color: Color, rank: Option<Rank>) -> &[u8] {
        let kind = rank.map_or(Rank::COUNT, Rank::index);
        let length = self.side * self.side;
        let start = (color as usize * TILE_KINDS + kind) * length;
        &self.pixels[start..start + length]
    }
}

/// All tiles side by side: bodies black, edges red, insignia green.
fn sprite_sheet_svg(side: usize) -> String {
    let start = SPRITE.find("<symbol").unwrap_or(0);
    let end = SPRITE.rfind("</svg>").unwrap_or(SPRITE.len());
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
         width=\"{}\" height=\"{side}\"><defs>{}</defs>",
        side * TILE_KINDS,
        &SPRITE[start..end]
    );
    let names = Rank::ALL.map(|rank| rank.letter().to_string());
    let names = names.iter().map(String::as_str).chain(["hidden"]);
    for (kind, name) in names.enumerate() {
        // Without a label the insignia is placed a little lower.
        let down = if side >= MIN_LABELLED_SIDE || name == "hidden" { 3 } else { 12 };
        let _ = write!(
            text,
            "<g transform=\"translate({} 0) scale({})\"><rect x=\"3\" y=\"3\" width=\"64\" \
             height=\"64\" rx=\"8\" fill=\"#000\" stroke=\"#f00\" stroke-width=\"2.5\"/>\
             <use xlink:href=\"#rank-{name}\" x=\"3\" y=\"{down}\" width=\"64\" height=\"64\" \
             color=\"#0f0\"/></g>",
            kind * side,
            side as f64 / SPRITE_SQUARE_SIDE
        );
    }
    text + "</svg>"
}

fn rasterize(side: usize) -> Result<TileSet, String> {
    let tree = usvg::Tree::from_str(&sprite_sheet_svg(side), &usvg::Options::default());
    let tree = tree.map_err(|e| e.to_string())?;
    let width = side * TILE_KINDS;
    let drawn = tiny_skia::Pixmap::new(width as u32, side as u32);
    let mut drawn = drawn.ok_or_else(|| "no memory".to_owned())?;
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut drawn.as_mut());
    let mut pixels = Vec::with_capacity(2 * TILE_KINDS * side * side);
    for color in Color::ALL {
        for kind in 0..TILE_KINDS {
            for y in 0..side {
                let line = &drawn.pixels()[y * width + kind * side..][..side];
                pixels.extend(line.iter().map(|pixel| palette_index(*pixel, color)));
            }
        }
    }
    Ok(TileSet { side, pixels })
}

fn palette_index(pixel: tiny_skia::PremultipliedColorU8, color: Color) -> u8 {
    let of = color as usize;
    match (pixel.alpha(), pixel.red()) {
        (0..=127, _) => TRANSPARENT_PIXEL,
        (_, 128..) => EDGES[of],
        _ => TILES[of] + ramp_step(pixel.green()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rank_has_a_tile_of_its_own_in_each_size() {
        for side in TILE_SIDES {
            let tiles = TileSet::for_side(side).unwrap();
            let kinds: Vec<Option<Rank>> = Rank::ALL.into_iter().map(Some).chain([None]).collect();
            for (n, one) in kinds.iter().enumerate() {
                let own = tiles.tile(Color::White, *one);
                assert!(own.iter().any(|pixel| *pixel > TILES[0] && *pixel < TILES[1]));
                let others = &kinds[n + 1..];
                assert!(others.iter().all(|other| tiles.tile(Color::White, *other) != own));
            }
        }
        assert!(TileSet::for_side(71).is_err());
    }
}
