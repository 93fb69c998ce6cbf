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
    desk::show(&visit, head, ADDRESS, &claims)
}

pub async fn submit_decision(visit: RequestContext, post: Post) -> PageResult {
    let head = area_header(&visit, ADDRESS, "op-tab-claims");
    desk::submit(&visit, post, (head, ADDRESS), open_claims(&visit)).await
}
