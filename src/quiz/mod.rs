//! Floor 1: questions out of real games. A revealed game stops before a challenge; what is said of it is held against the exact
//! probabilities of `crates/salpakan-knowledge/src`, and never against what happened. `docs/quiz.md` has the definitions.

mod question;
mod score;

pub use question::{ChallengeQuestion, QuestionKind, QuestionTruth, find_questions};
pub use score::{Inclination, QuizPoints, challenge_points, rank_points};

/// What a daily set asks, in this order.
pub const DAILY_QUESTION_KINDS: [QuestionKind; 5] = [
    QuestionKind::Ranks,
    QuestionKind::Challenge,
    QuestionKind::Ranks,
    QuestionKind::Challenge,
    QuestionKind::Ranks,
];
