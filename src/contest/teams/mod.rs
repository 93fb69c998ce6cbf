//! Teams that take part: their rosters, their line-ups, and their matches board by board.

mod board_scores;
mod facts;
mod line_ups;
mod matches;
mod roster;

use std::fmt;

use swiss::points::PointSystem;
use swiss::stage::Unit;
use swiss::teams::{LineUpFault, Missing, Share};

use super::json::LEAGUE_POINTS;
use super::{ContestSettings, EntrantId, EntrantProfile};

pub use board_scores::BoardScore;
pub use line_ups::MatchTable;
pub(super) use line_ups::default_board_facts;
pub use matches::{MatchBoard, SeatedBoard, TeamMatch};

/// So many alternates may a team have at most, behind those on the boards.
pub const MAX_ALTERNATES: u32 = 20;

/// What is settled of an event of teams.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TeamRules {
    /// So many may stand behind those on the boards.
    pub alternates: u32,
    /// What a match is worth; what a game is worth is told in [`ContestSettings::points`].
    pub match_points: PointSystem,
    /// Whether captains hand in line-ups that nobody else sees until both are in.
    pub sealed_line_ups: bool,
    /// How many of those who play must have no high title.
    pub title_share: Option<Share>,
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

/// Who speaks for a team: the only one whom officials turn to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Captain {
    /// His place among the members, counted from 0.
    Member(usize),
    /// Somebody who does not play.
    Other(EntrantProfile),
}

/// A team as it registers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Team {
    pub name: String,
    pub club: String,
    pub province: String,
    pub captain: Captain,
    /// In the order of the boards; behind those the alternates.
    pub members: Vec<EntrantProfile>,
}

impl Team {
    /// The captain.
    pub fn captain(&self) -> Option<&EntrantProfile> {
        match &self.captain {
            Captain::Member(at) => self.members.get(*at),
            Captain::Other(person) => Some(person),
        }
    }

    /// Everybody of the team: the members, and a captain who does not play.
    pub fn people(&self) -> impl Iterator<Item = &EntrantProfile> {
        let other = match &self.captain {
            Captain::Member(_) => None,
            Captain::Other(person) => Some(person),
        };
        self.members.iter().chain(other)
    }

    /// The same, to be told what they are called now.
    pub fn people_mut(&mut self) -> impl Iterator<Item = &mut EntrantProfile> {
        let other = match &mut self.captain {
            Captain::Member(_) => None,
            Captain::Other(person) => Some(person),
        };
        self.members.iter_mut().chain(other)
    }

    /// The team as an entrant among others: with the average rating of those on its boards who have one.
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

/// Who plays on each board, as places among the members. What is handed in and not released is the team's own: its
/// `Debug` is mute.
#[derive(Clone, PartialEq, Eq)]
pub struct BoardPlayers(pub Vec<usize>);

impl fmt::Debug for BoardPlayers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Players")
    }
}

/// What a player is in an event of teams.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TeamRole {
    pub team: EntrantId,
    /// His place among the members; `None` for a captain who does not play.
    pub member: Option<usize>,
    pub is_captain: bool,
}

/// Why something of a team is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TeamError {
    /// Teams take part, and a person was to be registered, or the other way round.
    WrongUnit,
    /// So many players are missing for the boards.
    TooFewMembers(usize),
    /// A team has so many members at most.
    TooManyMembers(usize),
    /// Somebody of this name stands in it twice, or in another team.
    DuplicateName(String),
    /// There is no captain.
    NoCaptain,
    /// Too many of those who play have high titles.
    TitleShare(Missing),
    /// The event has begun: those who were in the team stay in their places.
    RosterLocked,
    /// Only the captain speaks for his team.
    NotCaptain,
    /// Nobody plays before both line-ups are in, or an official releases them.
    LineUpsNotReleased,
    /// The line-ups are known, or a board has its result: it stays as it is.
    LineUpLocked,
    /// Everybody keeps his board here, and alternates stand in for others.
    FixedBoards,
    LineUp(LineUpFault),
    /// Two teams meet each other in this stage, and no more.
    TwoTeams(usize),
}

impl ContestSettings {
    /// On how many boards teams play; `None` where no teams do.
    pub const fn team_boards(&self) -> Option<usize> {
        match self.plan.unit {
            Unit::Teams { boards } => Some(boards),
            Unit::Players => None,
        }
    }
}
