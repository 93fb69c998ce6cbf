//! The record notation in brief; docs/notation.md is the full specification.

use crate::web::prelude::*;
use adjutant_site::response_cache::cacheable_response;
use salpakan::rules::{TERMINATIONS, Termination};

use super::about::{RankRow, ranks};

/// An example and the meaning of its tags and signs.
#[derive(Template)]
#[template(path = "pages/notation.html")]
struct NotationPage {
    frame: PageFrame,
    example: &'static str,
    twin: &'static str,
    verdict: &'static str,
    /// Tags and move signs, each with the key of its description.
    tags: [(&'static str, &'static str); 9],
    signs: [(&'static str, &'static str); 7],
    /// Each termination with its description.
    ends: Vec<(&'static str, String)>,
    ranks: Vec<RankRow>,
}

const TAG_EXAMPLES: [(&str, &str); 9] = [
    ("Event, Site, Round", "notation-tag-texts"),
    ("Date", "notation-tag-date"),
    ("White, Black", "notation-tag-players"),
    ("Result", "notation-tag-result"),
    ("Ruleset", "notation-tag-rules"),
    ("First", "notation-tag-first"),
    ("TimeControl", "notation-tag-control"),
    ("Termination", "notation-tag-end"),
    ("WhiteSetup, BlackSetup", "notation-tag-set-up"),
];
const NOTATION_SIGNS: [(&str, &str); 7] = [
    ("e3-e4", "notation-sign-move"),
    ("e4xe5+", "notation-sign-won"),
    ("e4xe5-", "notation-sign-lost"),
    ("e4xe5=", "notation-sign-both"),
    ("e4xe5+#", "notation-sign-end"),
    ("{…}", "notation-sign-comment"),
    ("{[%clk 0:19:32]}", "notation-sign-clock"),
];

/// The best-known published game as GGN and as JSON.
const EXAMPLE: &str = include_str!("notation/example.ggn");
const JSON_EXAMPLE: &str = include_str!("notation/example.json");
const VALIDATION_EXAMPLE: &str = "{\"game\": 1, \"valid\": true, \"plies\": 8, \"result\": \"0-1\", \"termination\": \"resignation\"}";

const SPECIFICATION: &str = include_str!("../../../docs/notation.md");

pub async fn show(visit: RequestContext) -> PageResult {
    let texts = visit.texts();
    let end = |end: Termination| (end.name(), texts.get(&format!("termination-{}", end.name())));
    let page = NotationPage {
        frame: visit.frame(texts.get("notation-title")),
        example: EXAMPLE.trim_end(),
        twin: JSON_EXAMPLE.trim_end(),
        verdict: VALIDATION_EXAMPLE,
        tags: TAG_EXAMPLES,
        signs: NOTATION_SIGNS,
        ends: TERMINATIONS.into_iter().map(end).collect(),
        ranks: ranks(texts),
    };
    html(&visit, &page)
}

/// Serves the full specification as plain text.
pub async fn specification() -> HttpResponse {
    cacheable_response("text/plain; charset=utf-8", "no-cache", SPECIFICATION.as_bytes().to_vec())
}
