//! Splits JSON into objects.
//!
//! An object is one game regardless of its layout. Only if the text is no longer JSON does a line
//! that begins with `{` begin the next game, so that a truncated record does not affect others.

use super::super::json::begins_twin;
use super::ggn::Ggn;
use super::split::{Again, Form, Splitter, Step, is_tag};
use super::track::{End, Track};

#[derive(Default)]
pub(super) struct Json {
    /// Where the array of games begins, while it is open.
    pub array: Option<(u64, u64)>,
    /// The column of the next byte, from 1.
    column: u64,
    track: Track,
}

impl Splitter {
    /// Consumes bytes up to the end of an object or of the piece.
    pub(super) fn step_json(&mut self, piece: &[u8], line: u64, at_line_start: bool) -> Step {
        let Form::Json(json) = &mut self.form else { return Step::used(0) };
        if at_line_start {
            json.column = 1;
            if !self.begun && json.array.is_none() && is_tag(piece) {
                self.change_form(Form::Ggn(Ggn::default()));
                return Step::used(0);
            }
            if self.begun
                && self.begins_another(piece)
                && let Some(again) = self.end_json()
            {
                return Step { used: 0, again: Some(again) };
            }
        }
        self.step_json_within_line(piece, line)
    }

    fn step_json_within_line(&mut self, piece: &[u8], line: u64) -> Step {
        let Form::Json(json) = &mut self.form else { return Step::used(0) };
        if !self.begun {
            let skipped = between_games(piece, (line, json.column), &mut json.array);
            if skipped > 0 {
                json.column += skipped as u64;
                return Step::used(skipped);
            }
            self.current.first_column = json.column;
        }
        let (used, end) = json.track.take(piece);
        if !(piece.ends_with(b"\n") && piece[used..].trim_ascii().is_empty()) {
            json.column += characters(&piece[..used]);
        }
        if used > self.room() {
            if let Some(again) = self.cut_json() {
                return Step { used: 0, again: Some(again) };
            }
            if let Form::Json(json) = &mut self.form {
                json.track.spoil();
            }
        }
        self.append(&piece[..used], line, false);
        let again = match end {
            End::Open => None,
            End::Whole => {
                self.close_json();
                None
            }
            End::Broken => self.end_json(),
        };
        Step { used, again }
    }

    /// Whether this line cannot belong to the open object.
    fn begins_another(&self, line: &[u8]) -> bool {
        let Form::Json(json) = &self.form else { return false };
        if line.first() != Some(&b'{') || json.track.may_open() {
            return false;
        }
        // The nested objects of a broken object in several lines are not games.
        let before = self.current.bytes.trim_ascii_end();
        before.last() != Some(&b':') || begins_twin(&line[1..])
    }

    fn close_json(&mut self) {
        self.close();
        if let Form::Json(json) = &mut self.form {
            json.track = Track::default();
        }
    }

    /// Closes a text that is not a JSON object, before the first game that it contains.
    pub(super) fn end_json(&mut self) -> Option<Again> {
        let again = self.cut_json();
        if again.is_none() {
            self.close_json();
        }
        again
    }

    fn cut_json(&mut self) -> Option<Again> {
        let at = swallowed(&self.current.bytes)?;
        let again = self.close_before(at, at);
        self.close_json();
        Some(again)
    }
}

/// The offset in non-JSON text of the next line that looks like the first of a game.
fn swallowed(text: &[u8]) -> Option<usize> {
    memchr::memmem::find_iter(text, b"\n{").map(|at| at + 1).find(|at| begins_twin(&text[at + 1..]))
}

/// How much of `piece` is between games: white space, commas, and the brackets of one array, whose
/// position is kept while it is open.
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

/// The number of characters in this piece of UTF-8.
fn characters(piece: &[u8]) -> u64 {
    piece.iter().filter(|byte| **byte & 0xc0 != 0x80).count() as u64
}
