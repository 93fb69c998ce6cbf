//! The changes of an entry in one column: a JSON list of `[field, before, after]`, or of `[field]`
//! if the field is personal.

use super::keys::{Field, Hidden};

/// Values are truncated to this number of characters.
pub(super) const MAX_VALUE_LEN: usize = 500;

/// A changed field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryChange(ChangeValues);

#[derive(Debug, Clone, PartialEq, Eq)]
enum ChangeValues {
    Shown { field: Field, before: String, after: String },
    Hidden(Hidden),
}

impl EntryChange {
    pub(super) fn with_values(field: Field, before: &str, after: &str) -> EntryChange {
        EntryChange(ChangeValues::Shown { field, before: sanitize(before), after: sanitize(after) })
    }

    pub(super) fn without_values(field: Hidden) -> EntryChange {
        EntryChange(ChangeValues::Hidden(field))
    }
}

/// Truncates a text and replaces control characters.
pub(super) fn sanitize(text: &str) -> String {
    let spaced = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    spaced.take(MAX_VALUE_LEN).collect::<String>().trim().to_owned()
}

/// Serialises the changes.
pub(super) fn to_column(changes: &[EntryChange]) -> String {
    let lists: Vec<Vec<&str>> = changes
        .iter()
        .map(|EntryChange(kept)| match kept {
            ChangeValues::Shown { field, before, after } => vec![field.key(), before, after],
            ChangeValues::Hidden(field) => vec![field.key()],
        })
        .collect();
    serde_json::to_string(&lists).expect("texts in lists are JSON")
}

/// A change as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenChange {
    /// The key of a [`Field`] or of a [`Hidden`] field.
    pub field: String,
    /// Before and after; `None` if the field is personal.
    pub values: Option<(String, String)>,
}

/// Parses the column; `None` if it is damaged.
pub(super) fn from_column(column: &str) -> Option<Vec<WrittenChange>> {
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
        let changes = [
            EntryChange::with_values(Field::Name, "", "Liga \"ng\"\nBayan"),
            EntryChange::without_values(Hidden::Email),
        ];
        let column = to_column(&changes);
        assert_eq!(column, r#"[["name","","Liga \"ng\" Bayan"],["email"]]"#);
        let read = from_column(&column).unwrap();
        assert_eq!(read[0].values, Some((String::new(), "Liga \"ng\" Bayan".to_owned())));
        assert_eq!(read[1], WrittenChange { field: "email".to_owned(), values: None });
    }

    #[test]
    fn what_is_no_list_of_changes_is_refused() {
        for column in ["", "{}", "[[]]", r#"[["a","b"]]"#, r#"[["a","b","c","d"]]"#, "[[1]]"] {
            assert_eq!(from_column(column), None, "{column}");
        }
    }
}
