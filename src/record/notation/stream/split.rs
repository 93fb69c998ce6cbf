//! Where one game ends and the next begins.

use std::collections::VecDeque;

use super::{Format, GameText, MOST_BYTES};

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
    Ggn { in_moves: bool, in_brace: bool, after_blank: bool },
    Json { depth: u32, in_string: bool, escaped: bool },
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
            Format::Ggn => State::Ggn { in_moves: false, in_brace: false, after_blank: true },
            Format::Json => State::Json { depth: 0, in_string: false, escaped: false },
        };
        let current = empty(format);
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
        self.close();
    }

    fn take_ggn(&mut self, piece: &[u8], line: u64, at_line_start: bool) {
        let State::Ggn { in_moves, in_brace, after_blank } = &mut self.state else { return };
        let blank = piece.iter().all(u8::is_ascii_whitespace);
        if at_line_start {
            let tag = matches!(piece, [b'[', letter, ..] if letter.is_ascii_alphabetic());
            let new_game = tag && self.begun && (*after_blank || (*in_moves && !*in_brace));
            if new_game || (tag && !self.begun) {
                (*in_moves, *in_brace) = (false, false);
            } else if !tag && !blank {
                *in_moves = true;
            }
            *after_blank = blank;
            if new_game {
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
            let State::Json { depth, in_string, escaped } = &mut self.state else { return };
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
            rest = &rest[used..];
        }
    }

    /// Takes bytes up to the end of an object or of the piece.
    fn take_json_part(&mut self, piece: &[u8], line: u64) -> usize {
        let State::Json { depth, in_string, escaped } = &mut self.state else {
            return piece.len();
        };
        if !self.begun {
            let skipped = piece
                .iter()
                .take_while(|b| b.is_ascii_whitespace() || matches!(b, b',' | b'[' | b']'))
                .count();
            if skipped > 0 {
                return skipped;
            }
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
            self.current.too_long = true;
            self.current.bytes.clear();
            self.current.bytes.shrink_to(0);
        } else if !self.current.too_long {
            self.current.bytes.extend_from_slice(piece);
        }
    }

    fn close(&mut self) {
        if std::mem::take(&mut self.begun) {
            let next = empty(self.format);
            self.ready.push_back(std::mem::replace(&mut self.current, next));
        }
    }
}

/// A comment line between games, as a file of rejects has.
fn is_comment(piece: &[u8]) -> bool {
    piece.first() == Some(&b';')
}

fn empty(format: Format) -> GameText {
    GameText { number: 0, first_line: 1, format, bytes: Vec::new(), too_long: false }
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
