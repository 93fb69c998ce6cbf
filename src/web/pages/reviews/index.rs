//! The visitor's own reviews.

use crate::web::prelude::*;
use adjutant_service::reviews::{self, Review};
use adjutant_site::filters;

#[derive(Template)]
#[template(path = "reviews/index.html")]
struct OwnReviewsPage {
    frame: PageFrame,
    reviews: Vec<Review>,
}

/// Lists them, the newest first.
pub async fn show(visit: RequestContext) -> PageResult {
    let reviews = visit.run(reviews::own).await?;
    let page = OwnReviewsPage { frame: visit.frame(visit.texts().get("reviews-title")), reviews };
    private_html(&visit, StatusCode::OK, &page)
}
