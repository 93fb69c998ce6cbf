//! Results as serde writes them: in one word.

use serde::{Deserialize, Serialize};

use super::Side;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameResult {
    First,
    Second,
    Drawn,
    FirstAbsent,
    SecondAbsent,
    BothAbsent,
}

impl From<super::GameResult> for GameResult {
    fn from(result: super::GameResult) -> GameResult {
        match result {
            super::GameResult::Won(Side::First) => GameResult::First,
            super::GameResult::Won(Side::Second) => GameResult::Second,
            super::GameResult::Drawn => GameResult::Drawn,
            super::GameResult::Default { absent: Side::First } => GameResult::FirstAbsent,
            super::GameResult::Default { absent: Side::Second } => GameResult::SecondAbsent,
            super::GameResult::BothAbsent => GameResult::BothAbsent,
        }
    }
}

impl From<GameResult> for super::GameResult {
    fn from(word: GameResult) -> super::GameResult {
        match word {
            GameResult::First => super::GameResult::Won(Side::First),
            GameResult::Second => super::GameResult::Won(Side::Second),
            GameResult::Drawn => super::GameResult::Drawn,
            GameResult::FirstAbsent => super::GameResult::Default { absent: Side::First },
            GameResult::SecondAbsent => super::GameResult::Default { absent: Side::Second },
            GameResult::BothAbsent => super::GameResult::BothAbsent,
        }
    }
}
