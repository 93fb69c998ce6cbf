//! All reviews of one's own.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;

use crate::service::reviews;
use crate::web::error::PageError;
use crate::web::moments::day;
use crate::web::pages::{ask, private_html};
use crate::web::visit::{Frame, Visit};

use super::address;

struct Line {
    link: String,
    title: String,
    remarks: String,
    changed: String,
    published: bool,
    taken_down: bool,
}

#[derive(Template)]
#[template(path = "reviews/index.html")]
struct IndexPage {
    frame: Frame,
    lines: Vec<Line>,
}

/// The list, the newest first.
pub async fn show(visit: Visit) -> Result<HttpResponse, PageError> {
    let actor = visit.actor().clone();
    let all = ask(&visit, move |app| reviews::own(app, &actor)).await?;
    let texts = visit.texts();
    let line = |review: reviews::Review| Line {
        link: address(review.game, review.id),
        title: review.title,
        remarks: texts.count("review-remarks", review.remarks.len()),
        changed: day(review.changed_at),
        published: review.published,
        taken_down: review.taken_down.is_some(),
    };
    let page = IndexPage {
        frame: visit.frame(texts.get("reviews-title")),
        lines: all.into_iter().map(line).collect(),
    };
    private_html(&visit, StatusCode::OK, &page)
}
