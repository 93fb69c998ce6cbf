//! Stages as tournaments of the `swiss` crate, for pairings and tie-breaks, with the points that carry over.

use std::collections::BTreeMap;

use swiss::Color;
use swiss::entrant::{Bye, Entrant, Entry, Score};
use swiss::points::Points;
use swiss::series::{GameResult, Side};
use swiss::stage::{CarriedGame, CarriedPoints, carried_points};
use swiss::standings::{Kept, Regulations, Standings, standings, standings_after};
use swiss::tiebreak::{Criterion, PlayOffGame};
use swiss::{Apart, Tournament};

use super::{Contest, EntrantId, Meeting, Protection, StageState};

#[derive(Debug, Clone)]
pub struct GroupTournament {
    pub tournament: Tournament,
    pub regulations: Regulations,
    /// The tournament with all results, if some of them do not count.
    pub all_results: Option<Tournament>,
    /// Places of entrants whose results do not count.
    pub excluded: Vec<usize>,
    /// The entrant at each place of the tournament.
    pub entrants: Vec<EntrantId>,
}

impl GroupTournament {
    pub fn standings(&self) -> Standings<'_> {
        standings(&self.tournament, &self.regulations, self.tournament.played)
    }

    /// The same, made of what was kept from earlier standings of the group.
    pub fn standings_after(&self, kept: Option<&Kept>) -> Standings<'_> {
        standings_after(&self.tournament, &self.regulations, self.tournament.played, kept)
    }

    /// Everything that was played, whether it counts or not: for cross-tables and files.
    pub fn with_all_results(&self) -> &Tournament {
        self.all_results.as_ref().unwrap_or(&self.tournament)
    }
}

impl Contest {
    /// A group of a Swiss, Keizer or round-robin stage after its finished rounds, at most `rounds`; `None`
    /// if there is no such group, or the stage has not started.
    pub fn group_tournament(
        &self,
        stage: usize,
        group: usize,
        rounds: usize,
    ) -> Option<GroupTournament> {
        // No chain of stages is longer than the number of stages.
        self.group_tournament_with_carry(stage, group, rounds, self.stages.len())
    }

