//! All claims that nobody has decided about.

use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse};

use crate::service::claims::{self, Claim};
use crate::web::error::PageError;
use crate::web::forms;
use crate::web::kit::Done;
use crate::web::pages::{ask, claims as desk};
use crate::web::parameters::Parameters;
use crate::web::visit::Visit;

use super::area::head;

const ADDRESS: &str = "/operator/claims";

async fn open(visit: &Visit) -> Result<Vec<Claim>, PageError> {
    let actor = visit.actor().clone();
    ask(visit, move |app| claims::all_open(app, &actor, desk::MOST)).await
}

/// The list.
pub async fn show(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    let done = Done::asked(&visit, &parameters, desk::DONE)?;
    let claims = open(&visit).await?;
    let head = head(&visit, ADDRESS, "op-tab-claims").done(visit.texts(), done);
    desk::page(&visit, head, ADDRESS, &claims, None)
}

/// Decides about one.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, desk::SHAPE).await?;
    match desk::decide(&visit, &sent, ADDRESS).await? {
        Ok(there) => Ok(there),
        Err(refusal) => {
            let claims = open(&visit).await?;
            let head = head(&visit, ADDRESS, "op-tab-claims");
            desk::page(&visit, head, ADDRESS, &claims, Some((&sent, refusal)))
        }
    }
}
