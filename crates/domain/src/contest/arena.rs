//! Arenas: one round that grows. Whoever is free is paired with somebody else who is free, until the clock ends it.

use std::collections::{BTreeMap, BTreeSet};

use swiss::Color;
use swiss::arena::{Free, Rules, pair, ranking};
use swiss::pairing::{NoPairing, Pairing};
use swiss::points::Points;
use swiss::series::{GameResult, Side};
use swiss::stage::System;

use super::pairing::RoundPairings;
use super::{
    CommandResult, Contest, ContestError, ContestFact, EntrantId, EntrantStatus, Meeting, Round,
    RoundId, TableId,
};
use crate::moment::{MINUTE, Micros, SECOND};

/// The most games of an arena: as many tables as facts may name.
const MAX_GAMES: usize = 9_999;
/// The longest that an arena may still last when its end is set, in minutes: a week.
pub const MAX_ARENA_MINUTES: u32 = 10_080;

/// What is known of an arena beside its games.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ArenaState {
    /// When pairing ends; `None` before it starts.
    pub ends: Option<Micros>,
    /// From when on two who wait may meet whom they met last.
    pub rematch: Option<Micros>,
    /// Those who take a break.
    pub paused: BTreeSet<EntrantId>,
}

/// The games of one entrant so far.
#[derive(Debug, Clone, Copy, Default)]
struct History {
    last: Option<usize>,
    last_color: Option<Color>,
    surplus: i32,
}

impl Contest {
    /// The minutes and the rules of an arena.
    pub fn arena_rules(&self, stage: usize) -> Option<(u32, Rules)> {
        match self.settings.plan.stages.get(stage)?.system {
            System::Arena { minutes, rules } => Some((minutes, rules)),
            _ => None,
        }
    }

    pub fn is_arena(&self, stage: usize) -> bool {
        self.arena_rules(stage).is_some()
    }

    /// Whether an arena has started and still pairs.
    pub fn is_arena_running(&self, stage: usize) -> bool {
        self.is_arena(stage) && self.arena_round(stage).is_some_and(|round| round.growing)
    }

    fn arena_round(&self, stage: usize) -> Option<&Round> {
        self.stages.get(stage)?.rounds.first().filter(|round| round.published)
    }

    /// Those in an arena who could play now, in the order of their pairing numbers.
    pub fn free_in_arena(&self, stage: usize) -> Vec<EntrantId> {
        let Some(state) = self.stages.get(stage).filter(|_| self.is_arena(stage)) else {
            return Vec::new();
        };
        let playing = self.playing_in_arena(stage);
        let is_free = |id: &EntrantId| {
            self.is_available(*id) && !state.arena.paused.contains(id) && !playing.contains(id)
        };
        state.entrants().filter(is_free).collect()
    }

    /// Those who sit at a table of an arena now.
    fn playing_in_arena(&self, stage: usize) -> BTreeSet<EntrantId> {
        let meetings = self.arena_round(stage).map_or(&[][..], |round| &round.meetings);
        let open = meetings.iter().filter(|meeting| !meeting.is_over());
        open.flat_map(|meeting| meeting.sides).collect()
    }

    /// The facts, and the pairs that an arena makes after them.
    #[must_use]
    pub fn with_arena_pairs(&self, mut facts: Vec<ContestFact>, now: Micros) -> Vec<ContestFact> {
        let has_arena = (0..self.stages.len()).any(|stage| self.is_arena(stage));
        if self.is_over || !has_arena {
            return facts;
        }
        let Ok(after) = self.with_facts(&facts) else { return facts };
        if after.is_over {
            return facts;
        }
        let pauses = after.absences_in_arenas(&facts);
        let Ok(after) = after.with_facts(&pauses) else { return facts };
        facts.extend(pauses);
        for stage in 0..after.stages.len() {
            let waited =
                if self.is_arena_running(stage) { self.free_in_arena(stage) } else { Vec::new() };
            facts.extend(after.arena_facts(stage, &waited, now));
        }
        facts
    }

