//! Floor 1: what each viewer can know of hidden ranks, exactly. `docs/knowledge.md` has the definitions, and proofs by hand.
//!
//! A player's knowledge is computed from the public [`Timeline`](crate::record::Timeline) and his own army; there is no argument
//! through which an enemy rank could come in. What is computed from it tells of his own ranks and is as secret as they are.
//!
//! Inferences, each with its section of the rules (`evidence.rs` makes them, for every viewer alike):
//!
//! - A verdict leaves the ranks that get it against the viewer's own (Challenges 1-6), as both pieces are by then (`promotion`).
//! - The game goes on after a challenge: neither piece was a Flag (How a game ends, 1). It ends by a capture: the winner and
//!   who challenged say which piece was the Flag.
//! - The game goes on after a plain move to the goal row with no enemy beside it: no Flag (2); with an enemy beside it, the same
//!   once the reply is made, if the game still goes on. Under `electronic` at once.
//! - The game ends with *flag-reached*: the piece that won is the Flag. Nothing is said of a piece that arrived by the reply.
//! - Public Flags (What is public; `open-flag`), and ranks that were declared (`open-challenges`).
//! - A piece on its goal row after its owner's ply is a Spy from then on if it was a Private (`promotion`).
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
