//! Simulates a game between two bots and returns its record.

use salpakan::clock::TimeControl;
use salpakan::record::{
    Annotations, Declaration, Header, JudgedRecord, Ply, PublicFlag, Roster, Timeline,
};
use salpakan::rules::{Arbiter, Board, ByColor, Color, Deployment, Outcome, RuleSet, Termination};

use super::deploy::deploy;
use super::{Eyes, Field, Fixture, Random, Skill, choose};

/// The endings that a simulation may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Endings {
    /// Occasional defaults, adjudications and unfinished games.
    All,
    /// Only games with a result.
    Final,
}

/// The maximum number of plies.
const MOST_PLIES: u32 = 600;

/// The game of a field with this index, which depends on the arguments only.
///
/// `None` only for an army that cannot be deployed.
pub fn simulate(
    field: &Field,
    rules: &RuleSet,
    index: u64,
    endings: Endings,
) -> Option<JudgedRecord> {
    let mut random = Random::new(field.seed(), index);
    let fixture = field.fixture(index, &mut random);
    let armies = ByColor {
        white: deploy(rules, Color::White, field.strength(fixture.white), &mut random)?,
        black: deploy(rules, Color::Black, field.strength(fixture.black), &mut random)?,
    };
    let first = if random.chance(500) { Color::White } else { Color::Black };
    // The number of plies over which the players spread their time.
    let hurry = 35 + random.below(60);
    let game = Game::new(field, rules, &fixture, &armies, first, hurry);
    let played = game.play(&mut random, endings);
    Some(record(field, fixture, rules, armies, first, played))
}

struct Played {
    plies: Vec<Ply>,
    declared: Vec<Declaration>,
    ending: Option<salpakan::rules::Ending>,
    outcome: Option<Outcome>,
    termination: Termination,
}

struct Game {
    arbiter: Arbiter,
    board: Board,
    eyes: ByColor<Eyes>,
    skills: ByColor<Skill>,
    clocks: Option<ByColor<i64>>,
    increment: i64,
    pace: u32,
    played: Played,
}

impl Game {
    fn new(
        field: &Field,
        rules: &RuleSet,
        fixture: &Fixture,
        armies: &ByColor<Deployment>,
        first: Color,
        hurry: u32,
    ) -> Game {
        let taken = armies.map(|army| army.squares());
        let control = fixture.time_control;
        let (base, step) = control.and_then(TimeControl::base_and_step).unwrap_or_default();
        Game {
            arbiter: Arbiter::new(rules, armies.as_ref(), first),
            board: Board::new(taken, first),
            eyes: ByColor {
                white: Eyes::new(&armies.white, taken.black),
                black: Eyes::new(&armies.black, taken.white),
            },
            skills: ByColor {
                white: field.strength(fixture.white),
                black: field.strength(fixture.black),
            },
            clocks: control.map(|tc| ByColor::from_fn(|color| i64::from(tc.side(color).base()))),
            increment: i64::from(step),
            pace: base / hurry + step,
            played: Played {
                plies: Vec::with_capacity(160),
                declared: Vec::new(),
                ending: None,
                outcome: None,
                termination: Termination::Unterminated,
            },
        }
    }

    fn play(mut self, random: &mut Random, endings: Endings) -> Played {
        if endings == Endings::All && random.chance(5) {
            return self.end(Some(coin(random)), Termination::Default);
        }
        // A few games are stopped at a random ply.
        let stop = random.chance(12).then(|| 20 + random.below(100));
        for ply in 1..=MOST_PLIES {
            if let Some((outcome, termination)) = self.before(ply, stop, random, endings) {
                return self.end(outcome, termination);
            }
            if !self.ply(random) {
                break;
            }
            if let Some(ending) = self.played.ending {
                return self.end(Some(ending.outcome()), ending.termination);
            }
        }
        self.end(Some(Outcome::Draw), Termination::Agreement)
    }

