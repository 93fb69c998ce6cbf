//! The audit log of the site.

use crate::web::pages::audit_log::{self, AuditFormat};
use crate::web::prelude::*;
use adjutant_service::audit::AuditScope;

use super::area_header;

const ADDRESS: &str = "/operator/audit";

pub async fn show(visit: RequestContext, parameters: QueryString) -> PageResult {
    let head = area_header(&visit, ADDRESS, "op-tab-audit");
    audit_log::page(&visit, &parameters, AuditScope::Site, (head, ADDRESS, "op-trail-words")).await
}

pub async fn export(
    visit: RequestContext,
    parameters: QueryString,
    form: AuditFormat,
) -> PageResult {
    audit_log::stream_export(&visit, &parameters, AuditScope::Site, form).await
}
