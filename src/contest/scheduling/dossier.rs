//! The dossier of a match: all that happened with its time, from what was told alone.

use super::super::{Contest, EntrantId};
use super::{MatchSchedule, MatchWindow, ScheduleLogEntry, TableId};
use swiss::series::{GameResult, Next};

/// Something that happened, with its moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DossierLine {
    pub at: i64,
    pub entry: ScheduleLogEntry,
}

/// All that happened with the time of a match, and how it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchDossier {
    pub table: TableId,
    pub sides: [EntrantId; 2],
    /// As it holds now.
    pub window: MatchWindow,
    pub schedule: MatchSchedule,
    /// The first first; those of one moment in the order in which they were told.
    pub lines: Vec<DossierLine>,
    /// What is known of its games.
    pub games: Vec<GameResult>,
    pub next: Next,
}

impl Contest {
    /// The dossier of a match whose players arrange its time; `None` of any other.
    pub fn dossier(&self, of: TableId) -> Option<MatchDossier> {
        let window = self.match_window(of)?;
        let meeting = self.meeting_at_table(of)?;
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
