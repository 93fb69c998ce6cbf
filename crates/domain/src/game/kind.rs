use game_record::Game;
use salpakan::record::Salpakan;
use salpakan::rules::{RuleSet, RuleSetError};
use three_generals::record::ThreeGenerals;

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

    pub fn parse(key: &str) -> Option<GameKind> {
        GameKind::ALL.into_iter().find(|kind| kind.key() == key)
    }
}

/// The canonical key of the rules that a game is played by: of a rule-set of Salpakan, or the name of a game that has one set of rules.
///
/// # Errors
/// If there are no such rules.
pub fn rules_key(text: &str) -> Result<String, RuleSetError> {
    match GameKind::parse(text) {
        Some(GameKind::ThreeGenerals) => Ok(text.to_owned()),
        _ => text.parse::<RuleSet>().map(|rules| rules.key()),
    }
}
