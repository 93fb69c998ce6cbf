//! What the next event of a series is called, and when it may begin.

/// Usual distance of events whose series has only one, in days.
const USUAL_DAYS: i32 = 7;

/// The name after this one: with the next number, as `Monthly 8` after `Monthly 7`; a name without one is the first.
pub fn next_name(name: &str) -> String {
    let name = name.trim_end();
    let stem = name.trim_end_matches(|sign: char| sign.is_ascii_digit());
    let digits = &name[stem.len()..];
    match digits.parse::<u64>().ok().and_then(|number| number.checked_add(1)) {
        // `Round 09` is followed by `Round 10`.
        Some(next) => format!("{stem}{next:0width$}", width = digits.len()),
        None => format!("{name} 2"),
    }
}

/// The first day of the next event, from those of the series, the newest first: as far from the newest as that is from
/// the one before.
pub fn next_day(days: &[i32]) -> Option<i32> {
    let newest = days.first()?;
    let before = days.iter().find(|day| *day < newest);
    Some(newest.saturating_add(before.map_or(USUAL_DAYS, |before| newest - before)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_gets_the_next_number() {
        for (name, next) in [
            ("Monthly 7", "Monthly 8"),
            ("Club evening", "Club evening 2"),
            ("Open 2026", "Open 2027"),
            ("Round 09", "Round 10"),
            ("Week 99", "Week 100"),
            ("12", "13"),
            ("Cup 99999999999999999999", "Cup 99999999999999999999 2"),
        ] {
            assert_eq!(next_name(name), next);
        }
    }

    #[test]
    fn a_day_is_as_far_as_the_last_two_were_apart() {
        assert_eq!(next_day(&[]), None);
        assert_eq!(next_day(&[100]), Some(107));
        assert_eq!(next_day(&[100, 70, 60]), Some(130));
        assert_eq!(next_day(&[100, 100, 86]), Some(114), "two of a day are no distance");
    }
}
