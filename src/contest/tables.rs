//! Stages as tournaments for the rules of pairing and of tie-breaks.

use std::collections::BTreeMap;

use swiss::Color;
use swiss::entrant::{Bye, Entrant, Entry, Score};
use swiss::points::Points;
use swiss::series::{GameResult, Side};
use swiss::stage::System;
use swiss::standings::{Regulations, Standings, standings};
use swiss::tiebreak::{Criterion, PlayOffGame};
use swiss::{Apart, Tournament};

use super::{Contest, EntrantId, Meeting, Protection, StageState};

/// A group of a stage as a tournament.
#[derive(Debug, Clone)]
pub struct Table {
    pub tournament: Tournament,
    pub regulations: Regulations,
    /// The same with all results, where some of them do not count.
    pub whole: Option<Tournament>,
    /// Places of those whose results do not count.
    pub struck: Vec<usize>,
    /// Who stands at each place of the tournament.
    pub ids: Vec<EntrantId>,
}

impl Table {
    /// How they stand.
    #[must_use]
    pub fn standings(&self) -> Standings<'_> {
        standings(&self.tournament, &self.regulations, self.tournament.played)
    }

    /// All that was played, whether it counts or not: for cross-tables and files.
    #[must_use]
    pub fn all(&self) -> &Tournament {
        self.whole.as_ref().unwrap_or(&self.tournament)
    }

    /// How they stood after so many rounds.
    #[must_use]
    pub fn standings_after(&self, rounds: usize) -> Standings<'_> {
        standings(&self.tournament, &self.regulations, rounds)
    }
}

impl Contest {
    /// A group of a Swiss or round robin stage after the rounds that are over, but no more than `rounds`; `None`
    /// where there is none such, or nothing has begun.
    #[must_use]
    pub fn table(&self, stage: usize, group: usize, rounds: usize) -> Option<Table> {
        // No chain of stages is longer than there are stages.
        self.table_with(stage, group, rounds, self.stages.len())
    }

    /// The same; points carry over from so many stages before at most.
    pub(super) fn table_with(
        &self,
        stage: usize,
        group: usize,
        rounds: usize,
        before: usize,
    ) -> Option<Table> {
        let state = self.stages.get(stage)?;
        let ids = state.groups.get(group)?.clone();
        let system = self.settings.plan.stages.get(stage)?.system;
        let (all, criteria) = (self.rounds_of_group(stage, group)?, self.criteria(state));
        let played = state.played().min(rounds).min(all);
        let teams = self.settings.team_boards().map(|_| self.settings.teams.match_points);
        let mut points = teams.unwrap_or(self.settings.points);
        let is_swiss = matches!(system, System::Swiss { .. });
        let mut regulations = if is_swiss {
            Regulations::swiss(criteria)
        } else {
            // In a round robin whoever has no opponent has no round at all.
            points.zero_bye = Points(0);
            Regulations::predetermined(criteria)
        };
        let places = Places::of(&ids, self.entrants.len());
        regulations.play_offs = play_offs(state, &places);
        let carried = self.carried(stage, before);
        let entries = entries(state, &ids, &places, played, is_swiss);
        let numbered = (1..).zip(&ids).zip(entries);
        let entrants = numbered.map(|((number, id), entries)| {
            let one = self.entrant(*id);
            Entrant {
                number,
                name: one.map(|one| one.person.name.clone()).unwrap_or_default(),
                rating: one.map_or(0, |one| one.person.rating),
                carried: carried.get(&id.at()).copied().unwrap_or_default(),
                entries,
                accelerations: Vec::new(),
            }
        });
        let mut tournament = Tournament {
            name: self.settings.plan.stages[stage].name.clone(),
            entrants: entrants.collect(),
            rounds: all,
            played,
            points,
            initial: state.initial,
            apart: if is_swiss { self.kept_apart(&ids, &places) } else { Vec::new() },
            boards: self.board_book(stage, &ids, played),
        };
        if is_swiss && self.settings.accelerated {
            accelerate(&mut tournament, state, &ids);
        }
        let halves = !is_swiss && self.settings.half_rule;
        let struck = if halves { self.struck(&tournament, &ids) } else { Vec::new() };
        let whole = (!struck.is_empty()).then(|| tournament.clone());
        strike(&mut tournament, &struck);
        Some(Table { tournament, regulations, whole, struck, ids })
    }

