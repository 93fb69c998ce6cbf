//! An event with everything that was told of it, as officials would run it.

use adjutant_domain::contest::json::{read_fact, read_settings, write_fact};
use adjutant_domain::contest::{
    Contest, ContestError, ContestFact, EntrantId, EntrantProfile, GameSlot, ResultEntry, RoundId,
    SubmittedBy,
};
use swiss::series::{GameResult, Next, Side};

pub const FIRST: GameResult = GameResult::Won(Side::First);
pub const SECOND: GameResult = GameResult::Won(Side::Second);
pub const DRAWN: GameResult = GameResult::Drawn;
pub const DESK: SubmittedBy = SubmittedBy::Official { waives_eligibility: false };

/// An event, and its facts.
#[derive(Clone)]
pub struct Event {
    pub facts: Vec<ContestFact>,
    pub contest: Contest,
}

pub fn id(number: u32) -> EntrantId {
    EntrantId(number)
}

/// The player of this number: the higher it is, the lower the rating.
pub fn player(number: u32) -> EntrantProfile {
    EntrantProfile {
        player: number as i32,
        name: format!("Player {number}"),
        rating: 2_000 - 10 * number,
        ..EntrantProfile::default()
    }
}

impl Event {
    /// An event of these settings, in JSON.
    pub fn new(settings: &str) -> Event {
        let settings =
            read_settings(settings).unwrap_or_else(|fault| panic!("{settings}: {fault}"));
        let facts = Contest::create(settings).expect("they can be played");
        let contest = Contest::from_facts(&facts).expect("it is the first fact");
        Event { facts, contest }
    }

    /// The same with so many players, who were all registered at the desk.
    pub fn of(players: u32, settings: &str) -> Event {
        let mut event = Event::new(settings);
        event.register(1..=players);
        event
    }

    /// A Swiss event of so many rounds.
    pub fn swiss(players: u32, rounds: usize) -> Event {
        Event::of(players, &swiss(rounds, ""))
    }

    pub fn register(&mut self, players: impl IntoIterator<Item = u32>) {
        for number in players {
            self.tell(|contest| contest.register(player(number), DESK));
        }
    }

    /// Does something that is not refused; answers the facts that were added.
    pub fn tell(
        &mut self,
        command: impl FnOnce(&Contest) -> Result<Vec<ContestFact>, ContestError>,
    ) -> Vec<ContestFact> {
        let facts = command(&self.contest).expect("it is not refused");
        self.contest = self.contest.with_facts(&facts).expect("facts of a command make sense");
        self.facts.extend(facts.clone());
        facts
    }

    pub fn refused(
        &self,
        command: impl FnOnce(&Contest) -> Result<Vec<ContestFact>, ContestError>,
    ) -> ContestError {
        command(&self.contest).expect_err("it is refused")
    }

    /// The facts add up to the same all at once, and from what was written of them.
    pub fn check(&self) {
        assert!(Contest::from_facts(&self.facts).as_ref() == Ok(&self.contest), "all at once");
        let lines: Vec<String> = self.facts.iter().map(write_fact).collect();
        let read: Vec<ContestFact> =
            lines.iter().map(|line| read_fact(line).expect(line)).collect();
        assert!(Contest::from_facts(&read).as_ref() == Ok(&self.contest), "as they were written");
    }

    pub fn begin(&mut self, stage: usize) {
        self.tell(|contest| contest.start_stage(stage, true));
    }

    /// Pairs and publishes the next round; answers its number.
    pub fn next_round(&mut self, stage: usize) -> usize {
        self.tell(|contest| contest.pair_round(stage));
        let round = self.contest.stages[stage].rounds.len() - 1;
        self.tell(|contest| contest.publish_round(round_id(stage, round)));
        round
    }

