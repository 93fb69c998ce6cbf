//! Teams: rosters, line-ups, and matches by board.

mod board_scores;
mod line_ups;
mod matches;
mod roster;

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use swiss::points::PointSystem;
use swiss::stage::Unit;
use swiss::teams::{LineUpFault, Missing, Share};

use crate::macros::redacted_debug;
use crate::message::message_enum;

use super::json::MAX_BOARDS;
use super::json::limits::{Number, list, number, text, words};
use super::json::points::{LEAGUE_POINTS, point_system};
use super::registration::{MAX_CLUB_LEN, MAX_PERSON_NAME_LEN};
use super::{ContestSettings, EntrantId, EntrantProfile};

pub use board_scores::BoardScore;
pub(super) use line_ups::default_board_facts;
pub use matches::{MatchBoard, SeatedBoard, TeamMatch};

pub const MAX_ALTERNATES: u32 = 20;

/// The settings of team events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "an object")]
pub struct TeamRules {
    #[serde(deserialize_with = "number::<0, { MAX_ALTERNATES as i64 }, _, _>")]
    pub alternates: u32,
    /// Points for a match; [`ContestSettings::points`] are for games.
    #[serde(with = "point_system")]
    pub match_points: PointSystem,
    /// Whether line-ups are secret until both are submitted.
    #[serde(rename = "sealed")]
    pub sealed_line_ups: bool,
    /// How many players must have low titles, if required.
    #[serde(rename = "share", with = "title_share")]
    pub title_share: Option<Share>,
}

mod title_share {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{MAX_BOARDS, Number, Share};

    #[derive(Serialize, Deserialize)]
    #[serde(deny_unknown_fields, expecting = "an object")]
    struct ShareJson {
        at_least: Number<usize, 0, MAX_BOARDS>,
        title_at_most: u8,
    }

    pub fn serialize<S: Serializer>(
        share: &Option<Share>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let json = |share: Share| ShareJson {
            at_least: Number(share.at_least),
            title_at_most: share.title_at_most,
        };
        share.map(json).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Share>, D::Error> {
        let json = Option::<ShareJson>::deserialize(deserializer)?;
        let share = |json: ShareJson| Share {
            at_least: json.at_least.0,
            title_at_most: json.title_at_most,
        };
        Ok(json.map(share))
    }
}

impl Default for TeamRules {
    fn default() -> TeamRules {
        TeamRules {
            alternates: 2,
            match_points: LEAGUE_POINTS,
            sealed_line_ups: false,
            title_share: None,
        }
    }
}

/// The captain, who is the only one to act for a team. In JSON, a number or a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Captain {
    /// The place among the members, counted from 0.
    Member(usize),
    /// A person who does not play.
    Other(EntrantProfile),
}

impl<'de> Deserialize<'de> for Captain {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Captain, D::Error> {
        struct CaptainVisitor;

        impl<'de> Visitor<'de> for CaptainVisitor {
            type Value = Captain;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a whole number from 0 to {MAX_MEMBER_INDEX} or a person")
            }

            fn visit_i64<E: Error>(self, member: i64) -> Result<Captain, E> {
                MemberIndex::deserialize(member.into_deserializer())
                    .map(|one| Captain::Member(one.0))
            }

            fn visit_u64<E: Error>(self, member: u64) -> Result<Captain, E> {
                self.visit_i64(i64::try_from(member).unwrap_or(i64::MAX))
            }

            fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Captain, A::Error> {
                EntrantProfile::deserialize(MapAccessDeserializer::new(members)).map(Captain::Other)
            }
        }

        deserializer.deserialize_any(CaptainVisitor)
    }
}

/// The most members that a team can have.
const MAX_MEMBERS: usize = MAX_BOARDS as usize + MAX_ALTERNATES as usize;
const MAX_MEMBER_INDEX: i64 = MAX_MEMBERS as i64 - 1;
type MemberIndex = Number<usize, 0, MAX_MEMBER_INDEX>;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Team {
    #[serde(deserialize_with = "words::<MAX_PERSON_NAME_LEN, _>")]
    pub name: String,
    pub captain: Captain,
    /// In board order, then the alternates.
    #[serde(deserialize_with = "list::<MAX_MEMBERS, _, _>")]
    pub members: Vec<EntrantProfile>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[serde(deserialize_with = "text::<MAX_CLUB_LEN, _>")]
    pub club: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[serde(deserialize_with = "text::<MAX_CLUB_LEN, _>")]
    pub province: String,
}

