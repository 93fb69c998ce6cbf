//! When the rounds of an event start, and what its officials announce.

use std::collections::BTreeSet;

use chrono_tz::Tz;
use serde::{Deserialize, Serialize};
use swiss::stage::System;

use super::json::limits::{list, number, text};
use super::scheduling::MAX_TIMESTAMP;
use super::{CommandResult, Contest, ContestError, ContestFact, ContestSettings, RoundId};
use crate::moment::Micros;

/// Maximum number of rounds with a time.
pub const MAX_ROUND_STARTS: usize = 200;
/// Maximum length of an announcement.
pub const MAX_ANNOUNCEMENT_LEN: usize = 280;
/// Maximum number of announcements that are shown at once.
pub const MAX_ANNOUNCEMENTS: usize = 5;

/// The start of a round. Both numbers are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct RoundStart {
    #[serde(deserialize_with = "number::<0, 31, _, _>")]
    pub stage: usize,
    #[serde(deserialize_with = "number::<0, 9_999, _, _>")]
    pub round: usize,
    #[serde(deserialize_with = "number::<0, { MAX_TIMESTAMP.0 }, _, _>")]
    pub at: Micros,
}

impl RoundStart {
    pub const fn round_id(&self) -> RoundId {
        RoundId { stage: self.stage, round: self.round }
    }
}

/// The announced times of rounds, by the clocks of a time zone.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Timetable {
    /// An IANA time zone: `Asia/Manila`.
    #[serde(rename = "zone", deserialize_with = "text::<40, _>")]
    pub time_zone: String,
    #[serde(deserialize_with = "list::<MAX_ROUND_STARTS, _, _>")]
    pub starts: Vec<RoundStart>,
}

impl Timetable {
    pub fn is_empty(&self) -> bool {
        *self == Timetable::default()
    }

    /// The time zone; UTC if it is not known any more.
    pub fn zone(&self) -> Tz {
        self.time_zone.parse().unwrap_or(Tz::UTC)
    }

    /// Whether the zone is known and no round starts twice, nor in a stage beyond these.
    pub(super) fn is_valid(&self, stages: usize) -> bool {
        let rounds: BTreeSet<RoundId> = self.starts.iter().map(RoundStart::round_id).collect();
        let known = self.is_empty() || self.time_zone.parse::<Tz>().is_ok();
        known && rounds.len() == self.starts.len() && rounds.iter().all(|of| of.stage < stages)
    }

    fn check_rounds(&self, count: impl Fn(usize) -> Option<usize>) -> Result<(), ContestError> {
        let is_missing = |one: &&RoundStart| count(one.stage).is_some_and(|all| one.round >= all);
        match self.starts.iter().find(is_missing) {
            None => Ok(()),
            Some(start) => Err(ContestError::ScheduledRoundMissing {
                stage: start.stage,
                round: start.round,
                rounds: count(start.stage).unwrap_or_default(),
            }),
        }
    }

    pub fn start_of(&self, round: RoundId) -> Option<Micros> {
        self.starts.iter().find(|one| one.round_id() == round).map(|one| one.at)
    }

    /// The first start after `now` of a round that is not over: rounds may be played ahead of their time.
    pub fn next_start(&self, now: Micros, is_over: impl Fn(RoundId) -> bool) -> Option<RoundStart> {
        let is_next = |one: &&RoundStart| one.at > now && !is_over(one.round_id());
        self.starts.iter().filter(is_next).min_by_key(|one| one.at).copied()
    }
}

impl ContestSettings {
    /// Refuses starts of rounds that a stage does not have, where their number follows from the plan.
    pub fn check_timetable(&self) -> Result<(), ContestError> {
        self.timetable.check_rounds(|stage| self.fixed_round_count(stage))
    }

    /// The number of rounds of a stage that it has however many take part.
    pub(super) fn fixed_round_count(&self, stage: usize) -> Option<usize> {
        match self.plan.stages.get(stage)?.system {
            System::Swiss { rounds } | System::Keizer { rounds, .. } => Some(rounds),
            // It is one round that grows.
            System::Arena { .. } | System::Ladder { .. } => Some(1),
            System::Scheveningen => self.team_boards(),
            System::RoundRobin { .. } | System::BoardGroups { .. } | System::Knockout { .. } => {
                None
            }
        }
    }
}

