//! Pages that explain: the rules in short, the API.

use actix_web::HttpResponse;
use askama::Template;

use crate::rules::Rank;
use crate::web::api::description::{Endpoint, endpoints};
use crate::web::board::label;
use crate::web::error::{KINDS, PageError};
use crate::web::visit::{Frame, Visit};

use super::html;

/// A rank in the table of insignia.
pub struct RankLine {
    pub letter: char,
    pub label: &'static str,
    pub name: String,
    pub count: u8,
}

#[derive(Template)]
#[template(path = "pages/rules.html")]
struct RulesPage {
    frame: Frame,
    ranks: Vec<RankLine>,
}

/// The rules in short, with the insignia.
pub async fn rules(visit: Visit) -> Result<HttpResponse, PageError> {
    let texts = visit.texts();
    let army = crate::rules::Army::STANDARD;
    let ranks = Rank::ALL
        .into_iter()
        .map(|rank| RankLine {
            letter: rank.letter(),
            label: label(rank),
            name: texts.get(&format!("rank-{}", rank.letter())),
            count: army.count(rank),
        })
        .collect();
    html(&visit, &RulesPage { frame: visit.frame(texts.get("rules-title")), ranks })
}

#[derive(Template)]
#[template(path = "pages/api.html")]
struct ApiPage {
    frame: Frame,
    endpoints: Vec<Endpoint>,
}

impl ApiPage {
    /// The pieces of a description: plain, then code between backticks, and so on in turn.
    fn pieces<'a>(&self, text: &'a str) -> impl Iterator<Item = (bool, &'a str)> + use<'a> {
        text.split('`').enumerate().map(|(number, piece)| (number % 2 == 1, piece))
    }
}

/// The API's documentation, from the same description that programs read.
pub async fn api(visit: Visit) -> Result<HttpResponse, PageError> {
    let frame = visit.frame(visit.texts().get("api-title"));
    html(&visit, &ApiPage { frame, endpoints: endpoints() })
}

/// A kind of problem.
pub struct KindLine {
    pub status: u16,
    pub kind: &'static str,
    pub words: String,
}

#[derive(Template)]
#[template(path = "pages/problems.html")]
struct ProblemsPage {
    frame: Frame,
    kinds: Vec<KindLine>,
}

/// What the kinds of problem documents mean: where their addresses lead.
pub async fn problems(visit: Visit) -> Result<HttpResponse, PageError> {
    let texts = visit.texts();
    let line = |(status, kind): (u16, &'static str)| KindLine {
        status,
        kind,
        words: texts.get(&format!("problem-{kind}")),
    };
    let kinds = KINDS.into_iter().map(line).collect();
    html(&visit, &ProblemsPage { frame: visit.frame(texts.get("problems-title")), kinds })
}
