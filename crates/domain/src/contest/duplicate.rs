//! The settings of another event like this one.

use chrono::{Duration, TimeZone};
use chrono_tz::Tz;
use swiss::stage::{Plan, System};

use super::{ContestSettings, Prize, PrizeCriterion, RoundId, RoundStart, Timetable};
use crate::moment::Micros;

impl ContestSettings {
    /// The same settings for an event that begins so many days later: rounds start at the same time of day, and no
    /// prize names an entrant. No lot is taken over: whoever knows it knows the groups.
    pub fn duplicate(&self, days: i32) -> ContestSettings {
        ContestSettings {
            prizes: self.prizes.iter().filter_map(without_entrants).collect(),
            plan: without_lots(&self.plan),
            ..self.with_moved_starts(days, |_| true)
        }
    }

    /// The same settings, but that some rounds start so many days later at the same time of day.
    pub fn with_moved_starts(
        &self,
        days: i32,
        is_moved: impl Fn(RoundId) -> bool,
    ) -> ContestSettings {
        let zone = self.timetable.zone();
        let moved = |one: &RoundStart| {
            let days = if is_moved(one.round_id()) { days } else { 0 };
            let at = move_days(one.at, days, zone)?;
            Some(RoundStart { at, ..*one })
        };
        let starts: Vec<RoundStart> = self.timetable.starts.iter().filter_map(moved).collect();
        ContestSettings {
            timetable: match starts.is_empty() {
                true => Timetable::default(),
                false => Timetable { starts, ..self.timetable.clone() },
            },
            ..self.clone()
        }
    }
}

/// The same time of day by the clocks of a zone.
fn move_days(at: Micros, days: i32, zone: Tz) -> Option<Micros> {
    let local = at.to_utc()?.with_timezone(&zone).naive_local();
    let moved = local.checked_add_signed(Duration::days(i64::from(days)))?;
    // What clocks skip on that day is an hour later.
    let there = |local| zone.from_local_datetime(&local).earliest();
    let at = there(moved).or_else(|| there(moved + Duration::hours(1)))?;
    Some(Micros(at.timestamp_micros()))
}

/// The plan without the lots by which its groups are drawn.
fn without_lots(plan: &Plan) -> Plan {
    let mut plan = plan.clone();
    for stage in &mut plan.stages {
        if let System::RoundRobin { lot, .. } = &mut stage.system {
            *lot = None;
        }
    }
    plan
}

/// The prize for another event; `None` if it only makes sense among these entrants.
fn without_entrants(prize: &Prize) -> Option<Prize> {
    let criterion = match &prize.criterion {
        PrizeCriterion::Best { title, .. } => {
            PrizeCriterion::Best { title: title.clone(), among: Vec::new() }
        }
        PrizeCriterion::Performance { among, .. } if !among.is_empty() => return None,
        same => same.clone(),
    };
    Some(Prize { criterion, ..prize.clone() })
}
