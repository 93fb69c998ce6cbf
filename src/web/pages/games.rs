//! The list of games and its filters.

use actix_web::http::StatusCode;
use askama::Template;

use crate::web::error::{PageError, PageResult, error_message};
use crate::web::game_query::{GAME_PARAMETERS, GameQuery};
use crate::web::game_rows::GameRow;
use crate::web::html::{html, html_with_status};
use crate::web::page_frame::PageFrame;
use crate::web::parameters::QueryString;
use crate::web::request_context::RequestContext;
use adjutant_service::Error;
use adjutant_service::games::{self};
use salpakan::rules::Termination;

/// Games per page.
const ROWS: usize = 50;

pub struct SelectOption {
    pub value: String,
    pub name: String,
    pub chosen: bool,
}

#[derive(Template)]
#[template(path = "pages/games.html")]
struct GamesPage {
    frame: PageFrame,
    player: String,
    opponent: String,
    event: String,
    organisation: String,
    round: String,
    from: String,
    to: String,
    ruleset: String,
    min_plies: String,
    max_plies: String,
    results: Vec<SelectOption>,
    terminations: Vec<SelectOption>,
    games: Vec<GameRow>,
    next: Option<String>,
    problem: String,
}

impl GamesPage {
    /// How many games were examined when none of them matched but more remain.
    fn looked_at(&self) -> Option<usize> {
        (self.games.is_empty() && self.next.is_some()).then_some(games::MOST_ROWS)
    }

    /// Whether a filter is set or invalid, so that the form is shown open.
    fn is_filtered(&self) -> bool {
        let texts = [
            &self.player,
            &self.opponent,
            &self.event,
            &self.organisation,
            &self.round,
            &self.from,
            &self.to,
            &self.ruleset,
            &self.min_plies,
            &self.max_plies,
            &self.problem,
        ];
        let mut choices = self.results.iter().chain(&self.terminations);
        texts.iter().any(|text| !text.is_empty()) || choices.any(|one| one.chosen)
    }
}

/// Lists the games that match; an invalid filter is explained above the form.
pub async fn index(visit: RequestContext, parameters: QueryString) -> PageResult {
    let asked = match GameQuery::read(&parameters) {
        Ok(asked) => asked,
        Err(e) => {
            let problem = e.message(visit.texts());
            let given = parameters.parse(GAME_PARAMETERS).unwrap_or_default();
            let asked = GameQuery { params: given, ..GameQuery::default() };
            let page = games_page(&visit, &asked, Vec::new(), None, problem);
            return html_with_status(&visit, StatusCode::BAD_REQUEST, &page);
        }
    };
    let (filter, cursor, rows) = (asked.filter.clone(), asked.cursor, asked.limit.unwrap_or(ROWS));
    let app = visit.site.app.clone();
    let page = visit.site.lanes.read(move || games::page(&app, &filter, cursor, rows));
    match page.await.flatten() {
        Ok(page) => {
            let lines = page.items.iter().map(|game| GameRow::new(game, visit.texts())).collect();
            let next = page.next.map(|cursor| format!("/games{}", asked.next_page_query(&cursor)));
            html(&visit, &games_page(&visit, &asked, lines, next, String::new()))
        }
        Err(e @ Error::Missing { .. }) => {
            let page =
                games_page(&visit, &asked, Vec::new(), None, error_message(&e, visit.texts()));
            html_with_status(&visit, StatusCode::NOT_FOUND, &page)
        }
        Err(e) => Err(PageError::new(&visit, &e)),
    }
}

fn games_page(
    visit: &RequestContext,
    asked: &GameQuery,
    games: Vec<GameRow>,
    next: Option<String>,
    problem: String,
) -> GamesPage {
    let texts = visit.texts();
    let results = [
        ("1-0", "result-white"),
        ("0-1", "result-black"),
        ("1/2-1/2", "result-draw"),
        ("*", "result-none"),
    ]
    .into_iter()
    .map(|(value, key)| SelectOption {
        value: value.to_owned(),
        name: texts.get(key),
        chosen: asked.param_text("result") == value,
    })
    .collect();
    let terminations = Termination::ALL
        .into_iter()
        .map(|one| SelectOption {
            value: one.name().to_owned(),
            name: texts.get(&format!("termination-{}", one.name())),
            chosen: asked.param_text("termination") == one.name(),
        })
        .collect();
    GamesPage {
        frame: visit.frame(texts.get("games-title")),
        player: asked.param_text("player"),
        opponent: asked.param_text("opponent"),
        event: asked.param_text("event"),
        organisation: asked.param_text("organisation"),
        round: asked.param_text("round"),
        // Date inputs take hyphens.
        from: asked.param_text("from").replace('.', "-"),
        to: asked.param_text("to").replace('.', "-"),
        ruleset: asked.param_text("ruleset"),
        min_plies: asked.param_text("min_plies"),
        max_plies: asked.param_text("max_plies"),
        results,
        terminations,
        games,
        next,
        problem,
    }
}
