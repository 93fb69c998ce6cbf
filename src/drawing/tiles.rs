//! The tiles of pieces in each size, rasterised once from the pages' sprite.

use std::fmt::Write as _;
use std::sync::OnceLock;

use resvg::{tiny_skia, usvg};

use salpakan::rules::Color;

use super::DrawingError;
use super::canvas::TRANSPARENT_PIXEL;
use super::palette::{EDGES, TILES, ramp_step};
use super::picture::{BoardKind, TileArt};

/// The sizes of tiles, in pixels per side.
pub const TILE_SIDES: [usize; 5] = [32, 48, 53, 64, 70];
/// The smallest tile with room for a label.
pub const MIN_LABELLED_SIDE: usize = 48;
/// The side of a square in the sprite's coordinates.
const SPRITE_SQUARE_SIDE: f64 = 70.0;

/// Lines across the ground of a piece that is Stone, in a weak shade of its ink.
const HATCHING: &str = "<path d=\"M6 22 22 6M6 38 38 6M6 54 54 6M16 64 64 16M32 64 64 32M48 64 64 48\" \
    stroke=\"#0f0\" stroke-opacity=\".25\" stroke-width=\"4\"/>";
/// The upper right corner of a piece that is turned.
const TURNED_CORNER: &str = "<path d=\"M46 4.5H61a4.5 4.5 0 0 1 4.5 4.5V24Z\" fill=\"#0f0\"/>";

type Rasterized = OnceLock<Result<TileSet, String>>;

/// The tiles of one board in one size.
pub struct TileSet {
    side: usize,
    /// How many tiles each color has.
    kinds: usize,
    pixels: Vec<u8>,
}

impl TileSet {
    /// The tiles for squares of `side` pixels, one of [`TILE_SIDES`].
    pub fn for_side(board: BoardKind, side: usize) -> Result<&'static TileSet, DrawingError> {
        static ALL: [[Rasterized; TILE_SIDES.len()]; BoardKind::ALL.len()] =
            [const { [const { OnceLock::new() }; TILE_SIDES.len()] }; BoardKind::ALL.len()];
        let at = TILE_SIDES.iter().position(|one| *one == side);
        let at = at.ok_or_else(|| DrawingError::Failed(format!("no tiles of {side} pixels")))?;
        let tiles = ALL[board as usize][at].get_or_init(|| rasterize(board, side));
        tiles.as_ref().map_err(|e| DrawingError::Failed(e.clone()))
    }

    pub const fn side(&self) -> usize {
        self.side
    }

    /// The tile of this number, row by row.
    pub fn tile(&self, color: Color, number: usize) -> &[u8] {
        let length = self.side * self.side;
        let start = (color as usize * self.kinds + number) * length;
        &self.pixels[start..start + length]
    }
}

/// All tiles side by side: bodies black, edges red, insignia green.
fn sprite_sheet_svg(sprite: &str, tiles: &[TileArt], side: usize) -> String {
    let start = sprite.find("<symbol").unwrap_or(0);
    let end = sprite.rfind("</svg>").unwrap_or(sprite.len());
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
         width=\"{}\" height=\"{side}\"><defs>{}</defs>",
        side * tiles.len(),
        &sprite[start..end]
    );
    for (number, TileArt { symbol, is_labelled, is_stone, is_turned }) in tiles.iter().enumerate() {
        // Without a label the insignia is placed a little lower.
        let down = if side >= MIN_LABELLED_SIDE || !is_labelled { 3 } else { 12 };
        // As the style sheet of boards has it.
        let edge = match is_stone {
            true => "stroke-width=\"4\" stroke-dasharray=\"7 5\"",
            false => "stroke-width=\"2.5\"",
        };
        // Seen in the smallest tiles, too, which have no label.
        let hatching = if *is_stone { HATCHING } else { "" };
        let corner = if *is_turned { TURNED_CORNER } else { "" };
        let _ = write!(
            text,
            "<g transform=\"translate({} 0) scale({})\"><rect x=\"3\" y=\"3\" width=\"64\" \
             height=\"64\" rx=\"8\" fill=\"#000\" stroke=\"#f00\" {edge}/>\
             {hatching}{corner}<use xlink:href=\"#{symbol}\" x=\"3\" y=\"{down}\" width=\"64\" height=\"64\" \
             color=\"#0f0\"/></g>",
            number * side,
            side as f64 / SPRITE_SQUARE_SIDE
        );
    }
    text + "</svg>"
}

fn rasterize(board: BoardKind, side: usize) -> Result<TileSet, String> {
    let tiles = board.tiles();
    let kinds = tiles.len();
    let sheet = sprite_sheet_svg(board.sprite(), &tiles, side);
    let tree = usvg::Tree::from_str(&sheet, &usvg::Options::default());
    let tree = tree.map_err(|e| e.to_string())?;
    let width = side * kinds;
    let drawn = tiny_skia::Pixmap::new(width as u32, side as u32);
    let mut drawn = drawn.ok_or_else(|| "no memory".to_owned())?;
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut drawn.as_mut());
    let mut pixels = Vec::with_capacity(2 * kinds * side * side);
    for color in Color::ALL {
        for kind in 0..kinds {
            for y in 0..side {
                let line = &drawn.pixels()[y * width + kind * side..][..side];
                pixels.extend(line.iter().map(|pixel| palette_index(*pixel, color)));
            }
        }
    }
    Ok(TileSet { side, kinds, pixels })
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
    fn every_piece_has_a_tile_of_its_own_in_each_size() {
        for (board, kinds) in [(BoardKind::Salpakan, 16), (BoardKind::ThreeGenerals, 40)] {
            assert_eq!(board.tiles().len(), kinds);
            for side in TILE_SIDES {
                let tiles = TileSet::for_side(board, side).unwrap();
                for number in 0..kinds {
                    let own = tiles.tile(Color::White, number);
                    assert!(own.iter().any(|pixel| *pixel > TILES[0] && *pixel < TILES[1]));
                    let mut others = number + 1..kinds;
                    assert!(others.all(|other| tiles.tile(Color::White, other) != own));
                }
            }
        }
        assert!(TileSet::for_side(BoardKind::Salpakan, 71).is_err());
    }
}
