//! Changes of published rounds by hand: a latecomer against the bye, others than were paired, colors as they were
//! played. Pairs that stay keep their results.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use swiss::series::GameResult;
use swiss::stage::System;

use super::warnings::rule_warnings;
use super::{
    CommandResult, Contest, ContestError, ContestFact, EntrantId, EntrantStatus, GameSlot, Meeting,
    PairingWarning, Round, RoundId,
};
use crate::message::message_enum;

/// A change of the pairings of a published round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "change", rename_all = "kebab-case", deny_unknown_fields)]
pub enum PairingChange {
    /// Two change places: at tables, with the bye, or without either.
    Exchange { one: EntrantId, other: EntrantId },
    /// The two at the table of an entrant change colors, as they were played; the result stays with the players.
    SwapColors { entrant: EntrantId },
    /// The two at the table of an entrant are no longer paired.
    Unpair { entrant: EntrantId },
    /// Two who are at no table meet at a new one. Who is not in the stage yet joins it.
    Pair { white: EntrantId, black: EntrantId },
    /// An entrant who is at no table has the pairing-allocated bye, or no longer has it.
    Bye { entrant: EntrantId, bye: bool },
}

message_enum! {
    /// Why a change of a published round cannot be made.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum AlterationError {
        /// They are at no table.
        NotSeated(id: EntrantId) => "refused-alter-not-seated" { number = id.0 },
        /// They are at a table of the round.
        Seated(id: EntrantId) => "refused-alter-seated" { number = id.0 },
        /// They do not take part, or do no longer.
        NotActive(id: EntrantId) => "refused-event-not-in" { number = id.0 },
        /// They are the same, or neither is in the round.
        Nothing => "refused-event-cannot-exchange",
        /// Only colors change in this system.
        FixedPairs => "refused-alter-fixed-pairs",
        /// Colors do not change in this system, nor between teams.
        FixedColors => "refused-alter-fixed-colors",
        /// A later round was published: only colors change.
        LaterRound => "refused-alter-later-round",
    }
}

/// A pair that stays but gets another table. Both are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableMove {
    pub from: usize,
    pub to: usize,
}

/// A published round as it would be after changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlteredRound {
    pub meetings: Vec<Meeting>,
    pub byes: Vec<EntrantId>,
    /// Who joins the stage for it.
    pub joining: Vec<EntrantId>,
    /// Tables whose result is lost, because their pair does not stay; counted from 0.
    pub lost_results: Vec<usize>,
    pub moves: Vec<TableMove>,
    /// The rules that it breaks.
    pub warnings: Vec<PairingWarning>,
    /// Active entrants of the stage without a table or bye, who get no points.
    pub unpaired: Vec<EntrantId>,
}

/// The tables of a round while it is changed.
struct Seating<'a> {
    contest: &'a Contest,
    at: RoundId,
    /// By table; those in the hall keep their numbers, so that a table without a pair stays until it gets another.
    meetings: Vec<Option<Meeting>>,
    byes: Vec<EntrantId>,
    joining: Vec<EntrantId>,
}

