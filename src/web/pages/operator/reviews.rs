//! Reviews that moderators took down.

use actix_web::http::StatusCode;
use askama::Template;

use crate::web::error::PageResult;
use crate::web::html::private_html;
use crate::web::kit::{AreaHeader, FlashMessage};
use crate::web::page_frame::PageFrame;
use crate::web::parameters::{QueryString, percent_encode};
use crate::web::request_context::RequestContext;
use crate::web::time_format::format_minute;
use adjutant_service::reviews::{self, Review};

use super::header::area_header;

const ADDRESS: &str = "/operator/reviews";
const DONE_KEYS: &[&str] = &["done-review-given-back"];

struct TakenDownReviewRow {
    link: String,
    title: String,
    author: String,
    author_link: String,
    at: String,
    reason: String,
}

#[derive(Template)]
#[template(path = "operator/reviews.html")]
struct TakenDownReviewsPage {
    frame: PageFrame,
    head: AreaHeader,
    lines: Vec<TakenDownReviewRow>,
}

fn review_row(review: Review) -> TakenDownReviewRow {
    let (at, reason) = review.taken_down.map(|down| (down.at, down.reason)).unwrap_or_default();
    TakenDownReviewRow {
        link: format!("/games/{}/reviews/{}", review.game, review.id),
        title: review.title,
        author_link: format!("/players/{}", percent_encode(&review.author)),
        author: review.author,
        at: format_minute(at),
        reason,
    }
}

/// Lists them, the newest first.
pub async fn show(visit: RequestContext, parameters: QueryString) -> PageResult {
    let done = FlashMessage::from_query_string(&visit, &parameters, DONE_KEYS)?;
    let found = visit.run(move |app, actor| reviews::taken_down(app, actor)).await?;
    let head = area_header(&visit, ADDRESS, "op-tab-reviews").done(visit.texts(), done);
    let page = TakenDownReviewsPage {
        frame: visit.frame(head.heading.clone()),
        head,
        lines: found.into_iter().map(review_row).collect(),
    };
    private_html(&visit, StatusCode::OK, &page)
}
