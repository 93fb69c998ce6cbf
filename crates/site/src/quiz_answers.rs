//! Answers to a daily quiz, encoded in addresses: nothing is stored about players.

use adjutant_domain::quiz::{
    ChallengeQuestion, DAILY_QUESTION_KINDS, Inclination, QuestionKind, QuizPoints,
    challenge_points, rank_points,
};
use ledger_ratings::Day;
use salpakan::rules::{Rank, Verdict};
use salpakan::view::View;
use salpakan_knowledge::Ranks;

/// The answer to a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuizAnswer {
    Ranks(Ranks),
    Fight(Inclination),
}

impl QuizAnswer {
    /// Parses the output of [`QuizAnswer::text`] as an answer to a question of this kind.
    fn parse(kind: QuestionKind, text: &str) -> Option<QuizAnswer> {
        match kind {
            QuestionKind::Challenge => {
                let digit = text.parse().ok().filter(|_| text.len() == 1)?;
                Inclination::from_digit(digit).map(QuizAnswer::Fight)
            }
            QuestionKind::Ranks if text == "-" => Some(QuizAnswer::Ranks(Ranks::NONE)),
            QuestionKind::Ranks => {
                let add =
                    |all: Ranks, letter| Some(all.or(Ranks::only(Rank::from_letter(letter)?)));
                let ranks = text.chars().try_fold(Ranks::NONE, add)?;
                (!ranks.is_empty()).then_some(QuizAnswer::Ranks(ranks))
            }
        }
    }

    /// The answer as encoded in addresses: letters of ranks, or `-` for none; a digit for an
    /// inclination.
    pub fn text(self) -> String {
        match self {
            QuizAnswer::Ranks(ranks) if ranks.is_empty() => "-".to_owned(),
            QuizAnswer::Ranks(ranks) => ranks.iter().map(Rank::letter).collect(),
            QuizAnswer::Fight(feeling) => feeling.digit().to_string(),
        }
    }

    /// The score of the answer.
    pub fn points(self, question: &ChallengeQuestion) -> QuizPoints {
        match self {
            QuizAnswer::Ranks(ranks) => rank_points(&question.army, ranks, &question.truth.ranks),
            QuizAnswer::Fight(feeling) => {
                challenge_points(feeling, question.truth.expected_score())
            }
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct QuizAnswers(pub Vec<QuizAnswer>);

impl QuizAnswers {
    /// Parses the output of [`QuizAnswers::text`]: answers separated by full stops.
    pub fn parse(text: &str) -> Option<QuizAnswers> {
        let parts: Vec<&str> = text.split('.').collect();
        if parts.len() > DAILY_QUESTION_KINDS.len() {
            return None;
        }
        let read = DAILY_QUESTION_KINDS
            .into_iter()
            .zip(parts)
            .map(|(kind, part)| QuizAnswer::parse(kind, part));
        read.collect::<Option<Vec<QuizAnswer>>>().map(QuizAnswers)
    }

    pub fn text(&self) -> String {
        self.0.iter().map(|one| one.text()).collect::<Vec<_>>().join(".")
    }
}

/// The rounded mean of some scores.
pub fn mean(points: &[QuizPoints]) -> QuizPoints {
    let sum: QuizPoints = points.iter().sum();
    (f64::from(sum) / points.len().max(1) as f64).round() as QuizPoints
}

/// A day as written in addresses.
pub fn date_text(day: Day) -> String {
    adjutant_service::records::date_of(day).replace('.', "-")
}

/// A challenge observed by the viewer, with their own rank.
pub struct SeenChallenge {
    pub ply: u32,
    pub own: Rank,
    /// The square on which the enemy piece was deployed.
    pub origin: salpakan::rules::Square,
    /// Which of the two pieces fell.
    pub fell: FallenSide,
}

/// Which pieces fell, from the viewer's point of view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FallenSide {
    Theirs,
    Mine,
    Both,
}

impl FallenSide {
    pub const fn key(self) -> &'static str {
        match self {
            FallenSide::Theirs => "theirs",
            FallenSide::Mine => "mine",
            FallenSide::Both => "both",
        }
    }
}

/// The challenges that the viewer of a question has observed before it.
pub fn seen_challenges(view: &View<'_>, question: &ChallengeQuestion) -> Vec<SeenChallenge> {
    let before = view.events(None).into_iter().filter(|event| event.ply < question.ply);
    before
        .filter_map(|event| {
            let met = event.challenge?;
            let attacked = met.challenger.color == question.viewer;
            let (own, other) = match attacked {
                true => (met.challenger, met.defender),
                false => (met.defender, met.challenger),
            };
            let fell = match (met.verdict, attacked) {
                (Verdict::Split, _) => FallenSide::Both,
                (Verdict::ChallengerWins, true) | (Verdict::DefenderWins, false) => {
                    FallenSide::Theirs
                }
                _ => FallenSide::Mine,
            };
            Some(SeenChallenge { ply: event.ply, own: own.rank?, origin: other.origin, fell })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_as_they_were_written_and_nothing_else_is() {
        for text in ["SP", "-", "5SF.3.-.0.PF", "PF.2"] {
            let read = QuizAnswers::parse(text).map(|answers| answers.text());
            // Letters follow the order of ranks.
            assert_eq!(read.map(|read| read.len()), Some(text.len()), "{text}");
        }
        for wrong in ["", "Z", "SP.SP", "SP.5", "X", "S.1.S.1.S.1", "S.", "S.11"] {
            assert_eq!(QuizAnswers::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_mean_is_rounded() {
        assert_eq!((mean(&[]), mean(&[1, 2]), mean(&[100, 0, 1])), (0, 2, 34));
    }
}