    pub fn entry(&self, spot: GameSlot, result: GameResult) -> ResultEntry {
        let meeting = &self.contest.stages[spot.stage].rounds[spot.round].meetings[spot.table];
        let instead_of = meeting.result_of(spot.game);
        let why = if instead_of.is_some() { "read wrongly" } else { "" };
        let result = Some(result);
        ResultEntry {
            spot,
            sides: meeting.sides,
            expected: instead_of,
            result,
            reason: why.to_owned(),
        }
    }

    /// Enters a result, or sets one right.
    pub fn result(&mut self, spot: GameSlot, result: GameResult) -> Vec<ContestFact> {
        let entry = self.entry(spot, result);
        self.tell(|contest| contest.enter_result(&entry))
    }

    /// Plays all open games of a round; each ends as it is told of both sides.
    pub fn play(
        &mut self,
        stage: usize,
        round: usize,
        mut ends: impl FnMut([EntrantId; 2]) -> GameResult,
    ) {
        for table in 0..self.contest.stages[stage].rounds[round].meetings.len() {
            loop {
                let meeting = &self.contest.stages[stage].rounds[round].meetings[table];
                let (sides, Next::Play { game, .. }) = (meeting.sides, meeting.next) else { break };
                let board = meeting.team.as_ref().and_then(|team| team.open_games().next());
                let game = board.unwrap_or(game);
                self.result(GameSlot { stage, round, table, game }, ends(sides));
            }
        }
    }

    /// Pairs, publishes and plays the rounds that are left.
    pub fn play_out(&mut self, stage: usize, mut ends: impl FnMut([EntrantId; 2]) -> GameResult) {
        while !self.contest.is_stage_over(stage) {
            let round = self.next_round(stage);
            self.play(stage, round, &mut ends);
        }
    }

    /// Who stands where: places and numbers, the best first.
    pub fn standings(&self, stage: usize, group: usize) -> Vec<(usize, u32)> {
        let table =
            self.contest.group_tournament(stage, group, usize::MAX).expect("it has a table");
        let standings = table.standings();
        standings.rows().iter().map(|row| (row.place, table.entrants[row.entrant].0)).collect()
    }

    /// Numbers in the order of the standings.
    pub fn order(&self, stage: usize, group: usize) -> Vec<u32> {
        self.standings(stage, group).into_iter().map(|(_, number)| number).collect()
    }

    /// The points of somebody, in tenths.
    pub fn points(&self, stage: usize, number: u32) -> i32 {
        let table = self.contest.group_tournament(stage, 0, usize::MAX).expect("it has a table");
        let place = table.entrants.iter().position(|one| one.0 == number).expect("he is in it");
        table.tournament.score(place, table.tournament.played).0
    }

    /// Who sits at the tables of a round.
    pub fn sides(&self, stage: usize, round: usize) -> Vec<[u32; 2]> {
        let meetings = &self.contest.stages[stage].rounds[round].meetings;
        meetings.iter().map(|meeting| meeting.sides.map(|side| side.0)).collect()
    }

    /// The last who is left of a knock-out.
    pub fn champion(&self, stage: usize) -> Option<u32> {
        self.contest.knockout_progress(stage)?.champion().map(|at| at as u32 + 1)
    }
}

/// Settings of a Swiss event of so many rounds, with more members of the JSON.
pub fn swiss(rounds: usize, more: &str) -> String {
    stages(&format!(r#"{{"name":"Swiss","system":{{"type":"swiss","rounds":{rounds}}}}}"#), more)
}

/// Settings of these stages, with more members of the JSON.
pub fn stages(stages: &str, more: &str) -> String {
    format!(r#"{{"plan":{{"unit":"players","stages":[{stages}]}}{more}}}"#)
}

pub const fn round_id(stage: usize, round: usize) -> RoundId {
    RoundId { stage, round }
}

pub const fn spot(stage: usize, round: usize, table: usize, game: usize) -> GameSlot {
    GameSlot { stage, round, table, game }
}

/// The stronger one wins.
pub fn stronger([one, other]: [EntrantId; 2]) -> GameResult {
    if one < other { FIRST } else { SECOND }
}