    /// The same; points carry over from at most this many earlier stages.
    pub(super) fn group_tournament_with_carry(
        &self,
        stage: usize,
        group: usize,
        rounds: usize,
        before: usize,
    ) -> Option<GroupTournament> {
        let state = self.stages.get(stage)?;
        let ids = state.groups.get(group)?.clone();
        let criteria = self.tie_breaks(state);
        let growing = self.grows(stage).then(|| arena_rounds(state));
        let (all, finished) = match &growing {
            Some(games) => (games.len(), games.len()),
            None => (self.group_round_count(stage, group)?, state.played_rounds()),
        };
        let played = finished.min(rounds).min(all);
        let teams = self.settings.team_boards().map(|_| self.settings.teams.match_points);
        let mut points = teams.unwrap_or(self.settings.points);
        let is_swiss = self.is_swiss(stage);
        let mut regulations = if let Some(rules) = self.keizer_rules(stage) {
            Regulations::keizer(rules)
        } else if let Some((_, rules)) = self.arena_rules(stage) {
            // Who plays another game meanwhile has none in a round.
            points.zero_bye = Points(0);
            Regulations::arena(rules)
        } else if let Some(order) = self.ladder_order(stage, &ids) {
            points.zero_bye = Points(0);
            Regulations::ordered(order)
        } else if is_swiss {
            Regulations::swiss(criteria)
        } else {
            // In a round robin, an entrant without an opponent has no game to play, so a bye is
            // worth nothing.
            points.zero_bye = Points(0);
            Regulations::predetermined(criteria)
        };
        let places = PlaceIndex::new(&ids, self.entrants.len());
        regulations.play_offs = play_off_games(state, &places);
        regulations.unplaced = (0..ids.len()).filter(|at| self.is_stand_in(ids[*at])).collect();
        let carried = self.carried_points(stage, before);
        let entries = match &growing {
            Some(games) => arena_entries(&games[..played], &ids, &places),
            None => round_entries(state, &ids, &places, played, is_swiss),
        };
        let numbered = (1..).zip(&ids).zip(entries);
        let entrants = numbered.map(|((number, id), entries)| {
            let one = self.entrant(*id);
            Entrant {
                number,
                name: one.map(|one| one.person.name.clone()).unwrap_or_default(),
                rating: one.map_or(0, |one| one.person.rating),
                carried: carried.get(&id.index()).copied().unwrap_or_default(),
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
            initial: state.initial_color,
            apart: if is_swiss { self.prohibited_pairings(&ids, &places) } else { Vec::new() },
            boards: self.board_book(stage, &ids, played),
        };
        if self.is_dutch(stage) && self.settings.accelerated {
            apply_baku_acceleration(&mut tournament, state, &ids);
        }
        let halves = !is_swiss && growing.is_none() && self.settings.exclude_early_withdrawals;
        let struck = if halves { self.early_withdrawals(&tournament, &ids) } else { Vec::new() };
        let whole = (!struck.is_empty()).then(|| tournament.clone());
        exclude_results(&mut tournament, &struck);
        let (all_results, excluded, entrants) = (whole, struck, ids);
        Some(GroupTournament { tournament, regulations, all_results, excluded, entrants })
    }

    /// The places of a ladder, as places in `ids`.
    fn ladder_order(&self, stage: usize, ids: &[EntrantId]) -> Option<Vec<usize>> {
        let (places, index) =
            (self.ladder_places(stage)?, PlaceIndex::new(ids, self.entrants.len()));
        Some(places.all().filter_map(|id| index.place_of(id)).collect())
    }

    /// The starting points of each entrant of a stage, by place in [`Contest::entrants`]; empty if
    /// none carry over. Points come from at most this many earlier stages.
    pub(super) fn carried_points(&self, stage: usize, before: usize) -> BTreeMap<usize, Points> {
        let (Some(plan), Some(state)) =
            (self.settings.plan.stages.get(stage), self.stages.get(stage))
        else {
            return BTreeMap::new();
        };
        let which = plan.carry.points;
        if which == CarriedPoints::None || before == 0 {
            return BTreeMap::new();
        }
        let mut of: Vec<usize> =
            plan.sources.iter().filter_map(|source| source.of()).map(|of| of.0).collect();
        of.sort_unstable();
        of.dedup();
        let (mut games, mut others) = (Vec::new(), Vec::new());
        for stage in of {
            let groups = self.stages.get(stage).map_or(0, |state| state.groups.len());
            let tables = (0..groups).filter_map(|group| {
                self.group_tournament_with_carry(stage, group, usize::MAX, before - 1)
            });
            for table in tables {
                collect_results(&table, &mut games, &mut others);
            }
        }
        let advancing: Vec<usize> = state.entrants().map(EntrantId::index).collect();
        carried_points(which, &advancing, &games, &others)
    }

    /// Entrants of a round robin who withdrew before they had played half of their games, not
    /// counting forfeits.
    fn early_withdrawals(&self, of: &Tournament, ids: &[EntrantId]) -> Vec<usize> {
        // With an odd number, everybody is free once in each cycle.
        let free = if ids.len() % 2 == 1 { of.rounds / ids.len() } else { 0 };
        let games = of.rounds.saturating_sub(free);
        let few = |(at, id): &(usize, &EntrantId)| {
            let entries = of.entrants[*at].entries.iter();
            let played = entries.filter(|entry| matches!(entry, Entry::Played { .. })).count();
            self.has_withdrawn(**id) && 2 * played < games
        };
        ids.iter().enumerate().filter(few).map(|(at, _)| at).collect()
    }

    /// The tie-breaks of a stage. A play-off counts even if it was not announced.
    fn tie_breaks(&self, state: &StageState) -> Vec<Criterion> {
        let mut criteria = self.settings.tie_breaks.clone();
        if !state.play_offs.is_empty() && !criteria.contains(&Criterion::PlayOff) {
            criteria.push(Criterion::PlayOff);
        }
        criteria
    }

    /// The tournament as it is paired: without entrants who miss the next round, and with requested
    /// byes.
    pub fn pairing_tournament(&self, stage: usize) -> Option<GroupTournament> {
        let mut table = self.group_tournament(stage, 0, usize::MAX)?;
        let round = table.tournament.played;
        let byes = &self.stages[stage].requested_byes;
        let stands_in = self.stands_in(stage, round);
        for (entrant, id) in table.tournament.entrants.iter_mut().zip(&table.entrants) {
            // A requested bye is not necessarily granted.
            let asked = byes.get(&(round, *id)).map(|asked| asked.bye());
            let plays = match self.is_stand_in(*id) {
                true => stands_in && self.is_available(*id),
                false => self.is_available(*id),
            };
            let missing = (!plays).then_some(Bye::Zero);
            entrant.entries.extend(asked.or(missing).map(Entry::Bye));
        }
        Some(table)
    }

    /// Entrants who are kept apart: by name, and for some rounds by club or province.
    fn prohibited_pairings(&self, ids: &[EntrantId], places: &PlaceIndex) -> Vec<Apart> {
        let place = |id: &EntrantId| places.place_of(*id);
        let named = self.prohibited.iter().map(|group| {
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
                if let Some(name) = self.protection_group(*id) {
                    together.entry(name).or_default().push(at);
                }
            }
            all.extend(together.into_values().map(|entrants| (entrants, rounds)));
        }
        let apart = all.into_iter().filter(|(entrants, _)| entrants.len() > 1);
        apart.map(|(entrants, rounds)| Apart { entrants, rounds: (0, rounds) }).collect()
    }

    /// The entrant's club or province, if its members are kept apart.
    pub(super) fn protection_group(&self, id: EntrantId) -> Option<&str> {
        let person = &self.entrant(id)?.person;
        let name = match self.settings.protection {
            Protection::None => return None,
            Protection::Club(_) => &person.club,
            Protection::Province(_) => &person.province,
        };
        Some(name.as_str()).filter(|name| !name.is_empty())
    }
}

/// The members' places in the group, by number.
struct PlaceIndex(Vec<Option<usize>>);

impl PlaceIndex {
    fn new(ids: &[EntrantId], entrants: usize) -> PlaceIndex {
        let mut places = vec![None; entrants];
        for (at, id) in ids.iter().enumerate() {
            if let Some(place) = places.get_mut(id.index()) {
                *place = Some(at);
            }
        }
        PlaceIndex(places)
    }

    fn place_of(&self, id: EntrantId) -> Option<usize> {
        self.0.get(id.index()).copied().flatten()
    }
}

/// The entries of the group's members for each round, in a single pass.
fn round_entries(
    state: &StageState,
    ids: &[EntrantId],
    places: &PlaceIndex,
    played: usize,
    is_swiss: bool,
) -> Vec<Vec<Entry>> {
    let mut entries = vec![Vec::with_capacity(played + 1); ids.len()];
    for (number, round) in state.rounds.iter().take(played).enumerate() {
        let asked = |id: &EntrantId| state.requested_byes.get(&(number, *id)).filter(|_| is_swiss);
        let without = |id| Entry::Bye(asked(id).map_or(Bye::Zero, |asked| asked.bye()));
        let mut row: Vec<Entry> = ids.iter().map(without).collect();
        for bye in round.byes.iter().filter_map(|bye| places.place_of(*bye)).filter(|_| is_swiss) {
            row[bye] = Entry::Bye(Bye::Allocated);
        }
        for meeting in &round.meetings {
            if let [Some(first), Some(second)] = meeting.sides.map(|side| places.place_of(side)) {
                row[first] = meeting_entry(meeting, Side::First, second);
                row[second] = meeting_entry(meeting, Side::Second, first);
            }
        }
        entries.iter_mut().zip(row).for_each(|(own, entry)| own.push(entry));
    }
    entries
}

/// The games of an arena or a ladder that has started, as rounds.
fn arena_rounds(state: &StageState) -> Vec<Vec<&Meeting>> {
    let round = state.rounds.first().filter(|round| round.published);
    round.map(super::Round::arena_rounds).unwrap_or_default()
}

/// The entries of everybody in an arena or a ladder.
fn arena_entries(
    rounds: &[Vec<&Meeting>],
    ids: &[EntrantId],
    places: &PlaceIndex,
) -> Vec<Vec<Entry>> {
    let mut entries = vec![vec![Entry::Bye(Bye::Zero); rounds.len()]; ids.len()];
    for (number, meetings) in rounds.iter().enumerate() {
        for meeting in meetings {
            if let [Some(first), Some(second)] = meeting.sides.map(|side| places.place_of(side)) {
                entries[first][number] = meeting_entry(meeting, Side::First, second);
                entries[second][number] = meeting_entry(meeting, Side::Second, first);
            }
        }
    }
    entries
}

/// The entry of one side for a meeting of one game; the first side is White.
fn meeting_entry(meeting: &Meeting, side: Side, opponent: usize) -> Entry {
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

/// Excludes the results of these entrants, for them and their opponents.
fn exclude_results(tournament: &mut Tournament, struck: &[usize]) {
    for (at, entrant) in tournament.entrants.iter_mut().enumerate() {
        let own = struck.contains(&at);
        for entry in &mut entrant.entries {
            if own || entry.opponent().is_some_and(|other| struck.contains(&other)) {
                *entry = Entry::Bye(Bye::Zero);
            }
        }
    }
}

/// Baku acceleration (FIDE C.04.5.1): the first group is the upper half, rounded up to an even
/// number. It gets the points of a win in the first half of the accelerated rounds, which are the
/// first half of all rounds, and those of a draw in the others. Late entrants belong to the group
/// around them, so that the last of the group stays the last.
fn apply_baku_acceleration(tournament: &mut Tournament, state: &StageState, ids: &[EntrantId]) {
    let accelerated = tournament.rounds.div_ceil(2);
    let with_whole = accelerated.div_ceil(2);
    let (whole, half) = (tournament.points.win, tournament.points.draw);
    let punctual = ids.iter().filter(|id| !state.late_entrants.contains(id));
    let upper = 2 * punctual.clone().count().div_ceil(4);
    let last = upper.checked_sub(1).and_then(|last| punctual.clone().nth(last));
    let upper = ids.iter().position(|id| Some(id) == last).map_or(0, |last| last + 1);
    let added: Vec<Points> =
        (0..accelerated).map(|round| if round < with_whole { whole } else { half }).collect();
    for entrant in tournament.entrants.iter_mut().take(upper) {
        entrant.accelerations.clone_from(&added);
    }
}

/// The decisions of play-offs as a sequence of games.
fn play_off_games(state: &StageState, places: &PlaceIndex) -> Vec<PlayOffGame> {
    let games = state.play_offs.iter().enumerate().filter_map(|(stage, (winner, loser))| {
        let (winner, loser) = (places.place_of(*winner)?, places.place_of(*loser)?);
        Some(PlayOffGame::both(stage, winner, loser, Score::Win))
    });
    games.flatten().collect()
}

/// Collects the results of each game of a table, and everybody's other points.
fn collect_results(
    table: &GroupTournament,
    games: &mut Vec<CarriedGame>,
    others: &mut Vec<(usize, Points)>,
) {
    let at = |place: usize| table.entrants[place].index();
    let of = |place: usize, round: usize| table.tournament.earned(place, round);
    for (place, entrant) in table.tournament.entrants.iter().enumerate() {
        others.push((at(place), entrant.carried));
        for (round, entry) in entrant.entries.iter().enumerate() {
            match entry.opponent() {
                None => others.push((at(place), of(place, round))),
                Some(other) if place < other => games.push(CarriedGame {
                    entrants: [at(place), at(other)],
                    points: [of(place, round), of(other, round)],
                }),
                // The first of the two sides reports the game.
                Some(_) => {}
            }
        }
    }
}
