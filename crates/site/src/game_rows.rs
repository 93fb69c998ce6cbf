//! Rows of game tables, shared by several pages.

use crate::i18n::Texts;
use crate::parameters::percent_encode;
use adjutant_service::games::GameSummary;
use adjutant_service::owner::Whose;
use salpakan::rules::{Color, Outcome};

pub struct GameRow {
    pub id: String,
    pub white: String,
    pub black: String,
    /// The players' handles, percent-encoded for addresses.
    pub white_link: String,
    pub black_link: String,
    /// Whether a bot plays for the player.
    pub white_bot: bool,
    pub black_bot: bool,
    pub result: &'static str,
    /// `won`, `drawn` or `lost` in the visitor's language on a player's page, otherwise empty.
    pub mine: String,
    pub mine_class: &'static str,
    pub how: String,
    pub event: String,
    pub event_slug: String,
    pub round: String,
    pub date: String,
    pub plies: u32,
    pub rule_set: String,
    /// Marks a game imported by a member and vouched for by nobody; otherwise empty.
    pub mark: &'static str,
    /// The explanation of `mark`.
    pub mark_words: &'static str,
    /// Name and slug of the organisation that owns the record; empty if there is none.
    pub organisation: String,
    pub organisation_slug: String,
}

impl GameRow {
    /// Builds the row of a game from no player's point of view.
    pub fn new(game: &GameSummary, texts: Texts) -> GameRow {
        let (members, organisation) = (game.whose == Whose::Member, game.whose.organisation());
        GameRow {
            id: game.id.to_string(),
            white: game.white.clone(),
            black: game.black.clone(),
            white_link: percent_encode(&game.white),
            black_link: percent_encode(&game.black),
            white_bot: game.bots[Color::White],
            black_bot: game.bots[Color::Black],
            result: result_text(game.outcome),
            mine: String::new(),
            mine_class: "",
            how: texts.get(&format!("termination-{}", game.termination.name())),
            event: game.event.clone(),
            event_slug: game.event_slug.clone(),
            round: game.round.clone(),
            date: crate::time_format::format_partial_date(&game.date),
            plies: game.plies,
            rule_set: game.rule_set.clone(),
            mark: if members { texts.text("mark-member") } else { "" },
            mark_words: if members { texts.text("provenance-member") } else { "" },
            organisation: organisation.map(|own| own.name.clone()).unwrap_or_default(),
            organisation_slug: organisation.map(|own| own.slug.clone()).unwrap_or_default(),
        }
    }

    /// Builds the row from the point of view of the player with this handle.
    pub fn for_player(game: &GameSummary, handle: &str, texts: Texts) -> GameRow {
        let color = if game.white == handle { Color::White } else { Color::Black };
        let mut line = GameRow::new(game, texts);
        (line.mine, line.mine_class) = match game.outcome {
            Some(Outcome::Draw) => (texts.get("drawn"), ""),
            Some(outcome) if outcome.winner() == Some(color) => (texts.get("won"), "win"),
            Some(_) => (texts.get("lost"), "loss"),
            None => ("*".to_owned(), ""),
        };
        line
    }
}

/// A result for display, with `½` and an en dash.
pub fn result_text(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        Some(Outcome::Win(Color::White)) => "1–0",
        Some(Outcome::Win(Color::Black)) => "0–1",
        Some(Outcome::Draw) => "½–½",
        None => "*",
    }
}
