//! The tiles of pieces in each size, drawn once from the pages' sprite and then copied.

use std::fmt::Write as _;
use std::sync::LazyLock;

use resvg::{tiny_skia, usvg};

use salpakan::rules::{Color, Rank};

use super::NotDrawn;
use super::canvas::THROUGH;
use super::palette::{EDGES, TILES, step};

/// The pages' sprite: paths only.
const SPRITE: &str = include_str!("../../static/pieces.svg");
/// A tile for each rank, and one for a hidden piece.
const KINDS: usize = Rank::COUNT + 1;
/// Sides of squares that there are tiles for.
pub const SIDES: [usize; 4] = [32, 48, 53, 70];
/// On tiles from this side on there is room for a label.
pub const LABELLED: usize = 48;
/// The side of a square in the sprite's drawing.
const DRAWN: f64 = 70.0;

/// The tiles of one size.
pub struct Tiles {
    side: usize,
    pixels: Vec<u8>,
}

impl Tiles {
    /// The tiles for squares of `side` pixels, one of [`SIDES`].
    pub fn of(side: usize) -> Result<&'static Tiles, NotDrawn> {
        static ALL: [LazyLock<Result<Tiles, String>>; 4] = [
            LazyLock::new(|| draw(SIDES[0])),
            LazyLock::new(|| draw(SIDES[1])),
            LazyLock::new(|| draw(SIDES[2])),
            LazyLock::new(|| draw(SIDES[3])),
        ];
        let at = SIDES.iter().position(|one| *one == side);
        let tiles = at.ok_or_else(|| NotDrawn::Failed(format!("no tiles of {side} pixels")))?;
        ALL[tiles].as_ref().map_err(|e| NotDrawn::Failed(e.clone()))
    }

    pub const fn side(&self) -> usize {
        self.side
    }

    /// The tile of a piece, row by row.
    pub fn tile(&self, color: Color, rank: Option<Rank>) -> &[u8] {
        let kind = rank.map_or(Rank::COUNT, Rank::index);
        let length = self.side * self.side;
        let start = (color as usize * KINDS + kind) * length;
        &self.pixels[start..start + length]
    }
}

/// All tiles side by side: the body black, the edge red, the insignia green.
fn sheet(side: usize) -> String {
    let start = SPRITE.find("<symbol").unwrap_or(0);
    let end = SPRITE.rfind("</svg>").unwrap_or(SPRITE.len());
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
         width=\"{}\" height=\"{side}\"><defs>{}</defs>",
        side * KINDS,
        &SPRITE[start..end]
    );
    let names = Rank::ALL.map(|rank| rank.letter().to_string());
    let names = names.iter().map(String::as_str).chain(["hidden"]);
    for (kind, name) in names.enumerate() {
        // Without a label the insignia sits a little lower.
        let down = if side >= LABELLED || name == "hidden" { 3 } else { 12 };
        let _ = write!(
            text,
            "<g transform=\"translate({} 0) scale({})\"><rect x=\"3\" y=\"3\" width=\"64\" \
             height=\"64\" rx=\"8\" fill=\"#000\" stroke=\"#f00\" stroke-width=\"2.5\"/>\
             <use xlink:href=\"#rank-{name}\" x=\"3\" y=\"{down}\" width=\"64\" height=\"64\" \
             color=\"#0f0\"/></g>",
            kind * side,
            side as f64 / DRAWN
        );
    }
    text + "</svg>"
}

fn draw(side: usize) -> Result<Tiles, String> {
    let tree = usvg::Tree::from_str(&sheet(side), &usvg::Options::default());
    let tree = tree.map_err(|e| e.to_string())?;
    let width = side * KINDS;
    let drawn = tiny_skia::Pixmap::new(width as u32, side as u32);
    let mut drawn = drawn.ok_or_else(|| "no memory".to_owned())?;
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut drawn.as_mut());
    let mut pixels = Vec::with_capacity(2 * KINDS * side * side);
    for color in Color::ALL {
        for kind in 0..KINDS {
            for y in 0..side {
                let line = &drawn.pixels()[y * width + kind * side..][..side];
                pixels.extend(line.iter().map(|pixel| numbered(*pixel, color)));
            }
        }
    }
    Ok(Tiles { side, pixels })
}

/// A pixel's number in the palette.
fn numbered(pixel: tiny_skia::PremultipliedColorU8, color: Color) -> u8 {
    let of = color as usize;
    match (pixel.alpha(), pixel.red()) {
        (0..=127, _) => THROUGH,
        (_, 128..) => EDGES[of],
        _ => TILES[of] + step(pixel.green()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rank_has_a_tile_of_its_own_in_each_size() {
        for side in SIDES {
            let tiles = Tiles::of(side).unwrap();
            let kinds: Vec<Option<Rank>> = Rank::ALL.into_iter().map(Some).chain([None]).collect();
            for (n, one) in kinds.iter().enumerate() {
                let own = tiles.tile(Color::White, *one);
                assert!(own.iter().any(|pixel| *pixel > TILES[0] && *pixel < TILES[1]));
                let others = &kinds[n + 1..];
                assert!(others.iter().all(|other| tiles.tile(Color::White, *other) != own));
            }
        }
        assert!(Tiles::of(71).is_err());
    }
}
