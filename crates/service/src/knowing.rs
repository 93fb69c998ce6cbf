//! What could be inferred in a revealed game: the possible ranks of each piece for a viewer, and
//! the information ledger of both sides. Nothing is computed for other games.

use std::sync::Arc;

use moka::sync::Cache;
use salpakan::record::{FullRecord, Timeline};
use salpakan::rules::{Color, Piece, Rank, RuleSet, Square};
use salpakan::view::{Fate, spectator};
use salpakan_knowledge::{
    Belief, Beliefs, Effort, Estimate, Knowledge, Ledger, Likelihood, Precision, Prior,
    PublicBelief, PublicBeliefs, Ranks, Sets, Space, Threat, evidence, likelihoods, percentiles,
    threats,
};

use super::formations::{PlacementPrior, placement_prior};
use super::games::Game;
use super::records::GameId;
use super::{App, Error, Result, Thing, refusals};

/// The viewer whose inference is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Viewer {
    /// A player, who knows their own army and infers the enemy's.
    Player(Color),
    /// Spectators, to whom both armies are hidden.
    Public,
}

impl Viewer {
    pub const ALL: [Viewer; 3] =
        [Viewer::Player(Color::White), Viewer::Player(Color::Black), Viewer::Public];

    /// The key in addresses.
    pub const fn key(self) -> &'static str {
        match self {
            Viewer::Player(color) => color.key(),
            Viewer::Public => "public",
        }
    }

    pub fn parse(text: &str) -> Option<Viewer> {
        Viewer::ALL.into_iter().find(|one| one.key() == text)
    }
}

/// A rank that is still possible for a piece.
#[derive(Clone, Copy)]
pub struct KnownRank {
    pub rank: Rank,
    /// The number of all armies in which the piece has it; counted for players only.
    pub armies: Option<u128>,
    /// The probability with its standard error, which is 0 if it is exact.
    pub chance: Estimate,
}

/// The knowledge about a piece, standing or captured.
#[derive(Clone)]
pub struct KnownPiece {
    pub color: Color,
    pub origin: Square,
    /// Whether it has been on a square where a Private is promoted to Spy.
    pub promoted: bool,
    /// The expected share of the army that is weaker, from 0 to 1 (`docs/knowledge.md`).
    pub strength: f64,
    /// The possible ranks in the order of [`Rank::ALL`].
    pub ranks: Vec<KnownRank>,
}

impl KnownPiece {
    /// The knowledge about a rank; `None` if it is impossible.
    pub fn rank(&self, rank: Rank) -> Option<&KnownRank> {
        self.ranks.iter().find(|one| one.rank == rank)
    }

    pub fn probability(&self, rank: Rank) -> f64 {
        self.rank(rank).map_or(0.0, |one| one.chance.value)
    }
}

/// The number of possible armies, and its precision.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Armies {
    /// The exact number of deployments of the enemy's army.
    Counted(u128),
    /// The number of pairs of armies, for a spectator.
    Pairs { pairs: Estimate, precision: Precision, sets: Sets },
}

/// The knowledge of a viewer over a range of plies in which nothing was revealed.
#[derive(Clone)]
pub struct Known {
    pub since: u32,
    /// The last ply for which it holds.
    pub until: u32,
    pub armies: Armies,
    /// Ordered by colour and origin.
    pub pieces: Vec<KnownPiece>,
}

impl Known {
    /// The information still hidden, in bits.
    pub fn bits(&self) -> f64 {
        match self.armies {
            Armies::Counted(armies) => (armies.max(1) as f64).log2(),
            Armies::Pairs { pairs, .. } => pairs.value.max(1.0).log2(),
        }
    }

    /// The piece deployed on `origin`.
    pub fn piece(&self, origin: Square) -> Option<&KnownPiece> {
        self.pieces.iter().find(|piece| piece.origin == origin)
    }
}

