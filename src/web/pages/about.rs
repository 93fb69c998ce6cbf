//! Explanatory pages: the rules, inference about hidden ranks, the API and its error kinds.

use crate::web::prelude::*;
use adjutant_api::openapi::{OperationSummary, operations};
use adjutant_site::error::PROBLEM_KINDS;
use adjutant_site::labels::rule_set_name;
use adjutant_site::ranks::RankNames;
use salpakan::rules::{Options, Preset, Rank, RuleSet};

/// A row of the table of ranks with their insignia.
pub struct RankRow {
    pub letter: char,
    pub label: &'static str,
    pub name: String,
    pub count: u8,
    /// Names of this rank in other rule-sets, such as `electronic: Agent`.
    pub elsewhere: Vec<String>,
}

#[derive(Template)]
#[template(path = "pages/rules.html")]
struct RulesPage {
    frame: PageFrame,
    ranks: Vec<RankRow>,
    rule_sets: Vec<RuleSetNote>,
    /// Each by its key alone.
    options: Vec<RuleSetNote>,
    options_intro: String,
}

/// What a rule-set or an option changes.
struct RuleSetNote {
    key: String,
    name: String,
    words: String,
}

/// Shows the rules in brief, with the insignia.
pub async fn rules(visit: RequestContext) -> PageResult {
    let texts = visit.texts();
    let others =
        Preset::ALL.into_iter().filter(|preset| preset.name != RuleSet::STANDARD.preset().name);
    let rule_sets = others.map(|preset| RuleSetNote {
        key: preset.name.to_owned(),
        name: rule_set_name(texts, preset),
        words: texts.get(&format!("rule-set-{}-rules", preset.name)),
    });
    let plain = Options::default();
    let options = [
        Options { open_challenges: true, ..plain },
        Options { open_flag: true, ..plain },
        Options { promotion: true, ..plain },
    ];
    let with = |options| RuleSet::new(RuleSet::STANDARD.preset(), options).key();
    let options = options.map(|options| {
        let key = with(options);
        let (_, key) = key.split_once('+').unwrap_or_default();
        let words = texts.get(&format!("rules-option-{key}"));
        RuleSetNote { key: key.to_owned(), name: String::new(), words }
    });
    let example = with(Options { open_flag: true, promotion: true, ..plain });
    html(
        &visit,
        &RulesPage {
            frame: visit.frame(texts.get("rules-title")),
            ranks: ranks(texts),
            rule_sets: rule_sets.collect(),
            options: options.into(),
            options_intro: texts.one("rules-options", "example", example),
        },
    )
}

/// Returns a row for each rank of the standard army.
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

/// Explains possible ranks and the information ledger, with the terms that replays use.
pub async fn knowledge(visit: RequestContext) -> PageResult {
    let frame = visit.frame(visit.texts().get("knowledge-title"));
    html(&visit, &KnowledgePage { frame })
}

#[derive(Template)]
#[template(path = "pages/api.html")]
struct ApiPage {
    frame: PageFrame,
    operations: Vec<OperationSummary>,
}

impl ApiPage {
    /// Splits a description at its backticks; `true` marks the pieces that are code.
    fn pieces<'a>(&self, text: &'a str) -> impl Iterator<Item = (bool, &'a str)> + use<'a> {
        text.split('`').enumerate().map(|(number, piece)| (number % 2 == 1, piece))
    }
}

/// Shows the API documentation, rendered from the OpenAPI description.
pub async fn api(visit: RequestContext) -> PageResult {
    let frame = visit.frame(visit.texts().get("api-title"));
    html(&visit, &ApiPage { frame, operations: operations() })
}

/// A kind of problem document.
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

/// Explains the kinds of problem documents; their `type` URIs lead here.
pub async fn problems(visit: RequestContext) -> PageResult {
    let texts = visit.texts();
    let line = |(status, kind): (u16, &'static str)| ProblemKindRow {
        status,
        kind,
        words: texts.get(&format!("problem-{kind}")),
    };
    let kinds = PROBLEM_KINDS.into_iter().map(line).collect();
    html(&visit, &ProblemsPage { frame: visit.frame(texts.get("problems-title")), kinds })
}
