//! Sealed line-ups, which are revealed when both captains have submitted theirs.

use std::fmt;

use super::super::series::Side;
use super::Team;

/// Who plays on which board in a match. `Debug` hides it, since it is secret until revealed.
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

    /// A captain's nomination for a game that breaks a tie.
    ///
    /// # Errors
    /// Returns an error if the entrant is not a member.
    pub fn nomination(team: &Team, entrant: usize) -> Result<LineUp, LineUpFault> {
        let is_member = team.members().iter().any(|member| member.entrant == entrant);
        let line_up = LineUp { players: vec![entrant] };
        if is_member { Ok(line_up) } else { Err(LineUpFault::NoMember(entrant)) }
    }

    /// The entrants in the order of the boards.
    pub fn players(&self) -> &[usize] {
        &self.players
    }
}

/// The line-ups of a match, sealed until both are submitted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Envelopes {
    sealed: [Option<LineUp>; 2],
}

/// Both line-ups have been revealed and cannot be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opened;

impl fmt::Display for Opened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("both line-ups are open and stay as they are; only an official can change one")
    }
}

impl std::error::Error for Opened {}

impl Envelopes {
    /// Submits a line-up. It replaces an earlier one until both sides have submitted.
    ///
    /// # Errors
    /// Returns [`Opened`] once both sides have submitted.
    pub fn hand_in(&mut self, side: Side, line_up: LineUp) -> Result<(), Opened> {
        if self.opened().is_some() {
            return Err(Opened);
        }
        self.sealed[side.index()] = Some(line_up);
        Ok(())
    }

    /// Whether a side has submitted, which is all that the other side may know.
    pub const fn is_in(&self, side: Side) -> bool {
        self.sealed[side.index()].is_some()
    }

    /// A side's own line-up, for its captain only.
    pub fn own(&self, side: Side) -> Option<&LineUp> {
        self.sealed[side.index()].as_ref()
    }

    /// Both line-ups, once both sides have submitted.
    pub fn opened(&self) -> Option<[&LineUp; 2]> {
        let [first, second] = &self.sealed;
        Some([first.as_ref()?, second.as_ref()?])
    }
}
