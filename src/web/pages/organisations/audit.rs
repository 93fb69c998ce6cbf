//! What was done in an organisation, for its owners.

use actix_web::{HttpResponse, web};

use crate::service::access::Act;
use crate::service::audit::Of;
use crate::web::error::PageError;
use crate::web::pages::trails::{self, Form};
use crate::web::parameters::Parameters;
use crate::web::visit::Visit;

use super::area::Place;

/// The page.
pub async fn show(
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let place = Place::enter(&visit, &path, Act::ReadOrganisationAudit).await?;
    let of = Of::Organisation(place.organisation.id);
    let head = place.head(&visit, "audit", "org-tab-audit");
    trails::page(&visit, &parameters, of, (head, &place.address("audit"), "org-trail-words")).await
}

async fn file(
    visit: &Visit,
    slug: &str,
    parameters: &Parameters,
    form: Form,
) -> Result<HttpResponse, PageError> {
    let place = Place::enter(visit, slug, Act::ReadOrganisationAudit).await?;
    trails::file(visit, parameters, Of::Organisation(place.organisation.id), form).await
}

/// All of it as a table.
pub async fn csv(
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    file(&visit, &path, &parameters, Form::Csv).await
}

/// All of it, a JSON object a line.
pub async fn ndjson(
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    file(&visit, &path, &parameters, Form::Ndjson).await
}
