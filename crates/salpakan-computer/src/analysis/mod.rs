//! What a finished game looks like to the computer, ply by ply: each decision by what its player knew.
//!
//! A decision is judged through a [`Sight`] of the plies before it, into which no enemy rank goes, so that bad luck is not called a
//! mistake. The true armies have one use: [`Turn::truth`], the chance that somebody sees who sees both. It is no search, which would play
//! as nobody could who does not see the enemy's ranks, but how the game goes on between two who do not see them.

mod forecast;
mod judgement;
pub mod likeness;
mod luck;
mod playout;
mod reason;

use salpakan::record::Timeline;
use salpakan::rules::{ByColor, Color, Deployment, Move, Rank};
use salpakan_bot::Random;

use crate::search::{Effort, Step, compare, explore};
use crate::world::World;
use crate::{Candidate, Sight, Weights, inference};

pub use forecast::{Forecast, graph};
pub use judgement::{BLUNDER, INACCURACY, Judgement, MISTAKE, accuracy, move_accuracy};
pub use luck::{Luck, Odds};
pub use reason::Reason;

/// Changes whenever the same record would be analysed otherwise, beyond what the weights tell.
pub const METHOD: u16 = 4;

/// What the analysis of one ply may spend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Depth {
    /// Nodes of the search for the better move.
    pub nodes: u32,
    /// Nodes of the comparison with the ply that was played, half of them for each.
    pub comparison: u32,
    /// Supposed armies.
    pub armies: u32,
    /// Games that go on from a position by the policy, in armies that its mover supposes.
    pub games: u8,
    /// Games that go on from a position as it was, between two who search a little.
    pub searched: u8,
}

impl Depth {
    /// The depth that the thresholds of judgements are meant for.
    pub const DEFAULT: Depth =
        Depth { nodes: 2_000, comparison: 2_400, armies: 200, games: 32, searched: 3 };
}

/// A decision.
#[derive(Debug, Clone, PartialEq)]
pub struct Turn {
    /// Counted from 1.
    pub ply: u32,
    pub mover: Color,
    pub played: Move,
    /// The mover's chance to win with the best move, draws counting half, by what the mover knew.
    pub chance: f32,
    /// The same with the ply that was played.
    pub after: f32,
    /// The best move; the one that was played where none is better.
    pub best: Move,
    /// What would have followed, beginning with the best move.
    pub line: Vec<Step>,
    /// Why the best move is better. `None` where it was played.
    pub reason: Option<Reason>,
    /// What a challenge gave.
    pub luck: Option<Luck>,
    /// The position before the ply by what the mover knew; [`graph`] makes a chance of it.
    pub forecast: Forecast,
    /// The position as it was, with both armies.
    pub truth: Forecast,
    /// What there was to choose.
    pub choice: Choice,
}

/// What there was to choose before a ply, whatever was played: it depends on what the mover knew alone.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Choice {
    /// The share that the policy gives the move that the search found best: how near at hand it is.
    pub likely: f32,
    /// The chance that the policy would give away on average, against that move.
    pub at_stake: f32,
}

impl Choice {
    /// A move needs so many nodes to be counted, for the chance after it is guessed otherwise.
    const FEWEST_NODES: f32 = 10.0;

    fn of(candidates: &[Candidate], nodes: u32) -> Choice {
        let Some(best) = candidates.first() else { return Choice::default() };
        let looked_at = |one: &&Candidate| one.share * nodes as f32 >= Choice::FEWEST_NODES;
        let (lost, priors) =
            candidates.iter().filter(looked_at).fold((0.0, 0.0), |(lost, all), one| {
                (lost + one.prior * (best.chance - one.chance).max(0.0), all + one.prior)
            });
        let at_stake = if priors > 0.0 { lost / priors } else { 0.0 };
        Choice { likely: best.prior, at_stake }
    }
}

impl Turn {
    /// The chance that the ply gave away, 0 to 1.
    pub fn loss(&self) -> f32 {
        (self.chance - self.after).max(0.0)
    }

    /// `None` for a ply that gave away less than an inaccuracy does.
    pub fn judgement(&self) -> Option<Judgement> {
        Judgement::of(self.loss())
    }
}