/// The record of a revealed game with both armies.
pub fn record(game: &Game) -> Result<&FullRecord> {
    let whole = |record: &&FullRecord| {
        record.armies().iter().all(|(_, army): (_, &Option<_>)| army.is_some())
    };
    let none = || Error::missing(Thing::Counts, game.summary.id.to_string());
    game.stored.revealed().filter(whole).ok_or_else(none)
}

/// The knowledge of `viewer` after ply `ply`, or after the last one.
pub fn at(app: &App, game: &Game, viewer: Viewer, ply: u32) -> Result<Arc<Known>> {
    let record = record(game)?;
    let known = match viewer {
        Viewer::Player(color) => player_at(record, color, ply).map(Arc::new),
        Viewer::Public => app.memory.spectators.at(game, ply),
    };
    known.ok_or_else(|| contradiction(game))
}

/// Like [`at`], using a ledger that has been computed, which contains the knowledge of both
/// players.
pub fn at_in(
    app: &App,
    game: &Game,
    account: &Account,
    viewer: Viewer,
    ply: u32,
) -> Result<Arc<Known>> {
    let timeline = record(game)?.timeline();
    match viewer {
        Viewer::Player(color) => {
            let ply = ply.min(timeline.len());
            Ok(Arc::new(of_player(timeline, &account.ledger.knowledge[color], ply)))
        }
        Viewer::Public => app.memory.spectators.at(game, ply).ok_or_else(|| contradiction(game)),
    }
}

/// The knowledge of a player over the whole game, change by change.
pub fn whole(game: &Game, viewer: Color) -> Result<Vec<Known>> {
    let record = record(game)?;
    let knowledge = Knowledge::ghost(record, viewer.opponent());
    let knowledge = knowledge.ok_or_else(|| contradiction(game))?;
    let timeline = record.timeline();
    let starts = knowledge.changes().iter().map(|beliefs| beliefs.since);
    Ok(starts.map(|since| of_player(timeline, &knowledge, since)).collect())
}

fn contradiction(game: &Game) -> Error {
    Error::Internal(format!("what was seen of game {} contradicts itself", game.summary.id))
}

fn player_at(record: &FullRecord, viewer: Color, ply: u32) -> Option<Known> {
    let knowledge = Knowledge::ghost(record, viewer.opponent())?;
    Some(of_player(record.timeline(), &knowledge, ply.min(record.timeline().len())))
}

fn of_player(timeline: &Timeline, knowledge: &Knowledge, ply: u32) -> Known {
    let beliefs: &Beliefs = knowledge.at(ply);
    let next = knowledge.changes().iter().find(|change| change.since > ply);
    let weights = percentiles(&timeline.rules.army());
    let piece = |belief: Belief<'_>| {
        let ranks = belief.possible().iter().map(|rank| {
            let (armies, of) = belief.share(belief.once(Ranks::only(rank)));
            let value = if of == 0 { 0.0 } else { armies as f64 / of as f64 };
            KnownRank { rank, armies: Some(armies), chance: Estimate { value, error: 0.0 } }
        });
        known_piece(beliefs.color, belief.origin, belief.promoted, ranks.collect(), &weights)
    };
    Known {
        since: beliefs.since,
        until: next.map_or(timeline.len(), |change| change.since - 1),
        armies: Armies::Counted(beliefs.armies()),
        pieces: beliefs.pieces().map(piece).collect(),
    }
}

/// The effort of the spectators' estimate, which can take a second after many challenges. Below the
/// default, with larger errors, which are reported.
const EFFORT: Effort =
    Effort { exact: 1_000, states: 60, runs: 8, looks: 30_000, seed: 1, proof: 50 };
/// The number of cached positions, of about ten thousand bytes each.
const KEPT: u64 = 500;

/// Cached knowledge of spectators by game and first ply. Concurrent requests wait for one
/// computation.
pub(super) struct Spectators(Cache<([u8; GameId::BYTES], u32), Option<Arc<Known>>>);

