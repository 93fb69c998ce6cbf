//! Local times of a zone in forms and on pages.

use adjutant_domain::moment::Micros;
use chrono::{NaiveDateTime, TimeZone};
use chrono_tz::Tz;

/// Zones offered for choice, where the game is mainly played; forms accept every IANA zone.
const ZONE_NAMES: &str = "\
    Asia/Manila Asia/Singapore Asia/Hong_Kong Asia/Taipei Asia/Tokyo Asia/Seoul Asia/Kolkata Asia/Dubai Asia/Riyadh \
    Asia/Qatar Europe/London Europe/Rome Europe/Madrid Europe/Berlin America/New_York America/Chicago America/Denver \
    America/Los_Angeles America/Toronto America/Vancouver Pacific/Honolulu Pacific/Guam Australia/Perth \
    Australia/Sydney Pacific/Auckland UTC";

pub fn parse_zone(name: &str) -> Option<Tz> {
    name.parse().ok()
}

/// The zones offered for choice, including `own`.
pub fn zone_choices(own: &str) -> Vec<String> {
    let mut all: Vec<String> = ZONE_NAMES.split(' ').map(str::to_owned).collect();
    if !own.is_empty() && !all.iter().any(|name| name == own) {
        all.insert(0, own.to_owned());
    }
    all
}

/// Parses a local time as sent by forms, such as `2026-11-24T20:00`. An ambiguous time is the
/// earlier one; a skipped one is `None`.
pub fn parse_local_minute(text: &str, zone: Tz) -> Option<Micros> {
    let written = NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M").ok()?;
    zone.from_local_datetime(&written).earliest().map(Micros::from)
}

/// Formats a time in a zone as forms have it, such as `2026-11-24 20:00`.
pub fn format_local_minute(at: Micros, zone: Tz) -> String {
    let at = at.to_utc();
    at.map(|at| at.with_timezone(&zone).format("%Y-%m-%d %H:%M").to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use adjutant_domain::moment::HOUR;

    use super::*;

    #[test]
    fn what_a_form_sends_is_an_hour_of_its_zone() {
        let manila = parse_zone("Asia/Manila").unwrap();
        let at = parse_local_minute("2026-11-22T12:00", manila).unwrap();
        assert_eq!(at, Micros(1_795_320_000_000_000));
        assert_eq!(format_local_minute(at, manila), "2026-11-22 12:00");
        assert_eq!((at - 13 * HOUR).day_in(manila).0, at.day_in(manila).0 - 1);
        assert_eq!(format_local_minute(at, parse_zone("UTC").unwrap()), "2026-11-22 04:00");
        for wrong in ["", "2026-11-22", "2026-11-22T24:00", "tomorrow", "2026-11-22T12:00Z"] {
            assert_eq!(parse_local_minute(wrong, manila), None, "{wrong}");
        }
    }

    #[test]
    fn an_hour_that_clocks_skip_is_none_and_one_that_is_there_twice_the_earlier() {
        let new_york = parse_zone("America/New_York").unwrap();
        assert_eq!(parse_local_minute("2027-03-14T02:30", new_york), None);
        let twice = parse_local_minute("2027-11-07T01:30", new_york).unwrap();
        let after = parse_local_minute("2027-11-07T03:30", new_york).unwrap();
        assert_eq!((after - twice) / HOUR, 3);
    }

    #[test]
    fn every_zone_to_choose_from_is_one() {
        assert!(zone_choices("Asia/Kathmandu").iter().all(|name| parse_zone(name).is_some()));
        assert_eq!(parse_zone("Manila"), None);
    }
}
