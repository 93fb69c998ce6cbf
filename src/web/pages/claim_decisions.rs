//! Player claims to decide: those of an organisation, or all.

use crate::web::prelude::*;
use adjutant_service::claims::{self, Claim, Decision};
use adjutant_site::filters;
use adjutant_site::forms::{Sent, required_reason};

/// Claims per page.
pub const MAX_CLAIMS: usize = 100;
pub const DONE_KEYS: &[&str] = &["done-org-claim-confirmed", "done-org-claim-refused"];

#[derive(Deserialize)]
struct ClaimDecisionForm {
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

/// Shows the claims at the address `at`.
pub fn show(visit: &RequestContext, head: AreaHeader, at: &str, claims: &[Claim]) -> PageResult {
    page(visit, head, at, claims, None)
}

/// Likewise; a refused decision is explained at its claim.
fn page(
    visit: &RequestContext,
    head: AreaHeader,
    at: &str,
    claims: &[Claim],
    refused: Option<(&Sent<ClaimDecisionForm>, FormRefusal)>,
) -> PageResult {
    let mut page = ClaimsPage {
        frame: head.frame(visit),
        head,
        lines: claims.iter().map(|claim| pending_claim_row(visit, at, claim)).collect(),
    };
    let Some((sent, refusal)) = refused else {
        return private_html(visit, StatusCode::OK, &page);
    };
    let status = refusal.status();
    page.frame.mark_refused();
    let Some(line) = page.lines.iter_mut().find(|line| Some(line.claim.id) == sent.claim.get())
    else {
        let words = refusal.into_messages().1.join(" ");
        return Err(PageError::with_status(visit, status, words));
    };
    line.form = line.form.clone().filled_from(sent.raw()).with_errors(refusal.into_faults());
    private_html(visit, status, &page)
}

/// Carries out the submitted decision and redirects to the address `at`; a refused one is explained
/// among `claims`, which are read only then.
pub async fn submit(
    visit: &RequestContext,
    post: Post,
    (head, at): (AreaHeader, &str),
    claims: impl Future<Output = PageResult<Vec<Claim>>>,
) -> PageResult {
    let sent = post.read::<ClaimDecisionForm>(visit).await?;
    match decide(visit, &sent).await? {
        Ok(done) => Ok(redirect_with_flash(at, done)),
        Err(refusal) => page(visit, head, at, &claims.await?, Some((&sent, refusal))),
    }
}

/// Returns the flash message of the decision, or why it was refused.
async fn decide(
    visit: &RequestContext,
    sent: &ClaimDecisionForm,
) -> PageResult<Result<&'static str, FormRefusal>> {
    let (texts, reason) = (visit.texts(), sent.reason.clone());
    let decision = match sent.decision.as_str() {
        "confirm" if reason.is_empty() => Ok(Decision::Confirm),
        "confirm" => required_reason(texts, &reason).map(|_| Decision::Confirm),
        "refuse" => required_reason(texts, &reason).map(|_| Decision::Refuse),
        _ => Err(FormRefusal::fault("decision", texts.get("org-fault-decision"))),
    };
    // Id 0 belongs to no claim.
    let id = sent.claim.get().unwrap_or(0);
    let decide = move |app: &_, actor: &_, decision| {
        let decided = claims::decide(app, actor, id, decision, &reason, now_micros());
        decided.map(|_| match decision {
            Decision::Confirm => "done-org-claim-confirmed",
            Decision::Refuse => "done-org-claim-refused",
        })
    };
    visit.attempt_form(decision, decide).await
}
