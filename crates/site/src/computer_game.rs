//! What pages and API are told of a game against the computer.

use adjutant_domain::game::GameKind;
use adjutant_service::live::{ComputerGame, ComputerPersonality, computer_level_of};
use adjutant_service::{Error, refusals};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::play_commands::parse_wanted_game;
use crate::schema_enums::{ColorName, ComputerPersonalityName};

/// The address of the form for a game against the computer.
pub const fn computer_address(kind: GameKind) -> &'static str {
    match kind {
        GameKind::Salpakan => "/play/computer",
        GameKind::ThreeGenerals => "/play/computer?game=three-generals",
    }
}

/// A game against the computer.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ComputerGameRequest {
    /// The level, from 1: to 9 in Game of the Generals, to 5 in the Game of Three Generals.
    #[schema(minimum = 1, maximum = 9)]
    pub level: u8,
    /// The rule set's key, or the name of the other game; `standard` by default.
    pub rules: Option<String>,
    /// The time control, such as `1200+5`.
    #[schema(
        pattern = "^(-|[1-9][0-9]?d|[0-9]{1,5}(/[0-9]{1,5})?[+][0-9]{1,3}(d[1-9][0-9]{0,2})?)$"
    )]
    pub pace: String,
    /// Whether it counts for your rating against the computer, which is apart from all others.
    #[serde(default)]
    pub rated: bool,
    /// Your color, `white` or `black`; random by default.
    #[schema(value_type = Option<ColorName>)]
    pub color: Option<String>,
    /// How it plays, in casual games of Game of the Generals: `attacker`, `defender`, `runner` or `bluffer`; as it finds best by default.
    #[schema(value_type = Option<ComputerPersonalityName>)]
    pub personality: Option<String>,
}

impl ComputerGameRequest {
    /// Converts the request.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the field that is invalid.
    pub fn into_game(self) -> Result<ComputerGame, Error> {
        let (rules, pace, color) =
            parse_wanted_game(self.rules.as_deref(), &self.pace, self.color.as_deref())?;
        let level = computer_level_of(rules.kind(), self.level)?;
        let personality = match self.personality.as_deref() {
            None => None,
            Some(key) => {
                let known = ComputerPersonality::parse(key);
                Some(known.ok_or_else(|| Error::invalid("personality", refusals::PERSONALITY))?)
            }
        };
        Ok(ComputerGame { level, rules, pace, color, rated: self.rated, personality })
    }
}