    /// Breaks for those who did not come to their last game by these facts: they would be paired again at once.
    fn absences_in_arenas(&self, facts: &[ContestFact]) -> Vec<ContestFact> {
        let absent = |fact: &ContestFact| match fact {
            ContestFact::ResultEntered { spot, result: Some(result), .. } => {
                Some((spot.table_id(), absent_sides(*result)))
            }
            _ => None,
        };
        let mut absent_ones: BTreeSet<(usize, EntrantId)> = BTreeSet::new();
        for (at, absent) in facts.iter().filter_map(absent) {
            let state = self.stages.get(at.stage).filter(|_| self.is_arena_running(at.stage));
            let (Some(state), Some(meeting)) = (state, self.meeting(at)) else { continue };
            let later = &state.rounds[at.round].meetings[at.table + 1..];
            let is_last = |id: &EntrantId| later.iter().all(|one| !one.sides.contains(id));
            let sides = meeting.sides.into_iter().zip(absent).filter(|(_, absent)| *absent);
            let sides = sides.map(|(id, _)| id).filter(|_| meeting.is_over());
            let paired = sides.filter(|id| !state.arena.paused.contains(id)).filter(is_last);
            absent_ones.extend(paired.map(|id| (at.stage, id)));
        }
        let pause = |(stage, entrant)| ContestFact::ArenaPaused { stage, entrant, paused: true };
        absent_ones.into_iter().map(pause).collect()
    }

    /// When an arena pairs or ends next without another fact.
    pub(super) fn next_arena_at(&self) -> Option<Micros> {
        let running = (0..self.stages.len()).filter(|stage| self.is_arena_running(*stage));
        let next = running.filter(|_| !self.is_over).map(|stage| {
            let state = &self.stages[stage].arena;
            let (pairs, waits) = self.arena_pairs(stage, &[], false);
            match state.ends {
                Some(ends) if pairs.is_empty() => match state.rematch.filter(|_| waits) {
                    Some(rematch) => rematch.min(ends),
                    None => ends,
                },
                _ => Micros(0),
            }
        });
        next.min()
    }

    /// Starts the clock of an arena that was published, ends it when its time is over, or pairs who is free. Those in
    /// `waited` were free before.
    fn arena_facts(&self, stage: usize, waited: &[EntrantId], now: Micros) -> Vec<ContestFact> {
        let Some((minutes, rules)) =
            self.arena_rules(stage).filter(|_| self.is_arena_running(stage))
        else {
            return Vec::new();
        };
        let mut facts = Vec::new();
        let state = &self.stages[stage].arena;
        let until = state.ends.unwrap_or_else(|| now.saturating_add(i64::from(minutes) * MINUTE));
        if state.ends.is_none() {
            facts.push(ContestFact::ArenaClockSet { stage, until, rematch: None });
        }
        if now >= until {
            facts.push(ContestFact::ArenaEnded { stage });
            return facts;
        }
        let may_repeat = state.rematch.is_some_and(|at| at <= now);
        let (meetings, waits) = self.arena_pairs(stage, waited, may_repeat);
        let is_new_wait = waits && (!meetings.is_empty() || state.rematch.is_none());
        if !meetings.is_empty() {
            facts.push(ContestFact::RoundExtended { stage, round: 0, meetings });
        }
        if is_new_wait {
            let rematch = Some(now.saturating_add(i64::from(rules.rematch) * SECOND));
            facts.push(ContestFact::ArenaClockSet { stage, until, rematch });
        }
        facts
    }

    /// The pairs of those who are free, and whether two wait because they have just met and somebody else may still
    /// become free.
    fn arena_pairs(
        &self,
        stage: usize,
        waited: &[EntrantId],
        may_repeat: bool,
    ) -> (Vec<Meeting>, bool) {
        let free = self.free_for_pairing(stage, waited);
        let of = |number: usize| free.iter().find(|one| one.entrant == number);
        let is_repeated = |one: &Pairing| {
            of(one.white).is_some_and(|white| white.last == Some(one.black))
                || of(one.black).is_some_and(|black| black.last == Some(one.white))
        };
        let (repeated, mut pairs): (Vec<Pairing>, Vec<Pairing>) =
            arena_pairing(&free, is_repeated).into_iter().partition(is_repeated);
        let waits_at_all = self.arena_rules(stage).is_some_and(|(_, rules)| rules.rematch > 0);
        let others_play = !pairs.is_empty() || !self.playing_in_arena(stage).is_empty();
        let waits = waits_at_all && !may_repeat && others_play && !repeated.is_empty();
        if !waits {
            pairs.extend(repeated);
        }
        let played = self.arena_round(stage).map_or(0, |round| round.meetings.len());
        pairs.truncate(MAX_GAMES.saturating_sub(played));
        (self.at_free_tables(stage, &pairs), waits)
    }

