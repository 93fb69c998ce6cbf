//! The public facts of a game: players, place, date, result.

use crate::clock::TimeControl;
use crate::{Outcome, Termination};

/// The text tags of the roster; `?` for unknown values.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Roster {
    pub event: String,
    pub site: String,
    /// `2026.04.30`; unknown parts are `?`.
    pub date: String,
    pub round: String,
    pub white: String,
    pub black: String,
}

impl Roster {
    /// The names and values of its tags, in the order in which they are written.
    pub(crate) fn tags(&self) -> [(&'static str, &str); 6] {
        [
            ("Event", &self.event),
            ("Site", &self.site),
            ("Date", &self.date),
            ("Round", &self.round),
            ("White", &self.white),
            ("Black", &self.black),
        ]
    }
}

impl Default for Roster {
    fn default() -> Self {
        let unknown = || "?".to_owned();
        Roster {
            event: unknown(),
            site: unknown(),
            date: unknown(),
            round: unknown(),
            white: unknown(),
            black: unknown(),
        }
    }
}

/// The public facts about a game apart from its plies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    pub roster: Roster,
    pub time_control: Option<TimeControl>,
    /// `None` is `*`: unfinished or abandoned.
    pub outcome: Option<Outcome>,
    pub termination: Termination,
}

/// Free text in a record. It may mention ranks, so it is as secret as the deployments until the
/// game is revealed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Annotations {
    /// By ply, counted from 1; 0 is before the first. White space is collapsed. Commands other than
    /// `[%clk]` stay in the text, for example `[%draw offer]`.
    pub comments: std::collections::BTreeMap<u32, String>,
    /// Tags that are not part of the notation, in order.
    pub extra_tags: Vec<(String, String)>,
}

impl Annotations {
    pub fn is_empty(&self) -> bool {
        self.comments.is_empty() && self.extra_tags.is_empty()
    }
}
