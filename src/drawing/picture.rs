//! What pictures show, of whichever game: pieces with their tiles on squares, the last ply, and what lies beside the board.

use std::cell::RefCell;

use salpakan::rules::{ByColor, Color, FILES, ROWS, Rank};
use salpakan::view::{Scene, View};
use three_generals::record::Timeline;
use three_generals::{Kind, Piece, Ply, Position, WIDTH};

/// A board, and the sprite of its pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardKind {
    Salpakan,
    ThreeGenerals,
}

/// How a tile of a sprite is drawn.
pub(super) struct TileArt {
    /// The symbol of the sprite.
    pub symbol: String,
    /// Whether a label stands below the insignia.
    pub is_labelled: bool,
    /// Whether its edge is broken and its ground hatched.
    pub is_stone: bool,
    /// Whether it has the mark of a piece that is not what it was at the start.
    pub is_turned: bool,
}

impl BoardKind {
    pub(super) const ALL: [BoardKind; 2] = [BoardKind::Salpakan, BoardKind::ThreeGenerals];

    pub(super) const fn files(self) -> usize {
        match self {
            BoardKind::Salpakan => FILES as usize,
            BoardKind::ThreeGenerals => WIDTH as usize,
        }
    }

    pub(super) const fn rows(self) -> usize {
        match self {
            BoardKind::Salpakan => ROWS as usize,
            BoardKind::ThreeGenerals => WIDTH as usize,
        }
    }

    /// The pages' sprite, which consists of paths only.
    pub(super) const fn sprite(self) -> &'static str {
        match self {
            BoardKind::Salpakan => include_str!("../../static/pieces.svg"),
            BoardKind::ThreeGenerals => include_str!("../../static/three-generals.svg"),
        }
    }

    /// All tiles of a color, in the order of their numbers.
    pub(super) fn tiles(self) -> Vec<TileArt> {
        match self {
            BoardKind::Salpakan => {
                let art = |symbol: String, is_labelled| TileArt {
                    symbol,
                    is_labelled,
                    is_stone: false,
                    is_turned: false,
                };
                let ranks = Rank::ALL.map(|rank| art(format!("rank-{}", rank.letter()), true));
                ranks.into_iter().chain([art("rank-hidden".to_owned(), false)]).collect()
            }
            BoardKind::ThreeGenerals => {
                let states = [(false, false), (false, true), (true, false), (true, true)];
                let kinds = states.map(|(is_turned, is_stone)| {
                    Kind::all().map(move |kind| TileArt {
                        symbol: format!("piece-{}", kind.letter()),
                        is_labelled: true,
                        is_stone,
                        is_turned,
                    })
                });
                kinds.into_iter().flatten().collect()
            }
        }
    }

    /// Whether a square is in the middle one of three palaces side by side.
    pub(super) fn is_in_middle_palace(self, (file, row): Place) -> bool {
        match self {
            BoardKind::Salpakan => false,
            BoardKind::ThreeGenerals => (3..6).contains(&file) && !(3..6).contains(&row),
        }
    }
}

/// A piece as it is drawn: its tile, by number, and the label on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DrawnPiece {
    pub color: Color,
    pub tile: usize,
    /// Empty for a piece that is hidden.
    pub label: &'static str,
}

/// A square by file and row, counted from 0.
pub(super) type Place = (u8, u8);

/// What one picture shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    pub(super) pieces: Vec<(Place, DrawnPiece)>,
    /// Where the last ply began and ended.
    pub(super) from: Option<Place>,
    pub(super) to: Option<Place>,
    /// Whether it challenged or captured.
    pub(super) is_fight: bool,
    /// The pieces beside the board, on each side's list.
    pub(super) beside: ByColor<Vec<DrawnPiece>>,
    /// Whether no ply follows.
    pub(super) is_last: bool,
}

/// A game, as the positions after each of its plies.
pub trait Pictures {
    fn board(&self) -> BoardKind;

    /// The number of the last ply.
    fn last(&self) -> u32;

    /// The position after a ply, or after the last one if there are fewer.
    fn picture(&self, ply: u32) -> Picture;
}

/// A game of Salpakan, as the viewer of this view sees it: nothing else can get into a picture.
pub struct SalpakanPictures<'a> {
    pub view: View<'a>,
    /// The label on a tile of each rank.
    pub labels: [&'static str; Rank::COUNT],
}