impl Seating<'_> {
    fn table_of(&self, id: EntrantId) -> Result<usize, AlterationError> {
        let sits = |one: &Meeting| one.side_of(id).is_some();
        let table = self.meetings.iter().position(|one| one.as_ref().is_some_and(sits));
        table.ok_or(AlterationError::NotSeated(id))
    }

    fn is_in_round(&self, id: EntrantId) -> bool {
        self.byes.contains(&id) || self.table_of(id).is_ok()
    }

    /// Lets somebody into the round who was in neither a table nor the bye.
    fn admit(&mut self, id: EntrantId) -> Result<(), AlterationError> {
        let active = |one: &super::RegisteredEntrant| one.status == EntrantStatus::Active;
        if !self.contest.entrant(id).is_some_and(active) {
            return Err(AlterationError::NotActive(id));
        }
        let state = &self.contest.stages[self.at.stage];
        if !state.entrants().any(|one| one == id) && !self.joining.contains(&id) {
            if !self.contest.takes_registrations(self.at.stage) {
                return Err(AlterationError::NotActive(id));
            }
            self.joining.push(id);
        }
        Ok(())
    }

    fn meeting(&self, sides: [EntrantId; 2], group: usize) -> Meeting {
        self.contest.new_meeting(self.at.stage, sides, group, None)
    }

    fn apply(&mut self, change: PairingChange) -> Result<(), AlterationError> {
        match change {
            PairingChange::Exchange { one, other } => self.exchange(one, other)?,
            PairingChange::SwapColors { entrant } => {
                let table = self.table_of(entrant)?;
                self.meetings[table] = self.meetings[table].as_ref().map(with_colors_swapped);
            }
            PairingChange::Unpair { entrant } => {
                let table = self.table_of(entrant)?;
                self.meetings[table] = None;
            }
            PairingChange::Pair { white, black } => {
                if white == black {
                    return Err(AlterationError::Nothing);
                }
                for id in [white, black] {
                    if self.table_of(id).is_ok() {
                        return Err(AlterationError::Seated(id));
                    }
                    self.admit(id)?;
                }
                self.byes.retain(|id| *id != white && *id != black);
                let new = Some(self.meeting([white, black], 0));
                match self.meetings.iter_mut().find(|one| one.is_none()) {
                    Some(free) => *free = new,
                    None => self.meetings.push(new),
                }
            }
            PairingChange::Bye { entrant, bye: true } => {
                if self.is_in_round(entrant) {
                    return Err(AlterationError::Seated(entrant));
                }
                self.admit(entrant)?;
                self.byes.push(entrant);
            }
            PairingChange::Bye { entrant, bye: false } => {
                let place = self.byes.iter().position(|id| *id == entrant);
                self.byes.remove(place.ok_or(AlterationError::NotSeated(entrant))?);
            }
        }
        Ok(())
    }

    fn exchange(&mut self, one: EntrantId, other: EntrantId) -> Result<(), AlterationError> {
        let (has_one, has_other) = (self.is_in_round(one), self.is_in_round(other));
        let at_one_table = self.table_of(one).is_ok() && self.table_of(one) == self.table_of(other);
        if one == other || at_one_table || !(has_one || has_other) {
            return Err(AlterationError::Nothing);
        }
        for (id, is_in) in [(one, has_one), (other, has_other)] {
            if !is_in {
                self.admit(id)?;
            }
        }
        let swap = |id: EntrantId| match id {
            id if id == one => other,
            id if id == other => one,
            id => id,
        };
        for table in 0..self.meetings.len() {
            let Some(Meeting { sides: was, group, .. }) = self.meetings[table] else { continue };
            if was.map(swap) != was {
                self.meetings[table] = Some(self.meeting(was.map(swap), group));
            }
        }
        self.byes.iter_mut().for_each(|id| *id = swap(*id));
        Ok(())
    }

    /// The tables as they are played: the last ones move to those that nobody sits at, and the others stay.
    fn tables(mut self) -> (Vec<Meeting>, Vec<EntrantId>, Vec<EntrantId>) {
        while let Some(free) = self.meetings.iter().position(Option::is_none) {
            if let Some(last) = self.meetings.pop().flatten() {
                self.meetings[free] = Some(last);
            }
        }
        (self.meetings.into_iter().flatten().collect(), self.byes, self.joining)
    }
}

/// The same meeting with the other colors: the results stay with the players.
fn with_colors_swapped(meeting: &Meeting) -> Meeting {
    let [one, other] = meeting.sides;
    let swapped = |result: &GameResult| match *result {
        GameResult::Won(side) => GameResult::Won(side.other()),
        GameResult::Default { absent } => GameResult::Default { absent: absent.other() },
        same @ (GameResult::Drawn | GameResult::BothAbsent) => same,
    };
    let [first, second] = &meeting.reports;
    Meeting {
        sides: [other, one],
        games: meeting.games.iter().map(swapped).collect(),
        reports: [second.as_ref().map(swapped), first.as_ref().map(swapped)],
        ..meeting.clone()
    }
}

