//! The notation of records in short; docs/notation.md has it in full.

use actix_web::HttpResponse;
use askama::Template;

use crate::web::error::PageError;
use crate::web::request_context::{PageFrame, RequestContext};
use crate::web::response_cache::cacheable_response;
use salpakan::rules::Termination;

use super::about::{RankRow, ranks};
use super::html;

/// An example and what the notation's words mean.
#[derive(Template)]
#[template(path = "pages/notation.html")]
struct NotationPage {
    frame: PageFrame,
    example: &'static str,
    twin: &'static str,
    verdict: &'static str,
    /// Tags, each with the key of its words; so the signs of moves.
    tags: [(&'static str, &'static str); 9],
    signs: [(&'static str, &'static str); 7],
    /// Each termination in its words.
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

/// The best-known published game, as a record and as its twin.
const EXAMPLE: &str = include_str!("notation/example.ggn");
const JSON_EXAMPLE: &str = include_str!("notation/example.json");
const VALIDATION_EXAMPLE: &str = "{\"game\": 1, \"valid\": true, \"plies\": 8, \"result\": \"0-1\", \"termination\": \"resignation\"}";

/// All of it.
const SPECIFICATION: &str = include_str!("../../../docs/notation.md");

/// The page.
pub async fn show(visit: RequestContext) -> Result<HttpResponse, PageError> {
    let texts = visit.texts();
    let end = |end: Termination| (end.name(), texts.get(&format!("termination-{}", end.name())));
    let page = NotationPage {
        frame: visit.frame(texts.get("notation-title")),
        example: EXAMPLE.trim_end(),
        twin: JSON_EXAMPLE.trim_end(),
        verdict: VALIDATION_EXAMPLE,
        tags: TAG_EXAMPLES,
        signs: NOTATION_SIGNS,
        ends: Termination::ALL.into_iter().map(end).collect(),
        ranks: ranks(texts),
    };
    html(&visit, &page)
}

/// The whole of it, as a text that is read as it stands.
pub async fn specification() -> HttpResponse {
    cacheable_response("text/plain; charset=utf-8", "no-cache", SPECIFICATION.as_bytes().to_vec())
}