    /// Those of a round robin who withdrew before they had played half of their games; defaults are none.
    fn struck(&self, of: &Tournament, ids: &[EntrantId]) -> Vec<usize> {
        // With an odd number everybody has no opponent once in each cycle.
        let free = if ids.len() % 2 == 1 { of.rounds / ids.len() } else { 0 };
        let games = of.rounds.saturating_sub(free);
        let few = |(at, id): &(usize, &EntrantId)| {
            let entries = of.entrants[*at].entries.iter();
            let played = entries.filter(|entry| matches!(entry, Entry::Played { .. })).count();
            self.has_left(**id) && 2 * played < games
        };
        ids.iter().enumerate().filter(few).map(|(at, _)| at).collect()
    }

    /// The tie-breaks of a stage: where somebody has played off, that counts, though nobody said so beforehand.
    fn criteria(&self, state: &StageState) -> Vec<Criterion> {
        let mut criteria = self.settings.tie_breaks.clone();
        if !state.play_offs.is_empty() && !criteria.contains(&Criterion::PlayOff) {
            criteria.push(Criterion::PlayOff);
        }
        criteria
    }

    /// The same as it is to be paired: with who is not there in the next round, and who asked for a bye.
    #[must_use]
    pub fn to_be_paired(&self, stage: usize) -> Option<Table> {
        let mut table = self.table(stage, 0, usize::MAX)?;
        let round = table.tournament.played;
        let byes = &self.stages[stage].byes;
        for (entrant, id) in table.tournament.entrants.iter_mut().zip(&table.ids) {
            // Who has asked for a bye need not come to have it.
            let asked = byes.get(&(round, *id)).map(|asked| asked.bye());
            let missing = (!self.is_there(*id)).then_some(Bye::Zero);
            entrant.entries.extend(asked.or(missing).map(Entry::Bye));
        }
        Some(table)
    }

    /// Who is kept apart: by name, and by club or province for some rounds.
    fn kept_apart(&self, ids: &[EntrantId], places: &Places) -> Vec<Apart> {
        let place = |id: &EntrantId| places.of_one(*id);
        let named = self.apart.iter().map(|group| {
            let places = group.entrants.iter().filter_map(place).collect();
            (places, group.rounds.unwrap_or(usize::MAX))
        });
        let mut all: Vec<(Vec<usize>, usize)> = named.collect();
        let rounds = match self.settings.protection {
            Protection::None => 0,
            Protection::Club(rounds) | Protection::Province(rounds) => rounds,
        };
        if rounds > 0 {
            let mut together: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
            for (at, id) in ids.iter().enumerate() {
                if let Some(name) = self.protected(*id) {
                    together.entry(name).or_default().push(at);
                }
            }
            all.extend(together.into_values().map(|entrants| (entrants, rounds)));
        }
        let apart = all.into_iter().filter(|(entrants, _)| entrants.len() > 1);
        apart.map(|(entrants, rounds)| Apart { entrants, rounds: (0, rounds) }).collect()
    }

    /// The club or province whose members are kept from each other, if they are, and he has one.
    pub(super) fn protected(&self, id: EntrantId) -> Option<&str> {
        let person = &self.entrant(id)?.person;
        let name = match self.settings.protection {
            Protection::None => return None,
            Protection::Club(_) => &person.club,
            Protection::Province(_) => &person.province,
        };
        Some(name.as_str()).filter(|name| !name.is_empty())
    }
}

/// The places of a group's members in it, by their numbers.
struct Places(Vec<Option<usize>>);

impl Places {
    fn of(ids: &[EntrantId], entrants: usize) -> Places {
        let mut places = vec![None; entrants];
        for (at, id) in ids.iter().enumerate() {
            if let Some(place) = places.get_mut(id.at()) {
                *place = Some(at);
            }
        }
        Places(places)
    }

    fn of_one(&self, id: EntrantId) -> Option<usize> {
        self.0.get(id.at()).copied().flatten()
    }
}

