//! How stages end and who enters the next, according to the plan.

use swiss::groups::{Finisher, Qualifier, Undecided};
use swiss::knockout::{Fact as Told, Knockout, Occupant, Outcome, Progress};
use swiss::round_robin;
use swiss::series::{Format, GameResult, Next};
use swiss::stage::{Draw, Entered, Known, NotYet, Source, Stage, StageId, StageResult, System};
use swiss::standings::Row;
use swiss::tiebreak::{Criterion, Value};

use super::{Contest, EntrantId, EntrantStatus, Meeting, Round, StageState};

impl Contest {
    /// All active entrants in seeding order: by rating, then by registration.
    pub(super) fn seeding(&self) -> Vec<usize> {
        let of = |id: EntrantId| self.entrant(id).map_or(0, |one| one.person.rating);
        let taking =
            self.numbered_entrants().filter(|(_, one)| one.status != EntrantStatus::Waiting);
        let mut seeding: Vec<EntrantId> = taking.map(|(id, _)| id).collect();
        // The computer as a stand-in comes last, so that nobody's number depends on it.
        seeding.sort_by_key(|id| (self.is_stand_in(*id), std::cmp::Reverse(of(*id)), *id));
        seeding.into_iter().map(EntrantId::index).collect()
    }

    /// What the plan needs to know for a stage: who is registered, and how earlier stages ended.
    fn plan_inputs(&self, stage: usize) -> Known {
        let there = |at: &usize| self.is_available(entrant_id_at(*at));
        let mut registered: Vec<usize> = self.seeding().into_iter().filter(there).collect();
        let stands_in = self.starts_with_stand_in(stage, &registered);
        registered.retain(|at| stands_in || !self.is_stand_in(entrant_id_at(*at)));
        let stages = self.stages.len();
        let sources = self.settings.plan.stages.get(stage).map(|stage| stage.sources.as_slice());
        let asked = |of: usize| {
            let from = |source: &Source| source.of() == Some(StageId(of));
            sources.is_some_and(|sources| sources.iter().any(from))
        };
        let results = (0..stages).map(|of| if asked(of) { self.stage_result(of) } else { None });
        let results = results.collect();
        Known { registered: vec![registered; stages], seeds: vec![Vec::new(); stages], results }
    }

    /// The entrants of a stage in seeding order. Withdrawn entrants are skipped, and those after
    /// them move up.
    /// Returns [`NotYet`] if that is not decided; entrants tied across the line may need a
    /// play-off.
    pub fn stage_entrants(&self, stage: usize) -> Result<Vec<Entered>, NotYet> {
        let plan = &self.settings.plan;
        let entering = plan.entrants(StageId(stage), &self.plan_inputs(stage), &self.seeding())?;
        for source in &plan.stages[stage].sources {
            if let Source::Top { of, each } = *source {
                self.check_qualifiers_decided(of, each, needs_order(&plan.stages[stage]))?;
            }
        }
        Ok(entering)
    }

    /// Whether the first `each` of every group are decided, and their order if that matters.
    fn check_qualifiers_decided(
        &self,
        of: StageId,
        each: usize,
        in_order: bool,
    ) -> Result<(), NotYet> {
        for group in 0..self.stages[of.0].groups.len() {
            let ranked = self.final_ranking(of.0, group);
            let equal = |at: &usize| {
                let next = ranked.get(at + 1);
                next.is_some_and(|next| next.0 == ranked[*at].0)
            };
            let first_looked_at = if in_order { 0 } else { each.saturating_sub(1) };
            let Some(at) = (first_looked_at..each.min(ranked.len())).find(equal) else { continue };
            let place = ranked[at].0;
            let first = ranked.partition_point(|(other, _)| *other < place);
            let among = (first..).zip(&ranked[first..]).take_while(|(_, one)| one.0 == place);
            let among: Vec<Qualifier> = among
                .map(|(place, (_, one))| Qualifier { entrant: one.entrant, group, place })
                .collect();
            let places = among.len().min(each - first);
            return Err(NotYet::Undecided { of, undecided: Undecided { among, places } });
        }
        Ok(())
    }

