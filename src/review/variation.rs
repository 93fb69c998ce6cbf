//! What might have been: a game with other set-ups, or with other plies from some ply on.
//!
//! Armies change by swaps of two pieces of one side, by the squares they were deployed on: so they stay legal, and the squares
//! that are taken stay the same. The same plies are played before an arbiter again, up to the first that he would
//! have announced otherwise: what came behind it was played by people who had heard something else.

use std::fmt;

use salpakan::record::{Declaration, FullRecord, Ply, PublicFlag, Timeline};
use salpakan::rules::{
    Announcement, Arbiter, ByColor, Color, Deployment, Draft, IllegalMove, Move, Square,
};
use salpakan::view::{self, View};

/// Most swaps of a question.
pub const MAX_SWAPS: usize = 10;
/// Most plies of one's own.
pub const MAX_OWN_PLIES: usize = 60;

/// Two pieces of one side that change their places, by the squares they were deployed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Swap {
    pub one: Square,
    pub other: Square,
}

impl Swap {
    /// Reads `a3c2`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Swap> {
        let Move { from: one, to: other } = Move::parse(text).ok().filter(|_| text.len() == 4)?;
        Some(Swap { one, other })
    }
}

impl fmt::Display for Swap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.one, self.other)
    }
}

/// What is asked of a game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct VariationQuery {
    /// One after the other.
    pub swaps: Vec<Swap>,
    /// So many plies of the game are kept; `None` for as many as would have been played.
    pub kept_plies: Option<u32>,
    /// The plies that follow instead.
    pub own_plies: Vec<Move>,
}

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VariationError {
    /// The record lacks an army.
    NoArmies,
    /// No two pieces of one side were deployed there.
    InvalidSwap(Swap),
    /// More than [`MAX_SWAPS`].
    TooManySwaps,
    /// More than [`MAX_OWN_PLIES`].
    TooManyPlies,
    /// This ply of one's own, counted from 1, cannot be made.
    IllegalPly(u32, IllegalMove),
}

/// How the same plies would have been announced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplayOutcome {
    /// All alike.
    Same,
    /// All before this ply, counted from 1, alike, and this one so.
    Diverges { ply: u32, would: Announcement },
}

/// The answer: a game that was not played.
#[derive(Clone, PartialEq, Eq)]
pub struct Variation {
    pub outcome: ReplayOutcome,
    /// So many plies of the game are in it.
    pub kept_plies: u32,
    /// Those, and behind them one's own.
    pub timeline: Timeline,
    armies: ByColor<Deployment>,
}

impl Variation {
    /// Answers a question about a game.
    ///
    /// # Errors
    /// The first [`VariationError`] of swaps, then of plies.
    pub fn new(
        record: &FullRecord,
        question: &VariationQuery,
    ) -> Result<Variation, VariationError> {
        if question.own_plies.len() > MAX_OWN_PLIES {
            return Err(VariationError::TooManyPlies);
        }
        let armies = swap_armies(record, &question.swaps)?;
        let timeline = record.timeline();
        let course = replay_outcome(timeline, &armies);
        let possible = match course {
            ReplayOutcome::Same => timeline.len(),
            ReplayOutcome::Diverges { ply, .. } => ply,
        };
        let kept = question.kept_plies.unwrap_or(possible).min(possible);
        let mut game = VariationReplay::new(timeline, armies);
        for ply in timeline.plies.iter().take(kept as usize) {
            game.play(ply.mv, ply.clock)
                .map_err(|illegal| VariationError::IllegalPly(0, illegal))?;
        }
        for (number, own) in (1..).zip(&question.own_plies) {
            game.play(*own, None).map_err(|illegal| VariationError::IllegalPly(number, illegal))?;
        }
        Ok(Variation { outcome: course, kept_plies: kept, timeline: game.timeline, armies })
    }

    /// It with all ranks, for who sees those of the game.
    #[must_use]
    pub fn view(&self) -> View<'_> {
        view::supposed(&self.timeline, self.armies.as_ref())
    }

    /// The set-ups that it begins with.
    #[must_use]
    pub fn armies(&self) -> &ByColor<Deployment> {
        &self.armies
    }

    /// How many plies of one's own it has.
    #[must_use]
    pub fn own_plies(&self) -> u32 {
        self.timeline.len() - self.kept_plies
    }
}

/// The armies of a record with pieces swapped.
fn swap_armies(record: &FullRecord, swaps: &[Swap]) -> Result<ByColor<Deployment>, VariationError> {
    let (Some(white), Some(black)) = (record.armies().white, record.armies().black) else {
        return Err(VariationError::NoArmies);
    };
    if swaps.len() > MAX_SWAPS {
        return Err(VariationError::TooManySwaps);
    }
    let mut armies = ByColor::new(white, black);
    for swap in swaps {
        let color = Color::ALL.into_iter().find(|color| {
            [swap.one, swap.other].iter().all(|at| armies[*color].rank_at(*at).is_some())
        });
        let color =
            color.filter(|_| swap.one != swap.other).ok_or(VariationError::InvalidSwap(*swap))?;
        let to = |square: Square| match square {
            _ if square == swap.one => swap.other,
            _ if square == swap.other => swap.one,
            _ => square,
        };
        let pieces = armies[color].pieces().map(|(square, rank)| (to(square), rank)).collect();
        // The same ranks on the same squares are as legal as before.
        let draft = Draft::new(color, pieces).check(&record.timeline().rules);
        armies[color] = draft.map_err(|_| VariationError::InvalidSwap(*swap))?;
    }
    Ok(armies)
}

/// How an arbiter with these armies announces the plies of a game.
fn replay_outcome(game: &Timeline, armies: &ByColor<Deployment>) -> ReplayOutcome {
    let mut arbiter = Arbiter::new(&game.rules, armies.as_ref(), game.first);
    for (number, ply) in (1..).zip(&game.plies) {
        // Up to here the same squares are taken as in the game, so that its plies can be made.
        let Ok(would) = arbiter.play(ply.mv) else { break };
        let ending = game.ending.filter(|_| number == game.len());
        if (would.verdict, would.ending) != (ply.verdict, ending) {
            return ReplayOutcome::Diverges { ply: number, would };
        }
    }
    ReplayOutcome::Same
}

/// A game while it is played again.
struct VariationReplay {
    arbiter: Arbiter,
    timeline: Timeline,
}

impl VariationReplay {
    fn new(game: &Timeline, armies: ByColor<Deployment>) -> VariationReplay {
        let moved = |color: Color| {
            let flag = game.flags[color]?;
            Some(PublicFlag { origin: armies[color].flag()?, ..flag })
        };
        let timeline = Timeline {
            rules: game.rules,
            first: game.first,
            taken: game.taken,
            plies: Vec::with_capacity(game.plies.len()),
            ending: None,
            declared: Vec::new(),
            flags: ByColor::from_fn(moved),
        };
        VariationReplay {
            arbiter: Arbiter::new(&game.rules, armies.as_ref(), game.first),
            timeline,
        }
    }

    fn play(&mut self, mv: Move, clock: Option<u32>) -> Result<(), IllegalMove> {
        let said = self.arbiter.play(mv)?;
        self.timeline.plies.push(Ply { mv, verdict: said.verdict, clock });
        self.timeline.ending = said.ending;
        if let Some((challenger, defender)) = said.declared {
            let ply = self.timeline.len();
            self.timeline.declared.push(Declaration { ply, challenger, defender });
        }
        Ok(())
    }
}

impl fmt::Debug for Variation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Variation").field("course", &self.outcome).finish_non_exhaustive()
    }
}
