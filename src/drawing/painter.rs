//! Draws the board square by square, with the text around it.

use salpakan::rules::{ByColor, Color};

use super::canvas::{Area, Canvas, FontSize, drawable_text};
use super::palette::{self, CHALLENGE, FRAME, LAST_PLY, PAPER};
use super::picture::{BoardKind, DrawnPiece, Picture, Place};
use super::tiles::{MIN_LABELLED_SIDE, TileSet};
use super::{Caption, DrawingError, PictureSize, PictureStyle};

/// Where things are on a picture of one size, in pixels.
#[derive(Debug, Clone, Copy)]
pub struct Layout {
    pub pixels: (usize, usize),
    /// The number of files and rows.
    squares: (usize, usize),
    cell: usize,
    /// The width of the board's frame, which has the coordinates.
    margin: usize,
    /// The top left corner of the frame.
    board: (usize, usize),
    /// The height of the strip with a side's name above or below the board; 0 where names are beside it.
    strip: usize,
    /// The side of the tiles in a row between each name and the board, for what a side has in hand; 0 without that row.
    hand: usize,
    font_size: FontSize,
}

/// The space around the row of a hand.
const HAND_GAP: usize = 3;
const FRAME_WIDTH: usize = 20;
/// The sidebar of a card, with the fallen pieces: its origin, and sizes and distances in it.
const SIDEBAR_ORIGIN: [usize; 2] = [960, 18];
const SIDEBAR_WIDTH: usize = 222;
const FALLEN: usize = 56;
const FALLEN_TILE: usize = 53;
const FALLEN_TOP: usize = 52;
const FALLEN_COLUMNS: usize = 4;

pub const fn layout(kind: BoardKind, size: PictureSize) -> Layout {
    let squares = (kind.files(), kind.rows());
    let (cell, strip, hand, letters) = match size {
        PictureSize::Small => (32, 24, 32, FontSize::Small),
        PictureSize::Medium => (48, 30, 48, FontSize::Large),
        PictureSize::Large => (70, 34, 48, FontSize::Large),
        PictureSize::Card => match kind {
            BoardKind::Salpakan => (70, 0, 0, FontSize::Large),
            // Nine rows are as high as a card.
            BoardKind::ThreeGenerals => (64, 0, 0, FontSize::Large),
        },
    };
    // Fallen pieces of Salpakan are seen on cards alone, but hands belong to the position.
    let hand = match kind {
        BoardKind::Salpakan => 0,
        BoardKind::ThreeGenerals => hand,
    };
    let margin = FRAME_WIDTH;
    let (width, height) = (squares.0 * cell + 2 * margin, squares.1 * cell + 2 * margin);
    let (pixels, board) = match size {
        PictureSize::Card => ((1200, 630), ((1200 - width) / 2, (630 - height) / 2)),
        _ => {
            let row = if hand > 0 { hand + 2 * HAND_GAP } else { 0 };
            ((width, height + 2 * (strip + row)), (0, strip + row))
        }
    };
    Layout { pixels, squares, cell, margin, board, strip, hand, font_size: letters }
}

impl Layout {
    /// The line beside the board with a side's name.
    fn side_line(&self, color: Color, flipped: bool) -> Area {
        let height = self.font_size.height();
        if self.strip == 0 {
            let y = (FALLEN_TOP - height) / 2;
            return Area { x: SIDEBAR_ORIGIN[color as usize], y, width: SIDEBAR_WIDTH, height };
        }
        let below = (color == Color::White) != flipped;
        let gap = (self.strip - height) / 2;
        let y = if below { self.pixels.1 - gap - height } else { gap };
        Area { x: self.margin, y, width: self.pixels.0 - 2 * self.margin, height }
    }

    /// The row between a side's name and the board.
    fn hand_row(&self, color: Color, flipped: bool) -> Area {
        let below = (color == Color::White) != flipped;
        let y = self.strip + HAND_GAP;
        let y = if below { self.pixels.1 - y - self.hand } else { y };
        // What lies there needs less than this, however much it is.
        Area { x: self.margin, y, width: self.pixels.0 - self.margin, height: self.hand }
    }

    fn square_corner(&self, (file, row): Place, flipped: bool) -> (usize, usize) {
        let (file, row) = (usize::from(file), usize::from(row));
        let (files, rows) = (self.squares.0 - 1, self.squares.1 - 1);
        let (x, y) = if flipped { (files - file, row) } else { (file, rows - row) };
        let (left, top) = (self.board.0 + self.margin, self.board.1 + self.margin);
        (left + x * self.cell, top + y * self.cell)
    }

    /// All squares, row by row; the number of each is its place in this order.
    fn places(&self) -> impl Iterator<Item = Place> + use<> {
        let (files, rows) = (self.squares.0 as u8, self.squares.1 as u8);
        (0..rows).flat_map(move |row| (0..files).map(move |file| (file, row)))
    }

    fn number(&self, (file, row): Place) -> usize {
        usize::from(row) * self.squares.0 + usize::from(file)
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
    piece: Option<DrawnPiece>,
    mark: SquareMark,
}

/// A picture being painted.
pub struct Painter<'a> {
    canvas: Canvas,
    kind: BoardKind,
    layout: Layout,
    caption: &'a Caption,
    flipped: bool,
    tiles: &'static TileSet,
    fallen_tiles: &'static TileSet,
    hand_tiles: &'static TileSet,
    /// The rows of the hands as painted.
    hands: ByColor<Vec<DrawnPiece>>,
    /// The squares as painted; `None` before the first picture.
    cells: Vec<Option<SquareState>>,
}

