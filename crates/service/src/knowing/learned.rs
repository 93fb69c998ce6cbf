//! Inference under a prior learned from players' set-ups.

use std::sync::Arc;

use salpakan::record::Timeline;
use salpakan::rules::{Color, Rank, RuleSet};
use salpakan_knowledge::{Estimate, Likelihood, Prior, Space, likelihoods, percentiles};

use super::super::formations::{PlacementPrior, placement_prior};
use super::super::games::Game;
use super::super::{App, Error, Result, refusals};
use super::{Known, KnownPiece, KnownRank, known_piece, player_at, record};

/// The estimate of a player's beliefs, and the number of set-ups behind the prior.
#[derive(Clone)]
pub struct Guessed {
    pub known: Arc<Known>,
    pub set_ups: u64,
}

/// Whether a prior can be learned for the army of a game, which must be the standard one.
pub fn is_learned(timeline: &Timeline) -> bool {
    timeline.rules.army() == RuleSet::STANDARD.army()
}

/// Estimates a player's beliefs after ply `ply`, or after the last one, with a prior learned from
/// all other revealed games under the standard rules. The number of armies is that of exact
/// inference.
///
/// # Errors
/// Returns [`Error::NotFound`] for a game with another army.
pub fn guessed_at(app: &App, game: &Game, viewer: Color, ply: u32) -> Result<Guessed> {
    let record = record(game)?;
    let timeline = record.timeline();
    if !is_learned(timeline) {
        return Err(Error::not_found(refusals::NOTHING_LEARNED));
    }
    let known = player_at(record, viewer, ply).ok_or_else(|| super::contradiction(game))?;
    let own = record.armies()[viewer].as_ref().ok_or_else(|| super::contradiction(game))?;
    let PlacementPrior { weights, sample_size: set_ups } = placement_prior(app, game.number)?;
    let ply = ply.min(timeline.len());
    let prior = Prior::Learned(&weights);
    let thought = likelihoods(timeline, own, ply, prior, &mut Space::default());
    let army = percentiles(&timeline.rules.army());
    let piece = |known: &KnownPiece| {
        let found = thought.iter().find(|one| one.origin == known.origin);
        found.map_or_else(|| known.clone(), |found| of_piece(known, found, &army))
    };
    let pieces = known.pieces.iter().map(piece).collect();
    Ok(Guessed { known: Arc::new(Known { pieces, ..known }), set_ups })
}

fn of_piece(known: &KnownPiece, found: &Likelihood, army: &[f64; Rank::COUNT]) -> KnownPiece {
    let by_now = |rank| if found.promoted && rank == Rank::Private { Rank::Spy } else { rank };
    let mut chances = [0.0; Rank::COUNT];
    for (rank, chance) in Rank::ALL.into_iter().zip(found.probabilities) {
        chances[by_now(rank).index()] += chance;
    }
    // The prior changes only the probabilities of the possible ranks.
    let rank = |one: &KnownRank| {
        let value = chances[one.rank.index()];
        KnownRank { rank: one.rank, armies: None, chance: Estimate { value, error: 0.0 } }
    };
    let ranks = known.ranks.iter().map(rank).collect();
    known_piece(known.color, known.origin, known.promoted, ranks, army)
}
