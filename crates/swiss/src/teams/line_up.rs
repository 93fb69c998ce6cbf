//! Line-ups that captains hand in sealed: each is opened when both are in.

use std::fmt;

use super::super::series::Side;
use super::Team;

/// Who plays on which board in one match. What is handed in and not opened is nobody else's: its `Debug` is mute.
#[derive(Clone, PartialEq, Eq)]
pub struct LineUp {
    /// Entrants, in the order of the boards.
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
    /// There are so many boards, and another number of players.
    Boards(usize),
    /// He is no member.
    NoMember(usize),
    /// He stands on two boards.
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
    /// A line-up of a team: any of its members, alternates too, one on each board.
    ///
    /// # Errors
    /// The first fault.
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

    /// The one whom a captain nominates for a game that breaks a tie.
    ///
    /// # Errors
    /// Where he is no member.
    pub fn nomination(team: &Team, entrant: usize) -> Result<LineUp, LineUpFault> {
        let is_member = team.members().iter().any(|member| member.entrant == entrant);
        let line_up = LineUp { players: vec![entrant] };
        if is_member { Ok(line_up) } else { Err(LineUpFault::NoMember(entrant)) }
    }

    /// Entrants, in the order of the boards.
    #[must_use]
    pub fn players(&self) -> &[usize] {
        &self.players
    }
}

/// The line-ups of a match, each sealed until both are in.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Envelopes {
    sealed: [Option<LineUp>; 2],
}

/// Both line-ups are known: neither can be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opened;

impl fmt::Display for Opened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("both line-ups are open and stay as they are; only an official can change one")
    }
}

impl std::error::Error for Opened {}

impl Envelopes {
    /// Hands one in. As long as the other side's is not in, a later one takes the place of an earlier one.
    ///
    /// # Errors
    /// [`Opened`] once both are in.
    pub fn hand_in(&mut self, side: Side, line_up: LineUp) -> Result<(), Opened> {
        if self.opened().is_some() {
            return Err(Opened);
        }
        self.sealed[side.index()] = Some(line_up);
        Ok(())
    }

    /// Whether a side has handed one in: all that the other side may know.
    #[must_use]
    pub const fn is_in(&self, side: Side) -> bool {
        self.sealed[side.index()].is_some()
    }

    /// A side's own, for its captain alone.
    #[must_use]
    pub fn own(&self, side: Side) -> Option<&LineUp> {
        self.sealed[side.index()].as_ref()
    }

    /// Both, as soon as both are in.
    #[must_use]
    pub fn opened(&self) -> Option<[&LineUp; 2]> {
        let [first, second] = &self.sealed;
        Some([first.as_ref()?, second.as_ref()?])
    }
}
