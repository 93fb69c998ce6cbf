//! The audit log of an organisation, for its owners.

use crate::web::pages::audit_log::{self, AuditFormat};
use adjutant_service::audit::AuditScope;
use adjutant_site::error::PageResult;
use adjutant_site::parameters::QueryString;
use adjutant_site::request_context::RequestContext;

use adjutant_site::org_context::OrgContext;

pub async fn show(visit: RequestContext, place: OrgContext, query: QueryString) -> PageResult {
    let of = AuditScope::Organisation(place.organisation.id);
    let head = place.area_header(&visit, "audit", "org-tab-audit");
    audit_log::page(&visit, &query, of, (head, &place.address("audit"), "org-trail-words")).await
}

pub async fn export(
    visit: RequestContext,
    place: OrgContext,
    query: QueryString,
    form: AuditFormat,
) -> PageResult {
    let of = AuditScope::Organisation(place.organisation.id);
    audit_log::stream_export(&visit, &query, of, form).await
}
