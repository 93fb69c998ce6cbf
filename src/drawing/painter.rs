//! Draws the board square by square, with the text around it.

use salpakan::rules::{Color, FILES, ROWS, Rank, SQUARES, Square};
use salpakan::view::Scene;

use super::canvas::{Area, Canvas, FontSize, drawable_text};
use super::palette::{self, CHALLENGE, FRAME, LAST_PLY, PAPER};
use super::tiles::{MIN_LABELLED_SIDE, TileSet};
use super::{Caption, DrawingError, PictureSize, PictureStyle};

/// Where things are on a picture of one size, in pixels.
#[derive(Debug, Clone, Copy)]
pub struct Layout {
    pub pixels: (usize, usize),
    cell: usize,
    /// The width of the board's frame, which has the coordinates.
    margin: usize,
    /// The top left corner of the frame.
    board: (usize, usize),
    font_size: FontSize,
}

const FRAME_WIDTH: usize = 20;
/// The sidebar of a card, with the fallen pieces: its origin, and sizes and distances in it.
const SIDEBAR_ORIGIN: [usize; 2] = [960, 18];
const SIDEBAR_WIDTH: usize = 222;
const FALLEN: usize = 56;
const FALLEN_TILE: usize = 53;
const FALLEN_TOP: usize = 52;
const FALLEN_COLUMNS: usize = 4;

pub const fn layout(size: PictureSize) -> Layout {
    let (cell, margin, strip, letters) = match size {
        PictureSize::Small => (32, FRAME_WIDTH, 24, FontSize::Small),
        PictureSize::Medium => (48, FRAME_WIDTH, 30, FontSize::Large),
        PictureSize::Large => (70, FRAME_WIDTH, 34, FontSize::Large),
        PictureSize::Card => (70, FRAME_WIDTH, 0, FontSize::Large),
    };
    let (width, height) = (9 * cell + 2 * margin, 8 * cell + 2 * margin);
    let (pixels, board) = match size {
        PictureSize::Card => ((1200, 630), ((1200 - width) / 2, (630 - height) / 2)),
        _ => ((width, height + 2 * strip), (0, strip)),
    };
    Layout { pixels, cell, margin, board, font_size: letters }
}

impl Layout {
    /// The line beside the board with a side's name.
    fn side_line(&self, color: Color, flipped: bool) -> Area {
        let height = self.font_size.height();
        if self.board.1 < height {
            let y = (FALLEN_TOP - height) / 2;
            return Area { x: SIDEBAR_ORIGIN[color as usize], y, width: SIDEBAR_WIDTH, height };
        }
        let below = (color == Color::White) != flipped;
        let gap = (self.board.1 - height) / 2;
        let y = if below { self.pixels.1 - gap - height } else { gap };
        Area { x: self.margin, y, width: self.pixels.0 - 2 * self.margin, height }
    }

    fn square_corner(&self, square: Square, flipped: bool) -> (usize, usize) {
        let (file, row) = (usize::from(square.file()), usize::from(square.row()));
        let (files, rows) = (usize::from(FILES) - 1, usize::from(ROWS) - 1);
        let (x, y) = if flipped { (files - file, row) } else { (file, rows - row) };
        let (left, top) = (self.board.0 + self.margin, self.board.1 + self.margin);
        (left + x * self.cell, top + y * self.cell)
    }
}

/// What the last ply did to a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SquareMark {
    None,
    Ply,
    Challenge,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct SquareState {
    piece: Option<(Color, Option<Rank>)>,
    mark: SquareMark,
}

/// A picture being painted.
pub struct Painter<'a> {
    canvas: Canvas,
    layout: Layout,
    caption: &'a Caption,
    flipped: bool,
    tiles: &'static TileSet,
    fallen_tiles: &'static TileSet,
    /// The squares as painted; `None` before the first scene.
    cells: [Option<SquareState>; SQUARES],
}

