//! Who withdraws, comes back, and forfeits a game.

use swiss::series::{GameResult, Next, Side};

use super::arranged::TableId;
use super::teams::{Table, TeamRefusal, defaults};
use super::{Contest, EntrantId, Fact, Meeting, Refusal, Spot, StageState, Standing};

/// Why a result is taken away that was a forfeit.
const TAKEN_BACK: &str = "forfeit taken back";

impl Contest {
    /// Somebody withdraws, by themselves or not, from the next round on: games of rounds that are published are
    /// still played. Before anything began, the first who waits has the place. Where a draft has them, it is paired
    /// anew; what a round robin and a knock-out have for them later is lost by default.
    ///
    /// # Errors
    /// [`Refusal`] where there is nobody, or they take no part.
    pub fn withdraw(&self, entrant: EntrantId, own: bool) -> Result<Vec<Fact>, Refusal> {
        self.running()?;
        let standing = self.registered(entrant)?.standing;
        if standing == Standing::Withdrawn {
            return Err(Refusal::NotIn(entrant));
        }
        let had_place = standing == Standing::In;
        let mut facts = vec![Fact::Withdrew { entrant, plays_on: true, own }];
        let begun = self.stages.iter().any(StageState::has_begun);
        let waits = self.numbered().find(|(_, one)| one.standing == Standing::Waiting);
        let has_room = self.count_in() <= self.most();
        if let Some((first, _)) = waits.filter(|_| had_place && !begun && has_room) {
            facts.push(Fact::Admitted(first));
        }
        self.with_drafts(facts)
    }

    /// Who has withdrawn by themselves takes part again, as long as no round was published since.
    ///
    /// # Errors
    /// [`Refusal`] where they have not, the next round is published, or others have the places.
    pub fn come_back(&self, entrant: EntrantId) -> Result<Vec<Fact>, Refusal> {
        self.running()?;
        if !self.registered(entrant)?.may_return {
            return Err(Refusal::NoReturn);
        }
        if !self.has_room() {
            return Err(Refusal::NoRoom);
        }
        self.admit(entrant)
    }

    /// Somebody forfeits what is open at a table of a published round: the game, or the rest of a match.
    ///
    /// # Errors
    /// [`Refusal`] where they do not sit there, or it is decided.
    pub fn forfeit(&self, entrant: EntrantId, at: TableId) -> Result<Vec<Fact>, Refusal> {
        self.running()?;
        let meeting = self.seated_at(first_of(at))?;
        let absent = meeting.side_of(entrant).ok_or(Refusal::OthersMeet)?;
        if meeting.is_over() {
            return Err(Refusal::IsPlayed);
        }
        let mut facts = Vec::new();
        let mut after = self.clone();
        // Behind the boards of a match of teams, or a game of a series, others may be open.
        while let Ok(meeting) = after.meeting_at(first_of(at)) {
            let lost = lost(meeting, at, absent);
            if lost.is_empty() {
                break;
            }
            after.tell(&lost).map_err(|_| Refusal::NotItsTurn)?;
            facts.extend(lost);
        }
        self.with_drafts(facts)
    }

    /// Takes a forfeit back: the game is open again. Where several were forfeited one after the other, all are.
    ///
    /// # Errors
    /// [`Refusal`] where they have forfeited nothing there, or a later round or stage stands on it; matches of teams are
    /// set right board by board.
    pub fn take_back_forfeit(&self, entrant: EntrantId, at: TableId) -> Result<Vec<Fact>, Refusal> {
        self.running()?;
        let meeting = self.seated_at(first_of(at))?;
        if meeting.team.is_some() {
            return Err(Refusal::Team(TeamRefusal::WrongUnit));
        }
        let games = self.forfeited(entrant, meeting);
        if games.is_empty() {
            return Err(Refusal::NoForfeit(entrant));
        }
        let rounds = &self.stages[at.stage].rounds;
        if rounds.iter().skip(at.round + 1).any(|round| round.published) {
            return Err(Refusal::RoundFollows);
        }
        if self.is_used(at.stage) {
            return Err(Refusal::StageFollows);
        }
        let fact = |game: usize| Fact::Result {
            spot: Spot { game, ..first_of(at) },
            result: None,
            why: TAKEN_BACK.to_owned(),
        };
        self.with_drafts(games.rev().map(fact).collect())
    }

