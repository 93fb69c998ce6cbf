//! Plies as text: `e3-e4`, `e4xe5+`, `e3e4`, `e4xe5+#`.

use game_record::notation::shown;

use crate::record::{Ply, WrittenPly};
use crate::rules::{Move, Square, Verdict};

/// Parses a ply.
pub(in super::super) fn parse(token: &str) -> Result<WrittenPly, String> {
    read(token.as_bytes()).ok_or_else(|| {
        format!(
            "{} is not a move; moves look like e3-e4, e4xe5+ or e4xe5=, squares are a1 to i8",
            shown(token)
        )
    })
}

fn read(token: &[u8]) -> Option<WrittenPly> {
    let (from, rest) = square(token)?;
    let (challenge, rest) = match rest {
        [b'-', rest @ ..] => (Some(false), rest),
        [b'x', rest @ ..] => (Some(true), rest),
        _ => (None, rest),
    };
    let (to, rest) = square(rest)?;
    let (verdict, rest) = match rest {
        [symbol @ (b'+' | b'-' | b'='), rest @ ..] => {
            (Verdict::from_symbol(char::from(*symbol)), rest)
        }
        _ => (None, rest),
    };
    let ends = match rest {
        [] => false,
        [b'#'] => true,
        _ => return None,
    };
    Some(WrittenPly { mv: Move { from, to }, challenge, verdict, ends })
}

fn square(bytes: &[u8]) -> Option<(Square, &[u8])> {
    match bytes {
        [file @ b'a'..=b'i', row @ b'1'..=b'8', rest @ ..] => {
            Some((Square::new(file - b'a', row - b'1')?, rest))
        }
        _ => None,
    }
}

/// Appends the canonical text of a ply.
pub(in super::super) fn push(text: &mut String, ply: &Ply, ends: bool) {
    push_square(text, ply.mv.from);
    text.push(if ply.verdict.is_some() { 'x' } else { '-' });
    push_square(text, ply.mv.to);
    text.extend(ply.verdict.map(Verdict::symbol));
    if ends {
        text.push('#');
    }
}

fn push_square(text: &mut String, square: Square) {
    text.push(char::from(b'a' + square.file()));
    text.push(char::from(b'1' + square.row()));
}
