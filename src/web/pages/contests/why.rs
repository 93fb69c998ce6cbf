//! Why a round is paired as it is: bracket by bracket, in the words of the rules.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;

use crate::service::contests::{self, ExplainedRound, StageBoard};
use crate::web::error::PageError;
use crate::web::explained::{self, RoundWords};
use crate::web::pages::{ask_long, html_as, private_html};
use crate::web::parameters::Parameters;
use crate::web::visit::{Frame, Visit};
use swiss::stage::System;

use super::{address, asking};

const MOST: usize = 1_000;

#[derive(Template)]
#[template(path = "contests/why.html")]
struct WhyPage {
    frame: Frame,
    back: String,
    event: String,
    stage: String,
    number: usize,
    is_draft: bool,
    is_stale: bool,
    by_hand: bool,
    words: RoundWords,
}

/// Where a round of a stage, which is counted from 0, is explained; nowhere where it is no Swiss one.
pub fn link(slug: &str, at: usize, stage: &StageBoard, round: usize) -> String {
    match stage.system {
        System::Swiss { .. } => {
            let page = address(slug, &format!("why/{round}"));
            asking(&page, &[("stage", (at + 1).to_string())])
        }
        _ => String::new(),
    }
}

/// The page.
pub async fn show(
    visit: Visit,
    path: web::Path<(String, usize)>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let refuse = |e| PageError::parameter(&visit, &e);
    let given = parameters.read(&["stage"]).map_err(refuse)?;
    let stage = given.number("stage", 1..=MOST).map_err(refuse)?.unwrap_or(1);
    let (slug, number) = path.into_inner();
    let (own, actor) = (slug.clone(), visit.actor().clone());
    // No round has the number 0, nor has any the one that stands for it here.
    let round = number.wrapping_sub(1);
    let explain = move |app: &_| contests::explained_round(app, &actor, &own, stage - 1, round);
    let of = ask_long(&visit, explain).await?;
    let page = page(&visit, &of, &slug, (stage, number));
    if of.for_officials {
        return private_html(&visit, StatusCode::OK, &page);
    }
    html_as(&visit, StatusCode::OK, &page)
}

fn page(
    visit: &Visit,
    of: &ExplainedRound,
    slug: &str,
    (stage, number): (usize, usize),
) -> WhyPage {
    let (texts, contest) = (visit.texts(), &of.run.contest);
    let explained = &*of.explained;
    let name = |place: usize| {
        let one = explained.ids.get(place).and_then(|id| contest.entrant(*id));
        one.map(|one| one.person.name.clone()).unwrap_or_default()
    };
    let event = of.run.row.name.clone();
    let (page, view) = if of.published { ("", "pairings") } else { ("run", "") };
    let part = if of.published { "" } else { "rounds" };
    let asked = [
        ("view", view.to_owned()),
        ("part", part.to_owned()),
        ("stage", stage.to_string()),
        ("round", if of.published { number.to_string() } else { String::new() }),
    ];
    let stages = &contest.settings.plan.stages;
    WhyPage {
        frame: visit.frame(format!("{} · {event}", texts.one("why-of-round", "number", number))),
        back: asking(&address(slug, page), &asked),
        event,
        stage: if stages.len() > 1 { stages[stage - 1].name.clone() } else { String::new() },
        number,
        is_draft: !of.published,
        is_stale: of.stale,
        by_hand: of.by_hand,
        words: explained::words(&explained.said, explained.changes.as_ref(), texts, &name),
    }
}
