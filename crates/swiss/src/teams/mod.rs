//! Teams: members, boards, captains, line-ups, and required shares of lower titles.

mod matches;
mod scheveningen;

use std::fmt;

pub use matches::{BoardBook, MatchScore, score};
pub use scheveningen::{Encounter, scheveningen};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// The entrant in the event.
    pub entrant: usize,
    /// The level of the member's title among the event's titles, from 0; `None` without one.
    pub title: Option<u8>,
}

/// A team's captain, its only representative towards officials and other captains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Captain {
    /// An index into the members.
    Member(usize),
    /// A non-player, by name.
    Other(String),
}

/// A team: members with boards, in the order of the boards, followed by alternates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Team {
    name: String,
    members: Vec<Member>,
    boards: usize,
    captain: Captain,
}

/// What is wrong with a team.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TeamFault {
    /// This many players are missing for the boards.
    TooFew(usize),
    /// An entrant is in the team twice.
    Twice(usize),
    /// The captain is not a member.
    NoCaptain,
}

impl fmt::Display for TeamFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TeamFault::TooFew(missing) => {
                write!(f, "{missing} more players are needed; enter them, or play on fewer boards")
            }
            TeamFault::Twice(entrant) => {
                write!(f, "entrant {} is entered twice; take him out once", entrant + 1)
            }
            TeamFault::NoCaptain => f.write_str("the captain is no member; name one who is"),
        }
    }
}

impl Team {
    /// A team with this many boards; further members are alternates.
    pub fn new(
        name: &str,
        members: Vec<Member>,
        boards: usize,
        captain: Captain,
    ) -> Result<Team, Vec<TeamFault>> {
        let mut faults = Vec::new();
        if members.len() < boards {
            faults.push(TeamFault::TooFew(boards - members.len()));
        }
        for (at, member) in members.iter().enumerate() {
            if members[..at].iter().any(|before| before.entrant == member.entrant) {
                faults.push(TeamFault::Twice(member.entrant));
            }
        }
        if matches!(captain, Captain::Member(at) if at >= members.len()) {
            faults.push(TeamFault::NoCaptain);
        }
        let team = Team { name: name.to_owned(), members, boards, captain };
        if faults.is_empty() { Ok(team) } else { Err(faults) }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn members(&self) -> &[Member] {
        &self.members
    }

    pub const fn captain(&self) -> &Captain {
        &self.captain
    }

    pub const fn boards(&self) -> usize {
        self.boards
    }

    /// Who plays on each board, unless a line-up says otherwise.
    pub fn on_boards(&self) -> &[Member] {
        &self.members[..self.boards]
    }
}

/// Who plays on which board in a match. `Debug` hides it, since it is secret until both teams have submitted theirs.
#[derive(Clone, PartialEq, Eq)]
pub struct LineUp {
    /// Entrants in the order of the boards.
    players: Vec<usize>,
}

impl fmt::Debug for LineUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LineUp")
    }
}

/// What is wrong with a line-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineUpFault {
    /// The number of players differs from this number of boards.
    Boards(usize),
    NoMember(usize),
    /// This entrant is on two boards.
    Twice(usize),
}

impl fmt::Display for LineUpFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineUpFault::Boards(boards) => write!(f, "name one player for each of {boards} boards"),
            LineUpFault::NoMember(entrant) => {
                write!(f, "entrant {} is no member of the team; name one who is", entrant + 1)
            }
            LineUpFault::Twice(entrant) => {
                write!(f, "entrant {} stands on two boards; name another for one", entrant + 1)
            }
        }
    }
}

impl LineUp {
    /// A line-up of any members of a team, alternates included, one on each board.
    pub fn new(team: &Team, players: Vec<usize>) -> Result<LineUp, LineUpFault> {
        if players.len() != team.boards() {
            return Err(LineUpFault::Boards(team.boards()));
        }
        for (board, entrant) in players.iter().enumerate() {
            if !team.members().iter().any(|member| member.entrant == *entrant) {
                return Err(LineUpFault::NoMember(*entrant));
            }
            if players[..board].contains(entrant) {
                return Err(LineUpFault::Twice(*entrant));
            }
        }
        Ok(LineUp { players })
    }

    /// The entrants in the order of the boards.
    pub fn players(&self) -> &[usize] {
        &self.players
    }
}

/// A required share of lower titles: how many players on the boards may have no higher title than the given one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    pub at_least: usize,
    /// The highest title that counts, as in [`Member::title`]. Members without a title count, too.
    pub title_at_most: u8,
}

/// What a team lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Missing {
    /// The number of members that count.
    pub has: usize,
    /// The number of further ones needed.
    pub needs: usize,
}

impl Share {
    /// Whether a member counts as having one of the lower titles.
    pub fn counts(&self, member: &Member) -> bool {
        member.title.is_none_or(|title| title <= self.title_at_most)
    }

    /// What the players on the boards lack.
    pub fn missing(&self, team: &Team) -> Option<Missing> {
        self.lack(team.on_boards().iter())
    }

    /// What a team's line-up lacks.
    pub fn missing_in(&self, team: &Team, line_up: &LineUp) -> Option<Missing> {
        let plays = |member: &&Member| line_up.players.contains(&member.entrant);
        self.lack(team.members.iter().filter(plays))
    }

    fn lack<'a>(&self, members: impl Iterator<Item = &'a Member>) -> Option<Missing> {
        let has = members.filter(|member| self.counts(member)).count();
        let needs = self.at_least.checked_sub(has).filter(|needs| *needs > 0)?;
        Some(Missing { has, needs })
    }
}
