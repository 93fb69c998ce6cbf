//! Explains the pairing of a round, bracket by bracket, in the terms of the rules.

use actix_web::http::StatusCode;
use actix_web::web::Path;
use askama::Template;

use crate::web::error::{PageError, PageResult};
use crate::web::html::{html_with_status, private_html};
use crate::web::page_frame::PageFrame;
use crate::web::pairing_text::{self, RoundText};
use crate::web::parameters::QueryString;
use crate::web::request_context::RequestContext;
use crate::web::use_cases::run_heavy_use_case;
use adjutant_service::contests::{self, ExplainedRound, StageBoard};
use swiss::stage::System;

use super::{address, with_query};

const MAX_QUERY_NUMBER: usize = 1_000;

#[derive(Template)]
#[template(path = "contests/why.html")]
struct PairingExplanationPage {
    frame: PageFrame,
    back: String,
    event: String,
    stage: String,
    number: usize,
    is_draft: bool,
    is_stale: bool,
    by_hand: bool,
    words: RoundText,
}

/// The address of the explanation of a round; the stage is counted from 0. Empty for other systems
/// than Swiss.
pub fn explanation_url(slug: &str, at: usize, stage: &StageBoard, round: usize) -> String {
    match stage.system {
        System::Swiss { .. } => {
            let page = address(slug, &format!("why/{round}"));
            with_query(&page, &[("stage", (at + 1).to_string())])
        }
        _ => String::new(),
    }
}

pub async fn show(
    visit: RequestContext,
    path: Path<(String, usize)>,
    query: QueryString,
) -> PageResult {
    let refuse = |e| PageError::from_parameter(&visit, &e);
    let given = query.parse(&["stage"]).map_err(refuse)?;
    let stage = given.number("stage", 1..=MAX_QUERY_NUMBER).map_err(refuse)?.unwrap_or(1);
    let (slug, number) = path.into_inner();
    let (own, actor) = (slug.clone(), visit.actor().clone());
    // Round 0 does not exist, nor does the number it wraps to.
    let round = number.wrapping_sub(1);
    let explain = move |app: &_| contests::explain_round(app, &actor, &own, stage - 1, round);
    let of = run_heavy_use_case(&visit, explain).await?;
    let page = page(&visit, &of, &slug, (stage, number));
    if of.for_officials {
        return private_html(&visit, StatusCode::OK, &page);
    }
    html_with_status(&visit, StatusCode::OK, &page)
}

fn page(
    visit: &RequestContext,
    of: &ExplainedRound,
    slug: &str,
    (stage, number): (usize, usize),
) -> PairingExplanationPage {
    let (texts, contest) = (visit.texts(), &of.loaded.contest);
    let explained = &*of.explanation;
    let name = |place: usize| {
        let one = explained.ids.get(place).and_then(|id| contest.entrant(*id));
        one.map(|one| one.person.name.clone()).unwrap_or_default()
    };
    let event = of.loaded.row.name.clone();
    let (page, view) = if of.is_published { ("", "pairings") } else { ("run", "") };
    let part = if of.is_published { "" } else { "rounds" };
    let asked = [
        ("view", view.to_owned()),
        ("part", part.to_owned()),
        ("stage", stage.to_string()),
        ("round", if of.is_published { number.to_string() } else { String::new() }),
    ];
    let stages = &contest.settings.plan.stages;
    PairingExplanationPage {
        frame: visit.frame(format!("{} · {event}", texts.one("why-of-round", "number", number))),
        back: with_query(&address(slug, page), &asked),
        event,
        stage: if stages.len() > 1 { stages[stage - 1].name.clone() } else { String::new() },
        number,
        is_draft: !of.is_published,
        is_stale: of.is_stale,
        by_hand: of.by_hand,
        words: pairing_text::pairing_text(
            &explained.explanation,
            explained.changes.as_ref(),
            texts,
            &name,
        ),
    }
}
