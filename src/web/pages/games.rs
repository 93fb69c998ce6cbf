//! All games, by filters.

use actix_web::{HttpResponse, web};
use askama::Template;
use serde::Deserialize;

use crate::rating::Day;
use crate::rules::{Outcome, Termination};
use crate::service::Error;
use crate::service::games::{self, Cursor, Filter};
use crate::web::error::PageError;
use crate::web::visit::{Frame, Visit};

use super::html;
use super::list::{GameLine, query};

/// Games on a page.
const ROWS: usize = 50;

/// The filters as an address has them; empty fields of a form are no filter.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameQuery {
    pub player: Option<String>,
    pub opponent: Option<String>,
    pub event: Option<String>,
    pub round: Option<String>,
    pub from: Option<String>,
    pub to: Option<String>,
    pub result: Option<String>,
    pub termination: Option<String>,
    pub ruleset: Option<String>,
    pub min_plies: Option<String>,
    pub max_plies: Option<String>,
    pub cursor: Option<String>,
    pub limit: Option<usize>,
}

fn given(field: &Option<String>) -> Option<String> {
    field.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
}

impl GameQuery {
    /// The filter that is asked for.
    ///
    /// # Errors
    /// [`Error::Invalid`] names the field and what it takes.
    pub fn filter(&self) -> Result<Filter, Error> {
        let day = |field: &'static str, text: &Option<String>| match given(text) {
            None => Ok(None),
            Some(text) => match Day::of_tag(&text.replace('-', ".")) {
                Day::UNKNOWN => Err(Error::invalid(field, "write a day as 2026-04-30")),
                day => Ok(Some(day)),
            },
        };
        let number = |field: &'static str, text: &Option<String>| {
            given(text)
                .map(|text| text.parse().map_err(|_| Error::invalid(field, "write a number")))
                .transpose()
        };
        let outcome = match given(&self.result).as_deref() {
            None => None,
            Some("*") => Some(None),
            Some(text) => Some(Some(
                Outcome::parse(text)
                    .ok_or_else(|| Error::invalid("result", "write 1-0, 0-1, 1/2-1/2 or *"))?,
            )),
        };
        let termination = given(&self.termination)
            .map(|text| {
                Termination::parse(&text).ok_or_else(|| {
                    let names: Vec<&str> = Termination::ALL.iter().map(|t| t.name()).collect();
                    Error::invalid("termination", format!("write one of {}", names.join(", ")))
                })
            })
            .transpose()?;
        Ok(Filter {
            player: given(&self.player),
            opponent: given(&self.opponent),
            event: given(&self.event),
            round: given(&self.round),
            from: day("from", &self.from)?,
            to: day("to", &self.to)?,
            outcome,
            termination,
            rule_set: given(&self.ruleset),
            least_plies: number("min_plies", &self.min_plies)?,
            most_plies: number("max_plies", &self.max_plies)?,
        })
    }

    /// Where to go on, if the address says so.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a cursor that no page gave out.
    pub fn position(&self) -> Result<Option<Cursor>, Error> {
        given(&self.cursor)
            .map(|text| {
                Cursor::parse(&text).ok_or_else(|| {
                    Error::invalid("cursor", "take `next` of an earlier page as it is")
                })
            })
            .transpose()
    }

    /// The query of the next page.
    #[must_use]
    pub fn next(&self, cursor: &Cursor) -> String {
        let text = |field: &Option<String>| given(field).unwrap_or_default();
        query(&[
            ("player", &text(&self.player)),
            ("opponent", &text(&self.opponent)),
            ("event", &text(&self.event)),
            ("round", &text(&self.round)),
            ("from", &text(&self.from)),
            ("to", &text(&self.to)),
            ("result", &text(&self.result)),
            ("termination", &text(&self.termination)),
            ("ruleset", &text(&self.ruleset)),
            ("min_plies", &text(&self.min_plies)),
            ("max_plies", &text(&self.max_plies)),
            ("limit", &self.limit.map(|limit| limit.to_string()).unwrap_or_default()),
            ("cursor", &cursor.to_string()),
        ])
    }
}

/// An option of a select.
pub struct Choice {
    pub value: String,
    pub name: String,
    pub chosen: bool,
}

#[derive(Template)]
#[template(path = "pages/games.html")]
struct GamesPage {
    frame: Frame,
    player: String,
    opponent: String,
    event: String,
    round: String,
    from: String,
    to: String,
    ruleset: String,
    min_plies: String,
    max_plies: String,
    results: Vec<Choice>,
    terminations: Vec<Choice>,
    games: Vec<GameLine>,
    next: Option<String>,
    problem: String,
}

/// The games that fit; a filter that is wrong is named beside the form.
pub async fn index(visit: Visit, query: web::Query<GameQuery>) -> Result<HttpResponse, PageError> {
    let asked = query.into_inner();
    let found = match asked.filter().and_then(|filter| Ok((filter, asked.position()?))) {
        Ok((filter, cursor)) => {
            let app = visit.site.app.clone();
            web::block(move || games::page(&app, &filter, cursor, ROWS))
                .await
                .unwrap_or_else(|_| Err(Error::Internal("a use case was cut off".into())))
        }
        Err(e) => Err(e),
    };
    let (lines, next, problem) = match found {
        Ok(page) => {
            let lines = page.items.iter().map(|game| GameLine::new(game, visit.texts())).collect();
            (lines, page.next.map(|cursor| format!("/games{}", asked.next(&cursor))), String::new())
        }
        Err(e @ (Error::Invalid { .. } | Error::NotFound(_))) => (Vec::new(), None, e.to_string()),
        Err(e) => return Err(PageError::new(&visit, &e)),
    };
    html(&visit, &build(&visit, &asked, lines, next, problem))
}

fn build(
    visit: &Visit,
    asked: &GameQuery,
    games: Vec<GameLine>,
    next: Option<String>,
    problem: String,
) -> GamesPage {
    let texts = visit.texts();
    let text = |field: &Option<String>| given(field).unwrap_or_default();
    let chosen = |value: &str, field: &Option<String>| given(field).as_deref() == Some(value);
    let results = [
        ("1-0", "result-white"),
        ("0-1", "result-black"),
        ("1/2-1/2", "result-draw"),
        ("*", "result-none"),
    ]
    .into_iter()
    .map(|(value, key)| Choice {
        value: value.to_owned(),
        name: texts.get(key),
        chosen: chosen(value, &asked.result),
    })
    .collect();
    let terminations = Termination::ALL
        .into_iter()
        .map(|one| Choice {
            value: one.name().to_owned(),
            name: texts.get(&format!("termination-{}", one.name())),
            chosen: chosen(one.name(), &asked.termination),
        })
        .collect();
    GamesPage {
        frame: visit.frame(texts.get("games-title")),
        player: text(&asked.player),
        opponent: text(&asked.opponent),
        event: text(&asked.event),
        round: text(&asked.round),
        from: text(&asked.from),
        to: text(&asked.to),
        ruleset: text(&asked.ruleset),
        min_plies: text(&asked.min_plies),
        max_plies: text(&asked.max_plies),
        results,
        terminations,
        games,
        next,
        problem,
    }
}