/// What the rounds were for the members of a group, each round looked through once.
fn entries(
    state: &StageState,
    ids: &[EntrantId],
    places: &Places,
    played: usize,
    is_swiss: bool,
) -> Vec<Vec<Entry>> {
    let mut entries = vec![Vec::with_capacity(played + 1); ids.len()];
    for (number, round) in state.rounds.iter().take(played).enumerate() {
        let asked = |id: &EntrantId| state.byes.get(&(number, *id)).filter(|_| is_swiss);
        let without = |id| Entry::Bye(asked(id).map_or(Bye::Zero, |asked| asked.bye()));
        let mut row: Vec<Entry> = ids.iter().map(without).collect();
        for bye in round.byes.iter().filter_map(|bye| places.of_one(*bye)).filter(|_| is_swiss) {
            row[bye] = Entry::Bye(Bye::Allocated);
        }
        for meeting in &round.meetings {
            if let [Some(first), Some(second)] = meeting.sides.map(|side| places.of_one(side)) {
                row[first] = of_meeting(meeting, Side::First, second);
                row[second] = of_meeting(meeting, Side::Second, first);
            }
        }
        entries.iter_mut().zip(row).for_each(|(own, entry)| own.push(entry));
    }
    entries
}

/// What a meeting of one game was for one of its sides; the first is White.
fn of_meeting(meeting: &Meeting, side: Side, opponent: usize) -> Entry {
    let color = if side == Side::First { Color::White } else { Color::Black };
    let score = |winner: Side| if winner == side { Score::Win } else { Score::Loss };
    match meeting.games.first() {
        Some(GameResult::Won(winner)) => Entry::Played { opponent, color, score: score(*winner) },
        Some(GameResult::Drawn) => Entry::Played { opponent, color, score: Score::Draw },
        Some(GameResult::Default { absent }) => {
            Entry::Forfeit { opponent, color: Some(color), score: score(absent.other()) }
        }
        Some(GameResult::BothAbsent) | None => {
            Entry::Forfeit { opponent, color: Some(color), score: Score::Loss }
        }
    }
}

/// Takes the results of these out of what counts, for them and for those whom they met.
fn strike(tournament: &mut Tournament, struck: &[usize]) {
    for (at, entrant) in tournament.entrants.iter_mut().enumerate() {
        let own = struck.contains(&at);
        for entry in &mut entrant.entries {
            if own || entry.opponent().is_some_and(|other| struck.contains(&other)) {
                *entry = Entry::Bye(Bye::Zero);
            }
        }
    }
}

/// Baku acceleration (FIDE C.04.5.1): the first group is the upper half, rounded up to an even number; it begins with
/// the points of a win more in the first half of the accelerated rounds, which are the first half of all, and with
/// those of a draw in the others. Who comes late belongs to the group of those around him, so that its last stays
/// its last.
fn accelerate(tournament: &mut Tournament, state: &StageState, ids: &[EntrantId]) {
    let accelerated = tournament.rounds.div_ceil(2);
    let with_whole = accelerated.div_ceil(2);
    let (whole, half) = (tournament.points.win, tournament.points.draw);
    let punctual = ids.iter().filter(|id| !state.late.contains(id));
    let upper = 2 * punctual.clone().count().div_ceil(4);
    let last = upper.checked_sub(1).and_then(|last| punctual.clone().nth(last));
    let upper = ids.iter().position(|id| Some(id) == last).map_or(0, |last| last + 1);
    let added: Vec<Points> =
        (0..accelerated).map(|round| if round < with_whole { whole } else { half }).collect();
    for entrant in tournament.entrants.iter_mut().take(upper) {
        entrant.accelerations.clone_from(&added);
    }
}

/// What play-offs have decided, as games one after the other.
fn play_offs(state: &StageState, places: &Places) -> Vec<PlayOffGame> {
    let games = state.play_offs.iter().enumerate().filter_map(|(stage, (winner, loser))| {
        let (winner, loser) = (places.of_one(*winner)?, places.of_one(*loser)?);
        Some(PlayOffGame::both(stage, winner, loser, Score::Win))
    });
    games.flatten().collect()
}
