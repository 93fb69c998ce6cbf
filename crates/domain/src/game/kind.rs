use game_record::Game;
use salpakan::record::Salpakan;
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
}
