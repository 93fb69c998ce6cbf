//! Player claims to decide: those of an organisation, or all.

use crate::web::prelude::*;
use adjutant_service::claims::{self, Claim, Decision};
use adjutant_site::filters;
use adjutant_site::forms::{Sent, refuse_missing_reason};
use adjutant_site::kit::{error_heading, refusal_faults, refusal_status};

/// Claims per page.
pub const MAX_CLAIMS: usize = 100;
pub const DONE_KEYS: &[&str] = &["done-org-claim-confirmed", "done-org-claim-refused"];

#[derive(Deserialize)]
pub struct ClaimDecisionForm {
    claim: Entry<i32>,
    decision: String,
    reason: String,
}

struct PendingClaimRow {
    claim: Claim,
    form: Form,
}

#[derive(Template)]
#[template(path = "desk/claims.html")]
struct ClaimsPage {
    frame: PageFrame,
    head: AreaHeader,
    lines: Vec<PendingClaimRow>,
}

fn pending_claim_row(visit: &RequestContext, at: &str, claim: &Claim) -> PendingClaimRow {
    let texts = visit.texts();
    let decisions = ["confirm", "refuse"].map(|one| {
        let words = if one == "confirm" { "org-claim-confirm" } else { "org-claim-refuse" };
        adjutant_site::kit::Choice::new(one, texts.get(words))
    });
    // One form per claim: its id is part of the ids of the fields.
    let form = visit
        .form("claim", at, "org-claim-decide")
        .numbered(claim.id)
        .with_field(Field::hidden(texts, "claim", claim.id.to_string()))
        .with_field(
            Field::radio(texts, "decision", "org-claim-decision", decisions.to_vec()).required(),
        )
        .with_field(Field::text(texts, "reason", "org-reason").hint("org-claim-reason-hint"));
    PendingClaimRow { claim: claim.clone(), form }
}

/// Shows the claims at the address `at`; a refused decision is explained at its claim.
pub fn page(
    visit: &RequestContext,
    head: AreaHeader,
    at: &str,
    claims: &[Claim],
    refused: Option<(&Sent<ClaimDecisionForm>, FormRefusal)>,
) -> PageResult {
    let title = head.over.as_ref().map_or_else(String::new, |(name, _)| format!(" · {name}"));
    let mut page = ClaimsPage {
        frame: visit.frame(format!("{}{title}", head.heading)),
        head,
        lines: claims.iter().map(|claim| pending_claim_row(visit, at, claim)).collect(),
    };
    let Some((sent, refusal)) = refused else {
        return private_html(visit, StatusCode::OK, &page);
    };
    let status = refusal_status(&refusal).unwrap_or(StatusCode::CONFLICT);
    page.frame.title = error_heading(&page.frame);
    let place = claims.iter().position(|claim| Some(claim.id) == sent.claim.get());
    let faults = refusal_faults(refusal);
    match place.and_then(|at| page.lines.get_mut(at)) {
        Some(line) => line.form = line.form.clone().filled_from(sent.raw()).with_errors(faults),
        None => {
            let words: Vec<String> = faults.into_iter().map(|(_, words)| words).collect();
            return Err(PageError::with_status(visit, status, words.join(" ")));
        }
    }
    private_html(visit, status, &page)
}

/// Carries out the submitted decision. Returns the redirect, or why the decision was refused.
pub async fn decide(
    visit: &RequestContext,
    sent: &ClaimDecisionForm,
    at: &str,
) -> PageResult<Result<HttpResponse, FormRefusal>> {
    let texts = visit.texts();
    let reason = sent.reason.clone();
    let (decision, done) = match sent.decision.as_str() {
        "confirm" => (Decision::Confirm, "done-org-claim-confirmed"),
        "refuse" => (Decision::Refuse, "done-org-claim-refused"),
        _ => {
            let fault = ("decision", texts.get("org-fault-decision"));
            return Ok(Err(FormRefusal::from_faults(vec![fault])));
        }
    };
    if (decision == Decision::Refuse || !reason.is_empty())
        && let Some(refusal) = refuse_missing_reason(texts, &reason)
    {
        return Ok(Err(refusal));
    }
    // Id 0 belongs to no claim.
    let id = sent.claim.get().unwrap_or(0);
    let decided = visit
        .attempt(move |app, actor| claims::decide(app, actor, id, decision, &reason, now_micros()));
    Ok(decided.await?.map(|_| redirect_with_flash(at, done)))
}
