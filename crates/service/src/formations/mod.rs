//! Set-ups of revealed games: frequencies, results and similarity; see `docs/formations.md`.
//!
//! Queries are answered from memory (`index_cache.rs`), which holds revealed games only: what is
//! not loaded cannot leak. Games of players who are not listed publicly count, but these players
//! are not named and others cannot search for them.

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
