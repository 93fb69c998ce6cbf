//! The table of games that several pages show.

use askama::Template;
use askama::filters::HtmlSafe;

use crate::filters;
use crate::i18n::Texts;
use crate::replay_list::ReplayList;
use crate::time_format::format_partial_date;
use adjutant_service::games::GameSummary;
use adjutant_service::owner::Whose;
use salpakan::rules::{Color, Outcome};

#[derive(Template)]
#[template(path = "components/game-list.html")]
pub struct GameList {
    texts: Texts,
    pub games: Vec<GameSummary>,
    /// The handle of the player whose results are named; `None` on pages of nobody.
    player: Option<String>,
    /// The list as replays follow it, as part of their query.
    list: String,
}

impl HtmlSafe for GameList {}

impl GameList {
    pub fn new(texts: Texts, games: Vec<GameSummary>) -> GameList {
        GameList { texts, games, player: None, list: String::new() }
    }

    /// Lists the games from the point of view of the player with this handle.
    pub fn for_player(texts: Texts, games: Vec<GameSummary>, handle: &str) -> GameList {
        GameList { texts, games, player: Some(handle.to_owned()), list: String::new() }
    }

    /// Has replays follow this list.
    pub fn followed_as(self, list: &ReplayList) -> GameList {
        GameList { list: list.to_query().replacen('&', "?", 1), ..self }
    }

    fn date(&self, game: &GameSummary) -> String {
        format_partial_date(self.texts, &game.date)
    }

    fn result(game: &GameSummary) -> &'static str {
        result_text(game.outcome)
    }

    fn how(&self, game: &GameSummary) -> &'static str {
        self.texts.text(&format!("termination-{}", game.termination.name()))
    }

    /// How the game ended for the player: a class, and words.
    fn mine(&self, game: &GameSummary) -> Option<(&'static str, &'static str)> {
        let handle = self.player.as_ref()?;
        let color = if game.white == *handle { Color::White } else { Color::Black };
        Some(match game.outcome {
            Some(Outcome::Draw) => ("", self.texts.text("drawn")),
            Some(outcome) if outcome.winner() == Some(color) => ("win", self.texts.text("won")),
            Some(_) => ("loss", self.texts.text("lost")),
            None => ("", "*"),
        })
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