    /// The games at the end of a meeting that somebody has lost by default.
    fn forfeited(&self, entrant: EntrantId, meeting: &Meeting) -> std::ops::Range<usize> {
        let count = meeting.games.len();
        let Some(absent) = meeting.side_of(entrant) else { return count..count };
        let lost = GameResult::Default { absent };
        let last = meeting.games.iter().rev().take_while(|game| **game == lost).count();
        count - last..count
    }

    /// Tables of published rounds at which somebody has something open.
    #[must_use]
    pub fn open_tables(&self, entrant: EntrantId) -> Vec<TableId> {
        self.tables_of(entrant, |_, meeting| !meeting.is_over())
    }

    /// Tables at which a forfeit of somebody can be taken back: of the last published round of a stage that none stands on.
    #[must_use]
    pub fn forfeits(&self, entrant: EntrantId) -> Vec<TableId> {
        self.tables_of(entrant, |at, meeting| {
            let rounds = &self.stages[at.stage].rounds;
            let follows = rounds.iter().skip(at.round + 1).any(|round| round.published);
            let is_usual = meeting.team.is_none() && !self.is_used(at.stage) && !follows;
            is_usual && !self.forfeited(entrant, meeting).is_empty()
        })
    }

    fn tables_of(
        &self,
        entrant: EntrantId,
        is_meant: impl Fn(TableId, &Meeting) -> bool,
    ) -> Vec<TableId> {
        let mut found = Vec::new();
        for (stage, state) in self.stages.iter().enumerate() {
            let published = state.rounds.iter().enumerate().filter(|(_, round)| round.published);
            for (round, of) in published {
                let tables = of.meetings.iter().enumerate().filter(|(table, meeting)| {
                    let at = TableId { stage, round, table: *table };
                    meeting.side_of(entrant).is_some() && is_meant(at, meeting)
                });
                found.extend(tables.map(|(table, _)| TableId { stage, round, table }));
            }
        }
        found
    }

    /// Whether something of a published round of the stage is open for somebody.
    pub(super) fn plays_on(&self, stage: usize, entrant: EntrantId) -> bool {
        let rounds = self.stages[stage].rounds.iter().filter(|round| round.published);
        let mut meetings = rounds.flat_map(|round| &round.meetings);
        meetings.any(|meeting| !meeting.is_over() && meeting.side_of(entrant).is_some())
    }

    pub(super) fn add_admitted(&mut self, entrant: EntrantId) -> Option<()> {
        let one = self.one(entrant)?;
        (one.standing, one.may_return) = (Standing::In, false);
        for stage in &mut self.stages {
            stage.finishing.retain(|(_, finishing)| *finishing != entrant);
        }
        self.mark_unseated();
        Some(())
    }

    pub(super) fn add_withdrawn(
        &mut self,
        entrant: EntrantId,
        plays_on: bool,
        own: bool,
    ) -> Option<()> {
        let one = self.one(entrant)?;
        (one.standing, one.may_return) = (Standing::Withdrawn, own);
        if plays_on {
            for at in self.open_tables(entrant) {
                self.stages[at.stage].finishing.insert((at.round, entrant));
            }
        } else {
            self.lose_open_meetings(entrant);
        }
        self.lose_byes(entrant);
        Some(())
    }
}

const fn first_of(at: TableId) -> Spot {
    Spot { stage: at.stage, round: at.round, table: at.table, game: 0 }
}

/// The facts by which a side loses what is open now; none where nothing is.
fn lost(meeting: &Meeting, at: TableId, absent: Side) -> Vec<Fact> {
    let lost = GameResult::Default { absent };
    match (&meeting.team, meeting.next) {
        (Some(team), _) => {
            let TableId { stage, round, table } = at;
            defaults(Table { stage, round, table }, team, lost)
        }
        (None, Next::Play { game, .. }) => {
            let spot = Spot { game, ..first_of(at) };
            vec![Fact::Result { spot, result: Some(lost), why: String::new() }]
        }
        _ => Vec::new(),
    }
}
