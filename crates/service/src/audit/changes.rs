//! The changes of an entry in one column: a JSON list of `[field, before, after]`, or of `[field]`
//! if the field is personal.

use super::keys::{Field, Hidden};

/// Values are truncated to this number of characters.
pub(super) const MAX_VALUE_LEN: usize = 500;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenChange {
    /// The key of a [`Field`] or of a [`Hidden`] field.
    pub field: String,
    /// Before and after; `None` if the field is personal.
    pub values: Option<(String, String)>,
}

impl WrittenChange {
    pub(super) fn with_values(field: Field, before: &str, after: &str) -> WrittenChange {
        let values = Some((sanitize(before), sanitize(after)));
        WrittenChange { field: field.key().to_owned(), values }
    }

    pub(super) fn without_values(field: Hidden) -> WrittenChange {
        WrittenChange { field: field.key().to_owned(), values: None }
    }
}

/// Truncates a text and replaces control characters.
pub(super) fn sanitize(text: &str) -> String {
    let spaced = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    spaced.take(MAX_VALUE_LEN).collect::<String>().trim().to_owned()
}

pub(super) fn to_column(changes: &[WrittenChange]) -> String {
    let list = |one: &WrittenChange| -> Vec<String> {
        let values = one.values.clone().into_iter().flat_map(|(before, after)| [before, after]);
        std::iter::once(one.field.clone()).chain(values).collect()
    };
    let lists: Vec<Vec<String>> = changes.iter().map(list).collect();
    serde_json::to_string(&lists).expect("texts in lists are JSON")
}

/// Parses the column; `None` if it is damaged.
pub(super) fn from_column(column: &str) -> Option<Vec<WrittenChange>> {
    let lists: Vec<Vec<String>> = serde_json::from_str(column).ok()?;
    let change = |list: Vec<String>| match <[String; 3]>::try_from(list) {
        Ok([field, before, after]) => Some(WrittenChange { field, values: Some((before, after)) }),
        Err(list) => {
            let [field] = <[String; 1]>::try_from(list).ok()?;
            Some(WrittenChange { field, values: None })
        }
    };
    lists.into_iter().map(change).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_read_back_and_a_hidden_one_has_no_values() {
        let changes = [
            WrittenChange::with_values(Field::Name, "", "Liga \"ng\"\nBayan"),
            WrittenChange::without_values(Hidden::Email),
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
