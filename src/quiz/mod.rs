//! Floor 1: questions out of real games. A revealed game stops before a challenge; what is said of it is held against the exact
//! probabilities of `crates/salpakan-knowledge/src`, and never against what happened. `docs/quiz.md` has the definitions.

mod question;
mod score;

pub use question::{Kind, Question, Truth, questions};
pub use score::{Feeling, Points, points_of_fight, points_of_ranks};

/// What a daily set asks, in this order.
pub const MIX: [Kind; 5] = [Kind::Ranks, Kind::Fight, Kind::Ranks, Kind::Fight, Kind::Ranks];
