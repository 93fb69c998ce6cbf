//! Variations: a game with other set-ups, or with other plies from some ply on.
//!
//! Armies change by swapping two pieces of one side, identified by the squares they were deployed
//! on, so that set-ups stay legal and occupy the same squares. The plies are replayed with an
//! arbiter up to the first announcement that differs: later plies were decided by players who had
//! heard something else.

use std::fmt;

use salpakan::record::{Declaration, FullRecord, Ply, PublicFlag, Timeline};
use salpakan::rules::{
    Announcement, Arbiter, ByColor, Color, Deployment, Draft, IllegalMove, Move, Square,
};
use salpakan::view::{self, View};

/// The maximum number of swaps.
pub const MAX_SWAPS: usize = 10;
/// The maximum number of the user's own plies.
pub const MAX_OWN_PLIES: usize = 60;

/// Swaps two pieces of one side, given by the squares they were deployed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Swap {
    pub one: Square,
    pub other: Square,
}

impl Swap {
    /// Parses `a3c2`.
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

/// The question about a game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct VariationQuery {
    /// Applied one after the other.
    pub swaps: Vec<Swap>,
    /// How many plies of the game are kept; `None` for all that are announced alike.
    pub kept_plies: Option<u32>,
    /// The plies that follow instead.
    pub own_plies: Vec<Move>,
}

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VariationError {
    /// The record lacks an army.
    NoArmies,
    /// These squares were not of two pieces of one side.
    InvalidSwap(Swap),
    /// More than [`MAX_SWAPS`].
    TooManySwaps,
    /// More than [`MAX_OWN_PLIES`].
    TooManyPlies,
    /// This own ply, counted from 1, is illegal.
    IllegalPly(u32, IllegalMove),
}

/// How the same plies would have been announced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplayOutcome {
    /// All of them are the same.
    Same,
    /// All before this ply, counted from 1, are the same, and this one would have been announced as
    /// `would`.
    Diverges { ply: u32, would: Announcement },
}

/// The answer: a game that was not played.
#[derive(Clone, PartialEq, Eq)]
pub struct Variation {
    pub outcome: ReplayOutcome,
    /// How many plies of the game are kept.
    pub kept_plies: u32,
    /// The kept plies, followed by the user's own.
    pub timeline: Timeline,
    armies: ByColor<Deployment>,
}

impl Variation {
    /// Answers a question about a game.
    /// Returns the first [`VariationError`], of swaps before plies.
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

    /// The variation with all ranks, for viewers who see those of the game.
    pub fn view(&self) -> View<'_> {
        view::supposed(&self.timeline, self.armies.as_ref())
    }

    /// The set-ups at the start.
    pub fn armies(&self) -> &ByColor<Deployment> {
        &self.armies
    }

    /// The number of the user's own plies.
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

/// How an arbiter with these armies would announce the plies of a game.
fn replay_outcome(game: &Timeline, armies: &ByColor<Deployment>) -> ReplayOutcome {
    let mut arbiter = Arbiter::new(&game.rules, armies.as_ref(), game.first);
    for (number, ply) in (1..).zip(&game.plies) {
        // Up to here the same squares are occupied as in the game, so its plies are legal.
        let Ok(would) = arbiter.play(ply.mv) else { break };
        let ending = game.ending.filter(|_| number == game.len());
        if (would.verdict, would.ending) != (ply.verdict, ending) {
            return ReplayOutcome::Diverges { ply: number, would };
        }
    }
    ReplayOutcome::Same
}

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