impl<'a> Painter<'a> {
    /// An empty board with the players' names.
    pub fn new(
        kind: BoardKind,
        caption: &'a Caption,
        look: PictureStyle,
    ) -> Result<Painter<'a>, DrawingError> {
        let layout = layout(kind, look.size);
        let mut painting = Painter {
            canvas: Canvas::new(layout.pixels, PAPER),
            kind,
            layout,
            caption,
            flipped: look.flipped,
            tiles: TileSet::for_side(kind, layout.cell)?,
            fallen_tiles: TileSet::for_side(kind, FALLEN_TILE)?,
            hand_tiles: TileSet::for_side(
                kind,
                if layout.hand > 0 { layout.hand } else { layout.cell },
            )?,
            hands: ByColor::new(Vec::new(), Vec::new()),
            cells: vec![None; layout.squares.0 * layout.squares.1],
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
        let Layout { squares, cell, margin, board: (x, y), .. } = self.layout;
        let (width, height) = (squares.0 * cell + 2 * margin, squares.1 * cell + 2 * margin);
        self.canvas.fill(Area { x, y, width, height }, FRAME);
        let letters = FontSize::Small;
        let middle = (cell - letters.width()) / 2;
        for (file, row) in self.layout.places() {
            let (left, top) = self.layout.square_corner((file, row), self.flipped);
            if row == 0 {
                let name = char::from(b'a' + file).to_string();
                let at = (left + middle, y + height - margin + 1);
                self.canvas.draw_text(&name, at, letters, FRAME);
            }
            if file == 0 {
                let name = (row + 1).to_string();
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

    /// Paints a picture and returns the areas that changed.
    pub fn paint_picture(&mut self, picture: &Picture) -> Vec<Area> {
        let empty = SquareState { piece: None, mark: SquareMark::None };
        let mut cells = vec![empty; self.cells.len()];
        if let Some(from) = picture.from {
            cells[self.layout.number(from)].mark = SquareMark::Ply;
        }
        if let Some(to) = picture.to {
            let mark = if picture.is_fight { SquareMark::Challenge } else { SquareMark::Ply };
            cells[self.layout.number(to)].mark = mark;
        }
        for (place, piece) in &picture.pieces {
            cells[self.layout.number(*place)].piece = Some(*piece);
        }
        let mut changed = Vec::new();
        for (place, cell) in self.layout.places().zip(cells) {
            let number = self.layout.number(place);
            if self.cells[number].replace(cell) != Some(cell) {
                changed.push(self.paint_square(place, cell));
            }
        }
        // Only cards have room beside the board, and cards are painted once.
        if self.layout.board.0 > 0 {
            self.paint_beside(picture);
        }
        if self.layout.hand > 0 {
            changed.extend(self.paint_hands(picture));
        }
        changed
    }

    /// Paints the hands that changed, each kind with how many there are of it, and returns their rows.
    fn paint_hands(&mut self, picture: &Picture) -> Vec<Area> {
        let mut changed = Vec::new();
        for (color, pieces) in picture.beside.iter() {
            if self.hands[color] == *pieces {
                continue;
            }
            let row = self.layout.hand_row(color, self.flipped);
            self.canvas.fill(row, PAPER);
            let letters = self.layout.font_size;
            let mut x = row.x;
            for alike in pieces.chunk_by(PartialEq::eq) {
                self.paint_piece(self.hand_tiles, (x, row.y), alike[0]);
                x += self.layout.hand;
                if alike.len() > 1 {
                    let count = alike.len().to_string();
                    let y = row.y + (row.height - letters.height()) / 2;
                    self.canvas.draw_text(&count, (x, y), letters, PAPER);
                    x += count.len() * letters.width();
                }
            }
            changed.push(row);
        }
        self.hands.clone_from(&picture.beside);
        changed
    }

    fn paint_square(&mut self, place: Place, cell: SquareState) -> Area {
        let side = self.layout.cell;
        let (x, y) = self.layout.square_corner(place, self.flipped);
        let area = Area { x, y, width: side, height: side };
        let even = (place.0 + place.1).is_multiple_of(2);
        let plain = match self.kind.is_in_middle_palace(place) {
            true => palette::PALACES,
            false => palette::SQUARES,
        };
        let plain = plain[usize::from(even)];
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
        if let Some(piece) = cell.piece {
            self.paint_piece(self.tiles, (x, y), piece);
        }
        area
    }

    fn paint_piece(&mut self, tiles: &TileSet, (x, y): (usize, usize), piece: DrawnPiece) {
        let DrawnPiece { color, tile, label } = piece;
        let side = tiles.side();
        self.canvas.blit(tiles.tile(color, tile), side, (x, y));
        if label.is_empty() || side < MIN_LABELLED_SIDE {
            return;
        }
        let letters = if side > FALLEN_TILE { FontSize::Large } else { FontSize::Small };
        // The bitmap font has no star.
        let label = label.replace('★', "*");
        let width = label.chars().count() * letters.width();
        let at = (x + side.saturating_sub(width) / 2, y + side * 66 / 70 - letters.height());
        self.canvas.draw_text(&label, at, letters, palette::TILES[color as usize]);
    }

    /// The fallen pieces or the hands of both sides, in order.
    fn paint_beside(&mut self, picture: &Picture) {
        for (color, pieces) in picture.beside.iter() {
            for (n, piece) in pieces.iter().enumerate() {
                let (column, row) = (n % FALLEN_COLUMNS, n / FALLEN_COLUMNS);
                let at =
                    (SIDEBAR_ORIGIN[color as usize] + column * FALLEN, FALLEN_TOP + row * FALLEN);
                self.paint_piece(self.fallen_tiles, at, *piece);
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