/// The table at which the same two meet, from 0, whatever their colors.
fn same_pair(meetings: &[Meeting], pair: [EntrantId; 2]) -> Option<usize> {
    let is_same = |one: &Meeting| one.sides == pair || one.sides == [pair[1], pair[0]];
    meetings.iter().position(is_same)
}

impl Contest {
    /// A published round after changes, with what they mean.
    pub fn preview_alteration(
        &self,
        at: RoundId,
        changes: &[PairingChange],
    ) -> Result<AlteredRound, ContestError> {
        let round = self.round(at).ok_or(ContestError::NotFound)?;
        if !round.published {
            return Err(ContestError::NotPublished);
        }
        if self.has_dependent_stage(at.stage) {
            return Err(ContestError::LaterStageExists);
        }
        let meetings = round.meetings.iter().cloned().map(Some).collect();
        let byes = round.byes.clone();
        let mut seating = Seating { contest: self, at, meetings, byes, joining: Vec::new() };
        for (number, change) in changes.iter().enumerate() {
            let refused = |why| ContestError::Alteration { change: number, why };
            self.check_change(at, *change).map_err(refused)?;
            seating.apply(*change).map_err(refused)?;
        }
        let (meetings, byes, joining) = seating.tables();
        let lost = round.meetings.iter().enumerate().filter(|(_, meeting)| {
            meeting.has_results() && same_pair(&meetings, meeting.sides).is_none()
        });
        let lost_results = lost.map(|(table, _)| table).collect();
        let moves = round.meetings.iter().enumerate().filter_map(|(from, meeting)| {
            let to = same_pair(&meetings, meeting.sides).filter(|to| *to != from)?;
            Some(TableMove { from, to })
        });
        let moves = moves.collect();
        let joined = self.with_joined(at.stage, &joining)?;
        Ok(AlteredRound {
            warnings: joined.alteration_warnings(at, round, (&meetings, &byes)),
            unpaired: joined.unpaired(at.stage, &meetings, &byes),
            lost_results,
            moves,
            meetings,
            byes,
            joining,
        })
    }

    /// Whether the system lets officials make a change in this round.
    fn check_change(&self, at: RoundId, change: PairingChange) -> Result<(), AlterationError> {
        let system = self.settings.plan.stages.get(at.stage).map(|stage| stage.system);
        let is_teams = self.settings.team_boards().is_some();
        let later = self.stages[at.stage].rounds.iter().skip(at.round + 1);
        let is_last = !later.into_iter().any(|round| round.published);
        match (change, system) {
            (_, Some(System::Swiss { .. } | System::Keizer { .. })) if !is_teams && is_last => {
                Ok(())
            }
            (
                PairingChange::SwapColors { .. },
                Some(System::Swiss { .. } | System::Keizer { .. } | System::RoundRobin { .. }),
            ) if !is_teams => Ok(()),
            (PairingChange::SwapColors { .. }, _) => Err(AlterationError::FixedColors),
            (_, Some(System::Swiss { .. } | System::Keizer { .. })) => {
                if is_last {
                    Ok(())
                } else {
                    Err(AlterationError::LaterRound)
                }
            }
            _ => Err(AlterationError::FixedPairs),
        }
    }

    fn with_joined(&self, stage: usize, joining: &[EntrantId]) -> Result<Contest, ContestError> {
        self.with_facts(&self.joining_facts(stage, joining)).map_err(|_| ContestError::NotFound)
    }