/// A point of the graph, from the side to move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// The ply that is to come, counted from 1.
    pub ply: u32,
    pub mover: Color,
    /// The mover's chance by what the mover knew.
    pub chance: f32,
    /// The mover's chance with both armies.
    pub truth: f32,
}

/// How a side did.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Side {
    /// 0 to 100; `None` for a side that made no ply.
    pub accuracy: Option<f64>,
    /// The mean chance that a ply gave away, 0 to 1.
    pub mean_loss: f64,
    pub inaccuracies: u32,
    pub mistakes: u32,
    pub blunders: u32,
    /// What the side's challenges gave beyond expectation, in wins: 0.5 is half a game.
    pub luck: f64,
}

impl Side {
    /// How the side of this color did in these turns.
    pub fn of(turns: &[Turn], color: Color) -> Side {
        let own: Vec<&Turn> = turns.iter().filter(|turn| turn.mover == color).collect();
        let count = |judgement| {
            own.iter().filter(|turn| turn.judgement() == Some(judgement)).count() as u32
        };
        let losses: f64 = own.iter().map(|turn| f64::from(turn.loss())).sum();
        let lucks = own.iter().filter_map(|turn| turn.luck);
        let before_after: Vec<(f32, f32)> =
            own.iter().map(|turn| (turn.chance, turn.chance - turn.loss())).collect();
        Side {
            accuracy: accuracy(&before_after),
            mean_loss: losses / own.len().max(1) as f64,
            inaccuracies: count(Judgement::Inaccuracy),
            mistakes: count(Judgement::Mistake),
            blunders: count(Judgement::Blunder),
            luck: lucks.map(|luck| f64::from(luck.surplus())).sum(),
        }
    }
}

/// Analyses one finished game, a ply at a time.
pub struct Analyst<'a> {
    weights: &'a Weights,
    timeline: &'a Timeline,
    armies: ByColor<&'a Deployment>,
    depth: Depth,
    seed: u64,
}

/// A position as its mover saw it.
struct Seen {
    sight: Sight,
    mover: Color,
    worlds: Vec<World>,
    /// The position as it was.
    truth: World,
}