    /// Meetings, each with the lowest number of a table in the hall at which nobody plays.
    fn at_free_tables(&self, stage: usize, pairs: &[Pairing]) -> Vec<Meeting> {
        let meetings = self.arena_round(stage).map_or(&[][..], |round| &round.meetings);
        let open = meetings.iter().filter(|meeting| !meeting.is_over());
        let taken: BTreeSet<usize> = open.filter_map(|meeting| meeting.hall_table).collect();
        let free = (1..).filter(|table| !taken.contains(table));
        let id = |number: usize| EntrantId(u32::try_from(number).unwrap_or(u32::MAX));
        let meeting = |(pairing, table): (&Pairing, usize)| {
            let sides = [id(pairing.white), id(pairing.black)];
            Meeting { hall_table: Some(table), ..self.new_meeting(stage, sides, 0, None) }
        };
        pairs.iter().zip(free).map(meeting).collect()
    }

    fn free_for_pairing(&self, stage: usize, waited: &[EntrantId]) -> Vec<Free> {
        let free = self.free_in_arena(stage);
        if free.len() < 2 {
            return Vec::new();
        }
        let (points, history) = (self.arena_points(stage), self.arena_history(stage));
        let one = |id: &EntrantId| {
            let History { last, last_color, surplus } =
                history.get(id).copied().unwrap_or_default();
            Free {
                entrant: id.0 as usize,
                points: points.get(id).copied().unwrap_or_default(),
                rating: self.entrant(*id).map_or(0, |one| one.person.rating),
                last,
                last_color,
                surplus,
                waited: waited.contains(id),
            }
        };
        free.iter().map(one).collect()
    }

    fn arena_points(&self, stage: usize) -> BTreeMap<EntrantId, Points> {
        let Some(table) = self.group_tournament(stage, 0, usize::MAX) else {
            return BTreeMap::new();
        };
        let Some(rules) = table.regulations.arena else { return BTreeMap::new() };
        let lines = ranking(&table.tournament, &rules, usize::MAX).lines.into_iter();
        lines.map(|line| (table.entrants[line.entrant], line.points)).collect()
    }

    fn arena_history(&self, stage: usize) -> BTreeMap<EntrantId, History> {
        let mut all: BTreeMap<EntrantId, History> = BTreeMap::new();
        let meetings = self.arena_round(stage).map_or(&[][..], |round| &round.meetings);
        for [white, black] in meetings.iter().map(|meeting| meeting.sides) {
            let sides = [(white, black, Color::White, 1), (black, white, Color::Black, -1)];
            for (own, other, color, step) in sides {
                let history = all.entry(own).or_default();
                history.last = Some(other.0 as usize);
                history.last_color = Some(color);
                history.surplus += step;
            }
        }
        all
    }

    /// The first games of an arena, as a draft that officials look at before the clock starts.
    pub(super) fn pair_arena(&self, stage: usize) -> Result<RoundPairings, ContestError> {
        let (meetings, _) = self.arena_pairs(stage, &[], true);
        if meetings.is_empty() {
            return Err(ContestError::NoPairing(NoPairing::NobodyThere));
        }
        Ok(RoundPairings { meetings, byes: Vec::new() })
    }

    /// Somebody takes a break, or is back. A game that has begun is played to its end.
    pub fn pause_in_arena(&self, stage: usize, entrant: EntrantId, paused: bool) -> CommandResult {
        self.ensure_running()?;
        let state = self.started_stage(stage)?;
        if !self.is_arena(stage) {
            return Err(ContestError::NotFound);
        }
        let is_in = state.entrants().any(|one| one == entrant);
        let status = self.registered_entrant(entrant)?.status;
        if !is_in || status != EntrantStatus::Active {
            return Err(ContestError::NotActive(entrant));
        }
        if state.arena.paused.contains(&entrant) == paused {
            return Ok(Vec::new());
        }
        Ok(vec![ContestFact::ArenaPaused { stage, entrant, paused }])
    }

    /// The arena in progress in which an entrant plays, if any.
    pub fn own_arena(&self, entrant: EntrantId) -> Option<usize> {
        let is_in = |stage: &usize| {
            let state = &self.stages[*stage];
            self.is_arena_running(*stage) && state.entrants().any(|one| one == entrant)
        };
        (0..self.stages.len()).filter(|_| !self.is_over).find(is_in)
    }

