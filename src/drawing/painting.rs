//! A board on a canvas, square by square, with what is written around it.

use salpakan::rules::{Color, FILES, ROWS, Rank, SQUARES, Square};
use salpakan::view::Scene;

use super::canvas::{Area, Canvas, Letters, writable};
use super::palette::{self, FIGHT, FRAME, MARK, PAPER};
use super::tiles::{LABELLED, Tiles};
use super::{Caption, Look, NotDrawn, Size};

/// Where things are on a picture of one size, in pixels.
#[derive(Debug, Clone, Copy)]
pub struct Layout {
    pub pixels: (usize, usize),
    cell: usize,
    /// The board's frame, with its coordinates.
    margin: usize,
    /// The frame's corner.
    board: (usize, usize),
    letters: Letters,
}

const FRAME_WIDTH: usize = 20;
/// On a card, what lies beside the board: where it begins, and how wide and how far apart it is.
const BESIDE: [usize; 2] = [960, 18];
const BESIDE_WIDTH: usize = 222;
const FALLEN: usize = 56;
const FALLEN_TILE: usize = 53;
const FALLEN_TOP: usize = 52;
const FALLEN_COLUMNS: usize = 4;

/// The layout of a size.
pub const fn layout(size: Size) -> Layout {
    let (cell, margin, strip, letters) = match size {
        Size::Small => (32, FRAME_WIDTH, 24, Letters::Small),
        Size::Medium => (48, FRAME_WIDTH, 30, Letters::Large),
        Size::Large => (70, FRAME_WIDTH, 34, Letters::Large),
        Size::Card => (70, FRAME_WIDTH, 0, Letters::Large),
    };
    let (width, height) = (9 * cell + 2 * margin, 8 * cell + 2 * margin);
    let (pixels, board) = match size {
        Size::Card => ((1200, 630), ((1200 - width) / 2, (630 - height) / 2)),
        _ => ((width, height + 2 * strip), (0, strip)),
    };
    Layout { pixels, cell, margin, board, letters }
}

impl Layout {
    /// The line beside the board that is a side's.
    fn line(&self, color: Color, flipped: bool) -> Area {
        let height = self.letters.height();
        if self.board.1 < height {
            let y = (FALLEN_TOP - height) / 2;
            return Area { x: BESIDE[color as usize], y, width: BESIDE_WIDTH, height };
        }
        let below = (color == Color::White) != flipped;
        let gap = (self.board.1 - height) / 2;
        let y = if below { self.pixels.1 - gap - height } else { gap };
        Area { x: self.margin, y, width: self.pixels.0 - 2 * self.margin, height }
    }

    fn corner(&self, square: Square, flipped: bool) -> (usize, usize) {
        let (file, row) = (usize::from(square.file()), usize::from(square.row()));
        let (files, rows) = (usize::from(FILES) - 1, usize::from(ROWS) - 1);
        let (x, y) = if flipped { (files - file, row) } else { (file, rows - row) };
        let (left, top) = (self.board.0 + self.margin, self.board.1 + self.margin);
        (left + x * self.cell, top + y * self.cell)
    }
}

/// What the last ply did to a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    None,
    Ply,
    Challenge,
}

/// What is on a square.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Cell {
    piece: Option<(Color, Option<Rank>)>,
    mark: Mark,
}

/// A picture while it is painted.
pub struct Painting<'a> {
    canvas: Canvas,
    layout: Layout,
    caption: &'a Caption,
    flipped: bool,
    tiles: &'static Tiles,
    fallen_tiles: &'static Tiles,
    /// The squares as they are painted; none before the first scene.
    cells: [Option<Cell>; SQUARES],
}