    fn joining_facts(&self, stage: usize, joining: &[EntrantId]) -> Vec<ContestFact> {
        let rating = |id: EntrantId| self.entrant(id).map_or(0, |one| one.person.rating);
        let mut order: Vec<EntrantId> = self.stages[stage].entrants().collect();
        let mut facts = Vec::new();
        for entrant in joining.iter().copied() {
            let weaker = order.iter().position(|other| rating(*other) < rating(entrant));
            let at = weaker.unwrap_or(order.len());
            order.insert(at, entrant);
            facts.push(ContestFact::StageJoined { stage, entrant, at });
        }
        facts
    }

    /// The rules that the new pairs and byes of a round break.
    fn alteration_warnings(
        &self,
        at: RoundId,
        before: &Round,
        (meetings, byes): (&[Meeting], &[EntrantId]),
    ) -> Vec<PairingWarning> {
        let Some(table) =
            self.group_tournament(at.stage, 0, at.round).filter(|_| self.is_swiss(at.stage))
        else {
            return Vec::new();
        };
        let is_new = |one: &&Meeting| !before.meetings.iter().any(|old| old.sides == one.sides);
        let meetings: Vec<Meeting> = meetings.iter().filter(is_new).cloned().collect();
        let byes: Vec<EntrantId> =
            byes.iter().copied().filter(|id| !before.byes.contains(id)).collect();
        rule_warnings(&table, (&meetings, &byes))
    }

    fn unpaired(&self, stage: usize, meetings: &[Meeting], byes: &[EntrantId]) -> Vec<EntrantId> {
        let seated: BTreeSet<EntrantId> =
            meetings.iter().flat_map(|one| one.sides).chain(byes.iter().copied()).collect();
        let entrants = self.stages[stage].entrants();
        entrants.filter(|id| !seated.contains(id) && !self.has_withdrawn(*id)).collect()
    }

    /// Changes the pairings of a published round, all at once; pairs with results are changed only if
    /// `with_results` is set. Drafts follow.
    pub fn alter_round(
        &self,
        at: RoundId,
        changes: &[PairingChange],
        with_results: bool,
    ) -> CommandResult {
        self.ensure_running()?;
        let round = self.round(at).ok_or(ContestError::NotFound)?;
        let altered = self.preview_alteration(at, changes)?;
        let is_same = |one: &Meeting, other: &Meeting| one.sides == other.sides;
        let is_as_before = altered.byes == round.byes
            && altered.meetings.len() == round.meetings.len()
            && altered.meetings.iter().zip(&round.meetings).all(|(one, other)| is_same(one, other));
        if is_as_before {
            return Ok(Vec::new());
        }
        if !altered.lost_results.is_empty() && !with_results {
            return Err(ContestError::HasResults { tables: altered.lost_results.len() });
        }
        let mut facts = self.joining_facts(at.stage, &altered.joining);
        let RoundId { stage, round } = at;
        let AlteredRound { meetings, byes, .. } = altered;
        facts.push(ContestFact::RoundAltered { stage, round, meetings, byes });
        self.with_updated_drafts(facts)
    }

    /// Whether a published round can have these tables: nobody sits twice, all are in the stage, and only a Swiss
    /// round gets other pairs.
    pub(super) fn can_alter(&self, at: RoundId, meetings: &[Meeting], byes: &[EntrantId]) -> bool {
        let Some(round) = self.round(at).filter(|round| round.published) else { return false };
        let fixed = !self.is_swiss(at.stage);
        let is_kept = |one: &Meeting| same_pair(meetings, one.sides).is_some();
        if fixed && (meetings.len() != round.meetings.len() || !round.meetings.iter().all(is_kept))
        {
            return false;
        }
        let is_same_place = |(one, other): (&Meeting, &Meeting)| {
            let reversed = [other.sides[1], other.sides[0]];
            one.sides == other.sides || one.sides == reversed
        };
        if fixed && (byes != round.byes || !meetings.iter().zip(&round.meetings).all(is_same_place))
        {
            return false;
        }
        let is_swap = |one: &Meeting| {
            let same = same_pair(&round.meetings, one.sides);
            same.is_some_and(|table| round.meetings[table].sides != one.sides)
        };
        let has_teams = self.settings.team_boards().is_some();
        let is_knockout = self.is_knockout(at.stage);
        if (has_teams || is_knockout) && meetings.iter().any(is_swap) {
            return false;
        }
        self.can_seat(at.stage, meetings, byes)
    }

