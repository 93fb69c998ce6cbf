//! What moderators look after: reports by players about their opponents, and reviews that were taken
//! down.

use crate::web::prelude::*;
use adjutant_service::live::{self, Report};
use adjutant_service::reviews::{self, Review};
use adjutant_site::filters;
use salpakan::record::short_id_text;

use super::area_header;

const REPORTS: &str = "/operator/reports";
const REVIEWS: &str = "/operator/reviews";
const DONE_KEYS: &[&str] = &["done-review-given-back"];
const REPORTS_PER_PAGE: usize = 50;

#[derive(Template)]
#[template(path = "operator/reports.html")]
struct ReportsPage {
    frame: PageFrame,
    head: AreaHeader,
    lines: Vec<Report>,
    /// The address of older reports; empty if there are none.
    older: String,
}

impl ReportsPage {
    fn ground(&self, report: &Report) -> String {
        self.frame.texts.get(&format!("play-report-{}", report.ground.key()))
    }

    fn game(report: &Report) -> String {
        short_id_text(&report.play)
    }
}

/// Lists the reports older than the id `before`.
pub async fn show_reports(visit: RequestContext, parameters: QueryString) -> PageResult {
    let given = parameters.parse(&["before"]);
    let before = given.and_then(|given| given.number("before", 1..=i32::MAX)).or_page(&visit)?;
    let (actor, live) = (visit.actor().clone(), visit.site.live.clone());
    let found = visit
        .site
        .lanes
        .read_play(move || live::reports(&live, &actor, before, REPORTS_PER_PAGE))
        .await;
    let (found, more) = found.flatten().or_page(&visit)?;
    let last = found.last().filter(|_| more).map(|report| report.id);
    let page = ReportsPage {
        frame: visit.frame(visit.texts().get("op-tab-reports")),
        head: area_header(&visit, REPORTS, "op-tab-reports"),
        lines: found,
        older: last.map(|id| format!("{REPORTS}?before={id}")).unwrap_or_default(),
    };
    private_html(&visit, StatusCode::OK, &page)
}

#[derive(Template)]
#[template(path = "operator/reviews.html")]
struct TakenDownReviewsPage {
    frame: PageFrame,
    head: AreaHeader,
    lines: Vec<Review>,
}

/// Lists the reviews that moderators took down, the newest first.
pub async fn show_reviews(visit: RequestContext, parameters: QueryString) -> PageResult {
    let done = FlashMessage::from_query_string(&visit, &parameters, DONE_KEYS)?;
    let found = visit.run(reviews::taken_down).await?;
    let head = area_header(&visit, REVIEWS, "op-tab-reviews").done(visit.texts(), done);
    let page =
        TakenDownReviewsPage { frame: visit.frame(head.heading.clone()), head, lines: found };
    private_html(&visit, StatusCode::OK, &page)
}
