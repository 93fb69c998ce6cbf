//! The match window of a round, by the clocks of the event's time zone.

use chrono::{Days, NaiveDate, NaiveTime, TimeDelta, TimeZone};
use chrono_tz::Tz;

use super::{
    MAX_CUT_OFF_HOURS, MAX_GRACE_MINUTES, MAX_REMINDER_HOURS, MAX_TIMESTAMP, MAX_WINDOW_DAYS,
    MatchWindow, SchedulingRules,
};
use crate::moment::{DAY, HOUR, Micros};

impl SchedulingRules {
    /// Whether all values are in range and the time zone is known.
    pub fn is_valid(&self) -> bool {
        (1..=MAX_WINDOW_DAYS).contains(&self.window_days)
            && self.cut_off_minute < 1_440
            && self.agree_hours <= MAX_CUT_OFF_HOURS
            && self.rule.grace_minutes <= MAX_GRACE_MINUTES
            && self.rule.remind_hours <= MAX_REMINDER_HOURS
            && self.rule.appeal_hours <= MAX_CUT_OFF_HOURS
            && self.time_zone.parse::<Tz>().is_ok()
    }

    /// The window for publication at `now`. It ends at the deadline of its last day; its first day
    /// is that of the next deadline. The deadline for agreeing never falls into its first half.
    pub fn window_from(&self, now: Micros) -> MatchWindow {
        self.window_of_days(self.window_days, now)
    }

    /// The same for a window of this many days.
    pub fn window_of_days(&self, days: u32, now: Micros) -> MatchWindow {
        let days = days.clamp(1, MAX_WINDOW_DAYS);
        // A time zone that is no longer known counts as UTC.
        let zone = self.time_zone.parse().unwrap_or(Tz::UTC);
        let until = self.last_cut_off(zone, days, now).unwrap_or_else(|| days_after(now, days));
        let until = until.clamp(now, MAX_TIMESTAMP);
        let middle = now + (until - now) / 2;
        let agree_by = (until - i64::from(self.agree_hours) * HOUR).max(middle);
        MatchWindow { from: now, agree_by, until, rule: self.rule }
    }

    fn last_cut_off(&self, zone: Tz, days: u32, now: Micros) -> Option<Micros> {
        let seconds = self.cut_off_minute.min(1_439) * 60;
        let time = NaiveTime::from_num_seconds_from_midnight_opt(seconds, 0)?;
        let today = now.to_utc()?.with_timezone(&zone).date_naive();
        let of = |day: NaiveDate| local_moment(zone, day, time);
        let is_to_come = of(today)? > now;
        let first = if is_to_come { today } else { today.checked_add_days(Days::new(1))? };
        of(first.checked_add_days(Days::new(u64::from(days) - 1))?)
    }
}

fn days_after(now: Micros, days: u32) -> Micros {
    now.saturating_add(i64::from(days) * DAY)
}

/// A time of day by a zone's clocks; if they skip it, an hour later.
fn local_moment(zone: Tz, day: NaiveDate, time: NaiveTime) -> Option<Micros> {
    let written = day.and_time(time);
    let found = zone.from_local_datetime(&written).earliest();
    let found = found.or_else(|| {
        zone.from_local_datetime(&written.checked_add_signed(TimeDelta::hours(1))?).earliest()
    });
    found.map(Micros::from)
}
