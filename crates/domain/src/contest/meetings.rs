//! Meetings of drafted rounds.

use serde::{Deserialize, Serialize};
use swiss::Color;
use swiss::knockout::MatchId;
use swiss::series::{GameResult, Next, PartOf, Series, Side};
use swiss::stage::System;

use super::json::limits::{is_zero, list, number, optional_number, pair};
use super::results::MAX_GAME_INDEX;
use super::{Contest, EntrantId, EntrantStatus, Meeting};

/// A meeting of a draft in JSON. The rest follows from the series and is filled in by the fold.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub(super) struct MeetingJson {
    #[serde(deserialize_with = "pair")]
    sides: [EntrantId; 2],
    #[serde(default, skip_serializing_if = "is_zero")]
    #[serde(deserialize_with = "number::<0, 9_999, _, _>")]
    group: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "match", deserialize_with = "optional_number::<0, 99_999, _, _>")]
    knockout_match: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "optional_number::<1, 9_999, _, _>")]
    hall_table: Option<usize>,
    /// Games decided by a withdrawal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(deserialize_with = "list::<MAX_GAME_INDEX, _, _>")]
    games: Vec<GameResult>,
}

impl From<MeetingJson> for Meeting {
    fn from(json: MeetingJson) -> Meeting {
        let MeetingJson { sides, group, knockout_match, hall_table, games } = json;
        Meeting {
            sides,
            group,
            knockout_match: knockout_match.map(MatchId),
            hall_table,
            next: Next::Play { game: games.len(), first: Color::White, part: PartOf::Main },
            by_withdrawal: !games.is_empty(),
            games,
            team: None,
            reports: [None; 2],
        }
    }
}

impl From<Meeting> for MeetingJson {
    fn from(meeting: Meeting) -> MeetingJson {
        let Meeting { sides, group, knockout_match, hall_table, games, by_withdrawal, .. } =
            meeting;
        let games = if by_withdrawal { games } else { Vec::new() };
        let knockout_match = knockout_match.map(|of| of.0);
        MeetingJson { sides, group, knockout_match, hall_table, games }
    }
}

impl Contest {
    /// How meetings of a stage are decided.
    pub(super) fn series_of(&self, stage: usize) -> Option<Series> {
        let stage = self.settings.plan.stages.get(stage)?;
        Some(match stage.system {
            // In these systems a draw is a result, and one game decides.
            System::Swiss { .. } | System::Keizer { .. } | System::Arena { .. } => Series::single(),
            System::RoundRobin { .. } | System::Ladder { .. } => Series::single(),
            System::BoardGroups { .. } | System::Scheveningen => Series::single(),
            System::Knockout { .. } => stage.series.clone(),
        })
    }

    /// Whether an entrant is active, and checked in if required.
    pub(super) fn is_available(&self, id: EntrantId) -> bool {
        let one = self.entrant(id);
        one.is_some_and(|one| {
            one.status == EntrantStatus::Active && (one.present || !self.settings.check_in)
        })
    }

    pub(super) fn has_withdrawn(&self, id: EntrantId) -> bool {
        self.entrant(id).is_none_or(|one| one.status == EntrantStatus::Withdrawn)
    }

    /// A new meeting. An entrant who has withdrawn forfeits it.
    pub(super) fn new_meeting(
        &self,
        stage: usize,
        sides: [EntrantId; 2],
        group: usize,
        of: Option<MatchId>,
    ) -> Meeting {
        let series = self.series_of(stage).unwrap_or_else(Series::single);
        let mut games = Vec::new();
        let absent = match sides.map(|side| self.has_withdrawn(side)) {
            [false, false] => None,
            [true, false] => Some(GameResult::Default { absent: Side::First }),
            [false, true] => Some(GameResult::Default { absent: Side::Second }),
            [true, true] => Some(GameResult::BothAbsent),
        };
        // If both sides are absent from every game, a series that must be decided ends at the
        // first.
        while let (Some(result), true) = (absent, games.len() < MAX_DEFAULTED_GAMES) {
            if !matches!(series.next(&games), Next::Play { .. }) {
                break;
            }
            games.push(result);
        }
        let next = series.next(&games);
        let by_withdrawal = absent.is_some();
        let team = self.new_match(stage, games.first().copied());
        let (knockout_match, hall_table, reports) = (of, None, [None; 2]);
        Meeting {
            sides,
            group,
            knockout_match,
            hall_table,
            games,
            team,
            reports,
            by_withdrawal,
            next,
        }
    }
}

/// More games than any series has if one side never appears.
pub(super) const MAX_DEFAULTED_GAMES: usize = 64;
