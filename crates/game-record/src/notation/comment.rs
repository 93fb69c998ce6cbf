//! Comments: white space is collapsed, the clock extracted, and the rest kept.

use crate::Written;
use crate::clock::parse_clock;

use super::error::shown;

/// A comment after a ply, or part of one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Comment {
    /// The seconds of its `[%clk]`.
    pub clock: Option<u32>,
    /// The rest, with white space collapsed.
    pub text: String,
}

const CLOCK: &str = "[%clk";

/// The maximum length of the comment after a ply, in bytes, with white space collapsed and without
/// the clock.
const MOST_BYTES: usize = 64 << 10;

/// What ends a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    /// A brace, which may be missing.
    Brace,
    /// The end of the line, after `;`.
    Line,
    /// A quotation mark, in JSON, where a missing one is a syntax error.
    Text,
}

/// The error message if a comment of this text is too long.
pub(super) fn too_long(text: &str, ends: Ends) -> Option<String> {
    (text.len() > MOST_BYTES).then(|| {
        let most = MOST_BYTES >> 10;
        let remedy = match ends {
            Ends::Brace => ", or close its brace where it ends",
            Ends::Line => ", or end its line where it ends",
            Ends::Text => "",
        };
        format!("this comment is longer than {most} KiB; shorten it{remedy}")
    })
}

/// The beginning of a line that ends an open comment if it follows an empty line.
pub(super) const NEXT_GAME: &str = "[Event \"";

/// Whether the text after an opening brace contains the beginning of the next game.
pub(super) fn holds_next_game(raw: &str) -> bool {
    let mut blank = false;
    // The first line continues that of the brace and is not empty.
    raw.split('\n').skip(1).any(|line| {
        let begins = blank && line.starts_with(NEXT_GAME);
        blank = line.trim().is_empty();
        begins
    })
}

/// The message for two clocks after one ply.
const TWO_CLOCKS: &str = "another clock stands after this ply already; keep the one that is right";

/// Sets the clock that a comment after a ply has; there is no ply before the first.
pub(super) fn set_clock<P>(ply: Option<&mut Written<P>>, clock: u32) -> Result<(), &'static str> {
    let ply = ply.ok_or("a clock stands before the first ply; it belongs after its ply")?;
    if ply.clock.is_some_and(|earlier| earlier != clock) {
        return Err(TWO_CLOCKS);
    }
    ply.clock = Some(clock);
    Ok(())
}

/// Parses the text between braces or on the line.
///
/// # Errors
/// Returns the byte offset in `raw` of a malformed `[%clk]`, a second one that differs, a control
/// character, or the excess over the maximum length, with a message.
pub(super) fn parse(raw: &str, ends: Ends) -> Result<Comment, (usize, String)> {
    let mut comment = Comment::default();
    if let Some(clock) = only_a_clock(raw) {
        comment.clock = Some(clock);
        return Ok(comment);
    }
    refuse_control(raw)?;
    let mut rest = raw;
    while let Some(at) = find_clock(rest) {
        fold(&mut comment.text, &rest[..at]);
        let offset = raw.len() - rest.len() + at;
        let after = &rest[at + CLOCK.len()..];
        let (argument, tail) = after.split_once(']').ok_or_else(|| bad_clock(offset, after))?;
        let argument = argument.trim_matches(is_space);
        let clock = parse_clock(argument).ok_or_else(|| bad_clock(offset, argument))?;
        if comment.clock.is_some_and(|earlier| earlier != clock) {
            return Err((offset, TWO_CLOCKS.to_owned()));
        }
        comment.clock = Some(clock);
        rest = tail;
    }
    fold(&mut comment.text, rest);
    too_long(&comment.text, ends).map_or(Ok(comment), |message| Err((0, message)))
}

/// A fast path for the usual comment, just `[%clk 0:19:58]`.
#[inline]
fn only_a_clock(raw: &str) -> Option<u32> {
    parse_clock(raw.strip_prefix("[%clk ")?.strip_suffix(']')?)
}

/// Finds the next clock. Commands do not nest: a command's name extends up to white space or `]`.
/// So `[%clk[%clk 0:01:02]` is one unknown command and is kept, since extracting a part would leave
/// something that cannot be parsed again.
fn find_clock(text: &str) -> Option<usize> {
    let mut at = 0;
    while let Some(found) = text[at..].find("[%") {
        let start = at + found;
        let rest = &text[start..];
        let length = rest.find(|c: char| c == ']' || is_space(c)).unwrap_or(rest.len());
        if &rest[..length] == CLOCK {
            return Some(start);
        }
        at = start + length;
    }
    None
}

/// White space, including the byte order mark, which is removed at the start of a line.
fn is_space(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// White space is collapsed, but other control characters cannot be written in both forms.
fn refuse_control(raw: &str) -> Result<(), (usize, String)> {
    match raw.char_indices().find(|(_, c)| c.is_control() && !c.is_whitespace()) {
        Some((at, c)) => Err((
            at,
            format!("the control character U+{:04X} stands in the comment; remove it", c as u32),
        )),
        None => Ok(()),
    }
}

fn bad_clock(offset: usize, argument: &str) -> (usize, String) {
    let shown = shown(argument.trim_matches(is_space));
    let message = format!("{shown} is no clock; write hours, minutes and seconds: [%clk 0:19:58]");
    (offset, message)
}

/// Appends `raw` to `text` with white space collapsed.
fn fold(text: &mut String, raw: &str) {
    for word in raw.split(is_space).filter(|word| !word.is_empty()) {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(word);
    }
}

/// Appends one comment's text to another's.
pub(super) fn join(text: &mut String, more: &str) {
    fold(text, more);
}
