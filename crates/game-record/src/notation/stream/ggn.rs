//! Splits GGN into games.
//!
//! A tag line after an empty line, or after move text, begins a game, and so does a line that
//! begins the JSON form. In an open comment, both could be text: the notation lets a comment
//! contain anything but its closing brace and, after an empty line, a line that begins with
//! `[Event "`. But since games consist of tags, an empty line and move text, an open comment is
//! treated as unclosed, and the games in it as games, if it
//! - contains an empty line followed by a line that begins with `[Event "`,
//! - contains tags, an empty line and then another opening brace,
//! - contains more than [`MOST_QUOTED`] such blocks of tags,
//! - or is not closed before the end of the input or the maximum length of a game.

use super::super::comment::NEXT_GAME;
use super::super::json::begins_twin;
use super::super::tag::is_result;
use super::json::Json;
use super::split::{Again, Form, Splitter, Step, is_comment, is_tag};

/// How many blocks of tags a comment may quote; each may have to be read again.
const MOST_QUOTED: u32 = 8;

pub(super) struct Ggn {
    in_moves: bool,
    in_brace: bool,
    after_blank: bool,
    /// Where comment lines between games begin.
    aside: Option<usize>,
    /// The tags in the open comment.
    quoted: Option<Quoted>,
    /// A line with nothing but `{` after the result: a comment, or the JSON form in several lines.
    lone_brace: Option<usize>,
    result: ResultSearch,
}

/// Tags after an empty line in an open comment.
struct Quoted {
    /// The end of the current text if the first of them begins a game.
    end: usize,
    /// The start of that game.
    at: usize,
    blocks: u32,
    in_tags: bool,
    /// Whether an empty line has followed tags, so that move text may follow.
    in_moves: bool,
    /// Whether this is something that always ends an open comment.
    lost: bool,
}

impl Default for Ggn {
    fn default() -> Ggn {
        Ggn {
            in_moves: false,
            in_brace: false,
            after_blank: true,
            aside: None,
            quoted: None,
            lone_brace: None,
            result: ResultSearch::default(),
        }
    }
}

impl Splitter {
    /// Consumes a piece of a line, or nothing if other text has to be consumed first.
    pub(super) fn step_ggn(&mut self, piece: &[u8], line: u64, at_line_start: bool) -> Step {
        let blank = piece.iter().all(u8::is_ascii_whitespace);
        if at_line_start {
            if !blank && let Some(step) = self.begin_json(piece) {
                return step;
            }
            self.begin_line(piece, blank);
        }
        let room = self.room();
        let Form::Ggn(ggn) = &mut self.form else { return Step::used(0) };
        if ggn.quoted.is_some() && (ggn.is_forgotten(piece) || piece.len() > room) {
            return Step { used: 0, again: self.cut_ggn() };
        }
        if ggn.in_moves {
            ggn.take_braces(piece);
        }
        self.append(piece, line, blank);
        Step::used(piece.len())
    }

    /// Examines the beginning of a line.
    fn begin_line(&mut self, piece: &[u8], blank: bool) {
        let (at, whole) = (self.current.bytes.len(), self.current.damage.is_none());
        let Form::Ggn(ggn) = &mut self.form else { return };
        // A text that is dropped for its length could not be read again.
        if ggn.in_brace && whole {
            ggn.line_in_comment(piece, blank, at);
        } else {
            self.line_outside(piece, blank);
        }
    }

    /// Examines a line that begins outside a comment: a new game, or more of this one.
    fn line_outside(&mut self, piece: &[u8], blank: bool) {
        let Form::Ggn(ggn) = &mut self.form else { return };
        let tag = !blank && is_tag(piece);
        let parted = ggn.after_blank || ggn.aside.is_some() || ggn.in_moves;
        if tag && self.begun && parted {
            self.end_ggn();
            return;
        }
        let comment = is_comment(piece);
        // Comment lines after move text and an empty line belong to no game, as in a file of
        // rejected games; without move text they are its beginning.
        ggn.aside = match ggn.aside.filter(|_| blank || comment) {
            None if comment && ggn.after_blank && ggn.in_moves => Some(self.current.bytes.len()),
            kept => kept,
        };
        if !blank && !ggn.in_moves && piece.trim_ascii_start().first() != Some(&b'[') {
            ggn.in_moves = true;
            ggn.result.at = self.current.bytes.len();
        }
        ggn.after_blank = blank;
    }

    /// Completes the current text, unless it has games in an unclosed comment.
    pub(super) fn end_ggn(&mut self) -> Option<Again> {
        let Form::Ggn(ggn) = &mut self.form else { return None };
        if ggn.quoted.is_some() {
            return self.cut_ggn();
        }
        if let Some(length) = ggn.aside {
            self.current.bytes.truncate(length);
        }
        self.close();
        self.form = Form::Ggn(Ggn { after_blank: false, ..Ggn::default() });
        None
    }

