//! The visitor's own reviews.

use actix_web::http::StatusCode;
use askama::Template;

use crate::web::error::PageResult;
use crate::web::html::private_html;
use crate::web::page_frame::PageFrame;
use crate::web::request_context::RequestContext;
use crate::web::time_format::format_date;
use adjutant_service::reviews;

use super::review_address;

struct OwnReviewRow {
    link: String,
    title: String,
    remarks: String,
    changed: String,
    published: bool,
    taken_down: bool,
}

#[derive(Template)]
#[template(path = "reviews/index.html")]
struct OwnReviewsPage {
    frame: PageFrame,
    lines: Vec<OwnReviewRow>,
}

/// Lists them, the newest first.
pub async fn show(visit: RequestContext) -> PageResult {
    let all = visit.run(move |app, actor| reviews::own(app, actor)).await?;
    let texts = visit.texts();
    let line = |review: reviews::Review| OwnReviewRow {
        link: review_address(review.game, review.id),
        title: review.title,
        remarks: texts.count("review-remarks", review.remarks.len()),
        changed: format_date(review.changed_at),
        published: review.published,
        taken_down: review.taken_down.is_some(),
    };
    let page = OwnReviewsPage {
        frame: visit.frame(texts.get("reviews-title")),
        lines: all.into_iter().map(line).collect(),
    };
    private_html(&visit, StatusCode::OK, &page)
}
