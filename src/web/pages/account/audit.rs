//! The activity log of the visitor's own account.

use crate::web::prelude::*;
use adjutant_service::audit::{self, AuditScope, AuditView};
use adjutant_site::audit_lines::{AuditEntryLine, audit_lines};

use super::account_tabs;

const ROWS: usize = 50;

#[derive(Template)]
#[template(path = "account/audit.html")]
struct AccountAuditPage {
    frame: PageFrame,
    area: Vec<NavTab>,
    lines: Vec<AuditEntryLine>,
    next: Option<String>,
}

pub async fn show(visit: RequestContext, parameters: QueryString) -> PageResult {
    let given = parameters.parse(&["before"]).or_page(&visit)?;
    let before = given.number("before", 1..=i32::MAX).or_page(&visit)?;
    let page = visit.run(move |app, actor| {
        let view = AuditView::all_of(AuditScope::Account(actor.account));
        audit::page(app, actor, &view, before, ROWS)
    });
    let page = page.await?;
    let texts = visit.texts();
    let page = AccountAuditPage {
        frame: visit.frame(texts.get("account-audit")),
        area: account_tabs(texts, "/account/audit"),
        lines: audit_lines(texts, page.entries),
        next: page.next.map(|before| format!("/account/audit?before={before}")),
    };
    private_html(&visit, StatusCode::OK, &page)
}
