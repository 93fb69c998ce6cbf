//! Teams: members, boards, alternates and captains.

mod boards;
mod book;
mod line_up;
mod matches;
mod scheveningen;
mod share;

use std::fmt;

pub use boards::{BoardPairing, board_round, team_points};
pub use book::BoardBook;
pub use line_up::{Envelopes, LineUp, LineUpFault, Opened};
pub use matches::{MatchScore, board_pairings, score};
pub use scheveningen::{Encounter, scheveningen};
pub use share::{Missing, Share};

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

/// An alternate who substitutes on a board in some rounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Substitution {
    /// Counted from 0, like rounds.
    pub board: usize,
    /// An index into the members, beyond those with boards.
    pub alternate: usize,
    /// The first round and the one after the last.
    pub rounds: (usize, usize),
}

/// A team: members with boards, in the order of the boards, followed by alternates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Team {
    name: String,
    members: Vec<Member>,
    boards: usize,
    captain: Captain,
    substitutions: Vec<Substitution>,
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
    NoBoard(usize),
    /// This member is not an alternate.
    NoAlternate(usize),
    /// In one of these rounds the alternate already substitutes elsewhere, or somebody else does on this board.
    Busy(usize),
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
            TeamFault::NoBoard(board) => write!(f, "there is no board {}", board + 1),
            TeamFault::NoAlternate(member) => {
                write!(f, "member {} is no alternate; name one behind the boards", member + 1)
            }
            TeamFault::Busy(round) => {
                write!(f, "in round {} he or the board is taken; choose other rounds", round + 1)
            }
        }
    }
}

impl Team {
    /// A team with this many boards; further members are alternates.
    ///
    /// # Errors
    /// Returns all faults.
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
        let name = name.to_owned();
        let team = Team { name, members, boards, captain, substitutions: Vec::new() };
        if faults.is_empty() { Ok(team) } else { Err(faults) }
    }

    pub fn with(&self, substitution: Substitution) -> Result<Team, TeamFault> {
        let Substitution { board, alternate, rounds: (first, behind) } = substitution;
        if board >= self.boards {
            return Err(TeamFault::NoBoard(board));
        }
        if !(self.boards..self.members.len()).contains(&alternate) {
            return Err(TeamFault::NoAlternate(alternate));
        }
        for other in &self.substitutions {
            let from = first.max(other.rounds.0);
            let shares = other.board == board || other.alternate == alternate;
            if shares && from < behind.min(other.rounds.1) {
                return Err(TeamFault::Busy(from));
            }
        }
        let mut team = self.clone();
        team.substitutions.push(substitution);
        Ok(team)
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

    /// The members without a board.
    pub fn alternates(&self) -> &[Member] {
        &self.members[self.boards..]
    }

    /// Who plays on each board in a round.
    pub fn on_boards(&self, round: usize) -> Vec<&Member> {
        let stands_in = |board: usize| {
            let holds = |one: &&Substitution| {
                one.board == board && (one.rounds.0..one.rounds.1).contains(&round)
            };
            self.substitutions.iter().find(holds).map_or(board, |one| one.alternate)
        };
        (0..self.boards).map(|board| &self.members[stands_in(board)]).collect()
    }
}
