//! All that was done on the site.

use actix_web::HttpResponse;

use crate::service::audit::Of;
use crate::web::error::PageError;
use crate::web::pages::trails::{self, Form};
use crate::web::parameters::Parameters;
use crate::web::visit::Visit;

use super::area::head;

const ADDRESS: &str = "/operator/audit";

/// The page.
pub async fn show(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    let head = head(&visit, ADDRESS, "op-tab-audit");
    trails::page(&visit, &parameters, Of::Site, (head, ADDRESS, "op-trail-words")).await
}

/// All of it as a table.
pub async fn csv(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    trails::file(&visit, &parameters, Of::Site, Form::Csv).await
}

/// All of it, a JSON object a line.
pub async fn ndjson(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    trails::file(&visit, &parameters, Of::Site, Form::Ndjson).await
}