    /// Whether a stage takes registered entrants.
    pub(super) fn takes_registrations(&self, stage: usize) -> bool {
        let sources = self.settings.plan.stages.get(stage).map(|stage| &stage.sources);
        sources.is_some_and(|sources| sources.contains(&Source::Registration))
    }

    /// The number of rounds of a stage, if known.
    pub fn round_count(&self, stage: usize) -> Option<usize> {
        let state = self.stages.get(stage)?;
        match self.settings.plan.stages.get(stage)?.system {
            System::RoundRobin { cycles, .. } | System::BoardGroups { cycles } => {
                state.groups.iter().map(|group| round_robin::rounds(group.len(), cycles)).max()
            }
            _ => self.settings.fixed_round_count(stage),
        }
    }

    /// The number of rounds of a group; smaller groups may finish earlier.
    pub(super) fn group_round_count(&self, stage: usize, group: usize) -> Option<usize> {
        let own = self.stages.get(stage)?.groups.get(group)?;
        match self.settings.plan.stages.get(stage)?.system {
            System::RoundRobin { cycles, .. } => Some(round_robin::rounds(own.len(), cycles)),
            _ => self.round_count(stage),
        }
    }

    /// Whether everything in a stage has been played.
    pub fn is_stage_over(&self, stage: usize) -> bool {
        let Some(state) = self.stages.get(stage).filter(|state| state.has_begun()) else {
            return false;
        };
        if let Some(rounds) = self.round_count(stage) {
            return state.rounds.len() >= rounds && state.rounds.iter().all(Round::is_over);
        }
        let Some(progress) = self.knockout_progress(stage).filter(Progress::is_over) else {
            return false;
        };
        // Nobody can play at a table whose match others play by now, or nobody does.
        let waits = |one: &Meeting| !one.is_over() && self.has_current_pair(&progress, one);
        state.rounds.iter().all(|round| round.published && !round.meetings.iter().any(waits))
    }

    /// The result of a stage; `None` while it is in progress.
    fn stage_result(&self, stage: usize) -> Option<StageResult> {
        if !self.is_stage_over(stage) {
            return None;
        }
        if let Some(progress) = self.knockout_progress(stage) {
            let mut result = StageResult::of_knockout(&progress)?;
            let stays = |at: usize| !self.has_withdrawn(entrant_id_at(at));
            result.winners.retain(|at| stays(*at));
            result.losers.retain(|at| stays(*at));
            result.groups.iter_mut().for_each(|group| group.retain(|one| stays(one.entrant)));
            return Some(result);
        }
        let group =
            |group| self.final_ranking(stage, group).into_iter().map(|(_, one)| one).collect();
        let groups = (0..self.stages[stage].groups.len()).map(group);
        Some(StageResult { groups: groups.collect(), ..StageResult::default() })
    }

    /// The final standings of a group without withdrawn entrants, each with the place they may
    /// share.
    fn final_ranking(&self, stage: usize, group: usize) -> Vec<(usize, Finisher)> {
        let Some(table) = self.group_tournament(stage, group, usize::MAX) else {
            return Vec::new();
        };
        let standings = table.standings();
        let stays = |row: &&Row| {
            let id = table.entrants[row.entrant];
            !self.has_withdrawn(id) && !self.is_stand_in(id)
        };
        let finisher = |row: &Row| {
            let entries = &table.tournament.entrants[row.entrant].entries;
            let games = entries.iter().filter(|entry| entry.opponent().is_some()).count();
            let games = u32::try_from(games).unwrap_or(u32::MAX);
            let own = table.entrants[row.entrant];
            let mut tie_breaks = cross_group_values(&table.regulations.criteria, row);
            tie_breaks.push(self.play_off_balance(stage, own, &table.entrants));
            (row.place, Finisher { entrant: own.index(), games, points: row.points, tie_breaks })
        };
        standings.rows().iter().filter(stays).map(finisher).collect()
    }

    /// Play-offs won minus lost against opponents outside the own group.
    fn play_off_balance(&self, stage: usize, own: EntrantId, group: &[EntrantId]) -> i64 {
        let games = self.stages[stage].play_offs.iter();
        let of = |(winner, loser): &(EntrantId, EntrantId)| match own {
            own if own == *winner && !group.contains(loser) => 1,
            own if own == *loser && !group.contains(winner) => -1,
            _ => 0,
        };
        games.map(of).sum()
    }

