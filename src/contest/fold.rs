//! What facts add up to.

use swiss::series::{GameResult, Next};
use swiss::stage::Source;

use super::{
    Contest, EntrantId, Fact, Meeting, Person, Registered, Round, Settings, Spot, StageState,
    Standing,
};

/// A fact that stands on nothing: the number of it, from 0, among those that were read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Senseless(pub usize);

impl Contest {
    fn begun_by(settings: Settings) -> Contest {
        let stages = vec![StageState::default(); settings.plan.stages.len()];
        let (entrants, apart) = (Vec::new(), Vec::new());
        Contest { settings, is_open: false, is_over: false, entrants, apart, stages }
    }

    /// The contest of these facts.
    ///
    /// # Errors
    /// [`Senseless`] with the first fact that does not stand on those before it.
    pub fn of<'a>(facts: impl IntoIterator<Item = &'a Fact>) -> Result<Contest, Senseless> {
        let mut contest: Option<Contest> = None;
        for (number, fact) in facts.into_iter().enumerate() {
            let done = match (&mut contest, fact) {
                (None, Fact::Settled(settings)) => {
                    contest = Some(Contest::begun_by((**settings).clone()));
                    Some(())
                }
                (None, _) => None,
                (Some(contest), fact) => contest.add(fact),
            };
            done.ok_or(Senseless(number))?;
        }
        contest.ok_or(Senseless(0))
    }

    /// The same with some more.
    ///
    /// # Errors
    /// [`Senseless`].
    pub fn with(&self, facts: &[Fact]) -> Result<Contest, Senseless> {
        let mut contest = self.clone();
        contest.tell(facts)?;
        Ok(contest)
    }

    /// The same in place, for one who tells thousands: what was told before the fault stays.
    ///
    /// # Errors
    /// [`Senseless`].
    pub fn tell(&mut self, facts: &[Fact]) -> Result<(), Senseless> {
        for (number, fact) in facts.iter().enumerate() {
            self.add(fact).ok_or(Senseless(number))?;
        }
        Ok(())
    }

    /// Adds one fact; `None` where it stands on nothing.
    fn add(&mut self, fact: &Fact) -> Option<()> {
        if !self.makes_sense(fact) {
            return None;
        }
        match fact {
            Fact::Settled(settings) => self.add_settings((**settings).clone()),
            Fact::Opened(open) => self.is_open = *open,
            Fact::Entered { person, waiting } => self.add_person(person.clone(), *waiting),
            Fact::Amended { entrant, person } => self.one(*entrant)?.person = person.clone(),
            Fact::TeamEntered { .. }
            | Fact::TeamAmended { .. }
            | Fact::LinedUp { .. }
            | Fact::Released(_) => self.add_of_team(fact)?,
            Fact::Admitted(entrant) => self.add_admitted(*entrant)?,
            Fact::Withdrew { entrant, plays_on, own } => {
                self.add_withdrawn(*entrant, *plays_on, *own)?;
            }
            Fact::Paid { entrant, paid } => self.one(*entrant)?.paid = *paid,
            Fact::Present { entrant, present } => self.one(*entrant)?.present = *present,
            Fact::KeptApart(apart) => self.apart.clone_from(apart),
            Fact::Ended(over) => self.is_over = *over,
            Fact::AskedBye { .. }
            | Fact::Begun { .. }
            | Fact::BeginTakenBack { .. }
            | Fact::Joined { .. }
            | Fact::PlayedOff { .. } => {
                self.add_of_stage(fact)?;
            }
            Fact::Drafted { .. }
            | Fact::Published { .. }
            | Fact::TakenBack { .. }
            | Fact::Restored { .. } => {
                self.add_of_round(fact)?;
            }
            Fact::Result { spot, result, .. } => self.add_result(*spot, *result)?,
            Fact::Windowed { stage, round, table, window } => {
                self.add_window(*stage, *round, *table, *window)?;
            }
            Fact::Arranging { of, at, what } => self.add_arranging(*of, *at, what)?,
            Fact::Said { spot, side, result } => {
                let meeting = self.meeting_mut(*spot)?;
                match &mut meeting.team {
                    Some(team) => team.say(spot.game, *side, *result)?,
                    None => meeting.said[side.index()] = Some(*result),
                }
            }
            Fact::GraceOver { stage, round } => {
                self.stages.get_mut(*stage)?.grace_over.insert(*round);
            }
            Fact::Contested { spot, said } => self.note_contested(*spot, said.clone())?,
        }
        Some(())
    }

    fn add_person(&mut self, person: Person, waiting: bool) {
        let standing = if waiting { Standing::Waiting } else { Standing::In };
        self.entrants.push(Registered::new(person, None, standing));
    }

    fn add_of_stage(&mut self, fact: &Fact) -> Option<()> {
        match fact {
            Fact::AskedBye { stage, round, entrant, bye } => {
                let byes = &mut self.stages.get_mut(*stage)?.byes;
                match bye {
                    Some(bye) => byes.insert((*round, *entrant), *bye),
                    None => byes.remove(&(*round, *entrant)),
                };
            }
            Fact::Begun { stage, groups, initial } => {
                let state = self.stages.get_mut(*stage)?;
                state.groups.clone_from(groups);
                state.initial = Some(*initial);
            }
            Fact::BeginTakenBack { stage } => {
                let state = self.stages.get_mut(*stage)?;
                let (gone, byes) = (state.revoked(), std::mem::take(&mut state.byes));
                *state = StageState { gone, byes, ..StageState::default() };
            }
            Fact::Joined { stage, entrant, at } => {
                let state = self.stages.get_mut(*stage)?;
                let group = state.groups.first_mut()?;
                group.insert((*at).min(group.len()), *entrant);
                if state.rounds.iter().any(|round| round.published) {
                    state.late.push(*entrant);
                }
            }
            Fact::PlayedOff { stage, winner, loser } => {
                let play_offs = &mut self.stages.get_mut(*stage)?.play_offs;
                // Of the same two the last counts: the one before was wrong.
                play_offs.retain(|(one, other)| {
                    (one, other) != (winner, loser) && (one, other) != (loser, winner)
                });
                play_offs.push((*winner, *loser));
            }
            _ => return None,
        }
        Some(())
    }

    fn add_settings(&mut self, settings: Settings) {
        self.stages.resize(settings.plan.stages.len(), StageState::default());
        self.settings = settings;
    }

    pub(super) fn one(&mut self, id: EntrantId) -> Option<&mut Registered> {
        self.entrants.get_mut(id.at())
    }

    pub(super) fn meeting_mut(&mut self, spot: Spot) -> Option<&mut Meeting> {
        let round = self.stages.get_mut(spot.stage)?.rounds.get_mut(spot.round)?;
        round.meetings.get_mut(spot.table)
    }

    fn add_of_round(&mut self, fact: &Fact) -> Option<()> {
        match fact {
            Fact::Drafted { stage, round, meetings, byes, by_hand } => {
                let series = self.series_of(*stage)?;
                let mut meetings = meetings.clone();
                for meeting in &mut meetings {
                    meeting.said = [None; 2];
                    meeting.team = self.new_match(*stage, meeting.games.first().copied());
                    meeting.by_withdrawal = !meeting.games.is_empty();
                    meeting.next = series.next(&meeting.games);
                }
                let rounds = &mut self.stages.get_mut(*stage)?.rounds;
                rounds.truncate(*round);
                let byes = byes.clone();
                let by_hand = *by_hand;
                rounds.push(Round { meetings, byes, by_hand, ..Round::default() });
            }
            Fact::Published { stage, round } => {
                let state = self.stages.get_mut(*stage)?;
                state.rounds.get_mut(*round)?.published = true;
                // There is another one in the place of those.
                state.taken_back.clear();
                state.gone = 0;
                state.finishing.retain(|(of, _)| of < round);
                // Who has withdrawn by themselves is not waited for any more.
                self.entrants.iter_mut().for_each(|one| one.may_return = false);
            }
            Fact::TakenBack { stage, .. } => {
                let state = self.stages.get_mut(*stage)?;
                let last = state.rounds.pop()?;
                state.contested.retain(|(round, ..), _| *round != state.rounds.len());
                state.grace_over.remove(&state.rounds.len());
                // A draft is paired again at any time.
                state.taken_back.extend(Some(last).filter(|last| last.published));
            }
            Fact::Restored { stage, round } => {
                let state = self.stages.get_mut(*stage)?;
                let again = state.taken_back.pop()?;
                state.rounds.truncate(*round);
                state.rounds.push(again);
                let finishes = |id: &EntrantId| state.finishing.contains(&(*round, *id));
                let finishing: Vec<EntrantId> = state.entrants().filter(finishes).collect();
                let stay = |id: &EntrantId| !self.has_left(*id) || finishing.contains(id);
                let left: Vec<EntrantId> =
                    self.numbered().map(|(id, _)| id).filter(|id| !stay(id)).collect();
                left.into_iter().for_each(|id| self.lose_open_meetings(id));
            }
            _ => return None,
        }
        Some(())
    }

    /// A result is entered, set right, or taken away; what was paired by it and published is stale then.
    fn add_result(&mut self, spot: Spot, result: Option<GameResult>) -> Option<()> {
        let series = self.series_of(spot.stage)?;
        let (points, must_be_won) = (self.settings.points, self.must_be_won(spot.stage));
        let meeting = self.meeting_mut(spot)?;
        let was = meeting.stands(spot.game);
        match result {
            _ if meeting.team.is_some() => {
                meeting.team.as_mut()?.put(spot.game, result)?;
                meeting.settle(&points, must_be_won, &series);
            }
            Some(result) if spot.game < meeting.games.len() => meeting.games[spot.game] = result,
            Some(result) if spot.game == meeting.games.len() => meeting.games.push(result),
            None if spot.game + 1 == meeting.games.len() => {
                meeting.games.pop();
            }
            _ => return None,
        }
        meeting.said = [None; 2];
        meeting.by_withdrawal = false;
        meeting.next = series.next(&meeting.games);
        self.note_contested(spot, None)?;
        if was.is_some() && was != result {
            self.make_stale(spot);
        }
        Some(())
    }

    /// Later published rounds of the stage, and all of stages that take from it, were paired by something else.
    fn make_stale(&mut self, spot: Spot) {
        let mut changed = vec![spot.stage];
        let plan = &self.settings.plan.stages;
        let takes = |number: &usize, changed: &[usize]| {
            let from = |source: &Source| source.of().is_some_and(|of| changed.contains(&of.0));
            !changed.contains(number) && plan[*number].sources.iter().any(from)
        };
        // A stage need not stand behind those that it takes from.
        while let Some(next) = (0..plan.len()).find(|number| takes(number, &changed)) {
            changed.push(next);
        }
        for number in changed {
            let Some(stage) = self.stages.get_mut(number) else { continue };
            let later = if number == spot.stage { spot.round + 1 } else { 0 };
            let published = stage.rounds.iter_mut().skip(later).filter(|round| round.published);
            published.for_each(|round| round.stale = true);
        }
    }

    /// Published rounds of knock-outs in which others are to meet now, since somebody is back.
    pub(super) fn mark_unseated(&mut self) {
        for stage in 0..self.stages.len() {
            let Some(progress) = self.progress(stage) else { continue };
            let rounds = self.stages[stage].rounds.iter().enumerate();
            let unseated = rounds.filter(|(_, round)| {
                let is_seated = |meeting: &Meeting| self.is_seated(&progress, meeting);
                round.published && !round.meetings.iter().all(is_seated)
            });
            let unseated: Vec<usize> = unseated.map(|(number, _)| number).collect();
            for number in unseated {
                self.stages[stage].rounds[number].stale = true;
            }
        }
    }

    /// Byes of rounds that nobody has seen yet are for those who take part.
    pub(super) fn lose_byes(&mut self, entrant: EntrantId) {
        for stage in &mut self.stages {
            let published = stage.rounds.iter().take_while(|round| round.published).count();
            stage.byes.retain(|(round, one), _| *one != entrant || *round < published);
        }
    }

    /// Meetings of a draft are left to pairing; those that are published and not begun are lost by default.
    pub(super) fn lose_open_meetings(&mut self, entrant: EntrantId) {
        for stage in 0..self.stages.len() {
            let Some(series) = self.series_of(stage) else { continue };
            let (points, must_be_won) = (self.settings.points, self.must_be_won(stage));
            let rounds = self.stages[stage].rounds.iter_mut().filter(|round| round.published);
            for meeting in rounds.flat_map(|round| &mut round.meetings) {
                let Some(absent) = meeting.side_of(entrant).filter(|_| !meeting.is_over()) else {
                    continue;
                };
                if let Some(team) = &mut meeting.team {
                    let is_new = !team.has_results();
                    team.lose(absent);
                    meeting.by_withdrawal = is_new;
                    meeting.settle(&points, must_be_won, &series);
                    continue;
                }
                let is_new = meeting.games.is_empty();
                // Each game that is left goes to the other.
                while matches!(series.next(&meeting.games), Next::Play { .. }) {
                    meeting.games.push(GameResult::Default { absent });
                }
                meeting.by_withdrawal = is_new;
                meeting.next = series.next(&meeting.games);
            }
        }
    }
}
