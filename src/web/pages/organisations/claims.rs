//! Pending claims on players of an organisation.

use crate::web::pages::claim_decisions as desk;
use crate::web::prelude::*;
use adjutant_service::access::Actor;
use adjutant_service::claims::{self, Claim};
use adjutant_service::{App, Error};

use adjutant_site::org_context::OrgContext;

fn open_claims(app: &App, actor: &Actor, slug: &str) -> Result<Vec<Claim>, Error> {
    claims::of_organisation(app, actor, slug, desk::MAX_CLAIMS)
}

pub async fn show(visit: RequestContext, place: OrgContext, query: QueryString) -> PageResult {
    let done = FlashMessage::from_query_string(&visit, &query, desk::DONE_KEYS)?;
    let claims = place.run(&visit, open_claims).await?;
    let head = place.area_header(&visit, "claims", "org-tab-claims").done(visit.texts(), done);
    desk::show(&visit, head, &place.address("claims"), &claims)
}

pub async fn submit_decision(visit: RequestContext, place: OrgContext, post: Post) -> PageResult {
    let (head, at) =
        (place.area_header(&visit, "claims", "org-tab-claims"), place.address("claims"));
    desk::submit(&visit, post, (head, &at), place.run(&visit, open_claims)).await
}
