//! Pages that explain: the rules in short, the API.

use actix_web::HttpResponse;
use askama::Template;

use crate::web::api::openapi::{Endpoint, endpoints};
use crate::web::error::{PROBLEM_KINDS, PageError};
use crate::web::i18n::Texts;
use crate::web::ranks::RankNames;
use crate::web::request_context::{PageFrame, RequestContext};
use salpakan::rules::{Options, Preset, Rank, RuleSet};

use super::html;

/// A rank in the table of insignia.
pub struct RankRow {
    pub letter: char,
    pub label: &'static str,
    pub name: String,
    pub count: u8,
    /// Rule-sets with another name for it, as `electronic: Agent`.
    pub elsewhere: Vec<String>,
}

#[derive(Template)]
#[template(path = "pages/rules.html")]
struct RulesPage {
    frame: PageFrame,
    ranks: Vec<RankRow>,
}

/// The rules in short, with the insignia.
pub async fn rules(visit: RequestContext) -> Result<HttpResponse, PageError> {
    let texts = visit.texts();
    html(&visit, &RulesPage { frame: visit.frame(texts.get("rules-title")), ranks: ranks(texts) })
}

/// The ranks of the published army.
pub fn ranks(texts: Texts) -> Vec<RankRow> {
    let (rules, army) = (RuleSet::STANDARD, RuleSet::STANDARD.army());
    let words = RankNames { texts, rules };
    let line = |rank: Rank| RankRow {
        letter: rank.letter(),
        label: words.label(rank),
        name: words.name(rank).to_owned(),
        count: army.count(rank),
        elsewhere: other_rank_names(texts, rank),
    };
    Rank::ALL.into_iter().map(line).collect()
}

fn other_rank_names(texts: Texts, rank: Rank) -> Vec<String> {
    let rules = Preset::ALL.map(|preset| RuleSet::new(preset, Options::default()));
    let named = rules.into_iter().filter(|rules| rules.own_name(rank).is_some());
    named.map(|rules| format!("{}: {}", rules, RankNames { texts, rules }.name(rank))).collect()
}

#[derive(Template)]
#[template(path = "pages/knowledge.html")]
struct KnowledgePage {
    frame: PageFrame,
}

/// What could be known of hidden ranks, and the ledger: the words that replays use.
pub async fn knowledge(visit: RequestContext) -> Result<HttpResponse, PageError> {
    let frame = visit.frame(visit.texts().get("knowledge-title"));
    html(&visit, &KnowledgePage { frame })
}

#[derive(Template)]
#[template(path = "pages/api.html")]
struct ApiPage {
    frame: PageFrame,
    endpoints: Vec<Endpoint>,
}

impl ApiPage {
    /// The pieces of a description: plain, then code between backticks, and so on in turn.
    fn pieces<'a>(&self, text: &'a str) -> impl Iterator<Item = (bool, &'a str)> + use<'a> {
        text.split('`').enumerate().map(|(number, piece)| (number % 2 == 1, piece))
    }
}

/// The API's documentation, from the same description that programs read.
pub async fn api(visit: RequestContext) -> Result<HttpResponse, PageError> {
    let frame = visit.frame(visit.texts().get("api-title"));
    html(&visit, &ApiPage { frame, endpoints: endpoints() })
}

/// A kind of problem.
pub struct ProblemKindRow {
    pub status: u16,
    pub kind: &'static str,
    pub words: String,
}

#[derive(Template)]
#[template(path = "pages/problems.html")]
struct ProblemsPage {
    frame: PageFrame,
    kinds: Vec<ProblemKindRow>,
}

/// What the kinds of problem documents mean: where their addresses lead.
pub async fn problems(visit: RequestContext) -> Result<HttpResponse, PageError> {
    let texts = visit.texts();
    let line = |(status, kind): (u16, &'static str)| ProblemKindRow {
        status,
        kind,
        words: texts.get(&format!("problem-{kind}")),
    };
    let kinds = PROBLEM_KINDS.into_iter().map(line).collect();
    html(&visit, &ProblemsPage { frame: visit.frame(texts.get("problems-title")), kinds })
}