impl<'a> Painting<'a> {
    /// An empty board with names.
    pub fn new(caption: &'a Caption, look: Look) -> Result<Painting<'a>, NotDrawn> {
        let layout = layout(look.size);
        let mut painting = Painting {
            canvas: Canvas::new(layout.pixels, PAPER),
            layout,
            caption,
            flipped: look.flipped,
            tiles: Tiles::of(layout.cell)?,
            fallen_tiles: Tiles::of(FALLEN_TILE)?,
            cells: [None; SQUARES],
        };
        painting.frame();
        for color in Color::ALL {
            painting.name(color);
        }
        Ok(painting)
    }

    pub const fn canvas(&self) -> &Canvas {
        &self.canvas
    }

    fn frame(&mut self) {
        let Layout { cell, margin, board: (x, y), .. } = self.layout;
        let (width, height) =
            (usize::from(FILES) * cell + 2 * margin, usize::from(ROWS) * cell + 2 * margin);
        self.canvas.fill(Area { x, y, width, height }, FRAME);
        let letters = Letters::Small;
        let middle = (cell - letters.width()) / 2;
        for square in Square::all() {
            let (left, top) = self.layout.corner(square, self.flipped);
            if square.row() == 0 {
                let name = char::from(b'a' + square.file()).to_string();
                let at = (left + middle, y + height - margin + 1);
                self.canvas.write(&name, at, letters, FRAME);
            }
            if square.file() == 0 {
                let name = (square.row() + 1).to_string();
                let at = (x + (margin - letters.width()) / 2, top + (cell - letters.height()) / 2);
                self.canvas.write(&name, at, letters, FRAME);
            }
        }
    }

    /// Whose line it is, and his name.
    fn name(&mut self, color: Color) {
        let line = self.layout.line(color, self.flipped);
        let letters = self.layout.letters;
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
        // Two letters are kept for the points.
        let most = (line.width - left) / letters.width() - 2;
        let name = writable(&self.caption.names[color], most);
        self.canvas.write(&name, (line.x + left, line.y), letters, PAPER);
    }

    /// Paints a scene; tells which squares are not as they were.
    pub fn show(&mut self, scene: &Scene) -> Vec<Area> {
        let mut cells = [Cell { piece: None, mark: Mark::None }; SQUARES];
        if let Some(ply) = scene.last {
            let to = if ply.verdict.is_some() { Mark::Challenge } else { Mark::Ply };
            cells[ply.mv.from.index()].mark = Mark::Ply;
            cells[ply.mv.to.index()].mark = to;
        }
        for piece in &scene.standing {
            cells[piece.square.index()].piece = Some((piece.color, piece.rank));
        }
        let mut changed = Vec::new();
        for square in Square::all() {
            let cell = cells[square.index()];
            if self.cells[square.index()].replace(cell) != Some(cell) {
                changed.push(self.square(square, cell));
            }
        }
        // Only a card has room for the fallen, and a card is painted once.
        if self.layout.board.0 > 0 {
            self.fallen(scene);
        }
        changed
    }

    fn square(&mut self, square: Square, cell: Cell) -> Area {
        let side = self.layout.cell;
        let (x, y) = self.layout.corner(square, self.flipped);
        let area = Area { x, y, width: side, height: side };
        let even = (square.file() + square.row()).is_multiple_of(2);
        let plain = palette::SQUARES[usize::from(even)];
        let edge = side / 16;
        match cell.mark {
            Mark::None => self.canvas.fill(area, plain),
            Mark::Ply => self.canvas.fill(area, MARK),
            Mark::Challenge => {
                self.canvas.fill(area, FIGHT);
                let inner = side - 2 * edge;
                let inner = Area { x: x + edge, y: y + edge, width: inner, height: inner };
                self.canvas.fill(inner, MARK);
            }
        }
        if let Some((color, rank)) = cell.piece {
            self.piece(self.tiles, (x, y), color, rank);
        }
        area
    }

    fn piece(&mut self, tiles: &Tiles, (x, y): (usize, usize), color: Color, rank: Option<Rank>) {
        let side = tiles.side();
        self.canvas.put(tiles.tile(color, rank), side, (x, y));
        let Some(rank) = rank.filter(|_| side >= LABELLED) else { return };
        let letters = if side > FALLEN_TILE { Letters::Large } else { Letters::Small };
        // The letters of pictures have no star.
        let label: String = self.caption.labels[rank.index()]
            .chars()
            .map(|c| if c == '★' { '*' } else { c })
            .collect();
        let width = label.chars().count() * letters.width();
        let at = (x + side.saturating_sub(width) / 2, y + side * 66 / 70 - letters.height());
        self.canvas.write(&label, at, letters, palette::TILES[color as usize]);
    }

    /// The fallen on both sides of the board, in the order of falling.
    fn fallen(&mut self, scene: &Scene) {
        for color in Color::ALL {
            let own = scene.fallen.iter().filter(|piece| piece.color == color);
            for (n, piece) in own.enumerate() {
                let (column, row) = (n % FALLEN_COLUMNS, n / FALLEN_COLUMNS);
                let at = (BESIDE[color as usize] + column * FALLEN, FALLEN_TOP + row * FALLEN);
                self.piece(self.fallen_tiles, at, color, piece.rank);
            }
        }
    }

    /// Writes what each side got, where that is known; tells where.
    pub fn end(&mut self) -> Vec<Area> {
        let Some(points) = &self.caption.points else { return Vec::new() };
        let letters = self.layout.letters;
        let lines = points.iter().map(|(color, points)| {
            let line = self.layout.line(color, self.flipped);
            let width = letters.width() * points.chars().count();
            let x = line.x + line.width - width;
            self.canvas.write(points, (x, line.y), letters, PAPER);
            Area { x, width, ..line }
        });
        lines.collect()
    }
}
