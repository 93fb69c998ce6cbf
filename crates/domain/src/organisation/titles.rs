//! An organisation's own rank titles.

use super::text;
use super::{FieldError, RowError};

pub const MAX_TITLES: usize = 20;
const MAX_TITLE_NAME_LEN: usize = 40;
/// In hundredths of a point.
const MAX_TITLE_RATING: i32 = 400_000;

/// A title and the least rating for it, in hundredths of a point. Below the lowest there is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TitleDraft {
    pub name: String,
    pub min_rating: i32,
}

/// Returns everything that is wrong with a table, lowest title first. An empty table is valid and
/// means the site's titles. Trims the names.
pub fn validate_titles(titles: &mut [TitleDraft]) -> Vec<RowError> {
    if titles.len() > MAX_TITLES {
        return vec![RowError::new(MAX_TITLES, "name", FieldError::TooMany { most: MAX_TITLES })];
    }
    let mut faults = Vec::new();
    for row in 0..titles.len() {
        let (before, rest) = titles.split_at_mut(row);
        let Some(title) = rest.first_mut() else { continue };
        text::clean_name(row, &mut title.name, MAX_TITLE_NAME_LEN, &mut faults);
        let names = before.iter().map(|other| &other.name);
        faults.extend(text::find_duplicate(row, &title.name, names));
        if !(0..=MAX_TITLE_RATING).contains(&title.min_rating) {
            faults.push(RowError::new(row, "from", FieldError::InvalidRating));
        } else if before.last().is_some_and(|other| other.min_rating >= title.min_rating) {
            faults.push(RowError::new(row, "from", FieldError::NotRising));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: &[(&str, i32)]) -> Vec<TitleDraft> {
        rows.iter()
            .map(|(name, from)| TitleDraft { name: (*name).to_owned(), min_rating: *from })
            .collect()
    }

    #[test]
    fn titles_rise() {
        let mut fine = table(&[("Recruit", 0), (" Scout ", 130_000), ("Chief", 180_000)]);
        assert_eq!(validate_titles(&mut fine), []);
        assert_eq!(fine[1].name, "Scout");
        assert_eq!(validate_titles(&mut []), []);
    }

    #[test]
    fn all_faults_are_told_at_once() {
        let mut wrong =
            table(&[("A", 0), ("a", 0), ("", 100), ("High", 400_001), ("x\u{200b}", 200)]);
        let found: Vec<_> = validate_titles(&mut wrong)
            .iter()
            .map(|one| (one.row, one.field, one.fault.clone()))
            .collect();
        let expected = [
            (1, "name", FieldError::Duplicate("a".to_owned())),
            (1, "from", FieldError::NotRising),
            (2, "name", FieldError::Empty),
            (3, "from", FieldError::InvalidRating),
            (4, "name", FieldError::InvisibleCharacter { at: 2, code: 0x200b }),
            (4, "from", FieldError::NotRising),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_table_has_twenty_titles_at_most() {
        let rows: Vec<_> = (0..21).map(|at| (format!("T{at}"), at)).collect();
        let mut rows: Vec<_> =
            rows.into_iter().map(|(name, from)| TitleDraft { name, min_rating: from }).collect();
        assert_eq!(validate_titles(&mut rows)[0].fault, FieldError::TooMany { most: 20 });
        assert_eq!(validate_titles(&mut rows[..20]), []);
    }
}
