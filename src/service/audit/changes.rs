//! The changes of an entry as its one column: a JSON list of `[field, before, after]`, or of
//! `[field]` where the field is personal.

use super::keys::{Field, Hidden};

/// Longest value that is written, in characters.
pub(super) const LONGEST: usize = 500;

/// One field that changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change(Kept);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Kept {
    Shown { field: Field, before: String, after: String },
    Hidden(Hidden),
}

impl Change {
    pub(super) fn shown(field: Field, before: &str, after: &str) -> Change {
        Change(Kept::Shown { field, before: plain(before), after: plain(after) })
    }

    pub(super) fn hidden(field: Hidden) -> Change {
        Change(Kept::Hidden(field))
    }
}

/// At most so many characters, none of which is a control character.
pub(super) fn plain(text: &str) -> String {
    let spaced = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    spaced.take(LONGEST).collect::<String>().trim().to_owned()
}

/// The column.
pub(super) fn write(changes: &[Change]) -> String {
    let lists: Vec<Vec<&str>> = changes
        .iter()
        .map(|Change(kept)| match kept {
            Kept::Shown { field, before, after } => vec![field.key(), before, after],
            Kept::Hidden(field) => vec![field.key()],
        })
        .collect();
    serde_json::to_string(&lists).expect("texts in lists are JSON")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hidden_change_has_no_values() {
        let changes =
            [Change::shown(Field::Name, "", "Liga \"ng\"\nBayan"), Change::hidden(Hidden::Email)];
        let column = write(&changes);
        assert_eq!(column, r#"[["name","","Liga \"ng\" Bayan"],["email"]]"#);
    }
}