impl Team {
    pub fn captain(&self) -> Option<&EntrantProfile> {
        match &self.captain {
            Captain::Member(at) => self.members.get(*at),
            Captain::Other(person) => Some(person),
        }
    }

    /// Everybody in the team: the members, and a captain who does not play.
    pub fn people(&self) -> impl Iterator<Item = &EntrantProfile> {
        let other = match &self.captain {
            Captain::Member(_) => None,
            Captain::Other(person) => Some(person),
        };
        self.members.iter().chain(other)
    }

    /// The same, to update their names.
    pub fn people_mut(&mut self) -> impl Iterator<Item = &mut EntrantProfile> {
        let other = match &mut self.captain {
            Captain::Member(_) => None,
            Captain::Other(person) => Some(person),
        };
        self.members.iter_mut().chain(other)
    }

    /// The team as an entrant, with the average rating of the rated players on its boards.
    pub fn as_entrant(&self, boards: usize) -> EntrantProfile {
        let on_boards = self.members.iter().take(boards).map(|one| one.rating);
        let rated: Vec<u32> = on_boards.filter(|rating| *rating > 0).collect();
        let sum: u64 = rated.iter().map(|rating| u64::from(*rating)).sum();
        let average = sum.checked_div(rated.len() as u64).unwrap_or(0);
        EntrantProfile {
            name: self.name.clone(),
            club: self.club.clone(),
            province: self.province.clone(),
            rating: u32::try_from(average).unwrap_or(u32::MAX),
            ..EntrantProfile::default()
        }
    }
}

/// The players on each board, as places among the members. Unreleased line-ups are known to the
/// team only: `Debug` shows nothing.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardPlayers(#[serde(deserialize_with = "board_players")] pub Vec<usize>);

fn board_players<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<usize>, D::Error> {
    let players = list::<MAX_MEMBERS, MemberIndex, D>(deserializer)?;
    Ok(players.into_iter().map(|member| member.0).collect())
}

redacted_debug!(BoardPlayers, "Players");

/// A player's role in a team event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TeamRole {
    pub team: EntrantId,
    /// The place among the members; `None` for a captain who does not play.
    pub member: Option<usize>,
    pub is_captain: bool,
}

message_enum! {
    /// Why something about a team is refused.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum TeamError {
        /// A person in a team event, or a team in an event of persons.
        WrongUnit => "refused-event-wrong-unit",
        /// This many players are missing for the boards.
        TooFewMembers(missing: usize) => "refused-event-team-too-few",
        /// A team has at most this many members.
        TooManyMembers(most: usize) => "refused-event-team-too-many",
        /// A name is listed twice, in this team or in another one.
        DuplicateName(name: String) => "refused-event-team-twice",
        NoCaptain => "refused-event-no-captain",
        /// Too many players have high titles.
        TitleShare(missing: Missing) => "refused-event-team-share" { needs = missing.needs },
        /// The event has started: members keep their places.
        RosterLocked => "refused-event-roster-fixed",
        /// Only the captain speaks for the team.
        NotCaptain => "refused-event-not-captain",
        /// Nobody plays before both line-ups are in, or an official releases them.
        LineUpsNotReleased => "refused-event-not-released",
        /// The line-ups are known, or a board has its result.
        LineUpLocked => "refused-event-line-up-stays",
        /// Everybody keeps their board here, and alternates stand in for others.
        FixedBoards => "refused-event-boards-fixed",
        LineUp(fault: LineUpFault) => "refused-event-line-up" {},
        /// This stage is between exactly two teams.
        TwoTeams(there: usize) => "refused-event-two-teams",
    }
}

impl ContestSettings {
    /// The number of boards; `None` if teams do not play.
    pub const fn team_boards(&self) -> Option<usize> {
        match self.plan.unit {
            Unit::Teams { boards } => Some(boards),
            Unit::Players => None,
        }
    }
}
