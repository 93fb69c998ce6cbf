//! Events that are moved to other days.

use chrono::NaiveDate;
use ledger_ratings::Day;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Contest;

/// The first day of an event before and after it was moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventMove {
    #[serde(rename = "before", serialize_with = "write_day", deserialize_with = "read_day")]
    pub from: Day,
    #[serde(rename = "after", serialize_with = "write_day", deserialize_with = "read_day")]
    pub to: Day,
}

/// A day such as `2026-12-05`.
pub fn day_text(day: Day) -> String {
    NaiveDate::from_epoch_days(day.0).map(|day| day.to_string()).unwrap_or_default()
}

fn write_day<S: Serializer>(day: &Day, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&day_text(*day))
}

fn read_day<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Day, D::Error> {
    let text = String::deserialize(deserializer)?;
    let day = Day::parse(&text).filter(|day| day_text(*day) == text);
    day.ok_or_else(|| D::Error::custom("expected a day such as 2026-12-05"))
}

impl Contest {
    /// The move is from the day that the event had first.
    pub(super) fn apply_move(&mut self, moved: EventMove) {
        let from = self.moved.map_or(moved.from, |before| before.from);
        self.moved = Some(EventMove { from, to: moved.to });
    }

    /// The first day that follows from facts which led from this contest to another; `None` if they moved nothing.
    pub fn moved_day(&self, after: &Contest) -> Option<Day> {
        match (self.moved, after.moved) {
            (before, after) if before == after => None,
            (_, Some(moved)) => Some(moved.to),
            (Some(moved), None) => Some(moved.from),
            (None, None) => None,
        }
    }
}
