//! Seasons: named periods that do not overlap.

use ledger_ratings::Day;

use super::text;
use super::{FieldError, RowError};

pub const MAX_SEASONS: usize = 100;
const MAX_SEASON_NAME_LEN: usize = 40;
/// 1990-01-01.
const MIN_DAY: Day = Day(7_305);
/// 2199-12-31.
const MAX_DAY: Day = Day(84_005);

/// A season, with both days inclusive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Season {
    pub name: String,
    pub first: Day,
    pub last: Day,
}

impl Season {
    pub fn contains(&self, day: Day) -> bool {
        (self.first..=self.last).contains(&day)
    }

    fn overlaps(&self, other: &Season) -> bool {
        self.first <= other.last && other.first <= self.last
    }
}

/// Returns everything that is wrong with these seasons, in their order. Trims their names.
pub fn validate_seasons(seasons: &mut [Season]) -> Vec<RowError> {
    let mut faults = Vec::new();
    if seasons.len() > MAX_SEASONS {
        return vec![RowError::new(MAX_SEASONS, "name", FieldError::TooMany { most: MAX_SEASONS })];
    }
    for row in 0..seasons.len() {
        let (before, rest) = seasons.split_at_mut(row);
        let Some(season) = rest.first_mut() else { continue };
        text::clean_name(row, &mut season.name, MAX_SEASON_NAME_LEN, &mut faults);
        for (field, day) in [("first", season.first), ("last", season.last)] {
            if !(MIN_DAY..=MAX_DAY).contains(&day) {
                faults.push(RowError::new(row, field, FieldError::DayOutOfRange));
            }
        }
        if season.last < season.first {
            faults.push(RowError::new(row, "last", FieldError::EndsBefore));
        }
        let names = before.iter().map(|other| &other.name);
        faults.extend(text::find_duplicate(row, &season.name, names));
        if let Some(other) = before.iter().find(|other| season.overlaps(other)) {
            faults.push(RowError::new(row, "first", FieldError::Overlaps(other.name.clone())));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn season(name: &str, first: &str, last: &str) -> Season {
        let day = |text| Day::parse(text).expect("a day");
        Season { name: name.to_owned(), first: day(first), last: day(last) }
    }

    #[test]
    fn the_bounds_are_the_days_they_are_meant_to_be() {
        assert_eq!(Day::parse("1990-01-01"), Some(MIN_DAY));
        assert_eq!(Day::parse("2199-12-31"), Some(MAX_DAY));
    }

    #[test]
    fn seasons_that_follow_each_other_are_fine() {
        let mut seasons = [
            season(" Season  1 ", "2026-01-01", "2026-06-30"),
            season("Season 2", "2026-07-01", "2026-07-01"),
        ];
        assert_eq!(validate_seasons(&mut seasons), []);
        assert_eq!(seasons[0].name, "Season 1");
        assert!(seasons[1].contains(Day::parse("2026-07-01").expect("a day")));
    }

    #[test]
    fn all_faults_are_told_at_once() {
        let mut seasons = [
            season("A", "2026-01-01", "2026-06-30"),
            season("a", "2026-06-30", "2026-07-30"),
            season("", "2027-02-01", "2027-01-01"),
            season("Far", "1889-02-01", "1889-03-01"),
        ];
        let found: Vec<_> = validate_seasons(&mut seasons)
            .iter()
            .map(|one| (one.row, one.field, one.fault.clone()))
            .collect();
        let expected = [
            (1, "name", FieldError::Duplicate("a".to_owned())),
            (1, "first", FieldError::Overlaps("A".to_owned())),
            (2, "name", FieldError::Empty),
            (2, "last", FieldError::EndsBefore),
            (3, "first", FieldError::DayOutOfRange),
            (3, "last", FieldError::DayOutOfRange),
        ];
        assert_eq!(found, expected);
    }
}
