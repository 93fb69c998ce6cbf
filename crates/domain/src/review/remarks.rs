//! Remarks on the plies of a game, and their text form.

use std::collections::BTreeMap;

use crate::message::message_enum;

use super::marks::{Glyph, Mark, format_marks, parse_stored_marks};

/// The maximum length of a comment, in characters.
pub const MAX_COMMENT_LEN: usize = 1_000;
/// The maximum number of squares and arrows per ply.
pub const MAX_MARKS: usize = 20;
pub const MAX_REMARKS: usize = 500;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlyRemark {
    pub comment: String,
    pub glyph: Option<Glyph>,
    pub marks: Vec<Mark>,
}

impl PlyRemark {
    /// Whether there is neither comment, glyph nor mark.
    pub fn is_empty(&self) -> bool {
        self.comment.is_empty() && self.glyph.is_none() && self.marks.is_empty()
    }
}

message_enum! {
    /// Why a remark is rejected.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum RemarkError {
        CommentTooLong => "refused-field-too-long" { most = MAX_COMMENT_LEN },
        TooManyMarks => "refused-field-too-many" { most = MAX_MARKS },
        TooManyRemarks => "refused-field-too-many" { most = MAX_REMARKS },
        /// The game has no such ply.
        UnknownPly => "refused-hidden",
    }
}

/// Remarks by ply; 0 is before the first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Remarks(BTreeMap<u32, PlyRemark>);

impl Remarks {
    pub fn at(&self, ply: u32) -> Option<&PlyRemark> {
        self.0.get(&ply)
    }

    /// All remarks in the order of the game.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &PlyRemark)> {
        self.0.iter().map(|(ply, remark)| (*ply, remark))
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Replaces the remark on a ply of a game with `plies` plies; an empty remark deletes it.
    /// Returns a [`RemarkError`] and changes nothing if the remark is rejected.
    pub fn set(&mut self, ply: u32, plies: u32, remark: PlyRemark) -> Result<(), RemarkError> {
        if ply > plies {
            return Err(RemarkError::UnknownPly);
        }
        if remark.is_empty() {
            self.0.remove(&ply);
            return Ok(());
        }
        if remark.comment.chars().count() > MAX_COMMENT_LEN {
            return Err(RemarkError::CommentTooLong);
        }
        if remark.marks.len() > MAX_MARKS {
            return Err(RemarkError::TooManyMarks);
        }
        if self.0.len() >= MAX_REMARKS && !self.0.contains_key(&ply) {
            return Err(RemarkError::TooManyRemarks);
        }
        self.0.insert(ply, remark);
        Ok(())
    }

    /// One line per item: the ply, then `g`, `m` or `w` and the glyph, marks or comment, in which a
    /// line end is `\n` and a backslash `\\`.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (ply, remark) in &self.0 {
            if let Some(glyph) = remark.glyph {
                text += &format!("{ply} g {}\n", glyph.key());
            }
            if !remark.marks.is_empty() {
                text += &format!("{ply} m {}\n", format_marks(&remark.marks));
            }
            if !remark.comment.is_empty() {
                let words = remark.comment.replace('\\', "\\\\").replace('\n', "\\n");
                text += &format!("{ply} w {words}\n");
            }
        }
        text
    }

    /// Parses the text from [`Remarks::to_text`]; `None` for anything else.
    pub fn parse(text: &str) -> Option<Remarks> {
        let mut all: BTreeMap<u32, PlyRemark> = BTreeMap::new();
        for line in text.lines() {
            let mut parts = line.splitn(3, ' ');
            let own = all.entry(parts.next()?.parse().ok()?).or_default();
            match (parts.next()?, parts.next()?) {
                ("g", sign) => own.glyph = Some(Glyph::parse(sign)?),
                ("m", marks) => own.marks = parse_stored_marks(marks)?,
                ("w", words) => own.comment = unescape(words)?,
                _ => return None,
            }
        }
        Some(Remarks(all))
    }
}

fn unescape(words: &str) -> Option<String> {
    let mut text = String::with_capacity(words.len());
    let mut letters = words.chars();
    while let Some(letter) = letters.next() {
        text.push(match letter {
            '\\' => match letters.next()? {
                'n' => '\n',
                '\\' => '\\',
                _ => return None,
            },
            other => other,
        });
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::super::marks::parse_marks;
    use super::*;
    use crate::game::GameKind;

    fn remark(words: &str, glyph: Option<Glyph>, marks: &str) -> PlyRemark {
        let marks = parse_marks(marks, GameKind::Salpakan).expect("marks");
        PlyRemark { comment: words.to_owned(), glyph, marks }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let mut all = Remarks::default();
        let first = remark("Two lines:\nand C:\\n as a path", Some(Glyph::Dubious), "Ge4 Rd5d6");
        assert!(all.set(0, 90, remark("A start", None, "")).is_ok());
        assert!(all.set(12, 90, first.clone()).is_ok());
        assert!(all.set(90, 90, remark("", Some(Glyph::Brilliant), "")).is_ok());
        let text = all.to_text();
        assert!(Remarks::parse(&text) == Some(all.clone()), "{text}");
        assert!(all.at(12) == Some(&first));
        assert!(all.set(12, 90, PlyRemark::default()).is_ok());
        assert_eq!((all.len(), all.at(12).is_none()), (2, true));
    }

    #[test]
    fn what_is_too_much_is_refused_and_changes_nothing() {
        let mut all = Remarks::default();
        let long = "x".repeat(MAX_COMMENT_LEN + 1);
        assert_eq!(all.set(1, 9, remark(&long, None, "")), Err(RemarkError::CommentTooLong));
        assert_eq!(
            all.set(1, 9, remark("", None, &"e4 ".repeat(21))),
            Err(RemarkError::TooManyMarks)
        );
        assert_eq!(all.set(10, 9, remark("x", None, "")), Err(RemarkError::UnknownPly));
        for ply in 0..MAX_REMARKS as u32 {
            assert!(all.set(ply, 1_000, remark("x", None, "")).is_ok());
        }
        assert_eq!(all.set(900, 1_000, remark("x", None, "")), Err(RemarkError::TooManyRemarks));
        assert!(all.set(3, 1_000, remark("y", None, "")).is_ok(), "in the place of another");
    }

    #[test]
    fn marks_are_written_as_in_chess() {
        for kind in GameKind::ALL {
            let text = format_marks(&parse_marks("e4,Ra1i8 Yb2", kind).expect("marks"));
            assert_eq!(text, "Ge4 Ra1i8 Yb2");
            for wrong in ["e0", "j4", "Ge4e4", "Xe4", "e4e5e6", "é4", "G"] {
                assert!(parse_marks(wrong, kind).is_none(), "{wrong}");
            }
        }
        // Each game has the rows of its own board.
        let last = GameKind::ALL.map(|kind| parse_marks("Be9", kind).is_some());
        assert_eq!(last, [false, true]);
    }

    #[test]
    fn any_other_text_is_none() {
        for text in ["x", "1 q !", "1 g !!!", "1 w a\\b", "-1 w a", "1 m z9", "1 m e10"] {
            assert!(Remarks::parse(text).is_none(), "{text}");
        }
    }
}