    /// An entrant takes a break in the arena in progress, or is back.
    pub fn pause_own(&self, entrant: EntrantId, paused: bool) -> CommandResult {
        let stage = self.own_arena(entrant).ok_or(ContestError::ArenaNotRunning)?;
        self.pause_in_arena(stage, entrant, paused)
    }

    /// Ends an arena before its time: nobody is paired any more, and games that have begun count when they end.
    pub fn end_arena(&self, stage: usize) -> CommandResult {
        self.ensure_arena_running(stage)?;
        Ok(vec![ContestFact::ArenaEnded { stage }])
    }

    /// Lets an arena end this many minutes from now.
    pub fn set_arena_end(&self, stage: usize, minutes: u32, now: Micros) -> CommandResult {
        self.ensure_arena_running(stage)?;
        if !(1..=MAX_ARENA_MINUTES).contains(&minutes) {
            return Err(ContestError::InvalidArenaMinutes { most: MAX_ARENA_MINUTES });
        }
        let until = now.saturating_add(i64::from(minutes) * MINUTE);
        let rematch = self.stages[stage].arena.rematch;
        Ok(vec![ContestFact::ArenaClockSet { stage, until, rematch }])
    }

    fn ensure_arena_running(&self, stage: usize) -> Result<(), ContestError> {
        self.ensure_running()?;
        self.started_stage(stage)?;
        if self.is_arena_running(stage) { Ok(()) } else { Err(ContestError::ArenaNotRunning) }
    }

    /// Adds a late entrant to an arena in progress, who is paired as soon as somebody is free.
    pub fn join_arena(&self, stage: usize, entrant: EntrantId) -> CommandResult {
        self.ensure_running()?;
        let state = self.started_stage(stage)?;
        let one = self.registered_entrant(entrant)?;
        let is_open = self.is_arena(stage) && self.takes_registrations(stage);
        if !is_open || one.status != EntrantStatus::Active {
            return Err(ContestError::NotActive(entrant));
        }
        if state.entrants().any(|other| other == entrant) {
            return Err(ContestError::AlreadyRegistered(entrant));
        }
        let rating = |id: &EntrantId| self.entrant(*id).map_or(0, |one| one.person.rating);
        let weaker = state.entrants().position(|other| rating(&other) < one.person.rating);
        let at = weaker.unwrap_or_else(|| state.entrants().count());
        self.with_updated_drafts(vec![ContestFact::StageJoined { stage, entrant, at }])
    }

    /// A result of an arena or a ladder is corrected at any time, but removed only while both have no other game: nobody
    /// sits at two tables.
    pub(super) fn can_reopen(&self, at: RoundId, sides: [EntrantId; 2]) -> bool {
        if self.is_ladder(at.stage) {
            return self.can_reopen_in_ladder(at, sides);
        }
        let playing = self.playing_in_arena(at.stage);
        !self.is_arena(at.stage) || sides.iter().all(|side| !playing.contains(side))
    }

    /// Whether these tables can be added to an arena: everybody is in it and free. The clock may have ended it in another
    /// copy meanwhile, which takes no game from those who played on.
    pub(super) fn can_extend_arena(&self, at: RoundId, meetings: &[Meeting]) -> bool {
        let Some(round) = self.arena_round(at.stage).filter(|_| at.round == 0) else {
            return false;
        };
        let playing = self.playing_in_arena(at.stage);
        let is_new = |one: &Meeting| {
            let is_plain = one.knockout_match.is_none() && one.games.is_empty();
            let are_free =
                one.sides.iter().all(|id| !playing.contains(id) && !self.has_withdrawn(*id));
            is_plain && are_free
        };
        (round.growing || !self.has_dependent_stage(at.stage))
            && !meetings.is_empty()
            && round.meetings.len() + meetings.len() <= MAX_GAMES
            && meetings.iter().all(is_new)
            && self.can_seat(at.stage, meetings, &[])
    }

    pub(super) fn apply_arena_extension(&mut self, at: RoundId, new: &[Meeting]) -> Option<()> {
        let made = |one: &Meeting| Meeting {
            hall_table: one.hall_table,
            ..self.new_meeting(at.stage, one.sides, one.group, None)
        };
        let made: Vec<Meeting> = new.iter().map(made).collect();
        self.round_mut(at)?.meetings.extend(made);
        self.stages.get_mut(at.stage)?.arena.rematch = None;
        Some(())
    }