    fn end(mut self, outcome: Option<Outcome>, termination: Termination) -> Played {
        self.played.outcome = outcome;
        self.played.termination = termination;
        self.played
    }

    /// What may end the game before the next ply: a clock, a decision, a stop.
    fn before(
        &mut self,
        ply: u32,
        stop: Option<u32>,
        random: &mut Random,
        endings: Endings,
    ) -> Option<(Option<Outcome>, Termination)> {
        let me = self.board.to_move();
        let won = Some(Outcome::Win(me.opponent()));
        if self.spend(me, random) {
            return Some((won, Termination::Time));
        }
        if stop == Some(ply) && endings == Endings::All {
            return Some(match random.below(3) {
                0 => (None, Termination::Abandoned),
                1 => (None, Termination::Unterminated),
                _ => (Some(coin(random)), Termination::Adjudication),
            });
        }
        let (own, other) =
            (self.board.standing(me).len(), self.board.standing(me.opponent()).len());
        if own + 3 < other && own < 11 && random.chance(50) {
            return Some((won, Termination::Resignation));
        }
        let even = own.abs_diff(other) <= 1 && own <= 6;
        (even && ply > 120 && random.chance(40))
            .then_some((Some(Outcome::Draw), Termination::Agreement))
    }

    /// Takes the thinking time off the clock; returns whether it ran out.
    fn spend(&mut self, me: Color, random: &mut Random) -> bool {
        let Some(clocks) = &mut self.clocks else { return false };
        let long = if random.chance(30) { 4 } else { 1 };
        let spent = i64::from(1 + random.below(self.pace.max(2)) * long);
        if spent > clocks[me] {
            // Most players hurry when time is short; some do not notice.
            if random.chance(40) {
                return true;
            }
            clocks[me] = (clocks[me] - 1).max(0) + self.increment;
            return false;
        }
        clocks[me] += self.increment - spent;
        false
    }

    /// Plays one ply; returns whether there was one.
    fn ply(&mut self, random: &mut Random) -> bool {
        let me = self.board.to_move();
        let Some(m) = choose(&self.eyes[me], &self.board, self.skills[me], random) else {
            return false;
        };
        let Ok(said) = self.arbiter.play(m) else { return false };
        self.board.apply(m, said.verdict);
        for color in Color::ALL {
            self.eyes[color].see(me, m, said.verdict);
        }
        let clock = self.clocks.map(|clocks| u32::try_from(clocks[me]).unwrap_or(0));
        self.played.plies.push(Ply { mv: m, verdict: said.verdict, clock });
        if let Some((challenger, defender)) = said.declared {
            let ply = self.played.plies.len() as u32;
            self.played.declared.push(Declaration { ply, challenger, defender });
        }
        self.played.ending = said.ending;
        true
    }
}

fn coin(random: &mut Random) -> Outcome {
    Outcome::Win(if random.chance(500) { Color::White } else { Color::Black })
}

fn record(
    field: &Field,
    fixture: Fixture,
    rules: &RuleSet,
    armies: ByColor<Deployment>,
    first: Color,
    played: Played,
) -> JudgedRecord {
    let open = rules.options().open_flag;
    let flag = |army: &Deployment| {
        army.flag().filter(|_| open).map(|origin| PublicFlag { since: 0, origin })
    };
    JudgedRecord {
        header: Header {
            roster: Roster {
                event: fixture.event,
                site: fixture.site.to_owned(),
                date: fixture.date,
                round: fixture.round.to_string(),
                white: field.handle(fixture.white),
                black: field.handle(fixture.black),
            },
            time_control: fixture.time_control,
            outcome: played.outcome,
            termination: played.termination,
        },
        timeline: Timeline {
            rules: *rules,
            first,
            taken: armies.map(|army| Some(army.squares())),
            plies: played.plies,
            ending: played.ending,
            declared: played.declared,
            flags: ByColor { white: flag(&armies.white), black: flag(&armies.black) },
        },
        annotations: Annotations::default(),
        armies: armies.map(Some),
    }
}
