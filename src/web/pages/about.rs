//! Pages that explain: the rules in short, the API.

use actix_web::HttpResponse;
use askama::Template;

use crate::web::api::description::{Endpoint, endpoints};
use crate::web::error::{KINDS, PageError};
use crate::web::i18n::Texts;
use crate::web::ranks::RankWords;
use crate::web::visit::{Frame, Visit};
use salpakan::rules::{Options, Preset, Rank, RuleSet};

use super::html;

/// A rank in the table of insignia.
pub struct RankLine {
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
    frame: Frame,
    ranks: Vec<RankLine>,
}

/// The rules in short, with the insignia.
pub async fn rules(visit: Visit) -> Result<HttpResponse, PageError> {
    let texts = visit.texts();
    html(&visit, &RulesPage { frame: visit.frame(texts.get("rules-title")), ranks: ranks(texts) })
}

/// The ranks of the published army.
pub fn ranks(texts: Texts) -> Vec<RankLine> {
    let (rules, army) = (RuleSet::STANDARD, RuleSet::STANDARD.army());
    let words = RankWords { texts, rules };
    let line = |rank: Rank| RankLine {
        letter: rank.letter(),
        label: words.label(rank),
        name: words.name(rank).to_owned(),
        count: army.count(rank),
        elsewhere: elsewhere(texts, rank),
    };
    Rank::ALL.into_iter().map(line).collect()
}

fn elsewhere(texts: Texts, rank: Rank) -> Vec<String> {
    let rules = Preset::ALL.map(|preset| RuleSet::new(preset, Options::default()));
    let named = rules.into_iter().filter(|rules| rules.own_name(rank).is_some());
    named.map(|rules| format!("{}: {}", rules, RankWords { texts, rules }.name(rank))).collect()
}

#[derive(Template)]
#[template(path = "pages/knowledge.html")]
struct KnowledgePage {
    frame: Frame,
}

/// What could be known of hidden ranks, and the ledger: the words that replays use.
pub async fn knowledge(visit: Visit) -> Result<HttpResponse, PageError> {
    let frame = visit.frame(visit.texts().get("knowledge-title"));
    html(&visit, &KnowledgePage { frame })
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
