//! Validation of series.

use std::fmt;

use super::super::points::{PointSystem, Points};
use super::{Extra, Format, Series};

impl Series {
    /// What is wrong with the series.
    pub fn faults(&self) -> Vec<SeriesFault> {
        let empty = match self.format {
            Format::Games { count, .. } => count == 0,
            Format::Race { target, most } => target <= Points(0) || most == Some(0),
            Format::Wins { wins, most } => wins == 0 || most == Some(0),
            Format::TwiceToBeat { most, .. } => most == Some(0),
        };
        let PointSystem { win, draw, loss, forfeit_loss, .. } = self.points;
        let order = win > draw && draw >= loss && loss >= forfeit_loss;
        let crawls = matches!(self.format, Format::Race { .. }) && win <= Points(0);
        let extra = self.extras.iter().any(|extra| matches!(extra, Extra::Games(0)));
        let behind = self.extras.iter().rev().skip(1).any(|extra| !extra.may_leave_equal());
        let found = [
            (empty || extra, SeriesFault::NoGame),
            (!order || crawls, SeriesFault::PointsOutOfOrder),
            (
                behind || (!self.extras.is_empty() && !self.format.may_leave_equal()),
                SeriesFault::NeverReached,
            ),
        ];
        found.into_iter().filter(|(is, _)| *is).map(|(_, fault)| fault).collect()
    }

    /// Whether it can end in a tie, in which case a knock-out cannot use it.
    pub fn may_end_tied(&self) -> bool {
        self.format.may_leave_equal() && self.extras.iter().all(|extra| extra.may_leave_equal())
    }
}

/// What is wrong with a series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeriesFault {
    /// A part has no game, or nothing to reach.
    NoGame,
    /// The points do not descend from win to draw to loss to forfeit.
    PointsOutOfOrder,
    /// Something follows a part that never ends in a tie.
    NeverReached,
}

impl fmt::Display for SeriesFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SeriesFault::NoGame => {
                "a part of the series has no game or nothing to reach; give it at least one"
            }
            SeriesFault::PointsOutOfOrder => {
                "a win must be worth more than a draw, and a draw no less than a loss or a default; set the points"
            }
            SeriesFault::NeverReached => {
                "something is to follow a part that never leaves both equal; take it out"
            }
        })
    }
}
