//! Every format that a plan may have, alone and joined, played to the end while results are random and wrong, people come
//! late and leave, and officials undo what they did. `FORMAT_SEEDS` sets how many events are played.

use std::collections::BTreeSet;

use adjutant_domain::contest::{
    Act, Contest, ContestError, ContestFact, EntrantId, GameSlot, Meeting, RequestedBye,
    ResultEntry, RoundId, redo, undo,
};
use adjutant_domain::moment::Micros;
use swiss::series::{GameResult, Next};
use swiss::stage::{NotYet, System};

use crate::event::{DESK, DRAWN, Event, id, player, round_id};
use crate::random::Random;
use crate::teams::team;
use crate::walks::is_sound;

const SEEDS: u64 = 150;
/// More steps than any of these events needs.
const STEPS: usize = 3_000;
const NOW: Micros = Micros(1_000_000);

/// Those who may leave: every stage keeps enough entrants.
const MOST_LEAVING: usize = 2;
const MOST_LATE: u32 = 2;

const FIRST_STAGES: [&str; 9] = [
    r#"{"type":"swiss","rounds":4}"#,
    r#"{"type":"swiss","rounds":5}"#,
    r#"{"type":"keizer","rounds":5,"apart":1}"#,
    r#"{"type":"round-robin"}"#,
    r#"{"type":"round-robin","cycles":"double"}"#,
    r#"{"type":"round-robin","groups":2}"#,
    r#"{"type":"round-robin","groups":2,"cycles":"double","lot":271828}"#,
    r#"{"type":"double-elimination","reset":true}"#,
    r#"{"type":"double-elimination","reset":false}"#,
];

const KNOCKOUTS: [&str; 5] = [
    r#"{"type":"knock-out"}"#,
    r#"{"type":"knock-out","third_place":true}"#,
    r#"{"type":"placement-knock-out"}"#,
    r#"{"type":"double-elimination"}"#,
    r#"{"type":"double-elimination","reset":false}"#,
];

const UNTIL_WON: &str = r#""extras":[{"extra":"until-won"}]"#;

const TEAM_STAGES: [&str; 4] = [
    r#"{"type":"swiss","rounds":2}"#,
    r#"{"type":"round-robin"}"#,
    r#"{"type":"board-groups"}"#,
    r#"{"type":"knock-out"}"#,
];

