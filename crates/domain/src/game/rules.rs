use std::fmt;
use std::str::FromStr;

use salpakan::rules::{RuleSet, RuleSetError};

use super::GameKind;

/// The rules that a game is played by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rules {
    /// A rule-set of Game of the Generals.
    Salpakan(RuleSet),
    /// The Game of Three Generals has one set of rules.
    ThreeGenerals,
}

impl Rules {
    pub const fn kind(&self) -> GameKind {
        match self {
            Rules::Salpakan(_) => GameKind::Salpakan,
            Rules::ThreeGenerals => GameKind::ThreeGenerals,
        }
    }

    /// The rule-set of a game of Salpakan.
    pub const fn salpakan(&self) -> Option<&RuleSet> {
        match self {
            Rules::Salpakan(rules) => Some(rules),
            Rules::ThreeGenerals => None,
        }
    }

    /// Whether the game has ranks that are hidden until they are revealed.
    pub const fn hides_ranks(&self) -> bool {
        self.salpakan().is_some()
    }

    /// The canonical key: of a rule-set of Salpakan, or the name of a game that has one set of rules.
    pub fn key(&self) -> String {
        self.to_string()
    }
}

impl From<RuleSet> for Rules {
    fn from(rules: RuleSet) -> Rules {
        Rules::Salpakan(rules)
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rules::Salpakan(rules) => rules.fmt(f),
            Rules::ThreeGenerals => f.write_str(GameKind::ThreeGenerals.key()),
        }
    }
}

impl FromStr for Rules {
    type Err = RuleSetError;

    fn from_str(text: &str) -> Result<Rules, RuleSetError> {
        match GameKind::parse(text) {
            Some(GameKind::ThreeGenerals) => Ok(Rules::ThreeGenerals),
            _ => text.parse().map(Rules::Salpakan),
        }
    }
}
