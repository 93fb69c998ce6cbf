//! Ending mail by the link that it contains, without a session (RFC 8058). The link proves where it
//! comes from, so its form needs no token; mail providers send it themselves.

use actix_web::web::Path;

use crate::web::prelude::*;
use adjutant_service::notices::{self, Unsubscription};
use adjutant_site::use_cases::run_use_case;

fn page(visit: &RequestContext, link: Unsubscription) -> FormPage {
    let texts = visit.texts();
    let words = match link.kind.keys().next() {
        Some(kind) => {
            texts.one("unsubscribe-kind", "kind", texts.get(&format!("notice-kind-{kind}")))
        }
        None => texts.get("unsubscribe-all"),
    };
    FormPage::signed_out(visit, "unsubscribe-title").paragraph_text(words)
}

/// Asks to press a button, because mail scanners follow links.
pub async fn show(visit: RequestContext, token: Path<String>) -> PageResult {
    let link = run_use_case(&visit, move |app| notices::unsubscription(app, &token)).await?;
    let form = visit.form("unsubscribe", &visit.path, "unsubscribe-button");
    page(&visit, link).form(form).respond(&visit)
}

pub async fn submit(visit: RequestContext, token: Path<String>) -> PageResult {
    let ended = run_use_case(&visit, move |app| {
        let link = notices::unsubscription(app, &token)?;
        notices::unsubscribe(app, link).map(|()| link)
    });
    page(&visit, ended.await?)
        .paragraph("unsubscribe-done")
        .link("/notices/settings", "notices-settings")
        .respond(&visit)
}
