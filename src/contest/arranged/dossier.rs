//! The dossier of a match: all that happened with its time, from what was told alone.

use super::super::{Contest, EntrantId};
use super::{Arrangement, Logged, TableId, Window};
use swiss::series::{GameResult, Next};

/// Something that happened, with its moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub at: i64,
    pub what: Logged,
}

/// All that happened with the time of a match, and how it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dossier {
    pub of: TableId,
    pub sides: [EntrantId; 2],
    /// As it holds now.
    pub window: Window,
    pub now: Arrangement,
    /// The first first; those of one moment in the order in which they were told.
    pub lines: Vec<Line>,
    /// What is known of its games.
    pub games: Vec<GameResult>,
    pub next: Next,
}

impl Contest {
    /// The dossier of a match whose players arrange its time; `None` of any other.
    #[must_use]
    pub fn dossier(&self, of: TableId) -> Option<Dossier> {
        let window = self.window_of(of)?;
        let meeting = self.match_of(of)?;
        let times = &self.stages.get(of.stage)?.rounds.get(of.round)?.times;
        let of_round = times.windows.iter();
        let of_round =
            of_round.map(|window| Line { at: window.from, what: Logged::Window(*window) });
        let now = self.arrangement(of).cloned().unwrap_or_default();
        let own = now.log.iter().map(|(at, what)| Line { at: *at, what: what.clone() });
        let mut lines: Vec<Line> = of_round.chain(own).collect();
        lines.sort_by_key(|line| line.at);
        let (sides, next) = (meeting.sides, meeting.next);
        Some(Dossier { of, sides, window, now, lines, games: meeting.games.clone(), next })
    }
}
