//! Deliveries of the outbox that were given up.

use crate::web::prelude::*;
use adjutant_service::notices::{self, FailedDelivery, OutboxFigures};
use adjutant_site::filters;

use super::area_header;

const ADDRESS: &str = "/operator/deliveries";
const DONE_KEYS: &[&str] = &["done-delivery-retried"];

#[derive(Deserialize)]
struct RetryForm {
    delivery: Entry<i32>,
}

#[derive(Template)]
#[template(path = "operator/deliveries.html")]
struct DeliveriesPage {
    frame: PageFrame,
    head: AreaHeader,
    figures: String,
    lines: Vec<FailedDelivery>,
}

pub async fn show(visit: RequestContext, parameters: QueryString) -> PageResult {
    let done = FlashMessage::from_query_string(&visit, &parameters, DONE_KEYS)?;
    let (lines, figures) = visit.run(notices::failed_deliveries).await?;
    let texts = visit.texts();
    let head = area_header(&visit, ADDRESS, "deliveries-title").done(texts, done);
    let OutboxFigures { waiting, given_up } = figures;
    let figures = [("waiting", waiting.to_string()), ("dead", given_up.to_string())];
    let page = DeliveriesPage {
        frame: head.frame(&visit),
        head,
        figures: texts.fill("deliveries-figures", &figures),
        lines,
    };
    private_html(&visit, StatusCode::OK, &page)
}

/// Queues a delivery again.
pub async fn submit_retry(visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<RetryForm>(&visit).await?;
    // Id 0 belongs to no delivery.
    let id = sent.delivery.get().unwrap_or(0);
    visit.run(move |app, actor| notices::retry(app, actor, id, now_micros())).await?;
    Ok(redirect_with_flash(ADDRESS, "done-delivery-retried"))
}
