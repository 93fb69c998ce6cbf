//! The same under a prior that is learned from where people put their ranks: a guess about people, named as such.

use std::sync::Arc;

use salpakan::record::Timeline;
use salpakan::rules::{Color, Rank, RuleSet};
use salpakan_knowledge::{Estimate, Likelihood, Prior, Space, likelihoods, percentiles};

use super::super::formations::{PlacementPrior, placement_prior};
use super::super::games::Game;
use super::super::{App, Error, refusals};
use super::{Known, KnownPiece, KnownRank, known_piece, player_at, record};

/// What a player may have thought, and of how many set-ups of other revealed games that was learned.
#[derive(Clone)]
pub struct Guessed {
    pub known: Arc<Known>,
    pub set_ups: u64,
}

/// Whether something can be learned of the army that a game is played with: that of the published rules.
#[must_use]
pub fn is_learned(timeline: &Timeline) -> bool {
    timeline.rules.army() == RuleSet::STANDARD.army()
}

/// What a player may have thought after `ply` plies (or after the last), where ranks stand as people put them: in all revealed games
/// under the published rules but this one. The armies that fit are counted as ever.
///
/// # Errors
/// As [`record`]; [`Error::NotFound`] for a game with another army.
pub fn guessed_at(app: &App, game: &Game, viewer: Color, ply: u32) -> Result<Guessed, Error> {
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
    // The possible ranks are those that are counted; how likely they are is another matter.
    let rank = |one: &KnownRank| {
        let value = chances[one.rank.index()];
        KnownRank { rank: one.rank, armies: None, chance: Estimate { value, error: 0.0 } }
    };
    let ranks = known.ranks.iter().map(rank).collect();
    known_piece(known.color, known.origin, known.promoted, ranks, army)
}
