//! A canvas of palette indices, with primitives to draw on it.

use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster, get_raster_width};
use unicode_normalization::UnicodeNormalization;

use super::palette::ramp_step;

/// A rectangle of a canvas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Area {
    pub x: usize,
    pub y: usize,
    pub width: usize,
    pub height: usize,
}

impl Area {
    /// The smallest area that contains both.
    pub fn union(self, other: Area) -> Area {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let right = (self.x + self.width).max(other.x + other.width);
        let bottom = (self.y + self.height).max(other.y + other.height);
        Area { x, y, width: right - x, height: bottom - y }
    }
}

/// Pixels, row by row.
pub struct Canvas {
    pub width: usize,
    pub height: usize,
    pub pixels: Vec<u8>,
}

/// A transparent pixel of a tile.
pub const TRANSPARENT_PIXEL: u8 = u8::MAX;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FontSize {
    Small,
    Large,
}

impl FontSize {
    const fn raster(self) -> RasterHeight {
        match self {
            FontSize::Small => RasterHeight::Size16,
            FontSize::Large => RasterHeight::Size20,
        }
    }

    /// Width of every letter, in pixels.
    pub const fn width(self) -> usize {
        get_raster_width(FontWeight::Bold, self.raster())
    }

    /// Height of a line, in pixels.
    pub const fn height(self) -> usize {
        self.raster().val()
    }
}

impl Canvas {
    pub fn new((width, height): (usize, usize), color: u8) -> Canvas {
        Canvas { width, height, pixels: vec![color; width * height] }
    }

    pub fn fill(&mut self, area: Area, color: u8) {
        for y in area.y..area.y + area.height {
            let start = y * self.width + area.x;
            self.pixels[start..start + area.width].fill(color);
        }
    }

    /// Draws a square tile.
    pub fn blit(&mut self, tile: &[u8], side: usize, (x, y): (usize, usize)) {
        for (row, line) in tile.chunks_exact(side).enumerate() {
            let start = (y + row) * self.width + x;
            let ground = &mut self.pixels[start..start + side];
            for (pixel, own) in ground.iter_mut().zip(line) {
                *pixel = if *own == TRANSPARENT_PIXEL { *pixel } else { *own };
            }
        }
    }

    /// Writes text onto the background of a ramp, clipped to the canvas.
    pub fn draw_text(&mut self, text: &str, (x, y): (usize, usize), letters: FontSize, ramp: u8) {
        for (number, letter) in text.chars().enumerate() {
            let left = x + number * letters.width();
            if left + letters.width() > self.width || y + letters.height() > self.height {
                return;
            }
            let Some(raster) = get_raster(letter, FontWeight::Bold, letters.raster()) else {
                continue;
            };
            for (row, line) in raster.rows().enumerate() {
                let start = (y + row) * self.width + left;
                for (pixel, covered) in self.pixels[start..].iter_mut().zip(line) {
                    let step = ramp_step(*covered);
                    *pixel = if step == 0 { *pixel } else { ramp + step };
                }
            }
        }
    }

    /// Copies an area into a smaller canvas whose origin is at `(x, y)` of this one.
    pub fn copy_area(&self, area: Area, to: &mut Canvas, (x, y): (usize, usize)) {
        for row in area.y..area.y + area.height {
            let from = row * self.width + area.x;
            let there = (row - y) * to.width + area.x - x;
            to.pixels[there..there + area.width]
                .copy_from_slice(&self.pixels[from..from + area.width]);
        }
    }
}

/// The text with only letters that the font has, at most `most`: accents are removed from letters
/// that it lacks.
pub fn drawable_text(text: &str, most: usize) -> String {
    let known = |letter: char| get_raster(letter, FontWeight::Bold, RasterHeight::Size16).is_some();
    let mut written = String::with_capacity(text.len());
    for letter in text.nfc() {
        if known(letter) {
            written.push(letter);
            continue;
        }
        let base = std::iter::once(letter).nfkd().next().filter(|base| known(*base));
        written.push(base.unwrap_or('?'));
    }
    if written.chars().count() > most {
        written = written.chars().take(most.saturating_sub(2)).chain("..".chars()).collect();
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_written_in_letters_that_there_are() {
        assert_eq!(drawable_text("José Peñaflor", 40), "José Peñaflor");
        assert_eq!(drawable_text("Thiện", 40), "Thien");
        assert_eq!(drawable_text("將軍", 40), "??");
        assert_eq!(drawable_text("Bartholomew", 8), "Bartho..");
    }

    #[test]
    fn what_does_not_fit_is_left_out() {
        let mut canvas = Canvas::new((20, 16), 0);
        canvas.draw_text("WWWWW", (0, 0), FontSize::Small, 10);
        canvas.draw_text("W", (0, 8), FontSize::Small, 10);
        assert!(canvas.pixels.iter().any(|pixel| *pixel > 10));
    }
}
