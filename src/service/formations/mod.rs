//! Set-ups of revealed games: what stands where, how it did, what is like it. `docs/formations.md` has the figures.
//!
//! What is asked is answered from memory (`keeping.rs`), which holds revealed games alone: what is not in it cannot
//! leak. Games of players who keep off lists count; the players are not named, nor asked for by strangers.

mod index_builder;
mod index_cache;
mod index_file;
mod own_formations;
mod placement_prior;
mod queries;

pub use index_cache::{FormationCache, refresh_index};
pub use own_formations::{OwnFormations, OwnSetUpUse, own_formations};
pub(super) use placement_prior::{PlacementPrior, placement_prior};
pub use queries::{
    ExampleGame, FormationOverview, FormationSearch, SimilarFormations, can_query_player,
    from_share_code, overview, similar_formations,
};