/// How a match of a knock-out is decided.
fn series(random: &mut Random) -> String {
    match random.below(5) {
        0 => String::new(),
        1 => format!(r#","series":{{"format":"games","count":3,{UNTIL_WON}}}"#),
        2 => format!(r#","series":{{"format":"race","target":"4","most":4,{UNTIL_WON}}}"#),
        3 => r#","series":{"format":"wins","wins":2}"#.to_owned(),
        _ => r#","series":{"format":"twice-to-beat","seeded":"first","draw":"holds"}"#.to_owned(),
    }
}

fn knockout(random: &mut Random, sources: &str) -> String {
    let (system, series) = (random.of(&KNOCKOUTS), series(random));
    format!(r#"{{"name":"Knock-out"{sources},"system":{system}{series}}}"#)
}

/// The stages of players: one, or one and what its first four go on to.
fn player_stages(random: &mut Random) -> String {
    if random.below(4) == 0 {
        return knockout(random, "");
    }
    let system = random.of(&FIRST_STAGES);
    let first = format!(r#"{{"name":"First","system":{system}}}"#);
    let top = |each: usize| format!(r#","sources":[{{"from":"top","of":0,"each":{each}}}]"#);
    let is_in_groups = system.contains("groups");
    let then = match random.below(4) {
        _ if system.contains("elimination") => return first,
        0 => return first,
        1 if is_in_groups => {
            let (draw, series) = (random.of(&["cross-over", "spread"]), series(random));
            let system = format!(r#"{{"type":"knock-out","draw":"{draw}"}}"#);
            format!(r#"{{"name":"Cross"{},"system":{system}{series}}}"#, top(2))
        }
        1 => format!(
            r#"{{"name":"Last"{},"system":{{"type":"round-robin"}},"carry":{{"points":"among-advancing"}}}}"#,
            top(4)
        ),
        _ => knockout(random, &top(if is_in_groups { 2 } else { 4 })),
    };
    format!("{first},{then}")
}

/// Settings as an organizer's plan has them, and whether teams play.
fn settings(random: &mut Random) -> (String, bool) {
    let is_of_teams = random.below(6) == 0;
    let (unit, stages) = if is_of_teams {
        let system = random.of(&TEAM_STAGES);
        let last = r#"{"name":"Last","sources":[{"from":"top","of":0,"each":2}],"system":{"type":"scheveningen"}}"#;
        let stages = format!(r#"{{"name":"First","system":{system}}},{last}"#);
        (r#""teams","boards":3"#, stages)
    } else {
        (r#""players""#, player_stages(random))
    };
    let mut more = String::new();
    if stages.contains(r#""swiss""#) && random.coin() {
        more += r#","accelerated":true"#;
    }
    if !is_of_teams && random.coin() {
        more += r#","continuous_knockout":true"#;
    }
    let more = more.as_str();
    (format!(r#"{{"plan":{{"unit":{unit},"stages":[{stages}]}}{more}}}"#), is_of_teams)
}

/// An event that is played.
struct Played {
    event: Event,
    random: Random,
    teams: bool,
    acts: Vec<Act>,
    left: usize,
    late: u32,
    counts: Counts,
}

#[derive(Debug, Default)]
struct Counts {
    corrected: usize,
    withdrawn: usize,
    late: usize,
    undone: usize,
    redone: usize,
}

impl Counts {
    const fn add(&mut self, other: &Counts) {
        self.corrected += other.corrected;
        self.withdrawn += other.withdrawn;
        self.late += other.late;
        self.undone += other.undone;
        self.redone += other.redone;
    }
}

type Command = Result<Vec<ContestFact>, ContestError>;

impl Played {
    fn new(seed: u64) -> Played {
        let mut random = Random(seed);
        let (settings, teams) = settings(&mut random);
        let mut event = Event::new(&settings);
        let count = if teams { 6 + random.below(2) } else { 10 + random.below(4) } as u32;
        for number in 1..=count {
            event.tell(|contest| match teams {
                true => contest.enter_team(team(number), DESK),
                false => contest.register(player(number), DESK),
            });
        }
        let (acts, counts) = (Vec::new(), Counts::default());
        Played { event, random, teams, acts, left: 0, late: 0, counts }
    }

    /// Does something, unless it is refused; answers whether it was done.
    fn act(&mut self, command: impl FnOnce(&mut Random, &Contest) -> Command) -> bool {
        let contest = &self.event.contest;
        let Ok(facts) = command(&mut self.random, contest) else { return false };
        if facts.is_empty() {
            return false;
        }
        let facts = contest.with_ready_matches(facts, NOW);
        let first = self.event.facts.len() + 1;
        self.event.contest = contest.with_facts(&facts).expect("facts of a command make sense");
        self.event.facts.extend(facts);
        self.acts.push(Act { first, last: self.event.facts.len() });
        true
    }

    /// What happens beside the games.
    fn disturb(&mut self, stage: usize) {
        let entrants = self.event.contest.entrants.len() as u32;
        let who = id(1 + self.random.below(u64::from(entrants)) as u32);
        let round = self.event.contest.stages[stage].rounds.len();
        match self.random.below(40) {
            0 if self.left < MOST_LEAVING && !self.teams => {
                let has_left = self.act(|_, contest| contest.withdraw(who, false));
                self.left += usize::from(has_left);
                self.counts.withdrawn += usize::from(has_left);
            }
            1 if self.late < MOST_LATE && !self.teams => self.enter_late(stage, entrants + 1),
            2..=4 => {
                let is_done = self.act(|random, contest| correction(random, contest, stage));
                self.counts.corrected += usize::from(is_done);
            }
            5 | 6 => self.undo(),
            7 => {
                self.act(|_, contest| {
                    contest.request_bye(round_id(stage, round), who, Some(RequestedBye::Half))
                });
            }
            _ => {}
        }
    }

    fn enter_late(&mut self, stage: usize, number: u32) {
        if !self.act(|_, contest| contest.register(player(number), DESK)) {
            return;
        }
        self.late += 1;
        let entered = id(self.event.contest.entrants.len() as u32);
        self.counts.late += usize::from(self.act(|_, contest| contest.join_stage(stage, entered)));
    }

    /// Undoes one of the last acts, and often does it again.
    fn undo(&mut self) {
        let Some(last) = self.acts.len().checked_sub(1 + self.random.up_to(3)) else { return };
        let act = self.acts[last];
        let Ok((facts, contest)) = undo(&self.event.facts, act) else { return };
        self.event.facts.extend(facts);
        self.event.contest = contest;
        self.counts.undone += 1;
        if self.random.coin()
            && let Ok((facts, contest)) = redo(&self.event.facts, act)
        {
            self.event.facts.extend(facts);
            self.event.contest = contest;
            self.counts.redone += 1;
        }
    }

    /// One step towards the end of a stage.
    fn go_on(&mut self, stage: usize) {
        let state = &self.event.contest.stages[stage];
        if !state.has_begun() {
            return self.start(stage);
        }
        if let Some(slot) = open_game(&self.event.contest, stage) {
            let meeting = &state.rounds[slot.round].meetings[slot.table];
            let entry = first_result(slot, meeting, self.random.result());
            let told = self.event.contest.enter_result(&entry);
            assert!(told.is_ok(), "{slot:?}: {told:?}");
            self.act(|_, contest| contest.enter_result(&entry));
            return;
        }
        if state.published_rounds() > 0
            && self.event.contest.settings.continuous_knockout
            && self.event.contest.ready_match_count(stage) > 0
        {
            self.act(|_, contest| contest.start_ready_matches(stage, NOW));
            return;
        }
        if state.rounds.last().is_some_and(|round| round.stale && !round.is_over()) {
            // A correction changed who plays in it.
            let last = state.rounds.len() - 1;
            self.act(|_, contest| contest.take_back_round(round_id(stage, last), true));
            return;
        }
        if state.rounds.last().is_none_or(|round| round.published) {
            let told = self.event.contest.pair_round(stage);
            assert!(told.is_ok(), "{told:?}");
            self.act(|_, contest| contest.pair_round(stage));
        }
        let rounds = self.event.contest.stages[stage].rounds.len();
        if let Some(last) = rounds.checked_sub(1) {
            let at = round_id(stage, last);
            let is_done = self.act(|_, contest| contest.publish_round(at));
            let contest = &self.event.contest;
            let system = contest.settings.plan.stages[stage].system;
            if is_done && matches!(system, System::Swiss { .. }) {
                nobody_plays_twice(contest, at);
            }
        }
    }

    /// Starts a stage, after a play-off if the line divides those who are equal.
    fn start(&mut self, stage: usize) {
        match self.event.contest.start_stage(stage, true) {
            Ok(_) => {
                self.act(|_, contest| contest.start_stage(stage, true));
            }
            Err(ContestError::EntrantsUndecided(NotYet::Undecided { of, undecided })) => {
                let among: Vec<u32> =
                    undecided.among.iter().map(|one| one.entrant as u32 + 1).collect();
                for (at, winner) in among.iter().enumerate() {
                    for loser in &among[at + 1..] {
                        self.act(|_, contest| {
                            contest.record_play_off(of.0, id(*winner), id(*loser))
                        });
                    }
                }
            }
            Err(refused) => panic!("stage {stage} does not begin: {refused:?}"),
        }
    }

    fn play(&mut self) {
        for _ in 0..STEPS {
            let Some(stage) = self.first_open() else { return };
            self.disturb(stage);
            match self.first_open() {
                Some(stage) => self.go_on(stage),
                None => return,
            }
        }
        panic!("it does not end");
    }

    fn first_open(&self) -> Option<usize> {
        let contest = &self.event.contest;
        (0..contest.stages.len()).find(|stage| !contest.is_stage_over(*stage))
    }
}

/// The first open game of published rounds, at a table that no correction has taken from its players.
fn open_game(contest: &Contest, stage: usize) -> Option<GameSlot> {
    let rounds = contest.stages[stage].rounds.iter().enumerate();
    let mut open = rounds.filter(|(_, round)| round.published).flat_map(|(round, of)| {
        of.meetings.iter().enumerate().filter_map(move |(table, meeting)| {
            let Next::Play { game, .. } = meeting.next else { return None };
            let board = meeting.team.as_ref().and_then(|team| team.open_games().next());
            let spot = GameSlot { stage, round, table, game: board.unwrap_or(game) };
            let told = contest.enter_result(&first_result(spot, meeting, DRAWN));
            (told != Err(ContestError::PairingChanged)).then_some(spot)
        })
    });
    open.next()
}

fn first_result(spot: GameSlot, meeting: &Meeting, result: GameResult) -> ResultEntry {
    let (expected, result, reason) = (None, Some(result), String::new());
    ResultEntry { spot, sides: meeting.sides, expected, result, reason }
}

/// Another result of a game that has one.
fn correction(random: &mut Random, contest: &Contest, stage: usize) -> Command {
    let rounds = &contest.stages[stage].rounds;
    let round = rounds.len().saturating_sub(1 + random.up_to(2));
    let meetings = rounds.get(round).map_or(&[][..], |round| &round.meetings);
    let Some(table) = meetings.len().checked_sub(1).map(|last| random.up_to(last + 1)) else {
        return Ok(Vec::new());
    };
    let meeting = &meetings[table];
    let game = random.up_to(meeting.games.len());
    let Some(was) = meeting.result_of(game) else { return Ok(Vec::new()) };
    contest.enter_result(&ResultEntry {
        spot: GameSlot { stage, round, table, game },
        sides: meeting.sides,
        expected: Some(was),
        result: Some(random.result()).filter(|result| *result != was),
        reason: "read wrongly".to_owned(),
    })
}

/// Nobody is paired in a Swiss round with somebody they have played. A forfeited game is not played, and stays so until a
/// later correction.
fn nobody_plays_twice(contest: &Contest, at: RoundId) {
    let table = contest.group_tournament(at.stage, 0, at.round).expect("it has a table");
    let seat = |one: EntrantId| table.entrants.iter().position(|other| *other == one);
    for meeting in &contest.stages[at.stage].rounds[at.round].meetings {
        let [Some(one), Some(other)] = meeting.sides.map(seat) else { panic!("they are in it") };
        let entries = &table.tournament.entrants[one].entries;
        let met = entries.iter().any(|entry| entry.is_played() && entry.opponent() == Some(other));
        assert!(one != other && !met, "{:?} meet again in {at:?}", meeting.sides);
    }
}

/// Everybody who was in a stage has one place, and as many are ahead of it as it says.
fn places_are_a_permutation(contest: &Contest) {
    let places = contest.final_places();
    let placed: BTreeSet<u32> = places.iter().map(|(one, _)| one.0).collect();
    let entered = contest.stages.iter().flat_map(|state| state.entrants());
    assert_eq!(placed, entered.map(|one| one.0).collect(), "everybody has a place");
    assert_eq!(placed.len(), places.len(), "nobody has two");
    for (one, place) in &places {
        let ahead = places.iter().filter(|(_, other)| other < place).count();
        assert_eq!(*place, ahead + 1, "the place of {one:?} in {places:?}");
    }
}

fn seeds() -> u64 {
    std::env::var("FORMAT_SEEDS").ok().and_then(|count| count.parse().ok()).unwrap_or(SEEDS)
}

/// Plays an event to its end, and looks at it.
fn played_out(seed: u64) -> Counts {
    let mut played = Played::new(seed);
    played.play();
    let contest = &played.event.contest;
    is_sound(contest);
    places_are_a_permutation(contest);
    played.event.check();
    played.counts
}

#[test]
fn every_format_is_played_to_the_end_whatever_happens() {
    let mut all = Counts::default();
    for seed in 0..seeds() {
        let counts = std::panic::catch_unwind(|| played_out(seed));
        let counts =
            counts.unwrap_or_else(|_| panic!("seed {seed}: {}", settings(&mut Random(seed)).0));
        all.add(&counts);
    }
    let Counts { corrected, withdrawn, late, undone, redone } = all;
    assert!(
        [corrected, withdrawn, late, undone, redone].iter().all(|count| *count > 10),
        "{all:?}"
    );
}

#[test]
fn drawn_settings_contain_every_system() {
    let drawn: Vec<String> = (0..seeds()).map(|seed| settings(&mut Random(seed)).0).collect();
    let systems = FIRST_STAGES.iter().chain(&KNOCKOUTS).chain(&TEAM_STAGES);
    for system in
        systems.chain(&[r#""scheveningen""#, "cross-over", "spread", "accelerated", "continuous"])
    {
        assert!(drawn.iter().any(|settings| settings.contains(system)), "{system}");
    }
    for format in ["games", "race", "wins", "twice-to-beat"] {
        let format = format!(r#""format":"{format}""#);
        assert!(drawn.iter().any(|settings| settings.contains(&format)), "{format}");
    }
}
