//! What a finished game looks like to the computer, ply by ply.
//!
//! Judgements and accuracies are those of [`salpakan_computer::analysis`], so that they mean the same in both games.

mod reason;

use salpakan_computer::analysis::{Judgement, accuracy};
use three_generals::{Color, Game, Ply};

use crate::search::{Candidate, Effort, Unseen, search};
use crate::{Weights, chance};

pub use reason::Reason;

/// Changes whenever the same record would be analysed otherwise, beyond what the weights tell.
pub const METHOD: u16 = 1;

/// What the analysis of one ply may spend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Depth {
    /// Nodes of the search for the better ply.
    pub nodes: u32,
    /// Nodes of the comparison with the ply that was played.
    pub comparison: u32,
}

impl Depth {
    /// The depth that the thresholds of judgements are meant for.
    pub const DEFAULT: Depth = Depth { nodes: 12_000, comparison: 12_000 };
}

/// A decision.
#[derive(Debug, Clone, PartialEq)]
pub struct Turn {
    /// Counted from 1.
    pub ply: u32,
    pub mover: Color,
    pub played: Ply,
    /// The mover's chance to win with the best ply, draws counting half.
    pub chance: f32,
    /// The same with the ply that was played.
    pub after: f32,
    /// The best ply; the one that was played where none is better.
    pub best: Ply,
    /// What would have followed, beginning with the best ply.
    pub line: Vec<Ply>,
    /// What would have followed the ply that was played, beginning with it. It is [`Turn::line`] where that was the best.
    pub answer: Vec<Ply>,
    /// Why the best ply is better. `None` where it was played.
    pub reason: Option<Reason>,
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

/// A point of the graph.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// The ply that is to come, counted from 1.
    pub ply: u32,
    pub mover: Color,
    /// The mover's chance.
    pub chance: f32,
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
}

impl Side {
    /// How the side of this color did in these turns.
    pub fn of(turns: &[Turn], color: Color) -> Side {
        let own: Vec<&Turn> = turns.iter().filter(|turn| turn.mover == color).collect();
        let count = |judgement| {
            own.iter().filter(|turn| turn.judgement() == Some(judgement)).count() as u32
        };
        let losses: f64 = own.iter().map(|turn| f64::from(turn.loss())).sum();
        let before_after: Vec<(f32, f32)> =
            own.iter().map(|turn| (turn.chance, turn.chance - turn.loss())).collect();
        Side {
            accuracy: accuracy(&before_after),
            mean_loss: losses / own.len().max(1) as f64,
            inaccuracies: count(Judgement::Inaccuracy),
            mistakes: count(Judgement::Mistake),
            blunders: count(Judgement::Blunder),
        }
    }
}

/// Analyses one game, a ply at a time.
pub struct Analyst<'a> {
    weights: &'a Weights,
    game: &'a Game,
    depth: Depth,
    seed: u64,
}

impl<'a> Analyst<'a> {
    /// The same seed gives the same analysis.
    pub const fn new(weights: &'a Weights, game: &'a Game, depth: Depth, seed: u64) -> Analyst<'a> {
        Analyst { weights, game, depth, seed }
    }

    /// A first look at the position before a ply, counted from 1, without search. `None` if there is no such ply.
    pub fn glance(&self, ply: u32) -> Option<Point> {
        let (before, _) = self.before(ply)?;
        let position = before.position();
        let chance = self.weights.value.chance(position);
        Some(Point { ply, mover: position.side_to_move(), chance })
    }

    /// Analyses a ply, counted from 1. `None` if there is no such ply.
    pub fn turn(&self, ply: u32) -> Option<Turn> {
        let (before, played) = self.before(ply)?;
        let found = self.search(&before, self.depth.nodes, &[], ply);
        let first = found.into_iter().next()?;
        let mut turn = Turn {
            ply,
            mover: before.position().side_to_move(),
            played,
            chance: first.chance,
            after: first.chance,
            best: first.ply,
            answer: first.line.clone(),
            line: first.line,
            reason: None,
        };
        if turn.best == played {
            return Some(turn);
        }
        // Both plies are looked at anew and equally deep: the search hardly looks at a ply that it thinks little of.
        let both = [turn.best, played];
        let compared = self.search(&before, self.depth.comparison, &both, ply);
        let of = |ply| compared.iter().find(|one| one.ply == ply);
        let (Some(best), Some(other)) = (of(turn.best), of(played)) else { return Some(turn) };
        (turn.chance, turn.after) = (chance(best.score), chance(other.score));
        turn.answer.clone_from(&other.line);
        if other.score >= best.score {
            turn.chance = turn.after;
            turn.best = played;
            turn.line.clone_from(&other.line);
            return Some(turn);
        }
        turn.line.clone_from(&best.line);
        turn.reason = Some(reason::of(before.position(), best, other));
        Some(turn)
    }

    /// The chances of the mover with each of these legal plies instead of a ply, in their order. `None` if there is no such ply, or
    /// one of them is not legal.
    pub fn chances(&self, ply: u32, plies: &[Ply]) -> Option<Vec<f32>> {
        let (before, _) = self.before(ply)?;
        if plies.is_empty() || plies.iter().any(|ply| before.position().check(*ply).is_err()) {
            return plies.is_empty().then(Vec::new);
        }
        let nodes = self.depth.comparison.saturating_mul(plies.len() as u32) / 2;
        let found = self.search(&before, nodes, plies, ply);
        let of = |ply: &Ply| found.iter().find(|one| one.ply == *ply).map(|one| one.chance);
        plies.iter().map(of).collect()
    }

    /// All plies.
    pub fn turns(&self) -> Vec<Turn> {
        (1..=self.game.plies().len() as u32).filter_map(|ply| self.turn(ply)).collect()
    }

    fn search(&self, before: &Game, nodes: u32, only: &[Ply], ply: u32) -> Vec<Candidate> {
        let effort = Effort { lines: only.len().max(1), ..Effort::of_nodes(nodes) };
        let seed = self.seed ^ u64::from(ply) << 32;
        search(&self.weights.value, before, effort, only, Unseen::default(), seed)
    }

    /// The game before a ply, and the ply.
    fn before(&self, ply: u32) -> Option<(Game, Ply)> {
        let number = (ply as usize).checked_sub(1)?;
        let played = *self.game.plies().get(number)?;
        Some((self.game.until(number), played))
    }
}

/// A first graph of a whole game, without search.
pub fn graph(weights: &Weights, game: &Game) -> Vec<Point> {
    let mut position = game.until(0).position().clone();
    let point = |(ply, played): (u32, &Ply)| {
        let (mover, chance) = (position.side_to_move(), weights.value.chance(&position));
        position = position.after(*played).ok()?;
        Some(Point { ply, mover, chance })
    };
    (1..).zip(game.plies()).map_while(point).collect()
}
