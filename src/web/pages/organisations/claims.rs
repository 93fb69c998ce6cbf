//! Pending claims on players of an organisation.

use actix_web::web::Path;

use crate::web::pages::claim_decisions as desk;
use crate::web::prelude::*;
use adjutant_service::access::{Act, Actor};
use adjutant_service::claims::{self, Claim};
use adjutant_service::{App, Error};

use super::organisation_context::OrganisationContext;

fn open_claims(app: &App, actor: &Actor, slug: &str) -> Result<Vec<Claim>, Error> {
    claims::of_organisation(app, actor, slug, desk::MAX_CLAIMS)
}

pub async fn show(visit: RequestContext, path: Path<String>, query: QueryString) -> PageResult {
    let done = FlashMessage::from_query_string(&visit, &query, desk::DONE_KEYS)?;
    let place = OrganisationContext::load_for(&visit, &path, Act::DecideClaim).await?;
    let claims = place.run(&visit, open_claims).await?;
    let head = place.area_header(&visit, "claims", "org-tab-claims").done(visit.texts(), done);
    desk::page(&visit, head, &place.address("claims"), &claims, None)
}

pub async fn submit_decision(visit: RequestContext, path: Path<String>, post: Post) -> PageResult {
    let place = OrganisationContext::load_for(&visit, &path, Act::DecideClaim).await?;
    let sent = post.read::<desk::ClaimDecisionForm>(&visit).await?;
    let at = place.address("claims");
    match desk::decide(&visit, &sent, &at).await? {
        Ok(there) => Ok(there),
        Err(refusal) => {
            let claims = place.run(&visit, open_claims).await?;
            let head = place.area_header(&visit, "claims", "org-tab-claims");
            desk::page(&visit, head, &at, &claims, Some((&sent, refusal)))
        }
    }
}