impl<'a> Analyst<'a> {
    /// For a game with both armies. The same seed gives the same analysis.
    pub const fn new(
        weights: &'a Weights,
        (timeline, armies): (&'a Timeline, ByColor<&'a Deployment>),
        depth: Depth,
        seed: u64,
    ) -> Analyst<'a> {
        Analyst { weights, timeline, armies, depth, seed }
    }

    /// A first look at the position before a ply, counted from 1: no search, and nothing played on. `None` if there is no such ply.
    pub fn glance(&self, ply: u32) -> Option<Point> {
        const ARMIES: u32 = 32;
        let seen = self.before(ply, ARMIES, &mut self.random(ply, 0))?;
        let mut inputs = Vec::new();
        let mut chance = |world| self.weights.networks.value.chance(world, &mut inputs);
        let total: f32 = seen.worlds.iter().map(&mut chance).sum();
        let truth = chance(&seen.truth);
        Some(Point { ply, mover: seen.mover, chance: total / seen.worlds.len() as f32, truth })
    }

    /// Analyses a ply, counted from 1. `None` if there is no such ply.
    pub fn turn(&self, ply: u32) -> Option<Turn> {
        let mut random = self.random(ply, 1);
        let seen = self.before(ply, self.depth.armies, &mut random)?;
        let played = self.timeline.plies.get(ply as usize - 1)?;
        let networks = &self.weights.networks;
        let effort = Effort { nodes: self.depth.nodes, ..Effort::default() };
        let found = explore(networks, &seen.worlds, effort, &mut random);
        let first = found.candidates.first()?;
        let is_last = ply == self.timeline.len();
        let ended = self.timeline.ending.filter(|_| is_last).map(|ending| ending.winner);
        let mut turn = Turn {
            ply,
            mover: seen.mover,
            played: played.mv,
            chance: first.chance,
            after: first.chance,
            best: first.mv,
            line: found.line,
            reason: None,
            luck: luck::of_ply(networks, &seen.worlds, (played, ended), || {
                self.after(ply, seen.mover, &mut self.random(ply, 2))
            }),
            forecast: Forecast::of_worlds(networks, &seen.worlds, self.depth.games, &mut random),
            truth: Forecast::of_truth(
                self,
                (ply, &seen.truth),
                self.depth.searched,
                &mut self.random(ply, 3),
            ),
            choice: Choice::of(&found.candidates, self.depth.nodes),
        };
        if first.mv == played.mv {
            return Some(turn);
        }
        // The best of many looks better than it is; the comparison begins anew and knows nothing of how it was found.
        let effort = Effort { nodes: self.depth.comparison, ..effort };
        let moves = [first.mv, played.mv];
        let compared = compare(networks, &seen.worlds, &moves, effort, &mut random);
        let [best, other] = compared[..] else { return Some(turn) };
        (turn.chance, turn.after) = (best, other);
        if other >= best {
            let line = compare_line(&turn, played.mv);
            turn = Turn { chance: other, best: played.mv, line, ..turn };
            return Some(turn);
        }
        turn.reason = Some(reason::of(&seen.worlds, turn.best, turn.played, seen.sight.board()));
        Some(turn)
    }

    /// The chances of the mover with each of these legal moves instead of a ply, by what the mover knew, in their order. `None` if there
    /// is no such ply, or one of them is not legal.
    pub fn chances(&self, ply: u32, moves: &[Move]) -> Option<Vec<f32>> {
        let mut random = self.random(ply, 1);
        let seen = self.before(ply, self.depth.armies, &mut random)?;
        if moves.iter().any(|mv| seen.sight.board().check(*mv).is_err()) {
            return None;
        }
        let effort = Effort { nodes: self.depth.comparison, ..Effort::default() };
        Some(compare(&self.weights.networks, &seen.worlds, moves, effort, &mut random))
    }

    /// All plies.
    pub fn turns(&self) -> Vec<Turn> {
        (1..=self.timeline.len()).filter_map(|ply| self.turn(ply)).collect()
    }

    fn random(&self, ply: u32, purpose: u64) -> Random {
        Random::new(self.seed, u64::from(ply) * 4 + purpose)
    }

    fn before(&self, ply: u32, armies: u32, random: &mut Random) -> Option<Seen> {
        if ply == 0 || ply > self.timeline.len() {
            return None;
        }
        let mover = self.timeline.mover(ply);
        let (sight, worlds) = self.sees(ply - 1, mover, armies, random)?;
        let enemy = self.armies[mover.opponent()];
        let army: Option<Vec<Rank>> =
            sight.possible().iter().map(|(origin, _)| enemy.rank_at(*origin)).collect();
        let truth = sight.world(&army?);
        Some(Seen { sight, mover, worlds, truth })
    }

    /// What a side sees after so many plies, and the worlds that it supposes.
    fn sees(
        &self,
        plies: u32,
        side: Color,
        armies: u32,
        random: &mut Random,
    ) -> Option<(Sight, Vec<World>)> {
        let sight = Sight::new(&until(self.timeline, plies), self.armies[side]);
        let (prior, policy) = (&self.weights.prior, &self.weights.networks.policy);
        let mut guesses = inference::guesses(&sight, prior, policy, random)?;
        let worlds = (0..armies.max(1)).map(|_| sight.world(guesses.next(random))).collect();
        Some((sight, worlds))
    }

    /// The worlds that the mover supposes after the ply.
    fn after(&self, ply: u32, mover: Color, random: &mut Random) -> Vec<World> {
        let seen = self.sees(ply, mover, self.depth.armies, random);
        seen.map(|(_, worlds)| worlds).unwrap_or_default()
    }
}

/// The line of a ply that turned out to be the best: all that is known of it is the ply itself.
fn compare_line(turn: &Turn, played: Move) -> Vec<Step> {
    match turn.line.first() {
        Some(first) if first.mv == played => turn.line.clone(),
        _ => vec![Step { mv: played, verdict: None }],
    }
}

/// What was public after so many plies.
pub fn until(timeline: &Timeline, plies: u32) -> Timeline {
    let keep = plies.min(timeline.len());
    Timeline {
        rules: timeline.rules,
        first: timeline.first,
        taken: timeline.taken,
        plies: timeline.plies[..keep as usize].to_vec(),
        ending: timeline.ending.filter(|_| keep == timeline.len()),
        declared: timeline.declared.iter().filter(|one| one.ply <= keep).copied().collect(),
        flags: timeline.flags.map(|flag| flag.filter(|flag| flag.since <= keep)),
    }
}
