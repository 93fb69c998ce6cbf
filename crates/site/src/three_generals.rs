//! The board of the Game of Three Generals, its pieces and hands, in the drawing that every board has.

use std::fmt::Write;
use std::sync::LazyLock;

use salpakan::rules::Color;
use three_generals::record::Timeline;
use three_generals::{General, Kind, Piece, Ply, Position, Square, Turn, WIDTH};
use three_generals_computer::analysis::Reason;

use crate::board::{BoardDrawing, CELL, MARGIN, PieceMark, fill_placeholders, side_name};
use crate::i18n::Texts;
use crate::markup::Markup;

/// The side length of the drawing.
const SIDE: u32 = WIDTH as u32 * CELL + 2 * MARGIN;

/// What a side holds of one kind.
pub struct HeldPiece {
    pub mark: PieceMark,
    /// The letter of the notation.
    pub letter: char,
    pub count: u32,
}

/// The corner of a square in drawing units.
pub fn corner(square: Square, flipped: bool) -> (u32, u32) {
    let (file, row) = (u32::from(square.file()), u32::from(square.row()));
    let last = u32::from(WIDTH) - 1;
    let (x, y) = if flipped { (last - file, row) } else { (file, last - row) };
    (MARGIN + x * CELL, MARGIN + y * CELL)
}

/// The drawing of a position, with the last ply marked.
pub fn drawing(
    texts: Texts,
    position: &Position,
    last: Option<Ply>,
    flipped: bool,
) -> BoardDrawing {
    let (from, to) = match last {
        None => (None, None),
        Some(Ply::Drop { to, .. }) => (None, Some(to)),
        Some(Ply::Move { from, to, .. } | Ply::Shot { from, to }) => (Some(from), Some(to)),
    };
    let stone = [Color::White, Color::Black].map(|color| position.stone(color));
    let [squares, coordinates] = empty_board(flipped);
    BoardDrawing {
        width: SIDE,
        height: SIDE,
        squares,
        coordinates,
        from: from.map(|square| corner(square, flipped)),
        to: to.map(|square| corner(square, flipped)),
        fight: matches!(last, Some(Ply::Shot { .. } | Ply::Move { captures: true, .. })),
        pieces: position
            .pieces()
            .map(|(square, piece)| {
                let is_stone = stone[piece.color() as usize].contains(square);
                let (x, y) = corner(square, flipped);
                let words = piece_words(texts, piece, is_stone, Some(square));
                let color = match (piece.color(), is_stone) {
                    (Color::White, false) => "white",
                    (Color::White, true) => "white stone",
                    (Color::Black, false) => "black",
                    (Color::Black, true) => "black stone",
                };
                PieceMark { x, y, origin: "", color, words, ..mark(piece) }
            })
            .collect(),
    }
}

/// What a side has in hand, in the order of the notation.
pub fn hand(texts: Texts, position: &Position, color: Color) -> Vec<HeldPiece> {
    let held = position.hand(color);
    held.iter()
        .map(|(troop, count)| {
            let kind = Kind::Troop(troop);
            let count_text = count.to_string();
            let values = [("piece", kind_name(texts, kind)), ("count", count_text.as_str())];
            let words = fill_placeholders(texts.text("tg-held"), &values);
            HeldPiece {
                mark: PieceMark { color: color.key(), words, ..mark(Piece::new(color, kind)) },
                letter: troop.letter(),
                count,
            }
        })
        .collect()
}

/// The insignia of a piece with its label.
fn mark(piece: Piece) -> PieceMark {
    let symbol = match piece.kind().letter() {
        'G' => "piece-G",
        'J' => "piece-J",
        'S' => "piece-S",
        'P' => "piece-P",
        'A' => "piece-A",
        'R' => "piece-R",
        'F' => "piece-F",
        'Q' => "piece-Q",
        'C' => "piece-C",
        _ => "piece-B",
    };
    PieceMark {
        x: 0,
        y: 0,
        origin: "",
        color: "",
        symbol,
        label: piece.label(),
        words: String::new(),
    }
}

/// The name of a kind of piece in the reader's language.
pub fn kind_name(texts: Texts, kind: Kind) -> &'static str {
    texts.text(match kind {
        Kind::General(General::Golden) => "tg-golden-general",
        Kind::General(General::Jeweled) => "tg-jeweled-general",
        Kind::General(General::Silver) => "tg-silver-general",
        Kind::Troop(troop) => match troop.letter() {
            'P' => "tg-pawn",
            'A' => "tg-angle",
            'R' => "tg-rook",
            'F' => "tg-flier",
            'Q' => "tg-queen",
            'C' => "tg-chariot",
            _ => "tg-bishop",
        },
    })
}

/// Why a move is better, in a sentence.
pub fn reason_text(texts: Texts, reason: Reason) -> String {
    if reason == Reason::Line {
        return texts.get("analysis-reason-line");
    }
    let piece = reason.piece().map(|kind| kind_name(texts, kind)).unwrap_or_default();
    texts.one(&format!("analysis-tg-reason-{}", reason.key()), "piece", piece)
}

/// A piece in words: side, kind, square, and whether it is turned or Stone.
fn piece_words(texts: Texts, piece: Piece, is_stone: bool, square: Option<Square>) -> String {
    let square = square.map(|square| square.to_string()).unwrap_or_default();
    let values = [
        ("side", side_name(texts, piece.color())),
        ("rank", kind_name(texts, piece.kind())),
        ("square", square.as_str()),
    ];
    let mut words = fill_placeholders(texts.text("js-piece"), &values);
    for (holds, key) in [(piece.is_turned(), "tg-turned"), (is_stone, "tg-stone")] {
        if holds {
            // Writing to a string cannot fail.
            let _ = write!(words, ", {}", texts.text(key));
        }
    }
    words
}