impl Contest {
    /// Refuses a new timetable with rounds that a stage does not have, where their number is known.
    pub(super) fn check_new_timetable(&self, new: &ContestSettings) -> Result<(), ContestError> {
        if new.timetable == self.settings.timetable {
            return Ok(());
        }
        new.timetable.check_rounds(|stage| {
            new.fixed_round_count(stage).or_else(|| {
                let state = self.stages.get(stage).filter(|state| state.has_begun())?;
                let bracket = || self.knockout(stage).map(|of| of.rounds().len());
                let rounds = self.round_count(stage).or_else(bracket)?;
                Some(rounds.max(state.rounds.len()))
            })
        })
    }

    /// Announces something to everybody.
    pub fn announce(&self, text: &str) -> CommandResult {
        let text = text.trim();
        let fits = text.chars().nth(MAX_ANNOUNCEMENT_LEN).is_none();
        if text.is_empty() || !fits || text.contains(char::is_control) {
            return Err(ContestError::InvalidAnnouncement);
        }
        if self.announcements.values().any(|shown| shown == text) {
            return Ok(Vec::new());
        }
        if self.announcements.len() >= MAX_ANNOUNCEMENTS {
            return Err(ContestError::TooManyAnnouncements);
        }
        let number = self.last_announcement + 1;
        Ok(vec![ContestFact::Announced { number, text: Some(text.to_owned()) }])
    }

    /// Takes an announcement down.
    pub fn take_announcement_down(&self, number: u32) -> CommandResult {
        Ok(match self.announcements.contains_key(&number) {
            true => vec![ContestFact::Announced { number, text: None }],
            false => Vec::new(),
        })
    }

    pub(super) fn is_valid_announcement(&self, number: u32, text: Option<&str>) -> bool {
        match text {
            Some(_) => {
                self.last_announcement.checked_add(1) == Some(number)
                    && self.announcements.len() < MAX_ANNOUNCEMENTS
            }
            None => self.announcements.contains_key(&number),
        }
    }

    pub(super) fn apply_announcement(&mut self, number: u32, text: Option<&str>) {
        match text {
            Some(text) => {
                self.last_announcement = number;
                self.announcements.insert(number, text.to_owned());
            }
            None => {
                self.announcements.remove(&number);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moment::HOUR;

    fn timetable(starts: &[(usize, usize, i64)]) -> Timetable {
        let start = |(stage, round, hour): &(usize, usize, i64)| RoundStart {
            stage: *stage,
            round: *round,
            at: Micros(hour * HOUR),
        };
        Timetable {
            time_zone: "Asia/Manila".to_owned(),
            starts: starts.iter().map(start).collect(),
        }
    }

    #[test]
    fn the_next_start_is_the_earliest_after_now_whatever_the_order() {
        let times = timetable(&[(0, 2, 30), (0, 0, 10), (0, 1, 20)]);
        let next =
            |hour: i64| times.next_start(Micros(hour * HOUR), |_| false).map(|one| one.round);
        assert_eq!([0, 10, 19, 20, 30].map(next), [Some(0), Some(1), Some(1), Some(2), None]);
        let played = times.next_start(Micros(0), |one| one.round < 2);
        assert_eq!(played.map(|one| one.round), Some(2), "two were played ahead of their time");
        assert_eq!(times.start_of(RoundId { stage: 0, round: 2 }), Some(Micros(30 * HOUR)));
        assert_eq!(times.start_of(RoundId { stage: 1, round: 2 }), None);
    }

    #[test]
    fn a_round_starts_once_in_a_known_stage_by_a_known_zone() {
        assert!(timetable(&[(0, 0, 1), (1, 0, 2)]).is_valid(2));
        assert!(!timetable(&[(0, 0, 1), (0, 0, 2)]).is_valid(1));
        assert!(!timetable(&[(1, 0, 2)]).is_valid(1));
        assert!(Timetable::default().is_valid(1));
        let nowhere = Timetable { time_zone: "Manila".to_owned(), ..timetable(&[(0, 0, 1)]) };
        assert!(!nowhere.is_valid(1));
    }
}
