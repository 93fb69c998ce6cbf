//! Who, where and when, and how it ended.

use crate::clock::TimeControl;
use crate::rules::{Outcome, Termination};

/// The roster's text tags; `?` where a value is unknown.
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

/// The public facts about a game beside its plies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    pub roster: Roster,
    pub time_control: Option<TimeControl>,
    /// `None` is `*`: not over, or abandoned.
    pub outcome: Option<Outcome>,
    pub termination: Termination,
}

/// What people wrote into a record. It may name ranks, so it is as secret as the
/// deployments until the game is revealed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Annotations {
    /// By ply, counted from 1; 0 stands before the first. White space is folded.
    /// Commands other than `[%clk]` stay in the text, for example `[%draw offer]`.
    pub comments: std::collections::BTreeMap<u32, String>,
    /// Tags that the notation does not name, in their order.
    pub extra_tags: Vec<(String, String)>,
}

impl Annotations {
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.comments.is_empty() && self.extra_tags.is_empty()
    }
}