    /// Ends the current text before the games in its open comment.
    fn cut_ggn(&mut self) -> Option<Again> {
        let Form::Ggn(ggn) = &mut self.form else { return None };
        let Quoted { end, at, .. } = ggn.quoted.take()?;
        self.form = Form::Ggn(Ggn::default());
        Some(self.close_before(end, at))
    }

    /// Switches to JSON if this line begins it.
    fn begin_json(&mut self, line: &[u8]) -> Option<Step> {
        let Form::Ggn(ggn) = &mut self.form else { return None };
        if let Some(at) = ggn.lone_brace.take()
            && begins_twin(line)
        {
            let again = self.close_before(at, at);
            self.change_form(Form::Json(Json::default()));
            return Some(Step { used: 0, again: Some(again) });
        }
        if ggn.in_brace || !self.begun || !ggn.begins_json(line, &self.current.bytes) {
            return None;
        }
        self.end_ggn();
        self.change_form(Form::Json(Json::default()));
        Some(Step::used(0))
    }
}

impl Ggn {
    /// Examines a line that begins within a comment, at byte `at` of the text.
    fn line_in_comment(&mut self, piece: &[u8], blank: bool, at: usize) {
        let tag = !blank && is_tag(piece);
        let begins_block = tag && (self.after_blank || self.aside.is_some());
        let end = self.aside.unwrap_or(at);
        let lost = self.after_blank && piece.starts_with(NEXT_GAME.as_bytes());
        match &mut self.quoted {
            None if begins_block => {
                let (blocks, in_tags, in_moves) = (1, true, false);
                self.quoted = Some(Quoted { end, at, blocks, in_tags, in_moves, lost });
            }
            None => {}
            Some(quoted) => {
                quoted.lost |= lost;
                quoted.blocks += u32::from(begins_block);
                quoted.in_moves |= blank && quoted.in_tags;
                quoted.in_tags = tag && (begins_block || quoted.in_tags);
            }
        }
        let comment = is_comment(piece);
        self.aside = match self.aside.filter(|_| blank || comment) {
            None if comment && self.after_blank => Some(at),
            kept => kept,
        };
        self.after_blank = blank;
    }

    /// Whether a line after `text`, outside its comments, begins a JSON object or an array of them.
    /// After the result nothing else may follow, so any brace and quote does; before it, a comment
    /// might begin like that, but hardly with the first key.
    #[inline]
    fn begins_json(&mut self, line: &[u8], text: &[u8]) -> bool {
        let (b'{' | b'[', rest) = (line[0], line[1..].trim_ascii_start()) else { return false };
        match (line[0], rest.first()) {
            (b'[', next) => matches!(next, None | Some(b'{')),
            (_, Some(b'"')) => (self.after_blank && begins_twin(rest)) || self.has_result(text),
            (_, None) => {
                self.lone_brace = self.has_result(text).then_some(text.len());
                false
            }
            _ => false,
        }
    }

    fn has_result(&mut self, text: &[u8]) -> bool {
        self.in_moves && self.result.is_in(text)
    }

    /// Whether this piece shows that the open comment was not meant to contain its tags.
    fn is_forgotten(&self, piece: &[u8]) -> bool {
        let Some(quoted) = &self.quoted else { return false };
        let brace = || memchr::memchr2(b'{', b'}', piece).map(|at| piece[at]);
        quoted.lost || quoted.blocks > MOST_QUOTED || (quoted.in_moves && brace() == Some(b'{'))
    }

    /// Tracks the braces of a piece of move text.
    fn take_braces(&mut self, piece: &[u8]) {
        let mut rest = piece;
        loop {
            if self.in_brace {
                let Some(at) = memchr::memchr(b'}', rest) else { return };
                (self.in_brace, self.quoted, self.aside) = (false, None, None);
                rest = &rest[at + 1..];
            }
            match memchr::memchr2(b'{', b';', rest) {
                Some(at) if rest[at] == b'{' => {
                    self.in_brace = true;
                    rest = &rest[at + 1..];
                }
                _ => return,
            }
        }
    }
}

/// An incremental search for the result in the move text: it is rarely needed, and no byte is
/// examined twice.
#[derive(Default)]
struct ResultSearch {
    at: usize,
    found: bool,
}

impl ResultSearch {
    /// Whether `text`, which has to end outside a brace comment, contains the result.
    fn is_in(&mut self, text: &[u8]) -> bool {
        while let Some(rest) = text.get(self.at..).filter(|rest| !rest.is_empty()) {
            let to = |found: Option<usize>| found.map_or(rest.len(), |at| at + 1);
            let word_end = || {
                let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'{' | b';');
                rest.iter().position(ends).unwrap_or(rest.len())
            };
            self.at += match rest[0] {
                b'{' => to(memchr::memchr(b'}', rest)),
                b';' => to(memchr::memchr(b'\n', rest)),
                byte if byte.is_ascii_whitespace() => 1,
                _ => {
                    let word = &rest[..word_end()];
                    self.found |= std::str::from_utf8(word).is_ok_and(is_result);
                    word.len()
                }
            };
        }
        self.found
    }
}
