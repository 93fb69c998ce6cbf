//! What was told of times adds up: to how it stands with each match.

use super::super::{Contest, Meeting, Round};
use super::{
    Arrangement, Arranging, LAST_MOMENT, Lapse, Logged, MOST_TIMES, TableId, Times, Window,
};

impl Arrangement {
    /// Takes what is told at a moment.
    fn follow(&mut self, at: i64, told: &Arranging) {
        match told {
            Arranging::Proposed { side, times } => {
                let own = &mut self.times[side.index()];
                own.extend(times);
                own.sort_unstable();
                own.dedup();
                self.has_proposed[side.index()] |= !times.is_empty();
            }
            Arranging::TookBack { side, times } => {
                let own = &mut self.times[side.index()];
                own.retain(|time| !times.contains(time));
                self.has_proposed[side.index()] = !own.is_empty();
            }
            Arranging::Fixed { time, by, .. } => {
                // What was open before is not meant any more; whoever moves the match proposes anew.
                self.times = [Vec::new(), Vec::new()];
                self.fixed = time.map(|time| (time, *by));
                if time.is_none() {
                    self.has_proposed = [false; 2];
                }
                self.here = [None; 2];
                self.started = None;
                self.lapsed = self.lapsed.filter(|lapse| lapse.result.is_some());
            }
            Arranging::Here(side) => {
                self.here[side.index()].get_or_insert(at);
            }
            Arranging::Started => {
                self.started.get_or_insert(at);
            }
            Arranging::Reminded(super::Reminder::ToAgree) => self.was_reminded = true,
            Arranging::Reminded(super::Reminder::Start) => {
                self.reminded_of = self.fixed.map(|(time, _)| time);
            }
            Arranging::Lapsed { clause, result } => {
                self.lapsed = Some(Lapse { at, clause: *clause, result: *result });
                self.appealed = [false; 2];
                self.is_ruled = false;
            }
            Arranging::Appealed { side, .. } => self.appealed[side.index()] = true,
            Arranging::Ruled { .. } => self.is_ruled = true,
        }
        self.log.push((at, Logged::Told(told.clone())));
    }

    /// Begins anew in a window of its own; what was told before is kept.
    fn begin_anew(&mut self, window: Window) {
        let mut log = std::mem::take(&mut self.log);
        log.push((window.from, Logged::Window(window)));
        *self = Arrangement { window: Some(window), log, ..Arrangement::default() };
    }
}

impl Times {
    /// Opens the round's window, or moves it.
    fn open(&mut self, window: Window) {
        self.window = Some(window);
        self.windows.push(window);
        for table in self.tables.values_mut().filter(|table| table.window.is_none()) {
            table.was_reminded = false;
        }
    }
}

impl Contest {
    fn round_mut(&mut self, stage: usize, round: usize) -> Option<&mut Round> {
        self.stages.get_mut(stage)?.rounds.get_mut(round)
    }

    /// A window opens, of a round or of one match.
    pub(in crate::contest) fn add_window(
        &mut self,
        stage: usize,
        round: usize,
        table: Option<usize>,
        window: Window,
    ) -> Option<()> {
        let times = &mut self.round_mut(stage, round)?.times;
        match table {
            None => times.open(window),
            Some(table) => times.tables.entry(table).or_default().begin_anew(window),
        }
        Some(())
    }

    pub(in crate::contest) fn add_arranging(
        &mut self,
        of: TableId,
        at: i64,
        told: &Arranging,
    ) -> Option<()> {
        let times = &mut self.round_mut(of.stage, of.round)?.times;
        times.tables.entry(of.table).or_default().follow(at, told);
        Some(())
    }

    /// Whether a window can be that of a round, or of one of its matches.
    pub(in crate::contest) fn can_have_window(
        &self,
        stage: usize,
        round: usize,
        table: Option<usize>,
        window: &Window,
    ) -> bool {
        let round = self.stages.get(stage).and_then(|state| state.rounds.get(round));
        let is_there = |table: usize| round.is_some_and(|round| table < round.meetings.len());
        let Window { from, agree_by, until, .. } = *window;
        let in_order = 0 <= from && from <= agree_by && agree_by <= until && until <= LAST_MOMENT;
        in_order && round.is_some_and(|round| round.published) && table.is_none_or(is_there)
    }

    /// Whether something can be told of the time of a match: it has a window, and no list grows beyond all bounds.
    pub(in crate::contest) fn can_be_arranged(
        &self,
        of: TableId,
        at: i64,
        told: &Arranging,
    ) -> bool {
        let Some(arrangement) = self.window_of(of).map(|_| self.arrangement(of)) else {
            return false;
        };
        let in_range = |time: &i64| (0..=LAST_MOMENT).contains(time);
        let fits = match told {
            Arranging::Proposed { side, times } => {
                let open = arrangement.map_or(0, |one| one.times[side.index()].len());
                open + times.len() <= 2 * MOST_TIMES && times.iter().all(in_range)
            }
            Arranging::Fixed { time, .. } => time.as_ref().is_none_or(in_range),
            _ => true,
        };
        fits && in_range(&at)
    }

    /// The table's meeting, where its round is published.
    pub(super) fn match_of(&self, of: TableId) -> Option<&Meeting> {
        let round = self.stages.get(of.stage)?.rounds.get(of.round)?;
        round.meetings.get(of.table).filter(|_| round.published)
    }

    /// What was told of the time of a match; `None` where nothing was.
    #[must_use]
    pub fn arrangement(&self, of: TableId) -> Option<&Arrangement> {
        self.stages.get(of.stage)?.rounds.get(of.round)?.times.tables.get(&of.table)
    }

    /// The window of a match; `None` where its players do not arrange it themselves.
    #[must_use]
    pub fn window_of(&self, of: TableId) -> Option<Window> {
        let round = self.stages.get(of.stage)?.rounds.get(of.round)?;
        if !round.published || of.table >= round.meetings.len() {
            return None;
        }
        self.arrangement(of).and_then(|one| one.window).or(round.times.window)
    }

    /// The time at which a match is to begin, once that is agreed on.
    #[must_use]
    pub fn time_of(&self, of: TableId) -> Option<i64> {
        self.arrangement(of)?.fixed.map(|(time, _)| time)
    }

    /// Matches with a window, in order.
    pub fn arranged_matches(&self) -> impl Iterator<Item = (TableId, &Meeting)> {
        let stages = self.stages.iter().enumerate();
        let rounds = stages.flat_map(|(stage, state)| {
            state.rounds.iter().enumerate().map(move |(round, of)| (stage, round, of))
        });
        let tables = rounds.filter(|(_, _, of)| of.published).flat_map(|(stage, round, of)| {
            let meetings = of.meetings.iter().enumerate();
            meetings.map(move |(table, meeting)| (TableId { stage, round, table }, meeting))
        });
        tables.filter(|(of, _)| self.window_of(*of).is_some())
    }
}
