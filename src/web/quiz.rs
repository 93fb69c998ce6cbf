//! Answers to a daily set, as addresses carry them: nothing is kept of who answers.

use crate::quiz::{Feeling, Kind, MIX, Points, Question, points_of_fight, points_of_ranks};
use ledger_ratings::Day;
use salpakan::rules::{Rank, Verdict};
use salpakan::view::View;
use salpakan_knowledge::Ranks;

/// What was said to one question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    Ranks(Ranks),
    Fight(Feeling),
}

impl Answer {
    /// Reads what [`Answer::text`] wrote, as an answer to a question of this kind.
    fn parse(kind: Kind, text: &str) -> Option<Answer> {
        match kind {
            Kind::Fight => {
                let digit = text.parse().ok().filter(|_| text.len() == 1)?;
                Feeling::of_digit(digit).map(Answer::Fight)
            }
            Kind::Ranks if text == "-" => Some(Answer::Ranks(Ranks::NONE)),
            Kind::Ranks => {
                let add =
                    |all: Ranks, letter| Some(all.or(Ranks::only(Rank::from_letter(letter)?)));
                let ranks = text.chars().try_fold(Ranks::NONE, add)?;
                (!ranks.is_empty()).then_some(Answer::Ranks(ranks))
            }
        }
    }

    /// As addresses have it: letters of ranks, or `-` for none; a digit for a feeling.
    pub fn text(self) -> String {
        match self {
            Answer::Ranks(ranks) if ranks.is_empty() => "-".to_owned(),
            Answer::Ranks(ranks) => ranks.iter().map(Rank::letter).collect(),
            Answer::Fight(feeling) => feeling.digit().to_string(),
        }
    }

    /// What it is worth.
    pub fn points(self, question: &Question) -> Points {
        match self {
            Answer::Ranks(ranks) => points_of_ranks(&question.army, ranks, &question.truth.ranks),
            Answer::Fight(feeling) => points_of_fight(feeling, question.truth.expected()),
        }
    }
}

/// The answers so far, in the order of the questions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Answers(pub Vec<Answer>);

impl Answers {
    /// Reads what [`Answers::text`] wrote: answers with dots between.
    pub fn parse(text: &str) -> Option<Answers> {
        let parts: Vec<&str> = text.split('.').collect();
        if parts.len() > MIX.len() {
            return None;
        }
        let read = MIX.into_iter().zip(parts).map(|(kind, part)| Answer::parse(kind, part));
        read.collect::<Option<Vec<Answer>>>().map(Answers)
    }

    pub fn text(&self) -> String {
        self.0.iter().map(|one| one.text()).collect::<Vec<_>>().join(".")
    }
}

/// The mean of some points, rounded.
pub fn mean(points: &[Points]) -> Points {
    let sum: Points = points.iter().sum();
    (f64::from(sum) / points.len().max(1) as f64).round() as Points
}

/// A day as addresses have it.
pub fn date(day: Day) -> String {
    crate::service::records::date_of(day).replace('.', "-")
}

/// A challenge that the viewer saw, with his own rank.
pub struct SeenChallenge {
    pub ply: u32,
    pub own: Rank,
    /// The enemy piece.
    pub origin: salpakan::rules::Square,
    /// Whether the viewer's piece was left, the enemy's, or none.
    pub fell: Fell,
}

/// Who fell, for the viewer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fell {
    Theirs,
    Mine,
    Both,
}

impl Fell {
    pub const fn key(self) -> &'static str {
        match self {
            Fell::Theirs => "theirs",
            Fell::Mine => "mine",
            Fell::Both => "both",
        }
    }
}

/// All challenges that the viewer of a question has seen before it.
pub fn seen(view: &View<'_>, question: &Question) -> Vec<SeenChallenge> {
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
                (Verdict::Split, _) => Fell::Both,
                (Verdict::ChallengerWins, true) | (Verdict::DefenderWins, false) => Fell::Theirs,
                _ => Fell::Mine,
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
            let read = Answers::parse(text).map(|answers| answers.text());
            // Letters come in the order of ranks.
            assert_eq!(read.map(|read| read.len()), Some(text.len()), "{text}");
        }
        for wrong in ["", "Z", "SP.SP", "SP.5", "X", "S.1.S.1.S.1", "S.", "S.11"] {
            assert_eq!(Answers::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_mean_is_rounded() {
        assert_eq!((mean(&[]), mean(&[1, 2]), mean(&[-100, 0, 1])), (0, 2, -33));
    }
}