impl SalpakanPictures<'_> {
    fn piece(&self, color: Color, rank: Option<Rank>) -> DrawnPiece {
        let tile = rank.map_or(Rank::COUNT, Rank::index);
        DrawnPiece { color, tile, label: rank.map_or("", |rank| self.labels[rank.index()]) }
    }
}

impl Pictures for SalpakanPictures<'_> {
    fn board(&self) -> BoardKind {
        BoardKind::Salpakan
    }

    fn last(&self) -> u32 {
        self.view.timeline.len()
    }

    fn picture(&self, ply: u32) -> Picture {
        let scene: Scene = self.view.scene(ply);
        let place = |square: salpakan::rules::Square| (square.file(), square.row());
        let standing = scene.standing.iter();
        Picture {
            pieces: standing
                .map(|piece| (place(piece.square), self.piece(piece.color, piece.rank)))
                .collect(),
            from: scene.last.map(|ply| place(ply.mv.from)),
            to: scene.last.map(|ply| place(ply.mv.to)),
            is_fight: scene.last.is_some_and(|ply| ply.verdict.is_some()),
            beside: ByColor::from_fn(|color| {
                let own = scene.fallen.iter().filter(|piece| piece.color == color);
                own.map(|piece| self.piece(color, piece.rank)).collect()
            }),
            is_last: scene.to_move.is_none(),
        }
    }
}

/// A game of Three Generals, of which nothing is hidden.
pub struct ThreeGeneralsPictures<'a> {
    timeline: &'a Timeline,
    /// The position that was drawn last and the number of plies before it: the next picture is mostly
    /// of the ply after it.
    here: RefCell<(usize, Position)>,
}

impl<'a> ThreeGeneralsPictures<'a> {
    pub fn new(timeline: &'a Timeline) -> ThreeGeneralsPictures<'a> {
        ThreeGeneralsPictures { timeline, here: RefCell::new((0, Position::start())) }
    }

    /// The position after so many plies.
    fn position(&self, ply: usize) -> Position {
        let mut here = self.here.borrow_mut();
        if here.0 > ply {
            *here = (0, Position::start());
        }
        for played in &self.timeline.plies[here.0..ply] {
            let Ok(after) = here.1.after(played.ply) else { break };
            *here = (here.0 + 1, after);
        }
        here.1.clone()
    }
}

fn drawn_piece(piece: Piece, is_stone: bool) -> DrawnPiece {
    let kinds = Kind::all().count();
    let kind = Kind::all().position(|kind| kind == piece.kind()).unwrap_or_default();
    // In the order of the tiles.
    let state = 2 * usize::from(piece.is_turned()) + usize::from(is_stone);
    let tile = state * kinds + kind;
    DrawnPiece { color: piece.color(), tile, label: piece.label() }
}

impl Pictures for ThreeGeneralsPictures<'_> {
    fn board(&self) -> BoardKind {
        BoardKind::ThreeGenerals
    }

    fn last(&self) -> u32 {
        self.timeline.len()
    }

    fn picture(&self, ply: u32) -> Picture {
        let ply = ply.min(self.last()) as usize;
        let position = self.position(ply);
        let played = ply.checked_sub(1).map(|index| self.timeline.plies[index].ply);
        let place = |square: three_generals::Square| (square.file(), square.row());
        let (from, to, is_fight) = match played {
            None => (None, None, false),
            Some(Ply::Drop { to, .. }) => (None, Some(to), false),
            Some(Ply::Move { from, to, captures, .. }) => (Some(from), Some(to), captures),
            Some(Ply::Shot { from, to }) => (Some(from), Some(to), true),
        };
        let stone = [Color::White, Color::Black].map(|color| position.stone(color));
        Picture {
            pieces: position
                .pieces()
                .map(|(square, piece)| {
                    let is_stone = stone[piece.color() as usize].contains(square);
                    (place(square), drawn_piece(piece, is_stone))
                })
                .collect(),
            from: from.map(place),
            to: to.map(place),
            is_fight,
            beside: ByColor::from_fn(|color| {
                let held = position.hand(color);
                let held = held.iter().flat_map(|(troop, count)| {
                    let piece = drawn_piece(Piece::new(color, Kind::Troop(troop)), false);
                    std::iter::repeat_n(piece, count as usize)
                });
                held.collect()
            }),
            is_last: ply as u32 == self.last(),
        }
    }
}
