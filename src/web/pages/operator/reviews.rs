//! Reviews that moderators took down.

use crate::web::prelude::*;
use adjutant_service::reviews::{self, Review};
use adjutant_site::filters;

use super::area_header;

const ADDRESS: &str = "/operator/reviews";
const DONE_KEYS: &[&str] = &["done-review-given-back"];

#[derive(Template)]
#[template(path = "operator/reviews.html")]
struct TakenDownReviewsPage {
    frame: PageFrame,
    head: AreaHeader,
    lines: Vec<Review>,
}

/// Lists them, the newest first.
pub async fn show(visit: RequestContext, parameters: QueryString) -> PageResult {
    let done = FlashMessage::from_query_string(&visit, &parameters, DONE_KEYS)?;
    let found = visit.run(reviews::taken_down).await?;
    let head = area_header(&visit, ADDRESS, "op-tab-reviews").done(visit.texts(), done);
    let page =
        TakenDownReviewsPage { frame: visit.frame(head.heading.clone()), head, lines: found };
    private_html(&visit, StatusCode::OK, &page)
}
