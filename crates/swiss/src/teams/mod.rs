//! Teams: who plays on which board, who may stand in, and who speaks for them.

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

/// One of a team.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// Who he is in the event.
    pub entrant: usize,
    /// How high his title is in the order of the event's titles, the lowest of which is 0; `None` without one.
    pub title: Option<u8>,
}

/// Who speaks for a team: the only one whom officials and other captains turn to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Captain {
    /// One of the members, as his place among them.
    Member(usize),
    /// Somebody who does not play, by name.
    Other(String),
}

/// An alternate who stands in on a board, from one round up to the one before another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Substitution {
    /// Counted from 0, as rounds are.
    pub board: usize,
    /// His place among the members; not one of those on the boards.
    pub alternate: usize,
    /// The first round, and the one behind the last.
    pub rounds: (usize, usize),
}

/// A team: as many as there are boards, in the order of the boards, and alternates behind them.
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
    /// So many players are missing for the boards.
    TooFew(usize),
    /// An entrant stands in it twice.
    Twice(usize),
    /// The captain is no member.
    NoCaptain,
    /// No such board.
    NoBoard(usize),
    /// The one who is to stand in is no alternate.
    NoAlternate(usize),
    /// He stands in on another board, or somebody else on this one, in the same round.
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
    /// A team for so many boards; who stands behind them is an alternate.
    ///
    /// # Errors
    /// All faults at once.
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

    /// The same with an alternate who stands in.
    ///
    /// # Errors
    /// The first fault.
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

    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    #[must_use]
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    #[must_use]
    pub const fn captain(&self) -> &Captain {
        &self.captain
    }

    #[must_use]
    pub const fn boards(&self) -> usize {
        self.boards
    }

    /// Who may stand in.
    #[must_use]
    pub fn alternates(&self) -> &[Member] {
        &self.members[self.boards..]
    }

    /// Who plays on each board in a round.
    #[must_use]
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
