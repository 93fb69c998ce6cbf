//! Pending player claims on the whole site.

use crate::web::pages::claim_decisions as desk;
use crate::web::prelude::*;
use adjutant_service::claims::{self, Claim};

use super::area_header;

const ADDRESS: &str = "/operator/claims";

async fn open_claims(visit: &RequestContext) -> PageResult<Vec<Claim>> {
    visit.run(move |app, actor| claims::all_open(app, actor, desk::MAX_CLAIMS)).await
}

pub async fn show(visit: RequestContext, parameters: QueryString) -> PageResult {
    let done = FlashMessage::from_query_string(&visit, &parameters, desk::DONE_KEYS)?;
    let claims = open_claims(&visit).await?;
    let head = area_header(&visit, ADDRESS, "op-tab-claims").done(visit.texts(), done);
    desk::page(&visit, head, ADDRESS, &claims, None)
}

pub async fn submit_decision(visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<desk::ClaimDecisionForm>(&visit).await?;
    match desk::decide(&visit, &sent, ADDRESS).await? {
        Ok(there) => Ok(there),
        Err(refusal) => {
            let claims = open_claims(&visit).await?;
            let head = area_header(&visit, ADDRESS, "op-tab-claims");
            desk::page(&visit, head, ADDRESS, &claims, Some((&sent, refusal)))
        }
    }
}
