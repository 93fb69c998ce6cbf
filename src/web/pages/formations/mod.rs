//! The explorer of set-ups from revealed games: statistics, one set-up, and the visitor's own.

pub mod index;
pub mod own_set_ups;
pub mod set_up;
mod widgets;

use adjutant_service::games::Game;
use adjutant_site::i18n::Texts;
use salpakan::record::share_code;
use salpakan::rules::{Color, RuleSet};

pub use widgets::HEAT_STEPS;

/// The address to which the share code of a set-up is posted.
pub const SET_UP_PATH: &str = "/formations/set-up";

/// Labels and share codes of both set-ups of a revealed game under the standard rules.
pub fn set_up_links(game: &Game, texts: Texts) -> Vec<(String, String)> {
    let Some(record) = game.stored.revealed() else { return Vec::new() };
    if record.timeline().rules != RuleSet::STANDARD {
        return Vec::new();
    }
    let link = |color: Color| {
        let code = share_code(&RuleSet::STANDARD, record.armies()[color].as_ref()?);
        let key = match color {
            Color::White => "formation-of-white",
            Color::Black => "formation-of-black",
        };
        Some((texts.get(key), code))
    };
    Color::ALL.into_iter().filter_map(link).collect()
}
