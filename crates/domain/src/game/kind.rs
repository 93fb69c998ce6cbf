use game_record::Game;
use ledger_ratings::Family;
use salpakan::record::Salpakan;
use salpakan::rules::RuleSet;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use three_generals::record::ThreeGenerals;

use super::Rules;

/// A game of the service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum GameKind {
    /// Game of the Generals.
    #[default]
    Salpakan,
    ThreeGenerals,
}

impl GameKind {
    pub const ALL: [GameKind; 2] = [GameKind::Salpakan, GameKind::ThreeGenerals];

    /// The name in records, in the API and in addresses.
    pub const fn key(self) -> &'static str {
        match self {
            GameKind::Salpakan => Salpakan::KEY,
            GameKind::ThreeGenerals => ThreeGenerals::KEY,
        }
    }

    /// The rows of its board; both have nine files.
    pub const fn rows(self) -> u8 {
        match self {
            GameKind::Salpakan => 8,
            GameKind::ThreeGenerals => 9,
        }
    }

    pub fn parse(key: &str) -> Option<GameKind> {
        GameKind::ALL.into_iter().find(|kind| kind.key() == key)
    }

    /// The rules that it is played by unless others are agreed.
    pub const fn usual_rules(self) -> Rules {
        match self {
            GameKind::Salpakan => Rules::Salpakan(RuleSet::STANDARD),
            GameKind::ThreeGenerals => Rules::ThreeGenerals,
        }
    }

    /// Whether it has ranks that are hidden until they are revealed, and so set-ups, a seal and rule-sets.
    pub const fn hides_ranks(self) -> bool {
        self.usual_rules().hides_ranks()
    }

    /// The rules that its games are rated together with.
    pub const fn family(self) -> Family {
        match self {
            GameKind::Salpakan => Family::Standard,
            GameKind::ThreeGenerals => Family::ThreeGenerals,
        }
    }

    /// The levels of the computer that play it, numbered from 1, the weakest.
    pub const fn computer_levels(self) -> u8 {
        match self {
            GameKind::Salpakan => 9,
            GameKind::ThreeGenerals => 5,
        }
    }
}

impl Serialize for GameKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key())
    }
}

impl<'de> Deserialize<'de> for GameKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GameKind, D::Error> {
        let key = String::deserialize(deserializer)?;
        GameKind::parse(&key).ok_or_else(|| {
            let keys = GameKind::ALL.map(|kind| format!("`{}`", kind.key()));
            D::Error::custom(format_args!("expected {}", keys.join(" or ")))
        })
    }
}
