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

/// A change as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenChange {
    /// The key of a [`Field`] or of a [`Hidden`] one.
    pub field: String,
    /// Before and after; `None` where the field is personal.
    pub values: Option<(String, String)>,
}

/// What a column holds; `None` where it is damaged.
pub(super) fn read(column: &str) -> Option<Vec<WrittenChange>> {
    let lists: Vec<Vec<String>> = serde_json::from_str(column).ok()?;
    lists
        .into_iter()
        .map(|list| {
            let mut parts = list.into_iter();
            let written = match (parts.next(), parts.next(), parts.next(), parts.next()) {
                (Some(field), None, ..) => WrittenChange { field, values: None },
                (Some(field), Some(before), Some(after), None) => {
                    WrittenChange { field, values: Some((before, after)) }
                }
                _ => return None,
            };
            Some(written)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_read_back_and_a_hidden_one_has_no_values() {
        let changes =
            [Change::shown(Field::Name, "", "Liga \"ng\"\nBayan"), Change::hidden(Hidden::Email)];
        let column = write(&changes);
        assert_eq!(column, r#"[["name","","Liga \"ng\" Bayan"],["email"]]"#);
        let read = read(&column).unwrap();
        assert_eq!(read[0].values, Some((String::new(), "Liga \"ng\" Bayan".to_owned())));
        assert_eq!(read[1], WrittenChange { field: "email".to_owned(), values: None });
    }

    #[test]
    fn what_is_no_list_of_changes_is_refused() {
        for column in ["", "{}", "[[]]", r#"[["a","b"]]"#, r#"[["a","b","c","d"]]"#, "[[1]]"] {
            assert_eq!(read(column), None, "{column}");
        }
    }
}
