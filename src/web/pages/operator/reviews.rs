//! Reviews that were taken down.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;

use crate::service::reviews::{self, Review};
use crate::web::error::PageError;
use crate::web::kit::Done;
use crate::web::moments::minute;
use crate::web::pages::desk::Head;
use crate::web::pages::list::encode;
use crate::web::pages::{ask, private_html};
use crate::web::parameters::Parameters;
use crate::web::visit::{Frame, Visit};

use super::area::head;

const ADDRESS: &str = "/operator/reviews";
const DONE: &[&str] = &["done-review-given-back"];

struct Line {
    link: String,
    title: String,
    author: String,
    author_link: String,
    at: String,
    reason: String,
}

#[derive(Template)]
#[template(path = "operator/reviews.html")]
struct ReviewsPage {
    frame: Frame,
    head: Head,
    lines: Vec<Line>,
}

fn line(review: Review) -> Line {
    let (at, reason) = review.taken_down.map(|down| (down.at, down.reason)).unwrap_or_default();
    Line {
        link: format!("/games/{}/reviews/{}", review.game, review.id),
        title: review.title,
        author_link: format!("/players/{}", encode(&review.author)),
        author: review.author,
        at: minute(at),
        reason,
    }
}

/// The list, the newest first.
pub async fn show(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    let done = Done::asked(&visit, &parameters, DONE)?;
    let actor = visit.actor().clone();
    let found = ask(&visit, move |app| reviews::taken_down(app, &actor)).await?;
    let head = head(&visit, ADDRESS, "op-tab-reviews").done(visit.texts(), done);
    let page = ReviewsPage {
        frame: visit.frame(head.heading.clone()),
        head,
        lines: found.into_iter().map(line).collect(),
    };
    private_html(&visit, StatusCode::OK, &page)
}
