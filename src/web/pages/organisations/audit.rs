//! The audit log of an organisation, for its owners.

use actix_web::web::Path;

use crate::web::pages::audit_log::{self, AuditFormat};
use adjutant_service::access::Act;
use adjutant_service::audit::AuditScope;
use adjutant_site::error::PageResult;
use adjutant_site::parameters::QueryString;
use adjutant_site::request_context::RequestContext;

use super::organisation_context::OrganisationContext;

pub async fn show(visit: RequestContext, path: Path<String>, query: QueryString) -> PageResult {
    let place = OrganisationContext::load_for(&visit, &path, Act::ReadOrganisationAudit).await?;
    let of = AuditScope::Organisation(place.organisation.id);
    let head = place.area_header(&visit, "audit", "org-tab-audit");
    audit_log::page(&visit, &query, of, (head, &place.address("audit"), "org-trail-words")).await
}

async fn export_file(
    visit: &RequestContext,
    slug: &str,
    query: &QueryString,
    form: AuditFormat,
) -> PageResult {
    let place = OrganisationContext::load_for(visit, slug, Act::ReadOrganisationAudit).await?;
    audit_log::stream_export(visit, query, AuditScope::Organisation(place.organisation.id), form)
        .await
}

pub async fn csv(visit: RequestContext, path: Path<String>, query: QueryString) -> PageResult {
    export_file(&visit, &path, &query, AuditFormat::Csv).await
}

pub async fn ndjson(visit: RequestContext, path: Path<String>, query: QueryString) -> PageResult {
    export_file(&visit, &path, &query, AuditFormat::Ndjson).await
}
