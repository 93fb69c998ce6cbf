//! Seasons: stretches of days with a name, none of which share a day.

use ledger_ratings::Day;

use super::text;
use super::{Fault, FaultAt};

/// So many seasons an organisation may have.
pub const MOST: usize = 100;
const LONGEST_NAME: usize = 40;
/// 1990-01-01.
const EARLIEST: Day = Day(7_305);
/// 2199-12-31.
const LATEST: Day = Day(84_005);

/// One season; both days are in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Season {
    pub name: String,
    pub first: Day,
    pub last: Day,
}

impl Season {
    #[must_use]
    pub fn has(&self, day: Day) -> bool {
        (self.first..=self.last).contains(&day)
    }

    fn meets(&self, other: &Season) -> bool {
        self.first <= other.last && other.first <= self.last
    }
}

/// Everything that is wrong with these seasons, in their order; empty where they are fine. Names
/// come back trimmed.
pub fn check(seasons: &mut [Season]) -> Vec<FaultAt> {
    let mut faults = Vec::new();
    if seasons.len() > MOST {
        return vec![FaultAt::new(MOST, "name", Fault::TooMany { most: MOST })];
    }
    for row in 0..seasons.len() {
        let (before, rest) = seasons.split_at_mut(row);
        let Some(season) = rest.first_mut() else { continue };
        one(row, season, &mut faults);
        let folded = season.name.to_lowercase();
        if before.iter().any(|other| other.name.to_lowercase() == folded) && !folded.is_empty() {
            faults.push(FaultAt::new(row, "name", Fault::Twice(season.name.clone())));
        }
        if let Some(other) = before.iter().find(|other| season.meets(other)) {
            faults.push(FaultAt::new(row, "first", Fault::Overlaps(other.name.clone())));
        }
    }
    faults
}

/// What is wrong with one season by itself.
fn one(row: usize, season: &mut Season, faults: &mut Vec<FaultAt>) {
    match text::line(&season.name, LONGEST_NAME) {
        Ok(name) if name.is_empty() => faults.push(FaultAt::new(row, "name", Fault::Empty)),
        Ok(name) => season.name = name,
        Err(fault) => faults.push(FaultAt::new(row, "name", fault)),
    }
    for (field, day) in [("first", season.first), ("last", season.last)] {
        if !(EARLIEST..=LATEST).contains(&day) {
            faults.push(FaultAt::new(row, field, Fault::FarDay));
        }
    }
    if season.last < season.first {
        faults.push(FaultAt::new(row, "last", Fault::EndsBefore));
    }
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
        assert_eq!(Day::parse("1990-01-01"), Some(EARLIEST));
        assert_eq!(Day::parse("2199-12-31"), Some(LATEST));
    }

    #[test]
    fn seasons_that_follow_each_other_are_fine() {
        let mut seasons = [
            season(" Season  1 ", "2026-01-01", "2026-06-30"),
            season("Season 2", "2026-07-01", "2026-07-01"),
        ];
        assert_eq!(check(&mut seasons), []);
        assert_eq!(seasons[0].name, "Season 1");
        assert!(seasons[1].has(Day::parse("2026-07-01").expect("a day")));
    }

    #[test]
    fn all_faults_are_told_at_once() {
        let mut seasons = [
            season("A", "2026-01-01", "2026-06-30"),
            season("a", "2026-06-30", "2026-07-30"),
            season("", "2027-02-01", "2027-01-01"),
            season("Far", "1889-02-01", "1889-03-01"),
        ];
        let found: Vec<_> =
            check(&mut seasons).iter().map(|one| (one.row, one.field, one.fault.key())).collect();
        let expected = [
            (1, "name", "twice"),
            (1, "first", "overlaps"),
            (2, "name", "empty"),
            (2, "last", "ends-before"),
            (3, "first", "far-day"),
            (3, "last", "far-day"),
        ];
        assert_eq!(found, expected);
    }
}
