//! How Salpakan is recorded: its tags, its plies, its judge.

use game_record::notation::SetUpFault;
use game_record::{Game, OwnTags};

use crate::rules::{ByColor, Color, Deployment, Draft, Move, RuleSet, TERMINATIONS, Verdict};

use super::notation::ply;
use super::{Annotations, Fault, Header, JudgedRecord, Submission, judge};

/// Game of the Generals, as a game that is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Salpakan;

/// What the tags of Salpakan say.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Terms {
    pub rules: RuleSet,
    /// Who makes the first ply; White by default.
    pub first: Color,
    pub drafts: ByColor<Option<Draft>>,
}

/// A ply as written; what is present has to agree with the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrittenPly {
    pub mv: Move,
    /// Whether it is written with `x` (a challenge) or `-` (none).
    pub challenge: Option<bool>,
    pub verdict: Option<Verdict>,
    /// Whether `#` is written.
    pub ends: bool,
}

impl Game for Salpakan {
    const KEY: &'static str = "salpakan";
    const TERMINATIONS: &'static [crate::rules::Termination] = &TERMINATIONS;

    type Terms = Terms;
    type Ply = WrittenPly;
    type Record = JudgedRecord;

    fn take_rules(terms: &mut Terms, value: &str) -> Result<(), String> {
        terms.rules = value.parse().map_err(|e| format!("{e}"))?;
        Ok(())
    }

    fn take_first(terms: &mut Terms, first: Color) -> Result<(), String> {
        terms.first = first;
        Ok(())
    }

    fn take_setup(terms: &mut Terms, color: Color, value: &str) -> Result<(), SetUpFault> {
        match Draft::parse(color, &terms.rules, value) {
            Ok(draft) => {
                terms.drafts[color] = Some(draft);
                Ok(())
            }
            Err(faults) => {
                const MOST_NAMED: usize = 8;
                let all: Vec<String> =
                    faults.iter().take(MOST_NAMED).map(ToString::to_string).collect();
                let character = faults.first().map_or(0, |first| first.at);
                let message = format!("{color}'s set-up: {}", all.join("; "));
                Err(SetUpFault { character, message })
            }
        }
    }

    #[inline]
    fn parse_ply(word: &str) -> Result<WrittenPly, String> {
        ply::parse(word)
    }

    fn judge(game: Submission) -> Result<JudgedRecord, Fault> {
        judge::judge(game)
    }

    fn judge_beginning(game: &Submission) -> Option<Fault> {
        judge::judge_beginning(game)
    }

    fn header(record: &JudgedRecord) -> &Header {
        &record.header
    }

    fn annotations(record: &JudgedRecord) -> &Annotations {
        &record.annotations
    }

    /// The notation means Salpakan where it names no game.
    fn own_tags(record: &JudgedRecord) -> OwnTags {
        let timeline = &record.timeline;
        OwnTags {
            game: None,
            rules: Some(timeline.rules.key()),
            first: Some(timeline.first),
            setups: record.armies.as_ref().map(|army| army.as_ref().map(Deployment::notation)),
        }
    }

    #[inline]
    fn ply_count(record: &JudgedRecord) -> u32 {
        record.timeline.len()
    }

    #[inline]
    fn push_ply(record: &JudgedRecord, ply: u32, text: &mut String) {
        let timeline = &record.timeline;
        let ends = timeline.ending.is_some() && ply == timeline.len();
        ply::push(text, &timeline.plies[ply as usize - 1], ends);
    }

    #[inline]
    fn clock(record: &JudgedRecord, ply: u32) -> Option<u32> {
        record.timeline.plies[ply as usize - 1].clock
    }
}
