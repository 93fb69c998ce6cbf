//! Reads one game: the tags, then the move text.

use crate::{Color, Game, Submission};

use super::super::error::{TextError, shown};
use super::super::tag::{self, Places};
use super::movetext;

/// Reads and judges the text of one game.
///
/// # Errors
/// Returns the first error in reading order.
pub fn read<G: Game>(text: &str) -> Result<G::Record, TextError> {
    let mut game = Submission::<G>::default();
    let mut places = Places::default();
    let after_tags = read_tags(text, &mut game, &mut places)?;
    match movetext::read(text, after_tags, &mut game, &mut places) {
        Ok(()) => G::judge(game).map_err(|fault| places.error_of(fault)),
        Err(later) => {
            let earlier = G::judge_beginning(&game).map(|fault| places.error_of(fault));
            Err(later.or_earlier(earlier))
        }
    }
}

/// Parses the tag lines and returns the start of the move text.
fn read_tags<G: Game>(
    text: &str,
    game: &mut Submission<G>,
    places: &mut Places,
) -> Result<usize, TextError> {
    let mut seen: Vec<&str> = Vec::with_capacity(16);
    let mut setups: [Option<(usize, String)>; 2] = [None, None];
    let mut at = 0;
    while let Some((start, line)) = next_tag_line(text, &mut at) {
        let written = split_tag(line, start)?;
        if seen.contains(&written.name) {
            let message = format!("the tag {} is given twice; keep one", shown(written.name));
            return Err(TextError::new(start, message));
        }
        if seen.len() == tag::MOST_TAGS {
            let message = format!("more than {} tags; no game needs so many", tag::MOST_TAGS);
            return Err(TextError::new(start, message));
        }
        seen.push(written.name);
        match written.name {
            "WhiteSetup" => setups[0] = Some((written.at, written.value)),
            "BlackSetup" => setups[1] = Some((written.at, written.value)),
            name => {
                places.note(name, written.at);
                tag::take(game, name, &written.value)
                    .map_err(|message| TextError::new(written.at, message))?;
            }
        }
    }
    for color in Color::ALL {
        let Some((start, value)) = setups[color as usize].take() else { continue };
        places.setups[color as usize] = Some(start);
        G::take_setup(&mut game.terms, color, &value).map_err(|fault| {
            TextError::new(byte_at(text, start, fault.character), fault.message)
        })?;
    }
    Ok(at)
}

/// The offset of the n-th character after `start`.
fn byte_at(text: &str, start: usize, character: usize) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    start + rest.char_indices().nth(character).map_or(0, |(offset, _)| offset)
}

/// The next line that begins with `[`, with its offset; advances `at` past it.
pub(in super::super) fn next_tag_line<'a>(
    text: &'a str,
    at: &mut usize,
) -> Option<(usize, &'a str)> {
    loop {
        let rest = &text[*at..];
        let line = rest.split_inclusive('\n').next()?;
        let blank = line.trim().is_empty();
        let start = *at + (line.len() - line.trim_start().len());
        if !blank && !line.trim_start().starts_with('[') {
            return None;
        }
        *at += line.len();
        if !blank {
            return Some((start, line.trim()));
        }
    }
}

pub(in super::super) struct Tag<'a> {
    pub name: &'a str,
    pub value: String,
    /// The offset of the value's first character.
    pub at: usize,
}

const SHAPE: &str = "a tag is a line of its own such as [White \"Lakandula\"]";

pub(in super::super) fn split_tag(line: &str, start: usize) -> Result<Tag<'_>, TextError> {
    let name_end = line[1..]
        .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .map_or(line.len(), |end| end + 1);
    let name = &line[1..name_end];
    let rest = line[name_end..].trim_start();
    let at = start + line.len() - rest.len() + 1;
    if !tag::is_name(name) || !rest.starts_with('"') {
        return Err(TextError::new(start, format!("this is not a tag; {SHAPE}")));
    }
    let (value, used) = unescape(&rest[1..], at)?;
    if rest[1 + used..].trim() != "]" {
        let message = format!("the tag {} does not end after its value; {SHAPE}", shown(name));
        return Err(TextError::new(at + used, message));
    }
    Ok(Tag { name, value, at })
}

/// Reads up to the closing quote; returns the value and the number of bytes used.
fn unescape(rest: &str, at: usize) -> Result<(String, usize), TextError> {
    let mut value = String::with_capacity(32);
    let mut characters = rest.char_indices();
    while let Some((offset, character)) = characters.next() {
        match character {
            '"' => return Ok((value, offset + 1)),
            '\\' => match characters.next() {
                Some((_, escaped @ ('"' | '\\'))) => value.push(escaped),
                _ => {
                    let message = "only \\\" and \\\\ are escapes in a tag's value";
                    return Err(TextError::new(at + offset, message));
                }
            },
            control if control.is_control() => {
                let message = "a control character stands in a tag's value";
                return Err(TextError::new(at + offset, message));
            }
            other => value.push(other),
        }
    }
    Err(TextError::new(at, "the tag's value has no closing quote"))
}
