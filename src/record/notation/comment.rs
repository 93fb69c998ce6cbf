//! Comments: white space folded, the clock taken out, the rest kept as it is.

use crate::clock::parse_clock;

/// A comment after a ply, or the part of one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Comment {
    /// The last `[%clk]` in it, in seconds.
    pub clock: Option<u32>,
    /// All the rest, white space folded to single spaces.
    pub text: String,
}

const CLOCK: &str = "[%clk";

/// Reads what stands between the braces.
///
/// # Errors
/// A `[%clk]` that holds no clock, with its byte offset in `raw`.
pub(super) fn parse(raw: &str) -> Result<Comment, (usize, String)> {
    let mut comment = Comment::default();
    if let Some(clock) = only_a_clock(raw) {
        comment.clock = Some(clock);
        return Ok(comment);
    }
    let mut rest = raw;
    while let Some(at) = rest.find(CLOCK) {
        fold(&mut comment.text, &rest[..at]);
        let offset = raw.len() - rest.len() + at;
        let after = &rest[at + CLOCK.len()..];
        let (argument, tail) = after.split_once(']').ok_or_else(|| bad_clock(offset, after))?;
        let clock = parse_clock(argument.trim()).ok_or_else(|| bad_clock(offset, argument))?;
        comment.clock = Some(clock);
        rest = tail;
    }
    fold(&mut comment.text, rest);
    Ok(comment)
}

/// The usual comment, `[%clk 0:19:58]` and nothing else, without a search.
fn only_a_clock(raw: &str) -> Option<u32> {
    parse_clock(raw.strip_prefix("[%clk ")?.strip_suffix(']')?)
}

fn bad_clock(offset: usize, argument: &str) -> (usize, String) {
    let shown: String = argument.trim().chars().take(20).collect();
    (
        offset,
        format!("[%clk {shown}] is no clock; write hours, minutes and seconds: [%clk 0:19:58]"),
    )
}

/// Appends `raw` to `text` with every run of white space as one space.
fn fold(text: &mut String, raw: &str) {
    for word in raw.split_whitespace() {
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
