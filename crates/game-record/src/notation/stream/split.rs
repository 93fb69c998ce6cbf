//! The splitter for both forms.

use std::collections::VecDeque;

use super::ggn::Ggn;
use super::json::Json;
use super::{Damage, Format, GameText, MOST_BYTES};

/// Consumes pieces of lines and returns the texts of games.
pub(super) struct Splitter {
    pub(super) ready: VecDeque<GameText>,
    pub(super) current: GameText,
    /// Whether the current text contains anything but white space.
    pub(super) begun: bool,
    pub(super) form: Form,
}

/// The current form; an input may contain both, one after the other.
pub(super) enum Form {
    Ggn(Ggn),
    Json(Json),
}

/// The result of a step: how much of the piece was used, and what has to be read again before the
/// rest.
pub(super) struct Step {
    pub used: usize,
    pub again: Option<Again>,
}

/// Whole lines that were read as part of the current text but are games of their own. They end with
/// the current text, so they can be read again without a second copy.
pub(super) struct Again {
    pub text: Vec<u8>,
    pub line: u64,
}

impl Step {
    pub fn used(used: usize) -> Step {
        Step { used, again: None }
    }
}

impl Splitter {
    /// The splitter for an input with this first piece; `None` if it is blank or a comment.
    pub fn for_start(piece: &[u8]) -> Option<Splitter> {
        if is_comment(piece) {
            return None;
        }
        let mut content = piece.iter().filter(|byte| !byte.is_ascii_whitespace());
        let form = match (content.next()?, content.next()) {
            (b'[', Some(next)) if next.is_ascii_alphabetic() => Form::Ggn(Ggn::default()),
            (b'{' | b'[', _) => Form::Json(Json::default()),
            _ => Form::Ggn(Ggn::default()),
        };
        let current = GameText::empty(form.format());
        Some(Splitter { ready: VecDeque::new(), current, begun: false, form })
    }

    /// The next complete game.
    pub fn ready(&mut self) -> Option<GameText> {
        self.ready.pop_front()
    }

    /// Consumes a piece of line `line`; a line may come in several pieces.
    #[inline]
    pub fn take(&mut self, piece: &[u8], line: u64, at_line_start: bool) {
        let mut at = 0;
        while at < piece.len() {
            let step = self.step(&piece[at..], line, at_line_start && at == 0);
            at += step.used;
            if let Some(again) = step.again {
                self.read_again(&again);
            }
        }
    }

    /// Handles the end of the input.
    pub fn finish(&mut self) {
        let complete = !self.begun;
        while let Some(again) = self.end() {
            self.read_again(&again);
        }
        if let Form::Json(Json { array: Some((line, column)), .. }) = self.form
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

    fn end(&mut self) -> Option<Again> {
        match self.form {
            Form::Ggn(_) => self.end_ggn(),
            Form::Json(_) => self.end_json(),
        }
    }

    #[inline]
    fn step(&mut self, piece: &[u8], line: u64, at_line_start: bool) -> Step {
        if !self.begun && at_line_start && is_comment(piece) {
            return Step::used(piece.len());
        }
        match self.form {
            Form::Ggn(_) => self.step_ggn(piece, line, at_line_start),
            Form::Json(_) => self.step_json(piece, line, at_line_start),
        }
    }

    /// Reads lines again. If part of them has to be read once more, the position is moved back;
    /// each time a game precedes it, so this terminates.
    fn read_again(&mut self, again: &Again) {
        let (text, mut line) = (&again.text, again.line);
        let mut at = 0;
        while at < text.len() {
            let end = memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |n| at + n + 1);
            let at_line_start = at == 0 || text[at - 1] == b'\n';
            let step = self.step(&text[at..end], line, at_line_start);
            at += step.used;
            match step.again {
                Some(inner) => (at, line) = (at - inner.text.len(), inner.line),
                None => line += u64::from(step.used > 0 && text[at - 1] == b'\n'),
            }
        }
    }

    /// Switches to another form; the current text must not be open.
    pub(super) fn change_form(&mut self, form: Form) {
        self.current = GameText::empty(form.format());
        self.form = form;
    }

    pub(super) fn append(&mut self, piece: &[u8], line: u64, blank: bool) {
        if !self.begun {
            if blank {
                return;
            }
            self.begun = true;
            self.current.first_line = line;
        }
        if piece.len() > self.room() {
            self.current.damage = Some(Damage::TooLong);
            self.current.bytes.clear();
            self.current.bytes.shrink_to(0);
        } else if self.current.damage.is_none() {
            self.current.bytes.extend_from_slice(piece);
        }
    }

    /// How many bytes the current text may still grow.
    pub(super) fn room(&self) -> usize {
        MOST_BYTES.saturating_sub(self.current.bytes.len())
    }

    pub(super) fn close(&mut self) {
        if std::mem::take(&mut self.begun) {
            let next = GameText::empty(self.form.format());
            self.ready.push_back(std::mem::replace(&mut self.current, next));
        }
    }

    /// Ends the current text before byte `at`, where a line begins; returns what follows from byte
    /// `from` on.
    pub(super) fn close_before(&mut self, at: usize, from: usize) -> Again {
        let bytes = &mut self.current.bytes;
        let text = bytes[from..].to_vec();
        let lines = memchr::memchr_iter(b'\n', &bytes[..from]).count() as u64;
        bytes.truncate(at);
        let line = self.current.first_line + lines;
        self.close();
        Again { text, line }
    }
}

impl Form {
    const fn format(&self) -> Format {
        match self {
            Form::Ggn(_) => Format::Ggn,
            Form::Json(_) => Format::Json,
        }
    }
}

/// A comment line between games, as in a file of rejected games.
pub(super) fn is_comment(piece: &[u8]) -> bool {
    piece.first() == Some(&b';')
}

/// Whether this line of a text is a tag.
pub(super) fn is_tag(line: &[u8]) -> bool {
    matches!(line.trim_ascii_start(), [b'[', letter, ..] if letter.is_ascii_alphabetic())
}