    pub(super) fn apply_alteration(
        &mut self,
        at: RoundId,
        meetings: &[Meeting],
        byes: &[EntrantId],
    ) -> Option<()> {
        let before = self.round(at)?.clone();
        let mut tables = BTreeMap::new();
        let mut altered = Vec::with_capacity(meetings.len());
        for (table, meeting) in meetings.iter().enumerate() {
            let kept = same_pair(&before.meetings, meeting.sides);
            altered.push(match kept.map(|table| &before.meetings[table]) {
                Some(old) if old.sides == meeting.sides => old.clone(),
                Some(old) => with_colors_swapped(old),
                None => self.new_meeting(at.stage, meeting.sides, meeting.group, None),
            });
            tables.extend(kept.map(|old| (old, table)));
        }
        let round = self.round_mut(at)?;
        let schedules = std::mem::take(&mut round.schedule.tables);
        let moved = |(table, schedule)| Some((*tables.get(&table)?, schedule));
        round.schedule.tables = schedules.into_iter().filter_map(moved).collect();
        (round.meetings, round.byes, round.is_manual) = (altered, byes.to_vec(), true);
        let state = self.stages.get_mut(at.stage)?;
        let disputed = std::mem::take(&mut state.disputed);
        let moved = |(spot, said): (GameSlot, _)| match spot.round == at.round {
            true => Some((GameSlot { table: *tables.get(&spot.table)?, ..spot }, said)),
            false => Some((spot, said)),
        };
        state.disputed = disputed.into_iter().filter_map(moved).collect();
        self.mark_stale(at.table(0).game(0));
        Some(())
    }

    /// Puts pairs of the next round that also met in the round undone last at the tables that they had.
    pub(super) fn at_their_tables(&self, stage: usize, meetings: Vec<Meeting>) -> Vec<Meeting> {
        let Some(before) = self.stages.get(stage).and_then(|state| state.taken_back.last()) else {
            return meetings;
        };
        let count = meetings.len();
        let table = |one: &Meeting| {
            let table = before.meetings.iter().position(|old| old.sides == one.sides);
            table.filter(|table| *table < count)
        };
        let (kept, others): (Vec<Meeting>, Vec<Meeting>) =
            meetings.into_iter().partition(|one| table(one).is_some());
        let mut kept: BTreeMap<usize, Meeting> =
            kept.into_iter().filter_map(|one| Some((table(&one)?, one))).collect();
        let mut others = others.into_iter();
        (0..count).filter_map(|at| kept.remove(&at).or_else(|| others.next())).collect()
    }

    /// The results that pairs of a draft played in the same round before it was undone.
    pub(super) fn results_before_undoing(&self, at: RoundId, draft: &Round) -> Vec<ContestFact> {
        let is_played_here = self.settings.onsite_games().is_some();
        let is_single = !self.is_knockout(at.stage) && self.settings.team_boards().is_none();
        let before = self.stages[at.stage].taken_back.last();
        let Some(before) = before.filter(|_| is_single && !is_played_here) else {
            return Vec::new();
        };
        let tables = draft.meetings.iter().enumerate().filter(|(_, one)| !one.is_over());
        let results = tables.filter_map(|(table, one)| {
            let old = before.meetings.iter().find(|old| old.sides == one.sides)?;
            let result = *old.games.first().filter(|_| !old.by_withdrawal)?;
            // Who did not come may come now.
            let is_played = matches!(result, GameResult::Won(_) | GameResult::Drawn);
            is_played.then(|| ContestFact::result(at.table(table).game(0), result))
        });
        results.collect()
    }
}
