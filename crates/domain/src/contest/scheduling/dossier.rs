//! The history of a match's scheduling, derived from the facts alone.

use super::super::{Contest, EntrantId};
use super::{MatchSchedule, MatchWindow, ScheduleLogEntry, TableId};
use crate::moment::Micros;
use swiss::series::{GameResult, Next};

/// An entry with its time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DossierLine {
    pub at: Micros,
    pub entry: ScheduleLogEntry,
}

/// The history and current state of a match's scheduling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchDossier {
    pub table: TableId,
    pub sides: [EntrantId; 2],
    pub window: MatchWindow,
    pub schedule: MatchSchedule,
    /// Oldest first; entries of the same time in the order of the facts.
    pub lines: Vec<DossierLine>,
    /// The results of its games so far.
    pub games: Vec<GameResult>,
    pub next: Next,
}

impl Contest {
    /// The history of a match whose players arrange its time; `None` for any other.
    pub fn dossier(&self, of: TableId) -> Option<MatchDossier> {
        let window = self.match_window(of)?;
        let meeting = self.published_meeting(of)?;
        let times = &self.stages.get(of.stage)?.rounds.get(of.round)?.schedule;
        let of_round = times.windows.iter();
        let of_round = of_round.map(|window| DossierLine {
            at: window.from,
            entry: ScheduleLogEntry::Window(*window),
        });
        let now = self.match_schedule(of).cloned().unwrap_or_default();
        let own = now.log.iter().map(|(at, what)| DossierLine { at: *at, entry: what.clone() });
        let mut lines: Vec<DossierLine> = of_round.chain(own).collect();
        lines.sort_by_key(|line| line.at);
        let (sides, next) = (meeting.sides, meeting.next);
        Some(MatchDossier {
            table: of,
            sides,
            window,
            schedule: now,
            lines,
            games: meeting.games.clone(),
            next,
        })
    }
}
