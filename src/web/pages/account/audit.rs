//! What one did, and what was done to one.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;

use crate::service::audit::{self, Of, View};
use crate::web::error::PageError;
use crate::web::kit::Tab;
use crate::web::pages::{ask, private_html};
use crate::web::parameters::Parameters;
use crate::web::trail::{TrailLine, lines};
use crate::web::visit::{Frame, Visit};

use super::sheet::area;

const ROWS: usize = 50;

#[derive(Template)]
#[template(path = "account/audit.html")]
struct AuditPage {
    frame: Frame,
    area: Vec<Tab>,
    lines: Vec<TrailLine>,
    next: Option<String>,
}

/// The page.
pub async fn show(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    let refuse = |e| PageError::parameter(&visit, &e);
    let given = parameters.read(&["before"]).map_err(refuse)?;
    let before = given.number("before", 1..=i32::MAX).map_err(refuse)?;
    let actor = visit.actor().clone();
    let page = ask(&visit, move |app| {
        let view = View::of(Of::Account(actor.account));
        audit::page(app, &actor, &view, before, ROWS)
    });
    let page = page.await?;
    let texts = visit.texts();
    let page = AuditPage {
        frame: visit.frame(texts.get("account-audit")),
        area: area(texts, "/account/audit"),
        lines: lines(texts, page.entries),
        next: page.next.map(|before| format!("/account/audit?before={before}")),
    };
    private_html(&visit, StatusCode::OK, &page)
}
