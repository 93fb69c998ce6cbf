//! Claims that somebody may decide about: an organisation's, or all of them.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;

use crate::service::claims::{self, Claim, Decision};
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::kit::{Done, Field, Form};
use crate::web::moments::day;
use crate::web::visit::{Frame, Visit};

use super::account::attempt::{Refusal, attempt, now, see_other};
use super::desk::{Head, faults_of, faulty, no_reason, status_of};
use super::list::encode;
use super::private_html;

/// Claims on a page.
pub const MOST: usize = 100;
pub const DONE: &[&str] = &["done-org-claim-confirmed", "done-org-claim-refused"];
pub const SHAPE: Shape = Shape::of(&["claim", "decision", "reason"]);

struct Line {
    account: String,
    player: String,
    link: String,
    words: String,
    made: String,
    form: Form,
}

#[derive(Template)]
#[template(path = "desk/claims.html")]
struct ClaimsPage {
    frame: Frame,
    head: Head,
    lines: Vec<Line>,
}

fn line(visit: &Visit, at: &str, claim: &Claim) -> Line {
    let texts = visit.texts();
    let decisions = ["confirm", "refuse"].map(|one| {
        let words = if one == "confirm" { "org-claim-confirm" } else { "org-claim-refuse" };
        crate::web::kit::Choice::new(one, texts.get(words))
    });
    // One form a claim: its name begins the ids of its parts.
    let form = Form::new(texts, "claim", at, &visit.form_token(), "org-claim-decide")
        .numbered(claim.id)
        .with(Field::hidden(texts, "claim", claim.id.to_string()))
        .with(Field::radio(texts, "decision", "org-claim-decision", decisions.to_vec()).required())
        .with(Field::line(texts, "reason", "org-reason").hint("org-claim-reason-hint"));
    Line {
        account: claim.account.clone(),
        player: claim.player.clone(),
        link: encode(&claim.player),
        words: claim.words.clone(),
        made: day(claim.made_at),
        form,
    }
}

/// The page at the address `at`; a refused decision is said at its claim.
///
/// # Errors
/// It cannot be rendered.
pub fn page(
    visit: &Visit,
    head: Head,
    at: &str,
    claims: &[Claim],
    refused: Option<(&forms::Form, Refusal)>,
) -> Result<HttpResponse, PageError> {
    let title = head.over.as_ref().map_or_else(String::new, |(name, _)| format!(" · {name}"));
    let mut page = ClaimsPage {
        frame: visit.frame(format!("{}{title}", head.heading)),
        head,
        lines: claims.iter().map(|claim| line(visit, at, claim)).collect(),
    };
    let Some((sent, refusal)) = refused else {
        return private_html(visit, StatusCode::OK, &page);
    };
    let status = status_of(&refusal).unwrap_or(StatusCode::CONFLICT);
    page.frame.title = faulty(&page.frame);
    let place = claims.iter().position(|claim| claim.id.to_string() == sent.text("claim"));
    let faults = faults_of(refusal);
    match place.and_then(|at| page.lines.get_mut(at)) {
        Some(line) => line.form = line.form.clone().filled(sent).faults(faults),
        None => {
            let words: Vec<String> = faults.into_iter().map(|(_, words)| words).collect();
            return Err(PageError::with(visit, status, words.join(" ")));
        }
    }
    private_html(visit, status, &page)
}

/// Decides as a form says; gives where to go then, or why not.
///
/// # Errors
/// The page for whoever may not decide about it.
pub async fn decide(
    visit: &Visit,
    sent: &forms::Form,
    at: &str,
) -> Result<Result<HttpResponse, Refusal>, PageError> {
    let texts = visit.texts();
    let reason = sent.text("reason").to_owned();
    let (decision, done) = match sent.text("decision") {
        "confirm" => (Decision::Confirm, "done-org-claim-confirmed"),
        "refuse" => (Decision::Refuse, "done-org-claim-refused"),
        _ => {
            let fault = ("decision", texts.get("org-fault-decision"));
            return Ok(Err(Refusal::faults(vec![fault])));
        }
    };
    if (decision == Decision::Refuse || !reason.is_empty())
        && let Some(refusal) = no_reason(texts, &reason)
    {
        return Ok(Err(refusal));
    }
    // What is no number is nobody's claim.
    let id: i32 = sent.text("claim").parse().unwrap_or(0);
    let actor = visit.actor().clone();
    let decided =
        attempt(visit, move |app| Ok(claims::decide(app, &actor, id, decision, &reason, now())?));
    Ok(decided.await?.map(|_| see_other(&Done::address(at, done))))
}
