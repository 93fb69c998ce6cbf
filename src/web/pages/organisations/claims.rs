//! Claims of an organisation's members.

use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse, web};

use crate::service::access::Act;
use crate::service::claims::{self, Claim};
use crate::web::error::PageError;
use crate::web::forms;
use crate::web::kit::Done;
use crate::web::pages::{ask, claims as desk};
use crate::web::parameters::Parameters;
use crate::web::visit::Visit;

use super::area::Place;

async fn open(visit: &Visit, slug: &str) -> Result<Vec<Claim>, PageError> {
    let (actor, slug) = (visit.actor().clone(), slug.to_owned());
    ask(visit, move |app| claims::of_organisation(app, &actor, &slug, desk::MOST)).await
}

/// The list.
pub async fn show(
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let done = Done::asked(&visit, &parameters, desk::DONE)?;
    let place = Place::enter(&visit, &path, Act::DecideClaim).await?;
    let claims = open(&visit, &path).await?;
    let head = place.head(&visit, "claims", "org-tab-claims").done(visit.texts(), done);
    desk::page(&visit, head, &place.address("claims"), &claims, None)
}

/// Decides about one.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let place = Place::enter(&visit, &path, Act::DecideClaim).await?;
    let sent = forms::read(&visit, &request, payload, desk::SHAPE).await?;
    let at = place.address("claims");
    match desk::decide(&visit, &sent, &at).await? {
        Ok(there) => Ok(there),
        Err(refusal) => {
            let claims = open(&visit, &path).await?;
            let head = place.head(&visit, "claims", "org-tab-claims");
            desk::page(&visit, head, &at, &claims, Some((&sent, refusal)))
        }
    }
}
