//! An organisation's own rank titles, as its owner writes them.

use super::text;
use super::{Fault, FaultAt};

/// So many titles a table may have.
pub const MOST: usize = 20;
const LONGEST_NAME: usize = 40;
/// In hundredths of a point.
const HIGHEST: i32 = 400_000;

/// A title and the rating from which it is carried, in hundredths of a point; below the lowest
/// there is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    pub name: String,
    pub from: i32,
}

/// Everything that is wrong with a table, lowest title first; empty where it is fine. No rows are
/// fine, too: then the site's titles hold. Names come back trimmed.
pub fn check(titles: &mut [Draft]) -> Vec<FaultAt> {
    if titles.len() > MOST {
        return vec![FaultAt::new(MOST, "name", Fault::TooMany { most: MOST })];
    }
    let mut faults = Vec::new();
    for row in 0..titles.len() {
        let (before, rest) = titles.split_at_mut(row);
        let Some(title) = rest.first_mut() else { continue };
        match text::line(&title.name, LONGEST_NAME) {
            Ok(name) if name.is_empty() => faults.push(FaultAt::new(row, "name", Fault::Empty)),
            Ok(name) => title.name = name,
            Err(fault) => faults.push(FaultAt::new(row, "name", fault)),
        }
        let folded = title.name.to_lowercase();
        if before.iter().any(|other| other.name.to_lowercase() == folded) && !folded.is_empty() {
            faults.push(FaultAt::new(row, "name", Fault::Twice(title.name.clone())));
        }
        if !(0..=HIGHEST).contains(&title.from) {
            faults.push(FaultAt::new(row, "from", Fault::NoRating));
        } else if before.last().is_some_and(|other| other.from >= title.from) {
            faults.push(FaultAt::new(row, "from", Fault::NotRising));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: &[(&str, i32)]) -> Vec<Draft> {
        rows.iter().map(|(name, from)| Draft { name: (*name).to_owned(), from: *from }).collect()
    }

    #[test]
    fn titles_rise() {
        let mut fine = table(&[("Recruit", 0), (" Scout ", 130_000), ("Chief", 180_000)]);
        assert_eq!(check(&mut fine), []);
        assert_eq!(fine[1].name, "Scout");
        assert_eq!(check(&mut []), []);
    }

    #[test]
    fn all_faults_are_told_at_once() {
        let mut wrong =
            table(&[("A", 0), ("a", 0), ("", 100), ("High", 400_001), ("x\u{200b}", 200)]);
        let found: Vec<_> =
            check(&mut wrong).iter().map(|one| (one.row, one.field, one.fault.key())).collect();
        let expected = [
            (1, "name", "twice"),
            (1, "from", "not-rising"),
            (2, "name", "empty"),
            (3, "from", "no-rating"),
            (4, "name", "unseen"),
            (4, "from", "not-rising"),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_table_has_twenty_titles_at_most() {
        let rows: Vec<_> = (0..21).map(|at| (format!("T{at}"), at)).collect();
        let mut rows: Vec<_> = rows.into_iter().map(|(name, from)| Draft { name, from }).collect();
        assert_eq!(check(&mut rows)[0].fault, Fault::TooMany { most: 20 });
        assert_eq!(check(&mut rows[..20]), []);
    }
}
