//! Where one game ends and the next begins.

use std::collections::VecDeque;

use super::{Damage, Format, GameText, MOST_BYTES};

/// Takes pieces of lines and gives texts of games.
pub(super) struct Splitter {
    format: Format,
    ready: VecDeque<GameText>,
    current: GameText,
    /// Whether the current text holds anything but white space.
    begun: bool,
    state: State,
}

enum State {
    Ggn { in_moves: bool, in_brace: bool, after_blank: bool, aside: Option<usize> },
    Json { depth: u32, in_string: bool, escaped: bool, array: Option<(u64, u64)>, column: u64 },
}

impl Splitter {
    /// The splitter for an input with this first piece; none while it is blank or a comment.
    pub fn for_start(piece: &[u8]) -> Option<Splitter> {
        if is_comment(piece) {
            return None;
        }
        let mut content = piece.iter().filter(|byte| !byte.is_ascii_whitespace());
        let format = match (content.next()?, content.next()) {
            (b'{', _) => Format::Json,
            (b'[', Some(next)) if next.is_ascii_alphabetic() => Format::Ggn,
            (b'[', _) => Format::Json,
            _ => Format::Ggn,
        };
        let state = match format {
            Format::Ggn => {
                let (in_moves, in_brace, after_blank, aside) = (false, false, true, None);
                State::Ggn { in_moves, in_brace, after_blank, aside }
            }
            Format::Json => {
                let (depth, in_string, escaped, array, column) = (0, false, false, None, 1);
                State::Json { depth, in_string, escaped, array, column }
            }
        };
        let current = GameText::empty(format);
        Some(Splitter { format, ready: VecDeque::new(), current, begun: false, state })
    }

    /// The next game that is complete.
    pub fn ready(&mut self) -> Option<GameText> {
        self.ready.pop_front()
    }

    /// Takes a piece of line `line`; a line may come in several pieces.
    pub fn take(&mut self, piece: &[u8], line: u64, at_line_start: bool) {
        if !self.begun && at_line_start && is_comment(piece) {
            return;
        }
        match self.format {
            Format::Ggn => self.take_ggn(piece, line, at_line_start),
            Format::Json => self.take_json(piece, line, at_line_start),
        }
    }

    /// The input is over.
    pub fn finish(&mut self) {
        let complete = !self.begun;
        self.close();
        if let State::Json { array: Some((line, column)), .. } = self.state
            && complete
        {
            self.ready.push_back(GameText {
                first_line: line,
                first_column: column,
                damage: Some(Damage::OpenArray),
                ..GameText::empty(Format::Json)
            });
        }
    }

    fn take_ggn(&mut self, piece: &[u8], line: u64, at_line_start: bool) {
        let State::Ggn { in_moves, in_brace, after_blank, aside } = &mut self.state else { return };
        let blank = piece.iter().all(u8::is_ascii_whitespace);
        if at_line_start {
            let tag = matches!(piece, [b'[', letter, ..] if letter.is_ascii_alphabetic());
            let parted = *after_blank || aside.is_some() || (*in_moves && !*in_brace);
            let new_game = tag && self.begun && parted;
            if new_game || (tag && !self.begun) {
                (*in_moves, *in_brace) = (false, false);
            } else if !tag && !blank {
                *in_moves = true;
            }
            // Comment lines between an empty line and the next game belong to neither.
            let aside_from = if blank || is_comment(piece) || new_game { *aside } else { None };
            *aside = match aside_from {
                None if *after_blank && is_comment(piece) => Some(self.current.bytes.len()),
                kept => kept,
            };
            *after_blank = blank;
            if new_game {
                if let Some(length) = aside.take() {
                    self.current.bytes.truncate(length);
                }
                self.close();
            }
        }
        if let State::Ggn { in_moves: true, in_brace, .. } = &mut self.state {
            *in_brace = brace_after(piece, *in_brace);
        }
        self.append(piece, line, blank);
    }

    fn take_json(&mut self, piece: &[u8], line: u64, at_line_start: bool) {
        if at_line_start {
            let State::Json { depth, in_string, escaped, column, .. } = &mut self.state else {
                return;
            };
            *column = 1;
            // A JSON string holds no line break: an open one is damage, and ends here.
            (*in_string, *escaped) = (false, false);
            if piece.first() == Some(&b'{') && *depth > 0 {
                *depth = 0;
                self.close();
            }
        }
        let mut rest = piece;
        while !rest.is_empty() {
            let used = self.take_json_part(rest, line);
            if let State::Json { column, .. } = &mut self.state {
                *column += characters(&rest[..used]);
            }
            rest = &rest[used..];
        }
    }

    /// Takes bytes up to the end of an object or of the piece.
    fn take_json_part(&mut self, piece: &[u8], line: u64) -> usize {
        let State::Json { depth, in_string, escaped, array, column } = &mut self.state else {
            return piece.len();
        };
        if !self.begun {
            let skipped = between_games(piece, (line, *column), array);
            if skipped > 0 {
                return skipped;
            }
            self.current.first_column = *column;
        }
        let mut used = 0;
        let mut closed = false;
        for &byte in piece {
            used += 1;
            if *in_string {
                (*in_string, *escaped) = (*escaped || byte != b'"', !*escaped && byte == b'\\');
                continue;
            }
            match byte {
                b'"' => *in_string = true,
                b'{' => *depth += 1,
                b'}' if *depth > 1 => *depth -= 1,
                b'}' => {
                    *depth = 0;
                    closed = true;
                    break;
                }
                // Garbage outside any object ends with its line.
                b'\n' if *depth == 0 => {
                    closed = true;
                    break;
                }
                _ => {}
            }
        }
        self.append(&piece[..used], line, false);
        if closed {
            self.close();
        }
        used
    }

    fn append(&mut self, piece: &[u8], line: u64, blank: bool) {
        if !self.begun {
            if blank {
                return;
            }
            self.begun = true;
            self.current.first_line = line;
        }
        let room = MOST_BYTES.saturating_sub(self.current.bytes.len());
        if piece.len() > room {
            self.current.damage = Some(Damage::TooLong);
            self.current.bytes.clear();
            self.current.bytes.shrink_to(0);
        } else if self.current.damage.is_none() {
            self.current.bytes.extend_from_slice(piece);
        }
    }

    fn close(&mut self) {
        if std::mem::take(&mut self.begun) {
            let next = GameText::empty(self.format);
            self.ready.push_back(std::mem::replace(&mut self.current, next));
        }
    }
}

/// A comment line between games, as a file of rejects has.
fn is_comment(piece: &[u8]) -> bool {
    piece.first() == Some(&b';')
}

/// How much of `piece` stands between games: white space, commas, and the brackets
/// of one array, whose place is kept while it is open.
fn between_games(piece: &[u8], at: (u64, u64), array: &mut Option<(u64, u64)>) -> usize {
    match piece[0] {
        b'[' if array.is_none() => {
            *array = Some(at);
            1
        }
        b']' if array.is_some() => {
            *array = None;
            1
        }
        _ => piece.iter().take_while(|b| b.is_ascii_whitespace() || **b == b',').count(),
    }
}

/// Characters in this piece of UTF-8.
fn characters(piece: &[u8]) -> u64 {
    piece.iter().filter(|byte| **byte & 0xc0 != 0x80).count() as u64
}

/// Whether a brace comment is open after this piece of move text.
fn brace_after(piece: &[u8], mut open: bool) -> bool {
    for byte in piece {
        match byte {
            b'{' if !open => open = true,
            b'}' if open => open = false,
            b';' if !open => return false,
            _ => {}
        }
    }
    open
}
