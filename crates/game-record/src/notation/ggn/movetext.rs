//! Parses the move text: numbers, plies, comments and the result.

use crate::{Game, Submission, Written};

use super::super::comment::Ends;
use super::super::error::{TextError, shown};
use super::super::tag::Places;
use super::super::{comment, tag};

/// Parses the move text, which begins at byte `start`.
pub(super) fn read<G: Game>(
    text: &str,
    start: usize,
    game: &mut Submission<G>,
    places: &mut Places,
) -> Result<(), TextError> {
    game.plies.reserve((text.len() - start) / 24);
    let mut reader = Reader { text, at: start, game, places, ended: false };
    while reader.skip_space() {
        reader.token()?;
    }
    Ok(())
}

struct Reader<'a, 'g, G: Game> {
    text: &'a str,
    at: usize,
    game: &'g mut Submission<G>,
    places: &'g mut Places,
    /// Whether the result has been read, after which only comments may follow.
    ended: bool,
}

impl<'a, G: Game> Reader<'a, '_, G> {
    /// Moves to the next token; returns whether there is one.
    fn skip_space(&mut self) -> bool {
        let bytes = self.text.as_bytes();
        while bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.at < bytes.len()
    }

    fn token(&mut self) -> Result<(), TextError> {
        match self.text.as_bytes()[self.at] {
            b'{' => self.brace_comment(),
            b';' => self.line_comment(),
            byte if byte.is_ascii_digit() => match self.number_ahead() {
                Some((digits, dots)) => self.number(digits, dots),
                None => match self.word() {
                    word if tag::is_result(word) => self.result(word),
                    word => Err(self.no_number(word)),
                },
            },
            _ => match self.word() {
                word if tag::is_result(word) => self.result(word),
                word => self.ply(word),
            },
        }
    }

    /// The characters up to white space or a comment.
    fn word(&self) -> &'a str {
        let rest: &'a str = &self.text[self.at..];
        let end = rest
            .bytes()
            .position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'{' | b';'))
            .unwrap_or(rest.len());
        &rest[..end]
    }

    /// The numbers of digits and dots at this position. It does not extract a word, which would be
    /// quadratic for numbers without spaces.
    fn number_ahead(&self) -> Option<(usize, usize)> {
        let rest = &self.text.as_bytes()[self.at..];
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let dots = rest[digits..].iter().take_while(|byte| **byte == b'.').count();
        (dots > 0).then_some((digits, dots))
    }

    fn ply(&mut self, word: &str) -> Result<(), TextError> {
        let number = self.next_ply();
        if self.ended {
            return Err(self.after_result());
        }
        let ply = G::parse_ply(word).map_err(|e| TextError::in_ply(self.at, number, e))?;
        self.game.plies.push(Written { ply, clock: None });
        self.places.plies.push(self.at);
        self.at += word.len();
        Ok(())
    }

    fn after_result(&self) -> TextError {
        TextError::in_ply(self.at, self.next_ply(), "nothing may follow the result")
    }

    fn no_number(&self, word: &str) -> TextError {
        let message = format!("{} is not a move, a move number (as 1.) or a result", shown(word));
        TextError::in_ply(self.at, self.next_ply(), message)
    }

    /// A move number: digits, then one or three dots; a ply may follow without a space.
    fn number(&mut self, digits: usize, dots: usize) -> Result<(), TextError> {
        if self.ended {
            return Err(self.after_result());
        }
        let word = &self.text[self.at..self.at + digits + dots];
        let expected = self.game.plies.len() / 2 + 1;
        let second_of_pair = self.game.plies.len() % 2 == 1;
        if word[..digits].parse() != Ok(expected) || second_of_pair != (dots == 3) {
            let dots = if second_of_pair { "..." } else { "." };
            let message = format!("the move number here is {expected}{dots}, not {}", shown(word));
            return Err(TextError::in_ply(self.at, self.next_ply(), message));
        }
        self.at += digits + dots;
        Ok(())
    }

    fn next_ply(&self) -> u32 {
        self.game.plies.len() as u32 + 1
    }

    fn result(&mut self, word: &str) -> Result<(), TextError> {
        if self.ended {
            return Err(TextError::new(self.at, "the result is given twice"));
        }
        let stated = tag::result(word).map_err(|e| TextError::new(self.at, e))?;
        match self.game.outcome {
            Some(in_tag) if in_tag != stated => {
                let message = format!(
                    "the move text ends with {word}, but the Result tag says {}",
                    in_tag.map_or("*", crate::Outcome::notation)
                );
                return Err(TextError::new(self.at, message));
            }
            Some(_) => {}
            None => {
                self.game.outcome = Some(stated);
                self.places.result = Some(self.at);
            }
        }
        self.ended = true;
        self.at += word.len();
        Ok(())
    }

    fn brace_comment(&mut self) -> Result<(), TextError> {
        let inside = self.at + 1;
        let Some(length) = memchr::memchr(b'}', &self.text.as_bytes()[inside..]) else {
            return Err(self.unclosed("this comment has no closing brace"));
        };
        if comment::holds_next_game(&self.text[inside..inside + length]) {
            return Err(self.unclosed("this comment is not closed before the next game begins"));
        }
        self.take_comment(inside, length, Ends::Brace)?;
        self.at = inside + length + 1;
        Ok(())
    }

    fn unclosed(&self, message: &str) -> TextError {
        TextError { at: self.at, ply: self.ply_before(), message: message.to_owned() }
    }

    fn line_comment(&mut self) -> Result<(), TextError> {
        let inside = self.at + 1;
        let length = self.text[inside..].find('\n').unwrap_or(self.text.len() - inside);
        self.take_comment(inside, length, Ends::Line)?;
        self.at = inside + length;
        Ok(())
    }

    fn take_comment(&mut self, start: usize, length: usize, ends: Ends) -> Result<(), TextError> {
        let raw = &self.text[start..start + length];
        let ply = self.ply_before();
        let read = comment::parse(raw, ends).map_err(|(offset, message)| TextError {
            at: start + offset,
            ply,
            message,
        })?;
        if let Some(clock) = read.clock {
            comment::set_clock(self.game.plies.last_mut(), clock).map_err(|message| TextError {
                at: start,
                ply,
                message: message.to_owned(),
            })?;
        }
        if !read.text.is_empty() {
            let number = self.game.plies.len() as u32;
            let text = self.game.annotations.comments.entry(number).or_default();
            comment::join(text, &read.text);
            if let Some(message) = comment::too_long(text, ends) {
                return Err(TextError { at: start, ply, message });
            }
        }
        Ok(())
    }

    fn ply_before(&self) -> Option<u32> {
        Some(self.game.plies.len() as u32).filter(|count| *count > 0)
    }
}