/// Says the plies of a game in words, in the order of the game.
pub struct PlySpeaker<'a> {
    texts: Texts,
    timeline: &'a Timeline,
    /// The position after so many plies.
    position: Position,
    plies: u32,
}

impl<'a> PlySpeaker<'a> {
    pub fn new(texts: Texts, timeline: &'a Timeline) -> PlySpeaker<'a> {
        PlySpeaker { texts, timeline, position: Position::start(), plies: 0 }
    }

    /// A ply, counted from 1, no earlier than the one before; 0 is the start.
    pub fn describe(&mut self, ply: u32) -> String {
        while self.plies + 1 < ply
            && let Some(played) = self.timeline.plies.get(self.plies as usize)
            && let Ok(after) = self.position.after(played.ply)
        {
            self.position = after;
            self.plies += 1;
        }
        let index = (ply as usize).checked_sub(1);
        match index.and_then(|index| self.timeline.plies.get(index)) {
            Some(played) => {
                format!("{ply}. {}", describe_ply(self.texts, &self.position, played.ply))
            }
            None => self.texts.get("js-start"),
        }
    }
}

/// The name of the sound of the last ply, as `static/js/play/sounds.js` has it; empty before the first one.
pub fn ply_sound(last: Option<Ply>, is_over: bool) -> &'static str {
    match last {
        _ if is_over => "over",
        None => "",
        Some(Ply::Shot { .. } | Ply::Move { captures: true, .. }) => "challenger",
        Some(_) => "ply",
    }
}

/// A ply in words; `position` is the one before it.
pub fn describe_ply(texts: Texts, position: &Position, ply: Ply) -> String {
    let name =
        |square: Square| position.at(square).map_or("", |piece| kind_name(texts, piece.kind()));
    let side = side_name(texts, position.side_to_move());
    match ply {
        Ply::Drop { troop, to } => {
            let (piece, to) = (kind_name(texts, Kind::Troop(troop)), to.to_string());
            let values = [("side", side), ("piece", piece), ("to", &to)];
            fill_placeholders(texts.text("tg-said-drop"), &values)
        }
        Ply::Shot { from, to } => {
            let (piece, from, to) = (name(from), from.to_string(), to.to_string());
            let values = [("side", side), ("piece", piece), ("from", &from), ("to", &to)];
            fill_placeholders(texts.text("tg-said-shot"), &values)
        }
        Ply::Move { from, to, captures, turn } => {
            let key = if captures { "tg-said-capture" } else { "tg-said-move" };
            let (piece, captured) = (name(from), name(to));
            let (from_text, to_text) = (from.to_string(), to.to_string());
            let values = [
                ("side", side),
                ("piece", piece),
                ("captured", captured),
                ("from", &from_text),
                ("to", &to_text),
            ];
            let moved = fill_placeholders(texts.text(key), &values);
            let pawn = position.at(from).is_some_and(|piece| piece.kind().letter() == 'P');
            let more = match turn {
                Turn::No => return moved,
                Turn::Yes if pawn => texts.get("tg-said-promotes"),
                Turn::Yes => texts.get("tg-said-turns"),
                Turn::Return(general, square) => {
                    let general = kind_name(texts, Kind::General(general));
                    let square = square.to_string();
                    let values = [("general", general), ("square", square.as_str())];
                    fill_placeholders(texts.text("tg-said-returns"), &values)
                }
            };
            format!("{moved} {more}")
        }
    }
}

/// The squares of an orientation, and the names of files and rows.
fn empty_board(flipped: bool) -> [Markup; 2] {
    static DRAWN: LazyLock<[[Markup; 2]; 2]> = LazyLock::new(|| [false, true].map(draw_empty));
    DRAWN[usize::from(flipped)].clone()
}

fn draw_empty(flipped: bool) -> [Markup; 2] {
    let cells = Square::all().map(|square| {
        let (x, y) = corner(square, flipped);
        let is_alt = (square.file() + square.row()).is_multiple_of(2);
        // Nine palaces of nine squares each, of which the middle three belong to nobody.
        let is_jeweled = (3..6).contains(&square.file());
        let class = match (is_alt, (3..6).contains(&square.row()), is_jeweled) {
            (true, true, _) => "sq alt mid",
            (false, true, _) => "sq mid",
            (true, false, false) => "sq alt",
            (true, false, true) => "sq alt palace",
            (false, false, false) => "sq",
            (false, false, true) => "sq palace",
        };
        crate::board::BoardCell { x, y, class }
    });
    let mut names = Vec::with_capacity(2 * usize::from(WIDTH));
    for n in 0..WIDTH {
        let on_edge = |file, row| Square::new(file, row).map(|square| corner(square, flipped));
        if let (Some((x, _)), Some((_, y))) = (on_edge(n, 0), on_edge(0, n)) {
            let bottom = MARGIN + (u32::from(WIDTH) - 1) * CELL + 15;
            names.push((x + CELL - 8, bottom, char::from(b'a' + n).to_string()));
            names.push((MARGIN + 8, y + 15, (n + 1).to_string()));
        }
    }
    let names = names.into_iter().map(|(x, y, name)| crate::board::Coordinate { x, y, name });
    [
        crate::board::squares_markup(cells.collect()),
        crate::board::coordinates_markup(names.collect()),
    ]
}
