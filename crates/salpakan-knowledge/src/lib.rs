//! What each viewer of a game of Salpakan can infer about hidden ranks, exactly where possible.
//!
//! ```
//! use salpakan::rules::{Color, Rank, RuleSet};
//! use salpakan_bot::{Endings, Field, simulate};
//!
//! let game = simulate(&Field::new(1, 2, 1), &RuleSet::STANDARD, 0, Endings::Final).expect("a game");
//! let white = game.armies.white.as_ref().expect("White's own army");
//! // What White knows of Black's pieces after ten plies: nothing of Black's army goes in.
//! let beliefs = salpakan_knowledge::beliefs_at(&game.timeline, white, 10);
//! assert_eq!(beliefs.color, Color::Black);
//! let flags: f64 = beliefs.pieces().map(|piece| piece.probability(Rank::Flag)).sum();
//! assert!((flags - 1.0).abs() < 1e-9, "there is one Flag among Black's pieces");
//! ```
//!
//! A player's knowledge is computed from the public [`Timeline`](salpakan::record::Timeline) and their own army; no
//! argument could contain an enemy rank. The result depends on the player's own ranks and is as secret as they are.
//!
//! The inferences, each with its section of the rules (`evidence.rs` draws them, for all viewers alike):
//!
//! - A verdict leaves the ranks that get it against the viewer's own (Challenges 1-6), with promotions so far
//!   (`promotion`).
//! - The game continues after a challenge: neither piece was a Flag (How a game ends, 1). If it ends by a capture, the
//!   winner and the challenger determine which piece was the Flag.
//! - The game continues after a plain move to the goal row with no enemy adjacent: no Flag (2). With an enemy adjacent
//!   the same follows after the reply, if the game still continues. Under `electronic` it follows immediately.
//! - The game ends with *flag-reached*: the winning piece is the Flag. Nothing follows for a piece that arrived with
//!   the reply.
//! - Public Flags (What is public; `open-flag`), and declared ranks (`open-challenges`).
//! - A piece on its goal row after its owner's ply is from then on a Spy if it was a Private (`promotion`).
//! - All ranks of one side make up its army (Board, armies, deployment; `army=`).
//!
//! Not used: which pieces move, where to and how fast, resignations, draws, time, habits. Moves are no evidence.

mod belief;
mod bluff;
mod count;
mod evidence;
mod learned;
mod ledger;
mod player;
mod public;
mod ranks;
mod weighted;

pub use belief::{Belief, Beliefs};
pub use bluff::{BluffIndex, Reply, Threat, best_bluff, bluff_index, percentiles, threats};
pub use count::{Counts, count};
pub use evidence::{Evidence, Fact, Fighter, Meeting, evidence};
pub use learned::{Likelihood, Prior, Weights, likelihoods};
pub use ledger::{Chance, Deal, Ledger, Luck, Prospects};
pub use player::{Knowledge, beliefs_at, query};
pub use public::{Effort, Estimate, Precision, PublicBelief, PublicBeliefs, Sets};
pub use ranks::Ranks;
pub use weighted::Space;

/// `Debug` that shows nothing of a type, so that logs and panic messages cannot contain what a viewer may not know.
macro_rules! hide_in_debug {
    ($($type:ty => $name:literal,)+) => {
        $(impl std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(concat!($name, "(..)"))
            }
        })+
    };
}

hide_in_debug! {
    Belief<'_> => "Belief",
    Beliefs => "Beliefs",
    Knowledge => "Knowledge",
    Ledger => "Ledger",
    Likelihood => "Likelihood",
    PublicBelief => "PublicBelief",
    PublicBeliefs => "PublicBeliefs",
    Ranks => "Ranks",
    Space => "Space",
    Weights => "Weights",
}