impl<'a> Painter<'a> {
    /// An empty board with the players' names.
    pub fn new(caption: &'a Caption, look: PictureStyle) -> Result<Painter<'a>, DrawingError> {
        let layout = layout(look.size);
        let mut painting = Painter {
            canvas: Canvas::new(layout.pixels, PAPER),
            layout,
            caption,
            flipped: look.flipped,
            tiles: TileSet::for_side(layout.cell)?,
            fallen_tiles: TileSet::for_side(FALLEN_TILE)?,
            cells: [None; SQUARES],
        };
        painting.paint_frame();
        for color in Color::ALL {
            painting.paint_name(color);
        }
        Ok(painting)
    }

    pub const fn canvas(&self) -> &Canvas {
        &self.canvas
    }

    fn paint_frame(&mut self) {
        let Layout { cell, margin, board: (x, y), .. } = self.layout;
        let (width, height) =
            (usize::from(FILES) * cell + 2 * margin, usize::from(ROWS) * cell + 2 * margin);
        self.canvas.fill(Area { x, y, width, height }, FRAME);
        let letters = FontSize::Small;
        let middle = (cell - letters.width()) / 2;
        for square in Square::all() {
            let (left, top) = self.layout.square_corner(square, self.flipped);
            if square.row() == 0 {
                let name = char::from(b'a' + square.file()).to_string();
                let at = (left + middle, y + height - margin + 1);
                self.canvas.draw_text(&name, at, letters, FRAME);
            }
            if square.file() == 0 {
                let name = (square.row() + 1).to_string();
                let at = (x + (margin - letters.width()) / 2, top + (cell - letters.height()) / 2);
                self.canvas.draw_text(&name, at, letters, FRAME);
            }
        }
    }

    /// Paints a side's color and name.
    fn paint_name(&mut self, color: Color) {
        let line = self.layout.side_line(color, self.flipped);
        let letters = self.layout.font_size;
        let side = letters.height() - 4;
        let swatch = Area { x: line.x, y: line.y + 2, width: side, height: side };
        self.canvas.fill(swatch, palette::EDGES[color as usize]);
        let inner = Area {
            x: line.x + 1,
            y: line.y + 3,
            width: swatch.width - 2,
            height: swatch.height - 2,
        };
        self.canvas.fill(inner, palette::TILES[color as usize]);
        let left = side + letters.width() / 2;
        // Two letters are reserved for the points.
        let most = (line.width - left) / letters.width() - 2;
        let name = drawable_text(&self.caption.names[color], most);
        self.canvas.draw_text(&name, (line.x + left, line.y), letters, PAPER);
    }

    /// Paints a scene and returns the areas that changed.
    pub fn paint_scene(&mut self, scene: &Scene) -> Vec<Area> {
        let mut cells = [SquareState { piece: None, mark: SquareMark::None }; SQUARES];
        if let Some(ply) = scene.last {
            let to = if ply.verdict.is_some() { SquareMark::Challenge } else { SquareMark::Ply };
            cells[ply.mv.from.index()].mark = SquareMark::Ply;
            cells[ply.mv.to.index()].mark = to;
        }
        for piece in &scene.standing {
            cells[piece.square.index()].piece = Some((piece.color, piece.rank));
        }
        let mut changed = Vec::new();
        for square in Square::all() {
            let cell = cells[square.index()];
            if self.cells[square.index()].replace(cell) != Some(cell) {
                changed.push(self.paint_square(square, cell));
            }
        }
        // Only cards have room for the fallen pieces, and cards are painted once.
        if self.layout.board.0 > 0 {
            self.paint_fallen(scene);
        }
        changed
    }

    fn paint_square(&mut self, square: Square, cell: SquareState) -> Area {
        let side = self.layout.cell;
        let (x, y) = self.layout.square_corner(square, self.flipped);
        let area = Area { x, y, width: side, height: side };
        let even = (square.file() + square.row()).is_multiple_of(2);
        let plain = palette::SQUARES[usize::from(even)];
        let edge = side / 16;
        match cell.mark {
            SquareMark::None => self.canvas.fill(area, plain),
            SquareMark::Ply => self.canvas.fill(area, LAST_PLY),
            SquareMark::Challenge => {
                self.canvas.fill(area, CHALLENGE);
                let inner = side - 2 * edge;
                let inner = Area { x: x + edge, y: y + edge, width: inner, height: inner };
                self.canvas.fill(inner, LAST_PLY);
            }
        }
        if let Some((color, rank)) = cell.piece {
            self.paint_piece(self.tiles, (x, y), color, rank);
        }
        area
    }

    fn paint_piece(
        &mut self,
        tiles: &TileSet,
        (x, y): (usize, usize),
        color: Color,
        rank: Option<Rank>,
    ) {
        let side = tiles.side();
        self.canvas.blit(tiles.tile(color, rank), side, (x, y));
        let Some(rank) = rank.filter(|_| side >= MIN_LABELLED_SIDE) else { return };
        let letters = if side > FALLEN_TILE { FontSize::Large } else { FontSize::Small };
        // The bitmap font has no star.
        let label: String = self.caption.labels[rank.index()]
            .chars()
            .map(|c| if c == '★' { '*' } else { c })
            .collect();
        let width = label.chars().count() * letters.width();
        let at = (x + side.saturating_sub(width) / 2, y + side * 66 / 70 - letters.height());
        self.canvas.draw_text(&label, at, letters, palette::TILES[color as usize]);
    }

    /// The fallen pieces of both sides, in order.
    fn paint_fallen(&mut self, scene: &Scene) {
        for color in Color::ALL {
            let own = scene.fallen.iter().filter(|piece| piece.color == color);
            for (n, piece) in own.enumerate() {
                let (column, row) = (n % FALLEN_COLUMNS, n / FALLEN_COLUMNS);
                let at =
                    (SIDEBAR_ORIGIN[color as usize] + column * FALLEN, FALLEN_TOP + row * FALLEN);
                self.paint_piece(self.fallen_tiles, at, color, piece.rank);
            }
        }
    }

    /// Writes each side's points if known, and returns the areas.
    pub fn paint_result(&mut self) -> Vec<Area> {
        let Some(points) = &self.caption.points else { return Vec::new() };
        let letters = self.layout.font_size;
        let lines = points.iter().map(|(color, points)| {
            let line = self.layout.side_line(color, self.flipped);
            let width = letters.width() * points.chars().count();
            let x = line.x + line.width - width;
            self.canvas.draw_text(points, (x, line.y), letters, PAPER);
            Area { x, width, ..line }
        });
        lines.collect()
    }
}