impl Default for Spectators {
    fn default() -> Spectators {
        Spectators(Cache::new(KEPT))
    }
}

impl Spectators {
    fn at(&self, game: &Game, ply: u32) -> Option<Arc<Known>> {
        let timeline = game.stored.timeline();
        let facts = evidence(timeline, timeline.len());
        let changes = || facts.iter().map(|fact| fact.ply);
        let since = changes().filter(|change| *change <= ply).max().unwrap_or(0);
        let next = changes().filter(|change| *change > ply).min();
        let until = next.map_or(timeline.len(), |change| change - 1);
        let key = (game.summary.id.0, since);
        self.0.get_with(key, || public_at(timeline, since, until).map(Arc::new))
    }
}

fn public_at(timeline: &Timeline, since: u32, until: u32) -> Option<Known> {
    let found = PublicBeliefs::at(timeline, since, &EFFORT)?;
    let weights = percentiles(&timeline.rules.army());
    let piece = |belief: &PublicBelief| {
        let by_now = |rank| if belief.promoted && rank == Rank::Private { Rank::Spy } else { rank };
        let mut ranks: Vec<KnownRank> = Vec::new();
        for deployed in belief.deployed.iter() {
            let (rank, chance) = (by_now(deployed), belief.probabilities[deployed.index()]);
            match ranks.iter_mut().find(|one| one.rank == rank) {
                // The errors of two shares of a sum are not independent; their sum is an upper
                // bound.
                Some(one) => {
                    one.chance.value += chance.value;
                    one.chance.error += chance.error;
                }
                None => ranks.push(KnownRank { rank, armies: None, chance }),
            }
        }
        ranks.sort_by_key(|one| one.rank.index());
        let Piece { color, origin } = belief.piece;
        known_piece(color, origin, belief.promoted, ranks, &weights)
    };
    Some(Known {
        since,
        until,
        armies: Armies::Pairs { pairs: found.pairs, precision: found.precision, sets: found.sets },
        pieces: found.pieces.iter().map(piece).collect(),
    })
}

fn known_piece(
    color: Color,
    origin: Square,
    promoted: bool,
    ranks: Vec<KnownRank>,
    weights: &[f64; Rank::COUNT],
) -> KnownPiece {
    let strength = ranks.iter().map(|one| one.chance.value * weights[one.rank.index()]).sum();
    KnownPiece { color, origin, promoted, strength, ranks }
}

/// The ply on which each captured piece falls.
pub fn falls(timeline: &Timeline) -> Vec<(Square, u32)> {
    let lives = spectator(timeline).lives();
    let fall = |fate: &Fate| match fate {
        Fate::Fell { ply, .. } => Some(*ply),
        _ => None,
    };
    lives.iter().filter_map(|life| Some((life.origin, fall(&life.fate)?))).collect()
}

/// The ledger of a game with all threats.
pub struct Account {
    pub ledger: Ledger,
    pub threats: Vec<Threat>,
}

/// The information revealed, paid for, risked and bluffed by both sides.
pub fn account(game: &Game) -> Result<Account> {
    let record = record(game)?;
    account_of(record).ok_or_else(|| contradiction(game))
}

/// The account of a record; `None` if it has no armies.
pub(super) fn account_of(record: &FullRecord) -> Option<Account> {
    let ledger = Ledger::of(record)?;
    let threats = threats(record, &ledger);
    Some(Account { ledger, threats })
}

/// The plies on which anything was revealed, beginning with 0.
pub fn steps(ledger: &Ledger) -> Vec<u32> {
    let changes = ledger.knowledge.iter().flat_map(|(_, known)| known.changes());
    let mut plies: Vec<u32> = changes.map(|beliefs| beliefs.since).collect();
    plies.sort_unstable();
    plies.dedup();
    plies
}

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
    let known = player_at(record, viewer, ply).ok_or_else(|| contradiction(game))?;
    let own = record.armies()[viewer].as_ref().ok_or_else(|| contradiction(game))?;
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
