//! Floor 1: quiz questions from revealed games. A game stops before a challenge; answers are
//! compared with the exact probabilities of `crates/salpakan-knowledge/src`, never with what
//! happened. `docs/quiz.md` has the definitions.

mod question;
mod score;

pub use question::{ChallengeQuestion, QuestionKind, QuestionTruth, find_questions};
pub use score::{Inclination, QuizPoints, challenge_points, rank_points};

pub const DAILY_QUESTION_KINDS: [QuestionKind; 5] = [
    QuestionKind::Ranks,
    QuestionKind::Challenge,
    QuestionKind::Ranks,
    QuestionKind::Challenge,
    QuestionKind::Ranks,
];
