//! Pictures of boards for cards in chats: PNG, drawn here from the same sprite.

use std::fmt::Write as _;
use std::sync::LazyLock;

use actix_web::http::header;
use actix_web::web::Bytes;
use actix_web::{HttpResponse, web};
use moka::sync::Cache;
use resvg::{tiny_skia, usvg};

use crate::rules::Color;
use crate::service::games;
use crate::service::records::GameId;
use crate::service::{App, Error, Thing};
use crate::view::Scene;

use super::assets;
use super::board::{CELL, HEIGHT, MARGIN, WIDTH, corner, symbol};
use super::error::PageError;
use super::pages::replay::ReplayQuery;
use super::parameters::Parameters;
use super::replay::{Knowledge, view_of};
use super::visit::Visit;

/// The sprite's symbols, for use inside a drawing of our own.
static SYMBOLS: LazyLock<String> = LazyLock::new(|| {
    let sprite = assets::text("pieces.svg");
    let start = sprite.find("<symbol").unwrap_or(0);
    let end = sprite.rfind("</svg>").unwrap_or(sprite.len());
    sprite[start..end].to_owned()
});

/// The size that chats crop least.
const CARD: (u32, u32) = (1200, 630);

/// The board after a ply as a PNG, after the last one where none is named.
pub async fn board(
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let query = ReplayQuery::read(&parameters).map_err(|e| PageError::parameter(&visit, &e))?;
    let app = visit.site.app.clone();
    let drawn = web::block(move || drawn(&app, &path, query));
    let drawn = drawn.await.unwrap_or_else(|_| Err(Error::Internal("it was cut off".to_owned())));
    let (png, over) = drawn.map_err(|e| PageError::new(&visit, &e))?;
    let cache = if over { "public, max-age=86400" } else { "public, no-cache" };
    Ok(HttpResponse::Ok()
        .content_type("image/png")
        .insert_header((header::CACHE_CONTROL, cache))
        .body(png))
}

/// Pictures of games that are over, the last that were asked for: drawing takes as long as
/// fifty pages. Nothing that is still secret goes in.
static DRAWN: LazyLock<Cache<(GameId, u32, &'static str), Bytes>> = LazyLock::new(|| {
    Cache::builder()
        .max_capacity(32 << 20)
        .weigher(|_, png: &Bytes| u32::try_from(png.len()).unwrap_or(u32::MAX))
        .build()
});

/// The picture, and whether the game is over.
fn drawn(app: &App, id: &str, query: ReplayQuery) -> Result<(Bytes, bool), Error> {
    let none = || Error::missing(Thing::Game, id);
    let id = GameId::parse(id).ok_or_else(none)?;
    let knowledge = query.view.unwrap_or(Knowledge::Revealed);
    let key = (id, query.ply.unwrap_or(u32::MAX), knowledge.key());
    if let Some(png) = DRAWN.get(&key) {
        return Ok((png, true));
    }
    let game = games::get(app, id)?;
    let png = Bytes::from(draw(&view_of(&game.stored, knowledge).scene(key.1))?);
    let over = game.stored.revealed().is_some();
    if over {
        DRAWN.insert(key, png.clone());
    }
    Ok((png, over))
}

/// Draws a scene on a card.
fn draw(scene: &Scene) -> Result<Vec<u8>, Error> {
    let fail = |e: String| Error::Internal(format!("a board cannot be drawn: {e}"));
    let tree = usvg::Tree::from_str(&svg(scene), &usvg::Options::default())
        .map_err(|e| fail(e.to_string()))?;
    let mut pixels =
        tiny_skia::Pixmap::new(CARD.0, CARD.1).ok_or_else(|| fail("no memory".to_owned()))?;
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|e| fail(e.to_string()))
}

fn svg(scene: &Scene) -> String {
    let scale = f64::from(CARD.1 - 20) / f64::from(HEIGHT);
    let left = (f64::from(CARD.0) - f64::from(WIDTH) * scale) / 2.0;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
         width=\"{}\" height=\"{}\"><defs>{}</defs>\
         <rect width=\"{}\" height=\"{}\" fill=\"#26352b\"/>\
         <g transform=\"translate({left:.1} 10) scale({scale:.4})\">\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#8b9670\"/>",
        CARD.0, CARD.1, *SYMBOLS, CARD.0, CARD.1
    );
    squares(&mut text, scene);
    for piece in &scene.standing {
        let (x, y) = corner(piece.square, false);
        tile(&mut text, f64::from(x), f64::from(y), 1.0, piece.color, piece.rank);
    }
    text.push_str("</g>");
    graveyards(&mut text, scene);
    text.push_str("</svg>");
    text
}

fn squares(text: &mut String, scene: &Scene) {
    for square in crate::rules::Square::all() {
        let (x, y) = corner(square, false);
        let even = (square.file() + square.row()).is_multiple_of(2);
        let last = scene.last.is_some_and(|ply| ply.mv.from == square || ply.mv.to == square);
        let fill = if last {
            "#f2c14e"
        } else if even {
            "#d2d8b6"
        } else {
            "#dfe3c8"
        };
        let _ = write!(
            text,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\"/>"
        );
    }
    let _ = write!(
        text,
        "<rect x=\"{MARGIN}\" y=\"{}\" width=\"{}\" height=\"2\" fill=\"#8b9670\"/>",
        MARGIN + 4 * CELL - 1,
        9 * CELL
    );
}

fn tile(
    text: &mut String,
    x: f64,
    y: f64,
    scale: f64,
    color: Color,
    rank: Option<crate::rules::Rank>,
) {
    let (fill, ink) = match color {
        Color::White => ("#fdf8e7", "#1d2a1f"),
        Color::Black => ("#26352b", "#f6ecd2"),
    };
    // Without the label that pages add, the insignia sits a little lower.
    let shift = if rank.is_some() { 12 } else { 3 };
    let _ = write!(
        text,
        "<g transform=\"translate({x:.1} {y:.1}) scale({scale})\"><rect x=\"3\" y=\"3\" width=\"64\" \
         height=\"64\" rx=\"8\" fill=\"{fill}\" stroke=\"#4a5540\" stroke-width=\"2.5\"/>\
         <use xlink:href=\"#{}\" x=\"3\" y=\"{shift}\" width=\"64\" height=\"64\" color=\"{ink}\"/></g>",
        symbol(rank)
    );
}

/// The fallen on both sides of the board, in the order of falling.
fn graveyards(text: &mut String, scene: &Scene) {
    for (color, left) in [(Color::Black, 18.0), (Color::White, 960.0)] {
        let own = scene.fallen.iter().filter(|piece| piece.color == color);
        for (n, piece) in own.enumerate() {
            let (column, row) = ((n % 4) as f64, (n / 4) as f64);
            tile(text, left + column * 56.0, 30.0 + row * 56.0, 0.76, color, piece.rank);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_has_every_symbol_of_the_sprite() {
        for letter in "54321CLMKABTPSF".chars() {
            assert!(SYMBOLS.contains(&format!("id=\"rank-{letter}\"")), "{letter}");
        }
        assert!(SYMBOLS.contains("id=\"rank-hidden\""));
    }
}