    /// A game of an arena whose result was removed goes on at another table if others play at its own.
    pub(super) fn move_reopened_game(&mut self, at: TableId) {
        let meetings = self.round(at.round_id()).map_or(&[][..], |round| &round.meetings);
        let others = meetings.iter().enumerate().filter(|(table, _)| *table != at.table);
        let open = others.filter(|(_, meeting)| !meeting.is_over());
        let taken: BTreeSet<usize> = open.filter_map(|(_, meeting)| meeting.hall_table).collect();
        let Some(meeting) = self.meeting_mut(at) else { return };
        if meeting.hall_table.is_some_and(|table| taken.contains(&table)) {
            meeting.hall_table = (1..).find(|table| !taken.contains(table));
        }
    }

    pub(super) fn can_apply_arena_fact(&self, fact: &ContestFact) -> bool {
        match fact {
            ContestFact::ArenaClockSet { stage, .. } | ContestFact::ArenaEnded { stage } => {
                self.is_arena_running(*stage)
            }
            ContestFact::ArenaPaused { stage, entrant, .. } => {
                self.entrant(*entrant).is_some() && self.is_arena(*stage)
            }
            _ => false,
        }
    }

    pub(super) fn apply_arena_fact(&mut self, fact: &ContestFact) -> Option<()> {
        match fact {
            ContestFact::ArenaClockSet { stage, until, rematch } => {
                let arena = &mut self.stages.get_mut(*stage)?.arena;
                (arena.ends, arena.rematch) = (Some(*until), *rematch);
            }
            ContestFact::ArenaPaused { stage, entrant, paused } => {
                let all = &mut self.stages.get_mut(*stage)?.arena.paused;
                if *paused {
                    all.insert(*entrant)
                } else {
                    all.remove(entrant)
                };
            }
            ContestFact::ArenaEnded { stage } => self.apply_arena_end(*stage)?,
            _ => return None,
        }
        Some(())
    }

    fn apply_arena_end(&mut self, stage: usize) -> Option<()> {
        self.round_mut(RoundId { stage, round: 0 })?.growing = false;
        self.stages.get_mut(stage)?.arena.rematch = None;
        Some(())
    }
}

impl Round {
    /// The finished meetings of an arena as rounds, in which each entrant has at most one: the n-th round has a game
    /// that is the n-th of one of its players, and not a later one of the other.
    pub(super) fn arena_rounds(&self) -> Vec<Vec<&Meeting>> {
        let mut next: BTreeMap<EntrantId, usize> = BTreeMap::new();
        let mut rounds: Vec<Vec<&Meeting>> = Vec::new();
        for meeting in self.meetings.iter().filter(|meeting| meeting.is_over()) {
            let of = |id: EntrantId| next.get(&id).copied().unwrap_or(0);
            let round = meeting.sides.map(of).into_iter().max().unwrap_or(0);
            meeting.sides.into_iter().for_each(|id| {
                next.insert(id, round + 1);
            });
            if rounds.len() <= round {
                rounds.push(Vec::new());
            }
            rounds[round].push(meeting);
        }
        rounds
    }
}

const fn absent_sides(result: GameResult) -> [bool; 2] {
    match result {
        GameResult::Default { absent } => {
            [matches!(absent, Side::First), matches!(absent, Side::Second)]
        }
        GameResult::BothAbsent => [true; 2],
        _ => [false; 2],
    }
}

/// Pairs the free ones. Of an odd number the lowest stays without a game who has not waited and without whom nobody
/// meets the same again; otherwise the lowest who has not waited.
fn arena_pairing(free: &[Free], is_repeated: impl Fn(&Pairing) -> bool) -> Vec<Pairing> {
    let pairs = pair(free);
    if free.len().is_multiple_of(2) || !pairs.iter().any(&is_repeated) {
        return pairs;
    }
    let mut left: Vec<&Free> = free.iter().collect();
    left.sort_by_key(|one| (one.waited, one.points, one.rating, std::cmp::Reverse(one.entrant)));
    let without = |out: &&Free| {
        let others: Vec<Free> = free.iter().filter(|one| *one != *out).copied().collect();
        Some(pair(&others)).filter(|pairs| !pairs.iter().any(&is_repeated))
    };
    left.iter().find_map(without).unwrap_or(pairs)
}