    pub fn knockout(&self, stage: usize) -> Option<Knockout> {
        let System::Knockout { shape, .. } = self.settings.plan.stages.get(stage)?.system else {
            return None;
        };
        let state = self.stages.get(stage).filter(|state| state.has_begun())?;
        Knockout::new(&bracket_lines(state), shape).ok()
    }

    /// The progress of a knockout; its entrants are places in [`Contest::entrants`].
    pub fn knockout_progress(&self, stage: usize) -> Option<Progress> {
        let knockout = self.knockout(stage)?;
        let mut told: Vec<Told> = Vec::new();
        let published = self.stages[stage].rounds.iter().filter(|round| round.published);
        for meeting in published.flat_map(|round| &round.meetings) {
            let (Some(of), Some(outcome)) =
                (meeting.knockout_match, match_outcome(meeting.next, &meeting.games))
            else {
                continue;
            };
            told.push(Told::Result { of, between: meeting.sides.map(EntrantId::index), outcome });
        }
        let gone = |one: &EntrantId| self.has_withdrawn(*one) && !self.has_open_games(stage, *one);
        let left = self.stages[stage].entrants().filter(gone);
        told.extend(left.map(|one| Told::Withdrawal(one.index())));
        Some(knockout.progress(&told))
    }

    /// Whether the meeting's pair follows from the knockout's results; a correction may change it.
    pub(super) fn has_current_pair(&self, progress: &Progress, meeting: &Meeting) -> bool {
        let Some(now) = meeting.knockout_match.and_then(|of| progress.matches.get(of.0)) else {
            return true;
        };
        now.occupants == meeting.sides.map(|side| Occupant::Entrant(side.index()))
    }

    /// Whether a game of a knock-out was played between entrants who, by the current results, do not meet there.
    pub(super) fn has_overturned_results(&self, stage: usize) -> bool {
        let Some(progress) = self.knockout_progress(stage) else { return false };
        let rounds = self.stages[stage].rounds.iter().filter(|round| round.published);
        let mut played = rounds.flat_map(|round| &round.meetings).filter(|one| one.has_results());
        played.any(|meeting| !self.has_current_pair(&progress, meeting))
    }
}

/// Whether the order of the qualifiers matters, not only who they are.
const fn needs_order(stage: &Stage) -> bool {
    matches!(stage.system, System::Knockout { draw: Draw::CrossOver, .. })
        || matches!(stage.series.format, Format::TwiceToBeat { .. })
}

/// Tie-break values that compare across groups, in hundredths; more is better.
fn cross_group_values(criteria: &[Criterion], row: &Row) -> Vec<i64> {
    let among_others = criteria.iter().zip(&row.values).filter(|(criterion, _)| {
        !criterion.is_among_tied() && !matches!(criterion, Criterion::PairingNumber(_))
    });
    let value = |(criterion, value): (&Criterion, &Option<Value>)| {
        let value = value.map_or(0, Value::in_hundredths);
        if criterion.is_lower_better() { -value } else { value }
    };
    among_others.map(value).collect()
}

/// The entrant at a place of [`Contest::entrants`].
pub(super) fn entrant_id_at(at: usize) -> EntrantId {
    EntrantId(u32::try_from(at + 1).unwrap_or(u32::MAX))
}

/// A knockout's lines, with at most one entrant each.
fn bracket_lines(state: &StageState) -> Vec<Option<usize>> {
    bracket_lines_from_groups(&state.groups)
}

/// The same from groups that become its lines.
pub(super) fn bracket_lines_from_groups(groups: &[Vec<EntrantId>]) -> Vec<Option<usize>> {
    groups.iter().map(|line| line.first().map(|one| one.index())).collect()
}

/// The outcome of a meeting in a knockout.
fn match_outcome(next: Next, games: &[GameResult]) -> Option<Outcome> {
    let played = games.iter().any(|game| matches!(game, GameResult::Won(_) | GameResult::Drawn));
    match next {
        Next::Play { .. } | Next::Tied => None,
        Next::BothOut => Some(Outcome::BothAbsent),
        Next::Decided { winner, .. } if played => Some(Outcome::Won(winner)),
        Next::Decided { winner, .. } => Some(Outcome::Walkover(winner)),
    }
}
