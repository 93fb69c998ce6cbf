//! Comments: white space folded, the clock taken out, the rest kept as it is.

use crate::clock::parse_clock;

use super::error::shown;

/// A comment after a ply, or the part of one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Comment {
    /// The `[%clk]` in it, in seconds.
    pub clock: Option<u32>,
    /// All the rest, white space folded to single spaces.
    pub text: String,
}

const CLOCK: &str = "[%clk";

/// Longest comment after one ply, in bytes: white space folded, the clock taken out.
const MOST_BYTES: usize = 64 << 10;

/// How a comment ends where it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    /// With a brace, which may be missing.
    Brace,
    /// With its line, after `;`.
    Line,
    /// With its quotation mark, in JSON, without which nothing is read at all.
    Text,
}

/// Why a comment is none that has grown to this text; `None` where it is one.
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

/// How a line begins that ends an open comment where it follows an empty line.
pub(super) const NEXT_GAME: &str = "[Event \"";

/// Whether the next game begins in what stands behind an opening brace.
pub(super) fn holds_next_game(raw: &str) -> bool {
    let mut blank = false;
    // The first line goes on from the brace, so that it is not empty.
    raw.split('\n').skip(1).any(|line| {
        let begins = blank && line.starts_with(NEXT_GAME);
        blank = line.trim().is_empty();
        begins
    })
}

/// A clock before the first ply.
pub(super) const CLOCK_TOO_EARLY: &str =
    "a clock stands before the first ply; it belongs after its ply";

/// Two clocks after one ply.
pub(super) const TWO_CLOCKS: &str =
    "another clock stands after this ply already; keep the one that is right";

/// Reads what stands between the braces, or on the line.
///
/// # Errors
/// A `[%clk]` that holds no clock, a second one that differs, a control
/// character, or more than a comment may hold, with its byte offset in `raw`.
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

/// The usual comment, `[%clk 0:19:58]` and nothing else, without a search.
#[inline]
fn only_a_clock(raw: &str) -> Option<u32> {
    parse_clock(raw.strip_prefix("[%clk ")?.strip_suffix(']')?)
}

/// Where the next clock begins. Commands do not nest: a command's name runs up to white
/// space or `]`, so that `[%clk[%clk 0:01:02]` is one unknown command and stays as it is,
/// instead of leaving half a clock behind that could not be read again.
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

/// White space and, since at the start of a line it is a file's mark and vanishes, the
/// byte order mark.
fn is_space(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// White space is folded away, but no other control character can be written back
/// in both forms.
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

/// Appends `raw` to `text` with every run of white space as one space.
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
